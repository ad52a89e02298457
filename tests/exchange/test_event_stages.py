"""Stages, lots and official sessions in event files: round trips, and every problem at its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction

from tests import making
from tests.queries.test_stages import played
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.importing import store_event
from tournament.actions.sessions import make_official
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import record_lots
from tournament.exchange.event_export import export_event
from tournament.exchange.event_file import read_event
from tournament.exchange.reading import EventFileError
from tournament.models import Tournament
from tournament.queries.standings import player_standings

pytestmark = pytest.mark.django_db


def raw(event: Any) -> bytes:
    return json.dumps(event).encode()


def with_final() -> Tournament:
    """A preliminary, official; a final of four by lot, two thirds carried over; one table of it is played."""
    event = played(fans=(24, 24), seconds=(8, 8))
    make_official(event, 1, making.user())
    first = event.stages.get()
    equal = [line.number for line in player_standings(event, stage=first).lines if line.place == 3]
    record_lots(event, equal[::-1], "tiles drawn face down", making.user(), first)
    record_lots(event, equal, "for the cup", making.user())
    final = add_stage(event, StagePlan("Final", "top", [2, 3], carry="2/3", places=(1, 4)), making.user())
    fill_stage(event, final.pk, making.user())
    make_draw(event, [2], making.user(), seed="y")
    publish_draw(event, [2], making.user())
    making.hand(making.table(event, 2, 1), 0, 16, 1)
    making.close(making.table(event, 2, 1))
    return event


@pytest.fixture
def event() -> Tournament:
    return with_final()


@pytest.fixture(scope="module")
def file(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The event file of such a tournament: made once, because many tests spoil it in one place each."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield json.dumps(export_event(with_final()))
        transaction.set_rollback(True)


def lines(event: Tournament, stage: int | None) -> list[tuple[Any, ...]]:
    found = player_standings(event, stage=event.stages.get(number=stage) if stage else None).lines
    return [(x.place, x.file_id, x.standard, x.match, x.carried_match, x.group) for x in found]


def test_stages_lots_and_official_sessions_survive_export_and_import(event: Tournament) -> None:
    exported = export_event(event)
    again = Tournament.objects.get(slug=store_event(read_event(raw(exported)), making.user()).slug)
    assert export_event(again) == exported
    for stage in (None, 1, 2):
        assert lines(again, stage) == lines(event, stage)
    assert again.sessions.get(number=1).official_at is not None
    assert again.sessions.get(number=2).official_at is None
    assert [s.number for s in again.stages.get(number=2).sessions.order_by("number")] == [2, 3]
    assert again.stages.get(number=2).filled_at is not None


def test_the_file_says_what_was_carried_over_exactly(event: Tournament) -> None:
    exported = export_event(event)
    final = exported["stages"][1]
    assert (final["form"], final["carry"], final["places"]) == ("top", "2/3", [1, 4])
    # The winners have 4 standard points and 48 − 8 match points; two thirds of them are carried over.
    assert final["entries"][0]["standard_points"] == str(Fraction(8, 3))
    assert final["entries"][0]["match_points"] == str(Fraction(80, 3))
    assert exported["sessions"][0]["official"] is True
    assert "official" not in exported["sessions"][1]
    assert {lot.get("stage") for lot in exported["lots"]} == {None, 1}


def test_groups_survive_too() -> None:
    event = making.tournament(8, 1, teams=False)
    stage = add_stage(event, StagePlan("Groups", "groups", [1], group_size=4, advance=1), making.user())
    fill_stage(event, stage.pk, making.user(), seed="a")
    exported = export_event(event)
    again = Tournament.objects.get(slug=store_event(read_event(raw(exported)), None).slug)
    assert export_event(again) == exported
    assert lines(again, 1) == lines(event, 1)


def test_a_tournament_without_stages_says_nothing_of_them() -> None:
    exported = export_event(making.drawn(4, 1))
    assert not {"stages", "lots"} & set(exported)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("stages.0.name", "", "stages[0].name"),
        ("stages.0.form", "top", "stages[0].form"),
        ("stages.1.form", "cup", "stages[1].form"),
        ("stages.1.carry", "3/4", "stages[1].carry"),
        ("stages.1.places", [4, 1], "stages[1].places"),
        ("stages.1.places", [1], "stages[1].places"),
        ("stages.0.places", [1, 4], "stages[0].places"),
        ("stages.1.sessions.0", 1, "stages[1].sessions[0]"),
        ("stages.1.sessions.0", 9, "stages[1].sessions[0]"),
        ("stages.1.sessions.0", "2", "stages[1].sessions[0]"),
        ("stages.1.group_size", 3, "stages[1].group_size"),
        ("stages.1.places_of", 3, "stages[1].places_of"),
        ("stages.1.entries.1.player", "nobody", "stages[1].entries[1].player"),
        ("stages.1.entries.1.group", 0, "stages[1].entries[1].group"),
        ("stages.1.entries.0.standard_points", "8/0", "stages[1].entries[0].standard_points"),
        ("stages.1.entries.0.match_points", 1.5, "stages[1].entries[0].match_points"),
        ("stages.1.entries.0.seed", 1, "stages[1].entries[0].seed"),
        ("lots.0.player", "nobody", "lots[0].player"),
        ("lots.0.lot", 0, "lots[0].lot"),
        ("lots.0.reason", "", "lots[0].reason"),
        ("lots.0.stage", 3, "lots[0].stage"),
        ("sessions.0.official", "yes", "sessions[0].official"),
        ("stages", {}, "stages"),
        ("lots", 1, "lots"),
    ],
)
def test_every_problem_of_a_stage_is_told_at_its_place(file: str, path: str, value: Any, place: str) -> None:
    exported: Any = json.loads(file)
    at, (*way, last) = exported, path.split(".")
    for step in way:
        at = at[int(step)] if step.isdigit() else at[step]
    at[int(last) if last.isdigit() else last] = value
    before = Tournament.objects.count()
    with pytest.raises(EventFileError) as caught:
        read_event(raw(exported))
    assert place in {p.place for p in caught.value.problems}
    assert Tournament.objects.count() == before


def test_one_player_is_once_in_a_stage_and_has_one_lot(event: Tournament) -> None:
    exported = export_event(event)
    exported["stages"][1]["entries"][1]["player"] = exported["stages"][1]["entries"][0]["player"]
    exported["lots"][1]["player"] = exported["lots"][0]["player"]
    with pytest.raises(EventFileError) as caught:
        read_event(raw(exported))
    places = {p.place for p in caught.value.problems}
    assert {"stages[1].entries[1].player", "lots[1].player"} <= places


def test_an_open_session_is_not_official(event: Tournament) -> None:
    exported = export_event(event)
    exported["sessions"][1]["tables"][0]["closed"] = False
    exported["sessions"][1]["official"] = True
    with pytest.raises(EventFileError) as caught:
        read_event(raw(exported))
    assert "sessions[1].official" in {p.place for p in caught.value.problems}
