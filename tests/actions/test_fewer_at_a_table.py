"""Tables of three and of two, where the rulebook says that fewer than four play at one."""

from __future__ import annotations

import pytest

from tests import making
from tests.refusing import code
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import change_rules
from tournament.actions.hands import HandEntry, record_hand
from tournament.actions.tables import confirm_round
from tournament.models import Bye, Session, Tournament
from tournament.queries.deals import round_of
from tournament.queries.plans import FORMS
from tournament.queries.table_state import moves_to_confirm, table_state

pytestmark = pytest.mark.django_db


def event_of(players: int, size: int, sessions: int = 1) -> Tournament:
    made = making.tournament(players, sessions, teams=False)
    change_rules(made, {"players": size}, making.user())
    made.refresh_from_db()
    return made


def seated(event: Tournament, session: int) -> list[list[int]]:
    """The numbers of the players at each table, in the order of their chairs."""
    tables = event.sessions.get(number=session).tables.order_by("number")
    return [[s.player.number for s in t.seats.order_by("chair") if s.player is not None] for t in tables]


@pytest.mark.parametrize(("players", "size"), [(12, 3), (12, 2), (3, 3), (2, 2)])
def test_each_table_has_as_many_players_as_the_rulebook_says(players: int, size: int) -> None:
    event = event_of(players, size, 2)
    make_draw(event, [1, 2], making.user(), seed="x")
    for session in (1, 2):
        tables = seated(event, session)
        assert [len(one) for one in tables] == [size] * (players // size)
        assert sorted(number for one in tables for number in one) == list(range(1, players + 1))


def test_nobody_meets_twice_where_that_can_be() -> None:
    event = event_of(9, 3, 2)
    make_draw(event, [1, 2], making.user(), seed="x")
    met = [{frozenset((a, b)) for one in seated(event, n) for a in one for b in one if a < b} for n in (1, 2)]
    assert not met[0] & met[1]


def test_who_does_not_fill_a_table_has_a_bye_or_the_draw_is_refused() -> None:
    event = event_of(10, 3, 1)
    assert code(make_draw, event, [1], making.user()) == "players_do_not_fill"
    make_draw(event, [1], making.user(), seed="x", remainder="byes")
    assert (len(seated(event, 1)), Bye.objects.count()) == (3, 1)


@pytest.mark.parametrize("form", [form for form in FORMS if form not in ("advance", "random")])
def test_other_forms_of_draws_are_for_four(form: str) -> None:
    event = event_of(9, 3, 1)
    assert code(make_draw, event, [1], making.user(), form=form) == "fewer_than_four"
    assert event.sessions.get().state == Session.State.PLANNED


def test_an_empty_chair_does_not_deal_and_three_deal_twelve_hands() -> None:
    event = event_of(3, 3)
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    table = making.table(event)
    for number in range(1, 13):
        if moves_to_confirm(table, number):
            confirm_round(table, round_of(table, number), False, making.stamp(table))
        record_hand(table, HandEntry(number), making.stamp(table))
        table.refresh_from_db()
    state = table_state(table)
    # 东 南 西 of the first round, then of the second: 北 is empty.
    assert [row.seating.dealer_chair for row in state.rows[:6]] == [0, 1, 2, 0, 1, 2]
    assert [row.seating.round for row in state.rows[2:4]] == [1, 2]
    assert state.all_played
