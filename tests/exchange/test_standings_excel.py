"""The standings as CSV for Excel: what Excel needs, and nothing that runs."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from django.utils.translation import override

from tests import making
from tournament.exchange.standings_excel import decimal, mixed, standings_excel, typed
from tournament.models import Player, Team, Tournament
from tournament.queries.standings import player_standings, team_standings


def level() -> Tournament:
    """东, 南 and 西 each win 8 fan by themselves: +16 each and 7/3 standard points, 北 has −48 and none."""
    made = making.drawn(4, 1, scale="4-2-1-0")
    table = making.table(made)
    for winner in (0, 1, 2):
        making.hand(table, winner, 8)
    making.close(table)
    return made


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


@pytest.mark.django_db
def test_it_is_a_file_as_excel_wants_it() -> None:
    with override("en"):
        text = standings_excel(player_standings(level()), teams=False)
    assert text.startswith("\ufeffPlace,Number,Name,Team,Standard points,")
    assert text.count("\r\n") == text.count("\n") == 5


@pytest.mark.django_db
def test_points_are_decimals_with_the_exact_number_beside_them_and_negative_numbers_stay_numbers() -> None:
    with override("en"):
        heads, *rows = rows_of(standings_excel(player_standings(level()), teams=False))
    lines = [dict(zip(heads, row, strict=True)) for row in rows]
    shown = [
        (line["Place"], line["Standard points"], line["Standard points, exact"], line["Match points"])
        for line in lines
    ]
    assert shown == [("1", "2.33", "2 1/3", "16")] * 3 + [("4", "0.00", "0", "-48")]
    assert [line["Session 1: match points"] for line in lines] == ["16", "16", "16", "-48"]
    assert [line["Session 1: standard points"] for line in lines] == ["2.33", "2.33", "2.33", "0.00"]


@pytest.mark.django_db
def test_teams_have_lines_of_their_own_without_a_place_where_they_are_not_ranked() -> None:
    made = level()
    Team.objects.filter(tournament=made).update(name="=1+1")
    with override("en"):
        heads, row = rows_of(standings_excel(team_standings(made), teams=True, ranked=False))
    line = dict(zip(heads, row, strict=True))
    assert (line["Place"], line["Team"]) == ("", "'=1+1")
    # 3 × 7/3 and 3 × 16 − 48
    assert (line["Standard points"], line["Match points"]) == ("7.00", "0")


@pytest.mark.django_db
def test_a_name_never_runs() -> None:
    made = level()
    names = ["=1+1", "+49171", "@x", "-12"]
    for player, name in zip(Player.objects.filter(tournament=made), names, strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    with override("en"):
        _heads, *rows = rows_of(standings_excel(player_standings(made), teams=False))
    assert {row[2] for row in rows} == {f"'{name}" for name in names}


@pytest.mark.parametrize("name", ["\t=1", "\r=1", " =1", "\tx", "＝1", "-", "+1"])
def test_what_begins_like_a_formula_gets_an_apostrophe(name: str) -> None:
    assert typed(name) == f"'{name}"


@pytest.mark.parametrize("name", ["", "O’Brien", "王芳", "a=b", "x-y", "12"])
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert typed(name) == name


def test_halves_of_a_hundredth_are_rounded_up() -> None:
    assert [decimal(Fraction(n, 24)) for n in (1, 3, -3)] == ["0.04", "0.13", "-0.13"]


def test_an_exact_number_is_never_a_date() -> None:
    values = [Fraction(7, 3), Fraction(5, 12), Fraction(-1, 2), Fraction(4), Fraction(-3), Fraction(0)]
    assert [mixed(value) for value in values] == ["2 1/3", "0 5/12", "-0 1/2", "4", "-3", "0"]
