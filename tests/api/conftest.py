"""A drawn tournament and the people who ask: alice organises it, bob stands at table 1, carol directs."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests import making
from tests.api.asking import Asking
from tournament.models import Staff, Table, Tournament


@pytest.fixture
def event(db: None) -> Tournament:
    """16 players in teams of four, three sessions, all drawn and published."""
    return making.drawn()


@pytest.fixture
def table(event: Tournament) -> Table:
    """Table 1 of session 1."""
    return making.table(event)


@pytest.fixture
def bob(event: Tournament) -> User:
    """The referee of table 1."""
    return making.referee(event, "bob", [1])


@pytest.fixture
def carol(event: Tournament) -> User:
    """The chief referee."""
    return making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE)


@pytest.fixture
def anyone() -> Asking:
    """Somebody without an account."""
    return Asking()


@pytest.fixture
def phone(event: Tournament, bob: User) -> Asking:
    """Bob's program, logged in with a token."""
    return Asking(bob, event)


@pytest.fixture
def chief(event: Tournament, carol: User) -> Asking:
    """Carol's program."""
    return Asking(carol, event)
