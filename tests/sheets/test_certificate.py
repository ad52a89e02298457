"""Certificates: the organiser's words with names in them, pictures, lines to sign; nothing leaves the page."""

from __future__ import annotations

import io
import re

import pypdf
import pytest
from PIL import Image

from tests.sheets.samples import MADE_AT, NAMES, pages, paper
from tournament.sheets.certificate import Certificate, Design, certificates_document, prize_text, usual
from tournament.sheets.document import render
from tournament.sheets.words import Words

BOTH = Words()
SIGNERS = (("裁判长 Chief referee", "王建国"), ("主办单位 Organiser", ""))


def values(**changes: str) -> Certificate:
    known = {
        "name": "李小龙",
        "team": "北京队",
        "event": "成都公开赛",
        "prize": "个人冠军",
        "place": "1",
        "standard": "14½",
        "match": "+241",
        "date": "2026-11-30",
    }
    return Certificate(known | changes)


def made(*found: Certificate, body: str = "", **design: object) -> bytes:
    title, text = usual(BOTH)
    one = Design(title, body or text, SIGNERS, **design)  # type: ignore[arg-type]
    return render(certificates_document(one, found, BOTH, MADE_AT, "成都公开赛")).content


def picture(colour: str, size: tuple[int, int] = (300, 200)) -> bytes:
    out = io.BytesIO()
    Image.new("RGBA", size, colour).save(out, "PNG")
    return out.getvalue()


def together(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_each_has_a_page_across_with_his_name_and_what_he_has_won() -> None:
    found = made(values(), values(name="O’Brien", prize="个人亚军"))
    assert paper(found) == (842, 595)
    first, second = pages(found)
    for words in ("奖状", "李小龙", "北京队", "在“成都公开赛”中荣获", "个人冠军", "王建国", "裁判长"):
        assert words in together(first) or words in first
    assert "O’Brien" in second
    assert "李小龙" not in second


def test_the_organisers_text_is_printed_with_every_field_in_it() -> None:
    body = "{name} ({team})\n{event}: {prize}, {place}. / {standard} / {match}\n{date}"
    (text,) = pages(made(values(), body=body))
    assert "李小龙 (北京队)" in text
    assert "成都公开赛: 个人冠军, 1. / 14½ / +241" in text
    assert "2026-11-30" in text


def test_a_line_whose_field_is_empty_is_left_out() -> None:
    (text,) = pages(made(values(team="")))
    assert "北京队" not in text
    assert "{team}" not in text


@pytest.mark.parametrize("name", [*NAMES, "W" * 200, "马" * 120])
def test_every_name_is_whole_and_on_the_page(name: str) -> None:
    found = made(values(name=name, team=name))
    assert together(name) in together(pages(found)[0])
    positions: list[tuple[float, float]] = []

    def note(text: str, _cm: object, tm: list[float], _font: object, _size: float) -> None:
        if text.strip():
            positions.append((tm[4], tm[5]))

    pypdf.PdfReader(io.BytesIO(found)).pages[0].extract_text(visitor_text=note)
    assert all(30 < x < 842 - 30 and 30 < y < 595 - 30 for x, y in positions)


def test_logo_and_seal_are_pictures_in_the_document() -> None:
    found = made(values(), logo=picture("green"), seal=picture("red", (90, 90)))
    images = pypdf.PdfReader(io.BytesIO(found)).pages[0].images
    assert len(images) == 2
    # A pack holds each picture once.
    many = made(*[values(name=str(n)) for n in range(40)], logo=picture("green"))
    assert len(many) < 3 * len(made(values(), logo=picture("green"))) + 40 * 1500


@pytest.mark.parametrize(
    ("language", "place", "teams", "text"),
    [
        ("zh", 1, False, "个人冠军"),
        ("zh", 3, True, "团体季军"),
        ("zh", 12, False, "个人第 12 名"),
        ("zh", None, False, "参赛证书"),
        ("en", 2, False, "Individual: second place"),
        ("en", 5, True, "Teams: place 5"),
    ],
)
def test_a_place_in_words(language: str, place: int | None, teams: bool, text: str) -> None:
    assert prize_text(Words((language,)), place, teams=teams) == text
