"""Wishes: noted and taken back, and what the draws make of them."""

from itertools import combinations

import pytest

from tests import making
from tests.refusing import code
from tournament.actions.drawing import make_draw
from tournament.actions.wishes import WishFacts, add_wish, remove_wish
from tournament.models import LogEntry, Player, Seat, Tournament, Wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.tournament(32, 5, teams=False)


def tables_of(event: Tournament) -> dict[tuple[int, int], list[int]]:
    """(session, table) → the numbers of who sits there."""
    found: dict[tuple[int, int], list[int]] = {}
    for seat in Seat.objects.filter(session__tournament=event).select_related("session", "table", "player"):
        assert seat.player is not None
        found.setdefault((seat.session.number, seat.table.number), []).append(seat.player.number)
    return found


def meetings(event: Tournament, people: set[int]) -> int:
    """How often two of these people sit at one table."""
    return sum(
        len({one, other} & people) == 2
        for four in tables_of(event).values()
        for one, other in combinations(four, 2)
    )


def test_named_people_never_sit_together(event: Tournament) -> None:
    heads = {1, 2, 3, 4, 5, 6, 7, 8}
    add_wish(event, WishFacts("apart", "seeded heads", True, sorted(heads)), making.user())
    make_draw(event, [1, 2, 3, 4, 5], making.user(), seed="x")
    assert meetings(event, heads) == 0
    # Eight heads at eight tables: one at each.
    assert all(len(set(four) & heads) == 1 for four in tables_of(event).values())


def test_people_of_a_club_larger_than_the_tables_meet_as_little_as_can_be(event: Tournament) -> None:
    Player.objects.filter(tournament=event, number__lte=12).update(club="Hosts")
    add_wish(event, WishFacts("clubs"), making.user())
    make_draw(event, [1, 2, 3, 4, 5], making.user(), seed="x")
    # 12 people at 8 tables: at four tables two of them, in each of five sessions.
    assert meetings(event, set(range(1, 13))) == 4 * 5


def test_a_club_is_the_same_however_it_is_spaced_and_spelled_large_or_small(event: Tournament) -> None:
    for number, club in ((1, "Ma Jong"), (2, " ma  jong"), (3, "MA JONG "), (4, "Other")):
        Player.objects.filter(tournament=event, number=number).update(club=club)
    add_wish(event, WishFacts("clubs", must=True), making.user())
    make_draw(event, [1, 2, 3, 4, 5], making.user(), seed="x")
    assert meetings(event, {1, 2, 3}) == 0


def test_a_player_with_a_fixed_table_sits_there_in_every_session(event: Tournament) -> None:
    add_wish(event, WishFacts("table", "wheelchair", players=[7], table=3), making.user())
    make_draw(event, [1, 2, 3, 4, 5], making.user(), seed="x")
    assert all(7 in tables_of(event)[session, 3] for session in range(1, 6))


def test_a_fixed_table_can_be_wished_for_some_sessions_only(event: Tournament) -> None:
    add_wish(event, WishFacts("table", players=[7], table=3, sessions=[2]), making.user())
    make_draw(event, [2, 3, 4, 5], making.user(), seed="x")
    assert 7 in tables_of(event)[2, 3]
    assert sum(7 in tables_of(event)[session, 3] for session in (3, 4, 5)) == 0


def test_a_wish_taken_back_is_not_wished_any_more(event: Tournament) -> None:
    wish = add_wish(event, WishFacts("table", players=[7], table=3), making.user())
    remove_wish(event, wish.pk, making.user())
    assert not Wish.objects.exists()
    assert list(LogEntry.objects.values_list("action", flat=True)[:2]) == ["wish_removed", "wish_added"]
    assert code(remove_wish, event, wish.pk, making.user()) == "no_such_wish"


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (WishFacts("spell"), "no_such_kind"),
        (WishFacts("apart", players=[1]), "two_players"),
        (WishFacts("apart", players=[1, 1]), "two_players"),
        (WishFacts("apart", players=[1, 99]), "no_such_player"),
        (WishFacts("table", players=[1, 2], table=1), "one_player"),
        (WishFacts("table", players=[1]), "no_table"),
        (WishFacts("table", players=[1], table=0), "no_table"),
        (WishFacts("table", players=[1], table=2, sessions=[9]), "no_such_session"),
        (WishFacts("stream"), "no_table"),
        (WishFacts("clubs", name="x" * 101), "too_long"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(event: Tournament, facts: WishFacts, expected: str) -> None:
    assert code(add_wish, event, facts, making.user()) == expected
    assert not Wish.objects.exists()


def test_two_people_cannot_both_have_the_same_table(event: Tournament) -> None:
    add_wish(event, WishFacts("table", players=[1], table=2), making.user())
    assert code(add_wish, event, WishFacts("table", players=[5], table=2), making.user()) == "table_taken"
    assert code(add_wish, event, WishFacts("table", players=[1], table=3), making.user()) == "two_tables"


def test_a_table_beyond_the_last_is_refused_by_the_draw(event: Tournament) -> None:
    add_wish(event, WishFacts("table", players=[1], table=9), making.user())
    assert code(make_draw, event, [1], making.user()) == "fixed_table_unknown"
    assert not Seat.objects.exists()


def test_the_same_people_are_not_wished_apart_twice(event: Tournament) -> None:
    add_wish(event, WishFacts("apart", players=[1, 2]), making.user())
    add_wish(event, WishFacts("apart", players=[1, 2, 3]), making.user())
    twice = WishFacts("apart", players=[2, 1], must=True)
    assert code(lambda: add_wish(event, twice, making.user())) == "wished_already"
