"""Whole tournament days with one of each situation, in random order: the ledger explains every total.

`bench/replay_days.py` replays a hundred of them.
"""

import pytest

from tests.days import Day


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2))
def test_the_ledger_explains_every_total_of_a_random_day(seed: int) -> None:
    day = Day(seed)
    day.play()
    assert len(day.done) > 10
    assert day.left > 20  # hands above all leave the standings of closed tables alone
