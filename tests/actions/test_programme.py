"""The programme and planned starts: what a clock on the wall shows, when clocks are set, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from tests import making
from tournament.actions.programme import (
    ItemFacts,
    add_item,
    change_item,
    moment_of,
    plan_starts,
    remove_item,
)
from tournament.models import ProgrammeItem, Session, Tournament
from tournament.queries.history import history
from tournament.queries.programme import days, next_change, programme
from tournament.refusals import Refused

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """The sentences are compared in English."""
    with translation.override("en"):
        yield


def event_in(zone: str) -> Tournament:
    event = making.tournament(8, 3)
    Tournament.objects.filter(pk=event.pk).update(zone=zone)
    event.refresh_from_db()
    return event


def names(event: Tournament, now: datetime) -> list[tuple[str, str]]:
    return [(line.title, line.when) for line in programme(event, now)]


def test_a_time_that_is_left_out_when_clocks_are_set_forward_is_refused() -> None:
    event = Tournament(zone="Europe/Berlin")
    with pytest.raises(Refused) as refused:
        moment_of(event, datetime(2026, 3, 29, 2, 30), "begins")
    assert (refused.value.code, refused.value.field) == ("no_such_time", "begins")
    assert "02:30" in refused.value.message and "Europe/Berlin" in refused.value.message
    # An hour before and after it the clock is one and two hours ahead of UTC.
    assert moment_of(event, datetime(2026, 3, 29, 1, 59), "")[0] == datetime(2026, 3, 29, 0, 59, tzinfo=UTC)
    assert moment_of(event, datetime(2026, 3, 29, 3, 0), "")[0] == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)


def test_a_time_that_comes_twice_means_the_first_and_says_so() -> None:
    event = Tournament(zone="Europe/Berlin")
    twice = moment_of(event, datetime(2026, 10, 25, 2, 30), "")
    assert twice == (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), True)
    assert moment_of(event, datetime(2026, 10, 25, 1, 59), "")[1] is False
    assert moment_of(event, datetime(2026, 10, 25, 3, 0), "") == (
        datetime(2026, 10, 25, 2, 0, tzinfo=UTC),
        False,
    )


@pytest.mark.parametrize("year", [1, 1999, 2100, 9999])
def test_a_year_that_nobody_means_is_refused(year: int) -> None:
    with pytest.raises(Refused) as refused:
        moment_of(Tournament(zone="Asia/Shanghai"), datetime(year, 1, 1), "day")
    assert (refused.value.code, refused.value.field) == ("no_such_day", "day")


@pytest.mark.django_db
def test_the_programme_is_in_order_across_new_year_and_a_changed_clock() -> None:
    event, by = event_in("Europe/Berlin"), making.user()
    for title, at in (
        ("brunch", datetime(2027, 1, 1, 11, 0, tzinfo=BERLIN)),
        ("fireworks", datetime(2026, 12, 31, 23, 59, tzinfo=BERLIN)),
        # Both read 02:15 and 02:45 on the wall, in the other order.
        ("second", datetime(2026, 10, 25, 1, 15, tzinfo=UTC)),
        ("first", datetime(2026, 10, 25, 0, 45, tzinfo=UTC)),
    ):
        add_item(event, ItemFacts(title, at), by)
    plan_starts(event, {1: datetime(2027, 1, 1, 0, 30, tzinfo=BERLIN)}, by)
    lines = programme(event, datetime(2026, 1, 1, tzinfo=UTC))
    assert [line.title for line in lines] == ["first", "second", "fireworks", "Session 1", "brunch"]
    by_day = [(day.date.isoformat(), len(day.lines)) for day in days(lines, event)]
    assert by_day == [("2026-10-25", 2), ("2026-12-31", 1), ("2027-01-01", 2)]


@pytest.mark.django_db
def test_what_is_on_and_what_comes_next_follow_from_the_clock_and_from_the_sessions() -> None:
    event, by = making.drawn(8, 2), making.user()
    nine = datetime(2026, 5, 1, 9, 0, tzinfo=event.tz)
    hour = timedelta(hours=1)
    add_item(event, ItemFacts("Registration", nine), by)
    add_item(event, ItemFacts("Lunch", nine + 3 * hour, nine + 4 * hour, "Hall 2"), by)
    plan_starts(event, {1: nine + hour, 2: nine + 5 * hour}, by)
    assert names(event, nine - hour) == [
        ("Registration", "next"),
        ("Session 1", ""),
        ("Lunch", ""),
        ("Session 2", ""),
    ]
    # Without an end registration lasts until the session is to begin; that one is late, and still to come.
    assert names(event, nine)[:2] == [("Registration", "now"), ("Session 1", "next")]
    assert names(event, nine + 2 * hour)[:3] == [
        ("Registration", "over"),
        ("Session 1", "next"),
        ("Lunch", ""),
    ]
    Session.objects.filter(tournament=event, number=1).update(state="running")
    assert names(event, nine + 3 * hour) == [
        ("Registration", "over"),
        ("Session 1", "now"),
        ("Lunch", "now"),
        ("Session 2", "next"),
    ]
    assert next_change(programme(event, nine), event, nine + 3 * hour) == nine + 4 * hour
    Session.objects.filter(tournament=event).update(state="closed")
    assert {when for _name, when in names(event, nine + 30 * hour)} == {"over"}


@pytest.mark.django_db
def test_sessions_are_planned_in_their_order_and_never_two_at_once() -> None:
    event, by = making.tournament(8, 3), making.user()
    nine = datetime(2026, 5, 1, 9, 0, tzinfo=event.tz)
    assert plan_starts(event, {1: nine, 2: nine + timedelta(hours=2)}, by) == [1, 2]
    for starts in ({2: nine}, {3: nine + timedelta(hours=1)}, {1: nine + timedelta(hours=3)}):
        with pytest.raises(Refused) as refused:
            plan_starts(event, starts, by)
        assert refused.value.code == "order"
    # All moved together they are in order again.
    assert plan_starts(event, {1: nine + timedelta(hours=3), 2: nine + timedelta(hours=5)}, by) == [1, 2]
    assert plan_starts(event, {1: nine + timedelta(hours=3), 2: None}, by) == [2]
    told = history(event, limit=1)[0][0].what
    assert told == "planned when sessions start: 2: –"
    with pytest.raises(Refused) as refused:
        plan_starts(event, {9: nine}, by)
    assert refused.value.code == "no_such_session"


@pytest.mark.django_db
def test_an_item_is_added_once_changed_and_removed_in_its_own_tournament_only() -> None:
    event, other, by = making.tournament(8, 1), making.tournament(8, 1), making.user()
    at = datetime(2026, 5, 1, 9, 0, tzinfo=event.tz)
    item = add_item(event, ItemFacts(" Opening\n ceremony ", at, place="Hall\x00 1"), by)
    assert (item.title, item.place) == ("Opening ceremony", "Hall 1")
    assert add_item(event, ItemFacts("Opening ceremony", at, place="Hall 1"), by).pk == item.pk
    for facts, field in (
        (ItemFacts("  ", at), "title"),
        (ItemFacts("x" * 201, at), "title"),
        (ItemFacts("x", at, place="y" * 101), "place"),
        (ItemFacts("x", at, at), "ends_at"),
        (ItemFacts("x", at.replace(year=1999)), "starts_at"),
    ):
        with pytest.raises(Refused) as refused:
            add_item(event, facts, by)
        assert refused.value.field == field
    for act in (
        lambda: change_item(other, item.pk, ItemFacts("stolen", at), by),
        lambda: remove_item(other, item.pk, by),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "no_such_item"
    change_item(event, item.pk, ItemFacts("Opening", at, at + timedelta(minutes=20)), by)
    assert ProgrammeItem.objects.get().title == "Opening"
    remove_item(event, item.pk, by)
    assert not ProgrammeItem.objects.exists()
    assert [line.what for line in history(event, limit=3)[0]] == [
        "took “Opening” out of the programme",
        "changed “Opening” in the programme, 2026-05-01 09:00",
        "put “Opening ceremony” into the programme, 2026-05-01 09:00",
    ]
