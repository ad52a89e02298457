"""The report on seatings made by hand."""

from tournament.seating import Again, MatesMeet, judge


def test_repeats_and_team_mates_are_named() -> None:
    sessions = [((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)), ((2, 1, 7, 8), (3, 4, 5, 6))]
    quality = judge(sessions, [1, 1, 2, 2, 3, 3, 4, None])
    assert quality.meet_again == (
        Again(1, 2, (1, 2, 3)),
        Again(3, 4, (1, 2, 3)),
        Again(5, 6, (1, 2, 3)),
        Again(7, 8, (1, 2, 3)),
    )
    assert quality.repeats == 8
    assert quality.quad == 12
    assert quality.mates_meet[:2] == (MatesMeet(1, 2, 1), MatesMeet(3, 4, 1))
    assert quality.team_mates == 9
    assert [row.repeats for row in quality.per_session] == [0, 4, 4]
    assert [row.team_mates for row in quality.per_session] == [3, 3, 3]


def test_chairs_and_tables_are_counted() -> None:
    table = (1, 2, 3, 4)
    quality = judge([(table,), (table,), (table,), (table,)], None)
    assert quality.chair_spread == quality.chair_spread_any == quality.chair_spread_fourth == 4
    assert quality.most_at_one_table == 4
    turned = [((1, 2, 3, 4),), ((2, 3, 4, 1),), ((3, 4, 1, 2),), ((4, 1, 2, 3),)]
    assert judge(turned, None).chair_spread == 0
    assert judge(turned, None).chair_spread_any == 1


def test_teams_that_never_meet_count_as_zero() -> None:
    quality = judge([((1, 2, 3, 4), (5, 6, 7, 8))], [1, 2, 2, 2, 3, 3, 3, 3])
    assert quality.team_meetings == (0, 3)


def test_an_empty_chair_meets_nobody() -> None:
    quality = judge([((1, None, 2, 3),), ((None, 1, 2, 3),)], [7, None, None, 7])
    assert quality.repeats == 3
    assert quality.per_session[0].players == 3
    assert quality.byes_spread == 2  # player 4 never plays


def test_a_player_in_two_chairs_is_reported() -> None:
    quality = judge([((1, 2, 3, 4), (5, 6, 7, 1))], None)
    assert quality.per_session[0].doubled == (1,)
    assert judge([((1, 2, 3, 4),)], None).per_session[0].doubled == ()


def test_no_sessions_have_a_report_too() -> None:
    assert judge([], [1, 1]).repeats == 0
