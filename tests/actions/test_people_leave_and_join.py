"""People leave or join after the draw: as few as possible move, nobody meets anybody again."""

from itertools import combinations

import pytest

from tests import making
from tests.actions.test_forms_of_draws import play
from tests.refusing import code
from tournament.actions.drawing import make_draw
from tournament.actions.draws import discard_draft, publish_draw, withdraw_draw
from tournament.actions.field_changes import Field, change_field, plan_change
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.models import LogEntry, Player, Seat, Session, StageEntry, Table, Tournament, Withdrawal
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """52 players in 13 teams, five sessions published, the first two played in part."""
    made = making.tournament(52, 5)
    make_draw(made, [1, 2, 3, 4, 5], making.user(), seed="x")
    publish_draw(made, [1, 2, 3, 4, 5], making.user())
    for session in (1, 2):
        making.hand(making.table(made, session, 1))
        Session.objects.filter(tournament=made, number=session).update(state=Session.State.CLOSED)
    return made


def places(event: Tournament) -> dict[tuple[int, int], int]:
    """(session, player's number) → table's number."""
    seats = Seat.objects.filter(session__tournament=event, player__isnull=False)
    rows = seats.values_list("session__number", "player__number", "table__number")
    return {(session, player): table for session, player, table in rows}


def meetings(event: Tournament) -> dict[frozenset[int], int]:
    tables: dict[tuple[int, int], list[int]] = {}
    for (session, player), table in places(event).items():
        tables.setdefault((session, table), []).append(player)
    met: dict[frozenset[int], int] = {}
    for people in tables.values():
        for one, other in combinations(people, 2):
            met[frozenset((one, other))] = met.get(frozenset((one, other)), 0) + 1
    return met


def apply(event: Tournament, field: Field, reason: str = "ill") -> None:
    change_field(event, field, plan_change(event, field).fingerprint, reason, making.user())


@pytest.mark.parametrize("leaving", [[7], [7, 8], [1, 20, 52]])
def test_one_to_three_leave_and_nobody_else_moves(event: Tournament, leaving: list[int]) -> None:
    before = places(event)
    apply(event, Field(leaving=leaving, remainder="empty_chairs"))
    after = places(event)
    gone = {(session, player) for session in (3, 4, 5) for player in leaving}
    assert after == {where: table for where, table in before.items() if where not in gone}
    assert Withdrawal.objects.filter(from_session=3, player__number__in=leaving).count() == len(leaving)


def test_a_stand_in_takes_the_number_of_who_leaves(event: Tournament) -> None:
    enrol(event, [PersonFacts(name="Stand In", is_stand_in=True)], making.user())
    stand_in = Player.objects.get(tournament=event, is_stand_in=True).number
    before = places(event)
    apply(event, Field(leaving=[7]))
    after = places(event)
    for session in (3, 4, 5):
        assert after[session, stand_in] == before[session, 7]
        assert (session, 7) not in after


def test_four_leave_and_at_most_five_move_a_session(event: Tournament) -> None:
    before = places(event)
    apply(event, Field(leaving=[1, 14, 27, 40], remainder="empty_chairs"))
    after = places(event)
    for session in (1, 2):
        assert {w: t for w, t in after.items() if w[0] == session} == {
            w: t for w, t in before.items() if w[0] == session
        }
    for session in (3, 4, 5):
        stay = [player for player in range(1, 53) if player not in (1, 14, 27, 40)]
        assert sum(after[session, player] != before[session, player] for player in stay) <= 5
        assert Table.objects.filter(session__tournament=event, session__number=session).count() == 12
        assert not Seat.objects.filter(
            session__tournament=event, session__number=session, player=None
        ).exists()
    assert max(meetings(event).values()) == 1
    assert all((one - 1) // 4 != (other - 1) // 4 for one, other in map(sorted, meetings(event)))


def test_four_join_at_a_table_of_their_own_number(event: Tournament) -> None:
    enrol(event, [PersonFacts(name=f"Late {n}", team="Late") for n in range(4)], making.user())
    joining = list(
        Player.objects.filter(tournament=event, team__name="Late").values_list("number", flat=True)
    )
    apply(event, Field(joining=joining), "came late")
    after = places(event)
    for session in (3, 4, 5):
        assert all((session, player) in after for player in joining)
        assert Table.objects.filter(session__tournament=event, session__number=session).count() == 14
    met = meetings(event)
    assert max(met.values()) == 1
    assert not any(set(pair) <= set(joining) for pair in met)


def test_phones_that_show_an_old_table_are_told(event: Tournament) -> None:
    seat = Seat.objects.select_related("table").get(
        session__tournament=event, session__number=3, player__number=7
    )
    apply(event, Field(leaving=[7], remainder="empty_chairs"))
    assert Table.objects.get(pk=seat.table_id).version == seat.table.version + 1


def test_a_change_is_refused_when_something_changed_since_it_was_looked_at(event: Tournament) -> None:
    field = Field(leaving=[7], remainder="empty_chairs")
    seen = plan_change(event, field).fingerprint
    apply(event, Field(leaving=[8], remainder="empty_chairs"))
    assert code(change_field, event, field, seen, "ill", making.user()) == "changed_meanwhile"
    assert not Withdrawal.objects.filter(player__number=7).exists()


def test_wrong_people_are_refused_in_words(event: Tournament) -> None:
    assert code(plan_change, event, Field()) == "nobody"
    assert code(plan_change, event, Field(leaving=[99])) == "no_such_player"
    assert code(plan_change, event, Field(joining=[7])) == "joiner_seated"
    assert code(plan_change, event, Field(leaving=[7], joining=[7])) == "named_twice"
    assert code(plan_change, event, Field(leaving=[7])) == "stand_ins_missing"
    assert code(plan_change, event, Field(leaving=[7], remainder="x")) == "no_such_remainder"
    seen = plan_change(event, Field(leaving=[7], remainder="empty_chairs")).fingerprint
    field = Field(leaving=[7], remainder="empty_chairs")
    assert code(change_field, event, field, seen, " ", making.user()) == "reason_missing"


def test_without_a_drawn_session_there_is_nothing_to_change() -> None:
    assert code(plan_change, making.tournament(16, 2), Field(leaving=[1])) == "nothing_drawn"


def test_the_history_names_who_left_and_how_many_moved(event: Tournament) -> None:
    apply(event, Field(leaving=[7], remainder="empty_chairs"), "fell ill")
    entry = LogEntry.objects.get(action="field_changed")
    assert (entry.reason, entry.data["leaving"], entry.data["moves"]) == ("fell ill", [7], 0)
    assert entry.data["sessions"] == [3, 4, 5]


@pytest.fixture
def final() -> Tournament:
    """16 players: a preliminary, four groups of four that play session 2, and session 3 for everybody."""
    made = making.tournament(16, 3, teams=False)
    by = making.user()
    add_stage(made, StagePlan("Preliminary", "all", [1]), by)
    add_stage(made, StagePlan("Final", "groups", [2], group_size=4, advance=1), by)
    fill_stage(made, made.stages.get(number=1).pk, by)
    make_draw(made, [1], by, seed="x")
    play(made, 1)
    fill_stage(made, made.stages.get(number=2).pk, by, "x")
    make_draw(made, [2, 3], by, seed="x")
    publish_draw(made, [2, 3], by)
    enrol(made, [PersonFacts(name=f"Stand-in {n}", is_stand_in=True) for n in range(17, 25)], by)
    enrol(made, [PersonFacts(name="Newcomer", number=99)], by)
    return made


def groups_of(event: Tournament) -> dict[int, set[int]]:
    """The numbers of the players in each group of the final."""
    found: dict[int, set[int]] = {}
    for entry in StageEntry.objects.filter(stage__tournament=event, stage__name="Final"):
        found.setdefault(entry.group or 0, set()).add(entry.player.number)
    return found


def test_who_comes_late_does_not_get_into_a_final(final: Tournament) -> None:
    before = {where: table for where, table in places(final).items() if where[0] == 2}
    apply(final, Field(joining=[99]))
    after = places(final)
    assert {where: table for where, table in after.items() if where[0] == 2} == before
    assert (3, 99) in after


def test_where_all_sessions_left_are_of_a_stage_nobody_joins(final: Tournament) -> None:
    withdraw_draw(final, 3, "not now", making.user())
    discard_draft(final, [3], making.user())
    with pytest.raises(Refused) as refused:
        plan_change(final, Field(joining=[99]))
    assert (refused.value.code, "Final" in refused.value.message) == ("not_in_stage", True)


def test_groups_stay_among_themselves_when_one_of_each_leaves(final: Tournament) -> None:
    groups = groups_of(final)
    leaving = [min(group) for group in groups.values()]
    apply(final, Field(leaving=leaving))
    at_table: dict[int, set[int]] = {}
    for (session, player), table in places(final).items():
        if session == 2:
            at_table.setdefault(table, set()).add(player)
    own = {frozenset(four & set().union(*groups.values())) for four in at_table.values()}
    assert own == {frozenset(group - set(leaving)) for group in groups.values()}
    stand_ins = [player for four in at_table.values() for player in four if player > 16]
    assert len(stand_ins) == len(set(stand_ins)) == len(leaving)


def test_who_leaves_or_gets_a_chair_has_no_bye() -> None:
    event = making.tournament(18, 2, teams=False)
    by = making.user()
    make_draw(event, [1], by, seed="x", remainder="byes")
    play(event, 1)
    make_draw(event, [2], by, seed="x", remainder="byes")
    publish_draw(event, [2], by)
    free = list(event.players.filter(byes__session__number=2).values_list("number", flat=True))
    assert len(free) == 2
    leaves = event.players.filter(seats__session__number=2)[0].number
    apply(event, Field(leaving=[leaves], joining=[free[0]]))
    left = event.players.filter(byes__session__number=2)
    assert list(left.values_list("number", flat=True)) == [free[1]]
    # Of the session that was played nothing is taken back.
    assert event.players.filter(byes__session__number=1).count() == 2
