"""Which acts say that the standings of closed tables do not depend on them; tests/days.py looks whether that is so."""

from __future__ import annotations

import pytest

from tests import making
from tournament.actions.agreement import call_chief
from tournament.models import Tournament


@pytest.mark.django_db
def test_a_hand_at_an_open_table_leaves_the_standings_and_whatever_opens_or_closes_one_does_not() -> None:
    event = making.drawn(8, 1)
    table = making.table(event)

    def moves() -> bool:
        version, standings = Tournament.objects.values_list("version", "standings_version").get(pk=event.pk)
        return version == standings

    making.hand(table, 0, 8)
    assert moves()  # it has started the session
    making.hand(table, 0, 8)
    assert not moves()
    call_chief(table, "", making.stamp(table))
    assert not moves()
    making.penalty(table, 0)
    assert moves()
    making.hand(table)
    making.close(table)
    assert moves()
    call_chief(table, "", making.stamp(table))
    assert moves()
