"""The text of every sheet is what was put in: short, long, rare and foreign names, and some like code."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pypdf
import pytest
from django.core.cache import cache
from django.db import transaction

from tests.prints.everything import everything, forms
from tournament.models import Seat, Tournament
from tournament.prints import KINDS, Asked
from tournament.sheets.document import render

pytestmark = pytest.mark.django_db

LONG = "Wolfeschlegelsteinhausenbergerdorff-Maximilianowitsch von Hohenzollern und zu Sigmaringen"
PLAYERS = (
    "𠮷田",
    "足立レイ",
    "龘",
    "Ő",
    "Đặng Thị Hương",
    "O'Brien",
    "=1+1",
    "<b>Bold</b>",
    LONG,
    "成吉思汗" * 12,
)
TEAMS = ("北京市麻将运动协会代表队第一梯队", "Kővári & Söhne", '"A"')
NAME, CITY = "成都公开赛 “Ő & <i>”", "Đà Nẵng"
WITHOUT_PLAYERS = ("signs", "registration")


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """The tournament in which everybody has a name that some program has stumbled over."""
    with django_db_blocker.unblock(), transaction.atomic():
        event = everything(PLAYERS, TEAMS)
        Tournament.objects.filter(pk=event.pk).update(name=NAME, city=CITY)
        cache.clear()
        yield event.pk
        transaction.set_rollback(True)


def seated(event: Tournament, **where: Any) -> set[str]:
    """Who was drawn to some seats, and who sits there for them."""
    seats = Seat.objects.filter(session__tournament=event, player__isnull=False, **where)
    return {
        name for pair in seats.values_list("player__name", "sittings__player__name") for name in pair if name
    }


def expected(asked: Asked, kind: str) -> set[str]:
    """The names that a form of a kind must have. A kind that is new has the names of all players."""
    event, options = asked.tournament, asked.options
    if kind in WITHOUT_PLAYERS or options.get("for") == "players":
        return {NAME}
    if options.get("of") == "staff":
        return {NAME, "alice", "Bob", "cyd"}
    if "teams" in (options.get("of"), options.get("for")):
        return {NAME, *TEAMS}
    if kind == "penalties":
        offenders = seated(event, session__number=1, table__number=1, chair__in=(2, 3))
        return {NAME, PLAYERS[0], TEAMS[0], *offenders}
    if asked.session is not None and options.get("which") != "all":
        replaced = {PLAYERS[4]} if kind == "draw_by_name" and asked.session.number == 2 else set()
        return {NAME, *seated(event, session=asked.session)} - replaced
    ranked = PLAYERS[:-1] if kind in ("results", "certificates") else PLAYERS
    return {NAME, *ranked}


def together(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("languages", [("zh", "en")], ids="-".join)
@pytest.mark.parametrize("kind", KINDS)
def test_every_name_can_be_read_back_from_every_sheet(
    kind: str, languages: tuple[str, ...], made: int
) -> None:
    event = Tournament.objects.get(pk=made)
    for asked in forms(event, kind, languages):
        content = render(KINDS[kind].make(asked)).content
        text = together("".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages))
        missing = {name for name in expected(asked, kind) if together(name) not in text}
        assert not missing, (asked.options, asked.session)
