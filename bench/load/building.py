"""Builds the tournaments that are measured, straight into the tables: 40,000 hands by the actions would take too long.

Every result is computed by `scoring`, and a few tables are recomputed by the program's own function to compare.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session as LogIn
from django.db import transaction
from django.utils import timezone
from phones import HANDS, Hand

from load.world import World, session_key
from scoring.rulebook import Rulebook
from scoring.settlement import Win, settle
from scoring.standard_points import places, standard_points
from tournament.actions.events import EventFacts, create_tournament, set_public
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.recompute import recompute_table, results_of
from tournament.management.demo_people import TEAMS
from tournament.models import Duty, Player, Seat, Session, Staff, Table, Tournament
from tournament.models import Hand as Stored

FAR = timedelta(days=30)


def build(worlds: Sequence[World]) -> None:
    """Tournaments of different sizes; of the first one every table has a referee who is logged in."""
    organiser = User.objects.create_user("organiser")
    for world in worlds:
        with transaction.atomic():
            _build(world, organiser)
    with transaction.atomic():
        _log_referees_in(worlds[0])
    for world in worlds:
        _compare(world)


def _build(world: World, organiser: User) -> None:
    made = create_tournament(
        EventFacts(name=world.slug, city="杭州", planned_sessions=world.sessions), organiser
    )
    assert made.slug == world.slug
    people = enrol(made, list(_people(world.players)), organiser)
    set_public(made, True, organiser)
    for session in made.sessions.order_by("number"):
        order = list(people)
        random.Random(f"session {session.number}").shuffle(order)
        fours = [order[4 * n : 4 * n + 4] for n in range(world.tables)]
        _play(world, session, fours, made.rulebook)


def _people(count: int) -> list[PersonFacts]:
    """Names of several scripts, in teams of four, as they come together at a large tournament."""
    everybody = [person for _team, _country, people in TEAMS for person in people]
    dice = random.Random("people")
    found: dict[str, PersonFacts] = {}
    while len(found) < count:
        n = len(found)
        club, country, of_club = TEAMS[n // 4 % len(TEAMS)]
        family, given = dice.choice(of_club)[0], dice.choice(everybody)[1]
        name = f"{family}{given}" if not family.isascii() else f"{family} {given}"
        name = f"{name} {n}" if name in found else name
        found[name] = PersonFacts(
            name=name, team=f"{club} {n // 4 + 1}", family_name=family, given_name=given, country=country
        )
    return list(found.values())


def _play(world: World, session: Session, fours: list[list[Player]], book: Rulebook) -> None:
    """Tables, hands and results of one session."""
    now = timezone.now()
    last = session.number == world.sessions
    session.state = Session.State.RUNNING if last else Session.State.CLOSED
    session.published_at = session.started_at = now
    session.ends_at = now + FAR if last else now
    session.closed_at = None if last else now
    session.save()
    played = {
        n: world.hands(session.number, n)[: world.played(n) if last else HANDS]
        for n in range(1, world.tables + 1)
    }
    tables = Table.objects.bulk_create(
        Table(
            session=session,
            number=n,
            hands_played=len(hands),
            last_entry_at=now if hands else None,
            version=world.version(n) if last else HANDS + 5,
            confirmed_round=world.confirmed_round(n) if last else 4,
            closed_at=None if last else now,
        )
        for n, hands in played.items()
    )
    Stored.objects.bulk_create(
        [_stored(table, hand, book) for table in tables for hand in played[table.number]], batch_size=2000
    )
    Seat.objects.bulk_create(
        seat
        for table, four in zip(tables, fours, strict=True)
        for seat in _seats(table, four, played[table.number], book)
    )


def _stored(table: Table, hand: Hand, book: Rulebook) -> Stored:
    won = hand.winner is not None and hand.fan is not None
    win = Win(hand.winner or 0, hand.fan or 0, hand.discarder) if won else None
    scores = list(settle(win, book))
    assert scores == hand.scores()
    return Stored(
        table=table,
        number=hand.number,
        outcome=Stored.Outcome.WIN if won else Stored.Outcome.DRAWN,
        winner=hand.winner,
        discarder=hand.discarder,
        fan=hand.fan,
        scores=scores,
    )


def _seats(table: Table, four: list[Player], played: list[Hand], book: Rulebook) -> list[Seat]:
    seats = [
        Seat(table=table, session_id=table.session_id, chair=chair, player=player)
        for chair, player in enumerate(four)
    ]
    if not played:
        return seats
    totals = [sum(column) for column in zip(*(hand.scores() for hand in played), strict=True)]
    for seat, place, standard in zip(seats, places(totals), standard_points(totals, book.scale), strict=True):
        won = [hand.fan or 0 for hand in played if hand.winner == seat.chair]
        seat.account = seat.match_points = totals[seat.chair]
        seat.place, seat.standard_points = place, standard
        seat.hands_won, seat.highest_hand = len(won), max(won, default=0)
        seat.agreement = Seat.Agreement.AGREED if table.is_closed else ""
    return seats


def _log_referees_in(world: World) -> None:
    """A referee for each table, with a session of his browser."""
    made = Tournament.objects.get(slug=world.slug)
    users = [User(username=f"referee{n}", password="!") for n in range(1, world.tables + 1)]
    store = SessionStore()
    for number, account in enumerate(User.objects.bulk_create(users), 1):
        staff = Staff.objects.create(
            tournament=made, user=account, role=Staff.Role.REFEREE, name=account.username
        )
        Duty.objects.create(tournament=made, staff=staff, table_number=number)
        known: dict[str, Any] = {
            SESSION_KEY: str(account.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[-1],
            HASH_SESSION_KEY: account.get_session_auth_hash(),
        }
        LogIn.objects.create(
            session_key=session_key(number),
            session_data=store.encode(known),
            expire_date=timezone.now() + FAR,
        )


def _compare(world: World) -> None:
    """Recompute some tables by the program's own function: nothing may change."""
    found = Table.objects.filter(session__tournament__slug=world.slug).select_related("session__tournament")
    for table in found.order_by("?")[:10]:
        before = results_of(table)
        with transaction.atomic():
            recompute_table(table, table.session.tournament.rulebook)
            assert results_of(table) == before, f"{table} was built wrong"
            transaction.set_rollback(True)
