"""What `tests.laid` lays down is what the actions wrote."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests import laid, making

pytestmark = pytest.mark.django_db
ON_SQLITE = connection.vendor == "sqlite"
Rows = dict[str, list[list[Any]]]


@pytest.fixture(autouse=True)
def nothing_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laid, "_made", {})


def drawn_and_taken_back() -> tuple[Rows, datetime | None]:
    """All rows after a tournament was drawn, their times left out; and when its last draw was published."""
    with transaction.atomic():
        event = making.drawn(8, 2, scale="4-3-2-1")
        rows = {
            sql: [[None if isinstance(value, datetime) else value for value in row] for row in sorted(found)]
            for sql, found in laid.everything().items()
        }
        published = event.sessions.get(number=2).published_at
        transaction.set_rollback(True)
    return rows, published


def test_rows_that_are_laid_down_are_those_that_the_actions_wrote() -> None:
    (made, first), (again, second) = drawn_and_taken_back(), drawn_and_taken_back()
    assert sum(len(rows) for rows in made.values()) > 8 + 2 * 2 + 2 * 8  # players, tables, seats
    assert first
    assert second
    assert first < second < timezone.now()
    if ON_SQLITE:
        assert made == again
    assert len(laid._made) == 2 * ON_SQLITE  # what was there before it was drawn is one, too


def test_beside_a_tournament_or_other_accounts_it_is_made_by_the_actions() -> None:
    drawn_and_taken_back()
    for _time in range(2):
        with transaction.atomic():
            making.user("olga")
            assert making.drawn(8, 2).slug != making.drawn(8, 2).slug
            transaction.set_rollback(True)
    assert len(laid._made) == 4 * ON_SQLITE
