"""The referee's tables: what each of them waits for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from tournament.access import tables_to_enter, tournaments_of
from tournament.models import Announcement, Session, Tournament
from tournament.queries.announcements import current
from tournament.queries.board import Card, board
from tournament.queries.waiting import Waits, waits_for


@dataclass(frozen=True)
class Entry:
    """One table on a list."""

    card: Card
    waits: Waits
    mine: bool


@dataclass(frozen=True)
class Group:
    """The tables of one tournament. `session` is the one being played, else the next one that is published."""

    tournament: Tournament
    session: Session | None
    entries: list[Entry]
    all_tables: bool
    announcements: tuple[Announcement, ...] = ()

    @property
    def list_target(self) -> str:
        """Where the filter looks: the list of this group on the page."""
        return f"#list-{self.session.pk}" if self.session else ""


def entries_of(session: Session, cards: Iterable[Card], mine: Collection[int] | None = None) -> list[Entry]:
    """Tables of a session, and what each waits for. No query.

    `mine` are the numbers of the tables that the reader looks after himself (default: all of them).
    """
    book = session.tournament.rulebook
    return [
        Entry(card, waits_for(card.table, book, _next(card)), mine is None or card.table.number in mine)
        for card in cards
    ]


def groups_for(user: User) -> list[Group]:
    """The tables of every tournament in which the user may record, tournaments with play first."""
    found = []
    for tournament in tournaments_of(user, "enter"):
        session = current_session(tournament)
        numbers: set[int] = set()
        mine: set[int] = set()
        everywhere = tournament.pk in set(tournaments_of(user, "everywhere").values_list("pk", flat=True))
        if session is not None:
            numbers = set(
                tables_to_enter(user, tournament).filter(session=session).values_list("number", flat=True)
            )
            mine = set(tournament.duties.filter(staff__user=user).values_list("table_number", flat=True))
        entries = []
        if session is not None and numbers:
            entries = entries_of(session, board(session, numbers=numbers), mine)
        announcements = current(tournament, timezone.now())
        found.append(Group(tournament, session, entries, everywhere, announcements))
    return sorted(found, key=lambda group: not group.entries)


def current_session(tournament: Tournament) -> Session | None:
    """The session being played, else the first that is published and not played yet."""
    for state in (Session.State.RUNNING, Session.State.PUBLISHED):
        session = tournament.sessions.filter(state=state).order_by("number").first()
        if session is not None:
            session.tournament = tournament
            return session
    return None


def _next(card: Card) -> int:
    return card.hand + 1 if card.all_played else card.hand
