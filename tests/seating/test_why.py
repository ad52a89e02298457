"""Before a draw: who must meet. After it: what could not be fulfilled, and why."""

from tournament.seating import Apart, AtTable, Wishes, draw, limits
from tournament.seating.limits import Forced
from tournament.seating.why import Reason, reasons

from .counting import teams_of


def test_a_perfect_draw_needs_no_reasons() -> None:
    wishes = Wishes((Apart((1, 9), must=True), Apart(tuple(range(1, 53, 4)))), (AtTable(7, 3),))
    teams = teams_of(4, 52)
    assert reasons(draw(52, 5, teams=teams, wishes=wishes).sessions, wishes, teams) == ()


def test_more_sessions_than_people_to_meet_are_over_the_limit() -> None:
    # Everybody meets 18 others of 15: three meetings too many for each of 16, two people a meeting.
    assert reasons(draw(16, 6, seed="x").sessions) == (Reason("repeats", 24, 24, "over_the_limit"),)
    # 12 players: any two sessions have three pairs in common, so each after the first repeats three.
    [found] = reasons(draw(12, 2, seed="x").sessions)
    assert found == Reason("repeats", 3, 3, "over_the_limit")
    # 20 in teams of four: everybody has 16 to meet, and six sessions bring 18.
    teams = teams_of(4, 20)
    assert reasons(draw(20, 6, teams=teams).sessions, Wishes(), teams) == (
        Reason("repeats", 20, 20, "over_the_limit"),
    )


def test_repeats_below_the_limit_were_not_found_better() -> None:
    twice = [((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))] * 2
    assert Reason("repeats", 24, 0, "not_found") in reasons(twice)


def test_repeats_of_sessions_played_before_are_not_those_of_the_draw() -> None:
    fours = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    columns = tuple(zip(*fours, strict=True))
    assert all(one.kind != "repeats" for one in reasons([columns], played=[fours, fours]))
    # Two and two of each four are drawn together: two pairs at each table have met before.
    halves = ((1, 2, 5, 6), (3, 4, 7, 8), (9, 10, 13, 14), (11, 12, 15, 16))
    assert Reason("repeats", 8, 0, "not_found") in reasons([halves], played=[fours, fours])


def test_a_group_of_eight_plays_only_one_session_without_repeats() -> None:
    groups = [tuple(range(1, 9)), tuple(range(9, 17)), tuple(range(17, 33))]
    one = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]
    two = [(1, 2, 5, 6), (3, 4, 7, 8), (9, 10, 13, 14), (11, 12, 15, 16)]
    sixteen = [tuple(range(first, first + 4)) for first in (17, 21, 25, 29)]
    across = [tuple(range(first, 33, 4)) for first in (17, 18, 19, 20)]
    sessions = [(*one, *sixteen), (*two, *across)]
    # Two and two of each table again: two pairs at each table of the two groups of eight.
    [found] = [one for one in reasons(sessions, groups=groups) if one.kind == "repeats"]
    assert found == Reason("repeats", 8, 8, "over_the_limit")
    assert Reason("repeats", 8, 0, "not_found") in reasons(sessions)


def test_a_wish_that_leaves_too_few_to_meet_is_proved_to_cost_repeats() -> None:
    # 16 players in five sessions meet everybody; two who must not meet have one repeat each.
    wishes = Wishes((Apart((3, 14), must=True),))
    [found] = reasons(draw(16, 5, seed="limit", wishes=wishes).sessions, wishes)
    assert (found.kind, found.code, found.bound) == ("repeats", "over_the_limit", 1)


def test_a_club_larger_than_the_tables_must_meet() -> None:
    wishes = Wishes((Apart(tuple(range(1, 21))), Apart((51, 52))))
    # 20 people at 13 tables: two at seven of them, in each of five sessions.
    assert reasons(draw(52, 5, wishes=wishes).sessions, wishes) == (
        Reason("apart", 35, 35, "club_larger_than_tables", 0),
    )
    teams = [1 if p < 20 else None for p in range(52)]
    assert reasons(draw(52, 5, teams=teams).sessions, Wishes(), teams) == (
        Reason("team", 35, 35, "club_larger_than_tables", 1),
    )


def test_a_soft_wish_gives_way_where_sessions_are_too_many() -> None:
    wishes = Wishes((Apart((3, 14)),))
    assert reasons(draw(16, 5, wishes=wishes).sessions, wishes) == (
        Reason("apart", 1, 0, "over_the_limit", 0),
    )


def test_a_table_that_was_missed_says_who_is_in_the_way() -> None:
    wishes = Wishes(tables=(AtTable(1, 2), AtTable(2, 1), AtTable(5, 1, (1,))))
    sessions = [((1, 2, 3, 4), (5, 6, 7, 8))]
    assert reasons(sessions, wishes) == (
        Reason("table", 1, 1, "two_at_fixed_table", 0),
        Reason("table", 1, 0, "not_found", 2),
    )


def test_chairs_that_no_session_can_even_out_are_proved_uneven() -> None:
    table = (1, 2, 3, 4)
    assert Reason("chairs", 4, 4, "proved") in reasons([((2, 1, 4, 3),)], played=[(table,)] * 4)
    assert Reason("chairs", 2, 1, "not_found") in reasons([(table,), (table,)])


def test_before_a_draw_it_is_said_which_clubs_must_meet() -> None:
    wishes = Wishes((Apart((1, 2)), Apart(tuple(range(1, 31))), Apart(tuple(range(1, 14)), must=True)))
    found = limits(52, 5, [20, 4, 1], wishes)
    # 20 at 13 tables: two at seven. 30: two at nine tables and three at four.
    assert found.forced == (Forced(20, 7, team=0), Forced(30, 9 * 1 + 4 * 3, apart=1))
    assert found.forced_mates == 7
    assert found.kept_apart is None


def test_before_a_draw_it_is_said_how_many_sessions_keep_everybody_apart() -> None:
    thirteen = Wishes((Apart(tuple(range(1, 14)), must=True), Apart(tuple(range(20, 52)))))
    assert limits(52, 5, [4] * 13, thirteen).kept_apart == (52 - 13) // 3
    assert limits(52, 5, [4] * 13).kept_apart == limits(52, 5, [4] * 13).mates_apart == 16
    assert limits(52, 5).kept_apart is None
