"""Tournaments for tests, made through the actions as people make them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User

from tests.laid import laid
from tournament.actions.acts import Stamp
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import EventFacts, create_tournament, set_public
from tournament.actions.hands import HandEntry, record_hand
from tournament.actions.penalties import PenaltyEntry, record_penalty
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.tables import close_table, confirm_round
from tournament.models import Staff, Table, Tournament
from tournament.queries.table_state import moves_to_confirm, next_hand

_ids = itertools.count(1)


def user(name: str = "alice") -> User:
    """The account of this name, with password `secret`."""
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name, password="secret")


@laid
def tournament(
    players: int = 16, sessions: int = 3, *, teams: bool = True, by: User | None = None, **rules: Any
) -> Tournament:
    """A public tournament organised by alice, with teams of four; nothing drawn yet."""
    organiser = by or user()
    made = create_tournament(
        EventFacts(name=f"Open {next(_ids)}", planned_sessions=sessions), organiser, overrides=rules
    )
    enrol(
        made,
        [
            PersonFacts(name=f"Player {n}", team=f"Team {(n - 1) // 4 + 1}" if teams else "")
            for n in range(1, players + 1)
        ],
        organiser,
    )
    set_public(made, True, organiser)
    return made


@laid
def drawn(players: int = 16, sessions: int = 3, **rules: Any) -> Tournament:
    """The same with all sessions drawn and published."""
    made = tournament(players, sessions, **rules)
    numbers = list(range(1, sessions + 1))
    make_draw(made, numbers, user(), seed="test")
    publish_draw(made, numbers, user())
    return made


def referee(of: Tournament, name: str, tables: Sequence[int] = (), role: str = Staff.Role.REFEREE) -> User:
    """An account with a role in the tournament, and its tables."""
    account = user(name)
    staff = Staff.objects.create(tournament=of, user=account, role=role, name=name.title())
    for number in tables:
        staff.duties.create(tournament=of, table_number=number)
    return account


def table(of: Tournament, session: int = 1, number: int = 1) -> Table:
    """One table of a tournament."""
    return Table.objects.select_related("session__tournament").get(
        session__tournament=of, session__number=session, number=number
    )


def stamp(at: Table, by: User | None = None, client_id: str = "") -> Stamp:
    """What a phone that has just looked at the table sends with an entry."""
    version = Table.objects.values_list("version", flat=True).get(pk=at.pk)
    return Stamp(by or user(), client_id or f"id-{next(_ids)}", version)


def hand(
    at: Table, winner: int | None = None, fan: int | None = None, discarder: int | None = None, **more: Any
) -> dict[str, Any]:
    """Record the next hand, confirming the chairs before it where that is due. No winner: a drawn hand."""
    number = next_hand(at)
    if moves_to_confirm(at, number):
        confirm_round(at, (number - 1) // 4 + 1, True, stamp(at))
    return record_hand(at, HandEntry(number, winner, discarder, fan, **more), stamp(at))


def penalty(at: Table, seat: int, amount: int | Fraction = 10, **more: Any) -> dict[str, Any]:
    """Record a penalty; by default 10 deducted for conduct."""
    entry = PenaltyEntry(seat=seat, amount=Fraction(amount), **{"kind": "conduct", **more})
    return record_penalty(at, entry, stamp(at))


def close(at: Table, reason: str = "time is short", by: User | None = None) -> dict[str, Any]:
    """Close a table with everybody's consent."""
    return close_table(at, ["agreed"] * 4, stamp(at, by), reason)


def totals(at: Table) -> list[int]:
    """The four match points by drawn seat, as stored."""
    return list(at.seats.order_by("chair").values_list("match_points", flat=True))


def standard(at: Table) -> list[Fraction]:
    """The four standard points by drawn seat, as stored."""
    return [
        Fraction(points, 12)
        for points in at.seats.order_by("chair").values_list("standard_points", flat=True)
    ]
