"""The forms of a draw: by standings, snake, lot, charts, scripts, lots drawn by hand."""

import re
from itertools import combinations

import pytest

from tests import making
from tests.refusing import code, refused
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.sessions import close_session
from tournament.actions.wishes import WishFacts, add_wish
from tournament.models import Bye, Drawing, LogEntry, Seat, Session, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.tournament(16, 4, teams=False)


def seats_of(event: Tournament, session: int) -> dict[int, list[int | None]]:
    """Table number → who sits in 东南西北, by number."""
    found: dict[int, list[int | None]] = {}
    seats = Seat.objects.filter(session__tournament=event, session__number=session)
    for seat in seats.select_related("table", "player").order_by("table__number", "chair"):
        found.setdefault(seat.table.number, []).append(seat.player.number if seat.player else None)
    return found


def together(event: Tournament, session: int) -> set[frozenset[int | None]]:
    return {frozenset(four) for four in seats_of(event, session).values()}


def play(event: Tournament, session: int) -> None:
    """Publish and play a session in which at every table the player with the smallest number wins every hand."""
    publish_draw(event, [session], making.user())
    for table in Table.objects.filter(session__tournament=event, session__number=session):
        four = list(table.seats.order_by("chair").values_list("player__number", flat=True))
        best = four.index(min(four))
        for fan in (8, 16):
            making.hand(table, best, fan)
        making.close(table)
    close_session(event, session, making.user())


def test_by_standings_the_first_sit_with_the_first(event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="one")
    play(event, 1)
    # Four winners have the same points, and so have the twelve others: the order is that of their numbers.
    winners = sorted(min(four) for four in (map(int, filter(None, t)) for t in seats_of(event, 1).values()))
    make_draw(event, [2], making.user(), seed="two", form="standings")
    assert frozenset(winners) in together(event, 2)
    assert frozenset(seats_of(event, 2)[1]) == frozenset(winners)


def test_by_standings_nobody_meets_anybody_again() -> None:
    event = making.tournament(32, 4)
    met: set[frozenset[int]] = set()
    for session in (1, 2, 3, 4):
        form = "standings" if session > 1 else "advance"
        make_draw(event, [session], making.user(), seed=f"s{session}", form=form)
        pairs = {
            frozenset((one, other))
            for four in seats_of(event, session).values()
            for one, other in combinations([p for p in four if p], 2)
        }
        assert len(pairs) == 48
        assert not pairs & met
        assert not any((one - 1) // 4 == (other - 1) // 4 for one, other in map(sorted, pairs))
        met |= pairs
        play(event, session)


def test_the_leaders_sit_at_the_streamed_table(event: Tournament) -> None:
    add_wish(event, WishFacts("stream", table=3), making.user())
    make_draw(event, [1], making.user(), seed="one")
    play(event, 1)
    winners = {min(int(p) for p in four if p) for four in seats_of(event, 1).values()}
    make_draw(event, [2], making.user(), seed="two", form="standings")
    assert set(seats_of(event, 2)[3]) == winners


def test_the_first_session_by_standings_is_drawn_by_lot(event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="one", form="standings")
    assert Session.objects.get(tournament=event, number=1).draw_algorithm == "columns-1"


def test_by_standings_is_refused_until_the_standings_are_final(event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="one")
    publish_draw(event, [1], making.user())
    refusal = refused(make_draw, event, [2], making.user(), form="standings")
    assert refusal.code == "standings_not_final"
    assert re.findall(r"[0-9]+", refusal.message) == ["1"]
    assert code(make_draw, event, [2, 3], making.user(), form="standings") == "one_at_a_time"
    assert not Table.objects.filter(session__number=2).exists()


def test_a_snake_deals_the_list_of_entries_to_the_tables_and_back(event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="x", form="snake")
    tables = {number: set(four) for number, four in seats_of(event, 1).items()}
    assert tables == {1: {1, 8, 9, 16}, 2: {2, 7, 10, 15}, 3: {3, 6, 11, 14}, 4: {4, 5, 12, 13}}


def test_by_pure_lot_people_may_meet_again(event: Tournament) -> None:
    make_draw(event, [1, 2, 3, 4], making.user(), seed="x", form="random")
    pairs = [
        frozenset((one, other))
        for session in (1, 2, 3, 4)
        for four in seats_of(event, session).values()
        for one, other in combinations([p for p in four if p], 2)
    ]
    assert len(pairs) == 96
    # 96 meetings out of 120 pairs: a lot that looks at nothing repeats some. None at all would be one in billions.
    assert len(set(pairs)) < 96


def test_the_printed_chart_for_16_seats_everybody_as_printed(event: Tournament) -> None:
    make_draw(
        event, [1, 2, 3, 4], making.user(), seed="x", form="chart", chart="cn98-1", lots=list(range(1, 17))
    )
    assert together(event, 1) == {
        frozenset({1, 5, 9, 13}),
        frozenset({2, 6, 10, 14}),
        frozenset({3, 7, 11, 15}),
        frozenset({4, 8, 12, 16}),
    }


def test_lots_drawn_by_hand_decide_who_is_which_number_of_the_chart(event: Tournament) -> None:
    lots = [16, *range(1, 16)]  # player 16 drew number 1, player 1 number 2, …
    make_draw(event, [1, 2, 3, 4], making.user(), seed="x", form="chart", chart="cn98-1", lots=lots)
    assert frozenset({16, 4, 8, 12}) in together(event, 1)


@pytest.mark.parametrize(
    ("lots", "named"),
    [
        ([*range(1, 16), 15], [15, 16]),  # twice, and without a number
        ([*range(1, 16), 99], [99, 16]),  # unknown, and without a number
        ([1], list(range(2, 17))),
    ],
)
def test_lots_must_name_every_player_once(event: Tournament, lots: list[int], named: list[int]) -> None:
    refusal = refused(make_draw, event, [1, 2, 3, 4], making.user(), form="chart", chart="cn98-1", lots=lots)
    assert (refusal.code, refusal.field) == ("lots", "lots")
    assert [int(number) for number in re.findall(r"[0-9]+", refusal.message)] == named


def test_a_chart_that_does_not_fit_is_refused(event: Tournament) -> None:
    assert code(make_draw, making.tournament(20, 1), [1], making.user(), form="chart", chart="cn98-1") == (
        "chart_does_not_fit"
    )
    assert code(make_draw, event, [1], making.user(), form="chart", chart="none") == "no_such_chart"


SCRIPT = """Session 1
1 2 3 4
5 6 7 8
9 10 11 12
13 14 15 16

Session 2
1 5 9 13
2 6 10 14
3 7 11 15
4 8 12 16
"""


def test_a_script_seats_everybody_as_written_and_shares_out_the_chairs(event: Tournament) -> None:
    make_draw(event, [1, 2], making.user(), seed="x", form="script", script=SCRIPT)
    assert together(event, 1) == {frozenset(range(first, first + 4)) for first in (1, 5, 9, 13)}
    assert set(seats_of(event, 2)[2]) == {2, 6, 10, 14}
    chairs: dict[int, list[int]] = {}
    for session in (1, 2):
        for four in seats_of(event, session).values():
            for chair, player in enumerate(four):
                chairs.setdefault(int(player or 0), []).append(chair)
    assert all(len(set(two)) == 2 for two in chairs.values())


def test_a_script_can_keep_the_chairs_as_written(event: Tournament) -> None:
    make_draw(event, [1, 2], making.user(), form="script", script=SCRIPT, keep_chairs=True)
    assert seats_of(event, 1)[1] == [1, 2, 3, 4]
    assert seats_of(event, 2)[4] == [4, 8, 12, 16]


def test_all_mistakes_of_a_script_are_told_at_once_and_nothing_is_drawn(event: Tournament) -> None:
    wrong = SCRIPT.replace("1 2 3 4", "1 2 3 99").replace("2 6 10 14", "2 6 10 2")
    refusal = refused(make_draw, event, [1, 2], making.user(), form="script", script=wrong)
    lines = {problem["line"] for problem in refusal.current["problems"]}
    assert refusal.code == "script"
    assert {2, 9} <= lines
    assert not Seat.objects.exists()
    assert not Drawing.objects.exists()


def test_a_script_may_leave_people_out_where_they_are_to_have_a_bye(event: Tournament) -> None:
    short = "1 2 3 4\n5 6 7 8\n9 10 11 12\n"
    assert code(make_draw, event, [1], making.user(), form="script", script=short) == "script"
    make_draw(event, [1], making.user(), form="script", script=short, remainder="byes")
    assert sorted(Bye.objects.values_list("player__number", flat=True)) == [13, 14, 15, 16]


def test_the_history_says_how_a_session_was_drawn(event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="x", form="snake")
    entry = LogEntry.objects.get(action="drawn")
    assert (entry.data["form"], entry.data["sessions"], entry.data["seed"]) == ("snake", [1], "x")


def test_an_unknown_form_is_refused(event: Tournament) -> None:
    assert code(make_draw, event, [1], making.user(), form="magic") == "no_such_form"
    assert code(make_draw, event, [1], making.user(), form="groups") == "no_such_form"


@pytest.mark.parametrize("price", [-1, 10_001])
def test_a_price_out_of_range_is_refused(event: Tournament, price: int) -> None:
    make_draw(event, [1], making.user(), seed="one")
    play(event, 1)
    assert code(make_draw, event, [2], making.user(), form="standings", repeat_price=price) == "price"


class Enough(Exception):
    """Somebody cancelled the draw."""


def test_a_draw_that_is_cancelled_leaves_what_was_there() -> None:
    """Seven or eight sessions of 24 players after six played must be searched for: that can be stopped."""
    event = making.tournament(24, 8, teams=False)
    make_draw(event, [1, 2, 3, 4, 5, 6], making.user(), seed="first")
    before = {number: seats_of(event, number) for number in range(1, 9)}
    told: list[int] = []

    def stop(done: int, total: int) -> None:
        told.append(done)
        raise Enough

    with pytest.raises(Enough):
        make_draw(event, [6, 7, 8], making.user(), seed="again", tick=stop)
    assert told
    assert {number: seats_of(event, number) for number in range(1, 9)} == before
    assert Drawing.objects.count() == 1
    assert set(Session.objects.filter(number__gt=6).values_list("state", flat=True)) == {"planned"}


def test_a_draw_is_not_stored_over_what_changed_while_it_was_made() -> None:
    event = making.tournament(24, 8, teams=False)
    make_draw(event, [1, 2, 3, 4, 5, 6], making.user(), seed="first")
    changed: list[int] = []

    def interfere(done: int, total: int) -> None:
        if not changed:
            changed.append(add_wish(event, WishFacts("apart", must=True, players=[1, 2]), making.user()).pk)

    refusal = refused(make_draw, event, [7, 8], making.user(), seed="again", tick=interfere)
    assert changed
    assert refusal.code == "changed_meanwhile"
    assert not Seat.objects.filter(session__number=7).exists()
