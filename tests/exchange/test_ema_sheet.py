"""The results sheet of the European Mahjong Association, on people made by hand."""

from __future__ import annotations

import datetime
import io
from typing import Any

import openpyxl
import pytest

from scoring.rulebook import GUOBIAO, load
from tests import making
from tournament.exchange.ema_sheet import Asked, ema_workbook, names_of, rules_name
from tournament.models import Player, Tournament

pytestmark = pytest.mark.django_db

HEADS = [
    *(
        "Tournament",
        "Participants",
        "Place",
        "First name",
        "Last name",
        "EMA number",
        "Table points",
        "Score",
    ),
    *(
        "EMA member",
        "Country",
        "Date",
        "Host country",
        "City",
        "MERS",
        "Short name",
        "Rules",
        "Period",
        "Days",
    ),
    "Extra",
]


def four(**rules: Any) -> Tournament:
    """One table: its 东 wins 8 fan from 南 (+32 −16 −8 −8), so that 西 and 北 share the second place."""
    made = making.drawn(4, 1, **rules)
    seats = making.table(made).seats.order_by("chair")
    people: list[dict[str, Any]] = [
        {"name": "Anne O’Brien", "ema_number": "04010101", "country": "FRA"},
        {"name": "李小龙", "ema_number": "", "country": "CHN"},
        {"name": "X", "family_name": "van der Berg", "given_name": "Jan", "ema_number": "8010102"},
        {"name": "Kurt Müller", "ema_number": "05000007", "country": "GER"},
    ]
    for seat, facts in zip(seats, people, strict=True):
        Player.objects.filter(seats=seat).update(**facts)
    Tournament.objects.filter(pk=made.pk).update(
        name="Open de Paris",
        city="Paris",
        country="France",
        starts_on=datetime.date(2026, 5, 1),
        ends_on=datetime.date(2026, 5, 3),
    )
    table = making.table(made)
    making.hand(table, 0, 8, 1)
    making.close(table)
    return made


def cells(made: Tournament, asked: Asked | None = None) -> list[tuple[Any, ...]]:
    page = openpyxl.load_workbook(io.BytesIO(ema_workbook(made, asked or Asked()).content)).worksheets[0]
    return list(page.iter_rows())


def by_name(made: Tournament) -> dict[str, dict[str, Any]]:
    heads, *rows = cells(made)
    lines = [{head.value: cell for head, cell in zip(heads, row, strict=True)} for row in rows]
    return {line["Last name"].value: line for line in lines}


def test_it_has_the_nineteen_columns_in_their_order() -> None:
    heads, *rows = cells(four())
    assert [cell.value for cell in heads] == HEADS
    assert len(HEADS) == 19
    assert len(rows) == 4


def test_an_ema_number_is_text_as_it_was_typed() -> None:
    found = by_name(four())
    numbers = {name: line["EMA number"] for name, line in found.items()}
    assert numbers["O’Brien"].value == "04010101"
    assert numbers["van der Berg"].value == "8010102"
    assert numbers["李小龙"].value is None
    assert numbers["O’Brien"].data_type == numbers["van der Berg"].data_type == "s"
    assert {cell.number_format for cell in numbers.values()} == {"@"}
    assert {name: line["EMA member"].value for name, line in found.items()} == {
        "O’Brien": "yes",
        "李小龙": "no",
        "van der Berg": "yes",
        "Müller": "yes",
    }


def test_places_are_shared_and_points_are_those_of_the_standings() -> None:
    found = by_name(four())
    shown = {
        name: tuple(line[head].value for head in ("Place", "Table points", "Score"))
        for name, line in found.items()
    }
    # 4-3-2-1: the two who share the second place share 3 + 2.
    assert shown == {
        "O’Brien": (1, 4, 32),
        "van der Berg": (2, 2.5, -8),
        "Müller": (2, 2.5, -8),
        "李小龙": (4, 1, -16),
    }


def test_thirds_are_as_exact_as_a_spreadsheet_keeps_them() -> None:
    made = making.drawn(4, 1, scale="4-2-1-0")
    table = making.table(made)
    for winner in (0, 1, 2):
        making.hand(table, winner, 8)
    making.close(table)
    points = [row[6].value for row in cells(made)[1:]]
    assert points[:3] == [pytest.approx(7 / 3, abs=1e-13)] * 3
    assert points[3] == 0


def test_the_tournament_stands_in_every_line() -> None:
    asked = Asked(mers="2.5", short_name="=Paris", period="2026/1", extra="")
    heads, *rows = cells(four(), asked)
    line = {head.value: cell for head, cell in zip(heads, rows[-1], strict=True)}
    values = {name: cell.value for name, cell in line.items()}
    assert (values["Tournament"], values["Participants"]) == ("Open de Paris", 4)
    assert values["Date"] == datetime.datetime(2026, 5, 1)
    assert (values["Host country"], values["City"], values["Days"]) == ("France", "Paris", 3)
    assert (values["MERS"], values["Short name"], values["Period"]) == (2.5, "=Paris", "2026/1")
    assert (values["Rules"], values["Extra"]) == ("MCR", None)
    assert line["Short name"].data_type == "s"


def test_a_stand_in_is_not_listed() -> None:
    made = four()
    Player.objects.filter(tournament=made, name="Kurt Müller").update(is_stand_in=True)
    Tournament.objects.filter(pk=made.pk).update(
        standings_version=made.version + 100, version=made.version + 100
    )
    rows = cells(made)[1:]
    assert len(rows) == 3
    assert {row[1].value for row in rows} == {3}
    assert "Müller" not in {row[4].value for row in rows}


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("Anne O’Brien", "Anne", "O’Brien"),
        ("王芳", "", "王芳"),
        ("足立レイ", "", "足立レイ"),
        ("김민준", "", "김민준"),
        ("𠮷田", "", "𠮷田"),
        ("Müller, Hans", "Hans", "Müller"),
        ("DUPONT Jean Pierre", "Jean Pierre", "DUPONT"),
        ("Jean LE BRIS", "Jean", "LE BRIS"),
        ("Jan van der Berg", "Jan", "van der Berg"),
        ("J. K. Rowling", "J. K.", "Rowling"),
        ("Ёлкина", "", "Ёлкина"),
        ("  Ludwig   van  Beethoven ", "Ludwig", "van Beethoven"),
        ("", "", ""),
    ],
)
def test_a_name_is_split_by_the_rule(name: str, first: str, last: str) -> None:
    assert names_of(Player(name=name)) == (first, last)


def test_family_and_given_name_are_taken_where_they_are_known() -> None:
    assert names_of(Player(name="李小龙", family_name="Li", given_name="Xiaolong")) == ("Xiaolong", "Li")


def test_every_rulebook_that_settles_as_guobiao_is_mcr() -> None:
    assert {rules_name(load(key)) for key in GUOBIAO} == {"MCR"}
    assert rules_name(load("cn2014").replace({"base": 10, "name": "House"})) == "House"
