"""The prize-giving: from the last place to the first, one call for one press, and never on results that changed."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from django.db import connection
from django.utils import translation

from tests import making
from tests.pages.public_sheet import sitter
from tournament.actions import prize_giving
from tournament.actions.prize_giving import Seen
from tournament.actions.standings import set_places_honoured
from tournament.models import PrizeGiving, Tournament
from tournament.queries.history import history
from tournament.queries.prize_giving import going_on, progress
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def played() -> Tournament:
    """Four players, one session: 东 and 南 share first with +24 each, 北 −16 is third, 西 −32 is fourth."""
    made = making.drawn(4, 1, teams=False)
    table = making.table(made)
    making.hand(table, winner=0, fan=8, discarder=2)  # +32 −8 −16 −8
    making.hand(table, winner=1, fan=8, discarder=2)  # −8 +32 −16 −8
    making.close(table)
    return made


def seen(of: Tournament) -> Seen:
    """What a laptop shows that has just been looked at."""
    giving = PrizeGiving.objects.get(tournament=of)
    return Seen(giving.pk, giving.called)


def called(of: Tournament) -> list[tuple[int, list[str]]]:
    """The places called so far with their names, as screens read them."""
    giving = going_on(of)
    assert giving is not None
    told = progress(giving).called
    assert sum(len(call.people) for call in told) == giving.called
    return [(call.place, [one.name for one in call.people]) for call in told]


def names(of: Tournament) -> list[str]:
    """The names of 东 南 西 北."""
    return [sitter(making.table(of), chair).name for chair in range(4)]


def test_places_are_called_from_the_last_and_a_shared_place_in_one_call() -> None:
    made = played()
    east, south, west, north = names(made)
    prize_giving.start(made, 4, making.user())
    assert called(made) == []
    prize_giving.call_next(made, seen(made), making.user())
    assert called(made) == [(4, [west])]
    prize_giving.call_next(made, seen(made), making.user())
    prize_giving.call_next(made, seen(made), making.user())
    first = sorted(
        [east, south], key=lambda name: int(name.split()[1])
    )  # by number: nobody is before the other
    assert called(made) == [(4, [west]), (3, [north]), (1, first)]
    with pytest.raises(Refused, match="All places"):
        prize_giving.call_next(made, seen(made), making.user())


def test_whoever_shares_the_last_place_that_is_honoured_is_called_too() -> None:
    made = played()
    assert prize_giving.start(made, 1, making.user()).places == 2


def test_a_call_can_be_taken_back_and_made_again() -> None:
    made = played()
    prize_giving.start(made, 4, making.user())
    for _time in range(2):
        prize_giving.call_next(made, seen(made), making.user())
    prize_giving.call_back(made, seen(made), making.user())
    assert [place for place, _names in called(made)] == [4]
    prize_giving.call_next(made, seen(made), making.user())
    assert [place for place, _names in called(made)] == [4, 3]
    prize_giving.call_back(made, seen(made), making.user())
    prize_giving.call_back(made, seen(made), making.user())
    with pytest.raises(Refused, match="Nothing has been called"):
        prize_giving.call_back(made, seen(made), making.user())


def test_the_same_press_twice_calls_one_place() -> None:
    made = played()
    prize_giving.start(made, 4, making.user())
    before = seen(made)
    prize_giving.call_next(made, before, making.user())
    for press in (prize_giving.call_next, prize_giving.call_back, prize_giving.end):
        with pytest.raises(Refused) as refused:
            press(made, before, making.user())
        assert refused.value.code == "stale"
    assert len(called(made)) == 1


@pytest.mark.django_db(transaction=True)
def test_two_laptops_that_press_at_once_call_one_place() -> None:
    made = played()
    prize_giving.start(made, 4, making.user())
    both, said = seen(made), list[str]()
    gate = threading.Barrier(2)

    def press() -> None:
        try:
            gate.wait()
            prize_giving.call_next(Tournament.objects.get(pk=made.pk), both, making.user())
            said.append("called")
        except Refused as refused:
            said.append(refused.code)
        finally:
            connection.close()

    presses = [threading.Thread(target=press) for _one in range(2)]
    for one in presses:
        one.start()
    for one in presses:
        one.join()
    assert sorted(said) == ["called", "stale"]
    assert [place for place, _names in called(made)] == [4]


def _correct(made: Tournament, seat: int) -> None:
    """The chief referee takes so many points from a seat that it comes last."""
    making.penalty(making.table(made), seat, 400, reason="ruled afterwards")


def test_changed_places_stop_the_calls_until_somebody_decides_and_what_was_called_stays() -> None:
    made = played()
    east, south, west, north = names(made)
    prize_giving.start(made, 4, making.user())
    prize_giving.call_next(made, seen(made), making.user())
    _correct(made, 0)  # 东 was to share the first place and is the last one now
    with pytest.raises(Refused) as refused:
        prize_giving.call_next(made, seen(made), making.user())
    assert refused.value.code == "standings_changed"
    assert called(made) == [(4, [west])]
    with pytest.raises(Refused, match="another place now"):
        prize_giving.go_on(made, seen(made), making.user())
    prize_giving.begin_again(made, seen(made), making.user())
    assert called(made) == []
    for _time in range(4):
        prize_giving.call_next(made, seen(made), making.user())
    assert called(made) == [(4, [east]), (3, [west]), (2, [north]), (1, [south])]


def test_one_can_go_on_where_nobody_who_was_called_has_another_place() -> None:
    made = played()
    _east, _south, west, north = names(made)
    prize_giving.start(made, 4, making.user())
    prize_giving.call_next(made, seen(made), making.user())
    making.penalty(
        making.table(made), 1, 1, reason="ruled afterwards"
    )  # 南 has +23: the first place is not shared
    with pytest.raises(Refused):
        prize_giving.call_next(made, seen(made), making.user())
    prize_giving.go_on(made, seen(made), making.user())
    prize_giving.call_next(made, seen(made), making.user())
    prize_giving.call_next(made, seen(made), making.user())
    assert called(made)[:2] == [(4, [west]), (3, [north])]
    assert called(made)[2][0] == 2


def test_what_changes_no_place_stops_nothing() -> None:
    made = played()
    prize_giving.start(made, 4, making.user())
    making.penalty(making.table(made), 2, 5, reason="ruled afterwards")  # 西 stays the last
    set_places_honoured(made, 2, making.user())
    prize_giving.call_next(made, seen(made), making.user())
    giving = PrizeGiving.objects.get(tournament=made)
    assert progress(giving).called[0].people[0].match == -37
    assert giving.standings_version == Tournament.objects.get(pk=made.pk).standings_version


def test_a_prize_giving_makes_no_standings_old() -> None:
    made = played()
    before = Tournament.objects.get(pk=made.pk).standings_version
    prize_giving.start(made, 4, making.user())
    prize_giving.call_next(made, seen(made), making.user())
    prize_giving.end(made, seen(made), making.user())
    assert Tournament.objects.get(pk=made.pk).standings_version == before
    assert going_on(made) is None


@pytest.mark.parametrize("places", [0, 101, -1])
def test_an_impossible_number_of_places_is_refused(places: int) -> None:
    with pytest.raises(Refused) as refused:
        prize_giving.start(played(), places, making.user())
    assert refused.value.field == "places"


def test_there_is_nobody_to_call_before_a_table_is_closed_and_only_one_prize_giving_at_a_time() -> None:
    with pytest.raises(Refused, match="Nobody has a place yet"):
        prize_giving.start(making.drawn(4, 1), 3, making.user())
    made = played()
    prize_giving.start(made, 3, making.user())
    with pytest.raises(Refused, match="going on already"):
        prize_giving.start(made, 3, making.user())


def test_the_history_tells_each_call() -> None:
    made = played()
    west = names(made)[2]
    prize_giving.start(made, 4, making.user())
    prize_giving.call_next(made, seen(made), making.user())
    prize_giving.call_back(made, seen(made), making.user())
    prize_giving.end(made, seen(made), making.user())
    told = [line.what for line in history(made)[0]][:4]
    assert told == [
        "ended the prize-giving",
        f"took back the call of place 4: {west}",
        f"called place 4 at the prize-giving: {west}",
        "began the prize-giving of the players, honoured places: 4",
    ]
