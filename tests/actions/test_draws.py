"""Draws: drafts that nobody sees, swapped by hand, published, taken back."""

import pytest

from tests import making
from tests.refusing import code
from tournament.actions.drawing import make_draw
from tournament.actions.draws import discard_draft, publish_draw, swap_seats, withdraw_draw
from tournament.actions.sessions import check_in
from tournament.models import Player, Seat, Session, Table, Tournament
from tournament.queries.draws import draw_report
from tournament.queries.next_draw import next_draw
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.tournament(16, 4)


def test_fifty_two_players_in_teams_of_four_meet_nobody_twice_and_no_team_mate() -> None:
    event = making.tournament(52, 5)
    make_draw(event, [1, 2, 3, 4, 5], making.user(), seed="x")
    met: dict[frozenset[int], int] = {}
    chairs: dict[int, list[int]] = {}
    for table in Table.objects.filter(session__tournament=event):
        four = list(table.seats.order_by("chair").values_list("player__number", flat=True))
        assert len(four) == 4
        for chair, player in enumerate(four):
            chairs.setdefault(player, [0] * 4)[chair] += 1
            for other in four[chair + 1 :]:
                met[frozenset((player, other))] = met.get(frozenset((player, other)), 0) + 1
                assert (player - 1) // 4 != (other - 1) // 4
    assert max(met.values()) == 1
    assert len(chairs) == 52
    assert all(max(counts) - min(counts) <= 1 for counts in chairs.values())


def test_the_report_says_what_a_look_at_the_tables_says() -> None:
    event = making.tournament(52, 5)
    make_draw(event, [1, 2, 3, 4, 5], making.user(), seed="x")
    report = draw_report(event)
    assert report is not None
    assert (report.quality.repeats, report.quality.team_mates) == (0, 0)
    assert (report.meet_again, report.mates) == ((), ())
    assert max(row["chair_spread"] for row in report.per_session) <= 1


def test_the_same_seed_gives_the_same_draw(event: Tournament) -> None:
    def seats() -> list[tuple[int, int, int]]:
        found = Seat.objects.filter(session__tournament=event).order_by(
            "session__number", "table__number", "chair"
        )
        return list(found.values_list("table__number", "chair", "player__number"))

    make_draw(event, [1, 2], making.user(), seed="heads")
    first = seats()
    make_draw(event, [1, 2], making.user(), seed="heads")
    assert seats() == first
    make_draw(event, [1, 2], making.user(), seed="tails")
    assert seats() != first


def test_sessions_drawn_one_by_one_still_avoid_repeats() -> None:
    event = making.tournament(52, 5)
    for number in range(1, 6):
        make_draw(event, [number], making.user(), seed=str(number))
        publish_draw(event, [number], making.user())
    report = draw_report(event)
    assert report is not None
    assert (report.quality.repeats, report.quality.team_mates) == (0, 0)
    assert report.quality.chair_spread <= 2


def test_players_that_do_not_fill_tables_are_refused_with_how_many_are_missing(event: Tournament) -> None:
    Player.objects.filter(tournament=event, number__gt=14).delete()
    with pytest.raises(Refused) as caught:
        make_draw(event, [1], making.user())
    assert caught.value.code == "players_not_multiple_of_four"
    assert "14" in caught.value.message
    assert "2" in caught.value.message
    assert Session.objects.get(tournament=event, number=1).state == "planned"
    assert Table.objects.count() == 0


def test_only_those_checked_in_are_drawn_when_asked_for(event: Tournament) -> None:
    present = list(event.players.order_by("number")[:12].values_list("pk", flat=True))
    check_in(event, 1, present, True, making.user())
    make_draw(event, [1], making.user(), only_checked_in=True)
    assert set(Seat.objects.values_list("player_id", flat=True)) == set(present)


def test_a_swap_changes_two_seats_and_nothing_else(event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="x")
    before = dict(Seat.objects.values_list("pk", "player_id"))
    first, second = Seat.objects.order_by("pk")[0], Seat.objects.order_by("pk")[7]
    swap_seats(event, 1, first.pk, second.pk, making.user())
    after = dict(Seat.objects.values_list("pk", "player_id"))
    assert (after[first.pk], after[second.pk]) == (before[second.pk], before[first.pk])
    assert {k for k in after if after[k] != before[k]} == {first.pk, second.pk}


def test_a_published_draw_is_neither_swapped_nor_drawn_again_nor_discarded(event: Tournament) -> None:
    make_draw(event, [1], making.user())
    publish_draw(event, [1], making.user())
    first, second = Seat.objects.all()[:2]
    assert code(swap_seats, event, 1, first.pk, second.pk, making.user()) == "not_a_draft"
    assert code(make_draw, event, [1], making.user()) == "published"
    assert code(discard_draft, event, [1], making.user()) == "not_a_draft"
    assert code(publish_draw, event, [1], making.user()) == "not_a_draft"


def test_a_published_draw_is_taken_back_only_while_nothing_is_recorded(event: Tournament) -> None:
    make_draw(event, [1], making.user())
    publish_draw(event, [1], making.user())
    assert code(withdraw_draw, event, 1, "", making.user()) == "reason_missing"
    withdraw_draw(event, 1, "late entry", making.user())
    publish_draw(event, [1], making.user())
    making.hand(making.table(event), winner=0, fan=8)
    assert code(withdraw_draw, event, 1, "late entry", making.user()) == "has_entries"


def test_a_discarded_draft_leaves_nothing_behind(event: Tournament) -> None:
    make_draw(event, [1, 2], making.user())
    discard_draft(event, [1, 2], making.user())
    assert Table.objects.count() == 0
    assert set(event.sessions.values_list("state", flat=True)) == {"planned"}


def test_a_seat_of_another_tournament_cannot_be_swapped_in(event: Tournament) -> None:
    make_draw(event, [1], making.user())
    foreign = making.drawn(4, 1)
    mine = Seat.objects.filter(session__tournament=event).first()
    theirs = Seat.objects.filter(session__tournament=foreign).first()
    assert mine is not None
    assert theirs is not None
    assert code(swap_seats, event, 1, mine.pk, theirs.pk, making.user()) == "no_such_seat"


def test_what_is_possible_is_known_before_the_draw() -> None:
    found = next_draw(making.tournament(52, 5))
    assert found is not None
    limits = found.limits
    assert limits is not None
    # ⌊51 / 3⌋ sessions without repeats, ⌊48 / 3⌋ with team-mates of four apart (each session uses three new opponents).
    assert (limits.without_repeats, limits.mates_apart) == (17, 16)


def test_no_draft_at_all_cannot_be_thrown_away(event: Tournament) -> None:
    assert code(lambda: discard_draft(event, [], making.user())) == "no_session"
    assert not event.log.filter(action="draft_discarded").exists()
