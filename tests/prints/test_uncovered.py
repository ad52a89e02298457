"""What no font covers is a box with its code point on every kind of sheet, and was told of before."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import pypdf
import pytest
from django.core.cache import cache
from django.db import connection, models, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override
from fontTools.ttLib import TTFont

from tests import making
from tests.prints.everything import everything, forms
from tournament.actions.people import PersonFacts, enrol
from tournament.exchange.saved_tournament import TABLES
from tournament.models import Tournament
from tournament.prints import KINDS
from tournament.prints.coverage import not_covered
from tournament.sheets.document import render
from tournament.sheets.fonts import uncovered

pytestmark = pytest.mark.django_db

# Text that nobody writes: keys, codes, exact fractions, drawings. Everything else is a text of people.
NOT_WRITTEN = {
    "slug zone file_id carry carried_standard carried_match draw_seed draw_algorithm signature kind",
    "client_id fingerprint action origin plan plan_hash secret commitment seed algorithm result token_hash",
}
TECHNICAL = {name for line in NOT_WRITTEN for name in line.split()}
# Thai, Tibetan, emoji, cuneiform, and ideographs of the extensions B, C and G.
SCRIPTS = ((0xE01, 0xE2F), (0xF40, 0xF6D), (0x1F400, 0x1F4FF), (0x12000, 0x12100), (0x20010, 0x20200),
           (0x2A720, 0x2A800), (0x30000, 0x30100))  # fmt: skip
# How many closed lines the printed form of a hexadecimal digit has.
LINES = dict(zip("0123456789ABCDEF", (2, 1, 1, 1, 2, 1, 2, 1, 3, 2, 2, 3, 1, 2, 1, 1), strict=True))


def strange() -> Iterator[str]:
    """Characters that no font covers, each once, of the scripts in turn."""
    scripts = [
        [char for char in map(chr, range(*script)) if unicodedata.category(char)[0] in "LS"]
        for script in SCRIPTS
    ]
    rest = [[char for char in script if uncovered(char)] for script in scripts]
    assert all(rest)
    while any(rest):
        for script in rest:
            if script:
                yield script.pop(0)


def written(model: type[Model]) -> list[str]:
    """The columns of a model that hold a text of people."""
    return [
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, (models.CharField, models.TextField))
        and not field.choices
        and field.name not in TECHNICAL
    ]


def spoil(event: Tournament) -> None:
    """Give every text of a tournament a character of its own. A column that is empty everywhere is filled."""
    chars = strange()
    for saved in TABLES:
        rows = list(saved.model._default_manager.filter(**{saved.path: event.pk}))
        for column in written(saved.model):
            filled = [row for row in rows if getattr(row, column)]
            for row in filled or rows:
                text = f"{getattr(row, column)}{next(chars)}"
                saved.model._default_manager.filter(pk=row.pk).update(**{column: text})
    for name in ("alice", "bob", "cyd"):
        account = making.user(name)
        account.username += next(chars)
        account.save()
    rules: dict[str, Any] = Tournament.objects.get(pk=event.pk).rules
    names = {key: rules[key] + next(chars) for key in ("name", "name_zh")}
    Tournament.objects.filter(pk=event.pk).update(rules=rules | names)


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """The tournament with a strange character in each of its texts."""
    with django_db_blocker.unblock(), transaction.atomic(), override("en"):
        event = everything()
        spoil(event)
        cache.clear()
        yield event.pk
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with override("en"):
        yield


@pytest.fixture
def event(made: int) -> Tournament:
    return Tournament.objects.get(pk=made)


@pytest.fixture
def told(event: Tournament) -> set[str]:
    """The code points that the organiser is told of before he prints."""
    return {code for one in not_covered(event) for code in one.codes.split()}


def code(char: str) -> str:
    return f"U+{ord(char):04X}"


def drawn_as(pdf: bytes) -> dict[str, set[int]]:
    """How many closed lines each character of a document is drawn with, over all its fonts."""
    found: dict[str, set[int]] = {}
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    fonts = {font.idnum: font.get_object() for page in pages for font in page["/Resources"]["/Font"].values()}  # type: ignore[index]
    for font in fonts.values():
        file = font["/DescendantFonts"][0].get_object()["/FontDescriptor"]["/FontFile2"]
        glyphs = TTFont(io.BytesIO(file.get_data()))
        table = font["/ToUnicode"].get_data().decode().partition("beginbfchar")[2]
        for number, char in re.findall(r"<(\w{4})> <(\w+)>", table):
            lines = glyphs["glyf"][glyphs.getGlyphName(int(number, 16))].numberOfContours
            found.setdefault(bytes.fromhex(char).decode("utf-16-be"), set()).add(lines)
    return found


def box(char: str) -> int:
    """The closed lines of a box: two of the frame, and those of the digits."""
    point = ord(char)
    return 2 + sum(LINES[digit] for digit in (f"{point:04X}" if point <= 0xFFFF else f"{point:06X}"))


Drawn = list[dict[str, set[int]]]


@pytest.fixture(scope="module")
def kept() -> dict[str, Drawn]:
    """What was drawn of each kind until now: each is made once."""
    return {}


def drawn(event: Tournament, kind: str, kept: dict[str, Drawn]) -> Drawn:
    """What no font covers in each form of a kind, and with how many lines it was drawn."""
    if kind not in kept:
        kept[kind] = []
        for asked in forms(event, kind):
            sheet = render(KINDS[kind].make(asked))
            strangers = {char: lines for char, lines in drawn_as(sheet.content).items() if uncovered(char)}
            assert set(sheet.boxes) == set(strangers)
            kept[kind].append(strangers)
    return kept[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_what_no_font_covers_is_a_box_with_its_code_and_was_told_before(
    kind: str, event: Tournament, told: set[str], kept: dict[str, Drawn]
) -> None:
    for strangers in drawn(event, kind, kept):
        assert event.name[-1] in strangers
        assert strangers == {char: {box(char)} for char in strangers}
        assert not {code(char) for char in strangers} - told


def test_nobody_is_told_of_a_text_that_no_sheet_prints(
    event: Tournament, told: set[str], kept: dict[str, Drawn]
) -> None:
    printed = {code(char) for kind in KINDS for one in drawn(event, kind, kept) for char in one}
    assert told == printed


def test_it_is_told_where_a_text_stands_and_in_how_many_places_more(event: Tournament) -> None:
    event.players.filter(number__in=(2, 3, 4)).update(club="สมชาย")
    where = {one.text: (one.where, one.elsewhere, one.codes.split()[0]) for one in not_covered(event)}
    assert where["สมชาย"] == ("Player 2: Club", 2, "U+0E2A")
    reasons = {text[:-1]: place for text, (place, _more, _code) in where.items()}
    assert reasons["misheard"] == "Session 1, table 1: Hand 1: Reason"
    assert reasons["the fan"] == "Session 2, table 1: in dispute"
    assert reasons["loud"] == "Session 1, table 1: Note of a penalty"
    assert reasons["flag found"] == "Team 1: Why a penalty was withdrawn"
    assert reasons["Prize giving"] == "Programme: What"


def test_the_number_of_queries_does_not_grow_with_the_texts(event: Tournament) -> None:
    with CaptureQueriesContext(connection) as few:
        not_covered(event)
    enrol(event, [PersonFacts(name=f"🐷 {n}", team=f"🐮 {n}") for n in range(8)], making.user())
    with CaptureQueriesContext(connection) as many:
        assert len(not_covered(event)) > 16
    assert len(many) == len(few)
