"""Everything that the page of one table shows, and the version by which an open page notices a change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import User
from django.db.models import DateTimeField, Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.rulebook import Rulebook
from scoring.seats import WINDS
from scoring.settlement import counts_fan
from tournament.access import ROLES, Capability, role_in
from tournament.actions.acts import ASIDE
from tournament.models import Act, Announcement, Call, Duty, Seat, Session, Staff, Table
from tournament.prepared import Given, Prepared
from tournament.queries.announcements import current
from tournament.queries.board import board_of
from tournament.queries.calls import shown_calls, spoken_of_since
from tournament.queries.clock import clock
from tournament.queries.plays import described, has_house_rules
from tournament.queries.table_rows import names_of_staff, with_others
from tournament.queries.table_state import Rows, TableState, table_state
from tournament.queries.waiting import may_count_one_more, waits_for

from . import floor
from .lists import Entry, entries_of
from .penalty_choices import penalty_choices
from .plan import change_now, changes, plan

# With more tables than this a strip is no help any more; the list of all tables is.
STRIP_AT_MOST = 16
# A phone that lost an answer finds its entry among so many of its user's last ones.
KNOWN = 60


@dataclass(frozen=True)
class Reader:
    """Who looks at the table: with the chief referee's power, and whether he does more than keep its records."""

    user: User
    directs: bool
    records: bool
    penalises: bool


def reader_of(user: User, table: Table, role: Staff.Role | None = None) -> Reader:
    """The reader of a table's page; `role`, where it was asked for already."""
    role = role or role_in(user, table.session.tournament)
    capabilities: tuple[Capability, ...] = ("direct", "record", "penalise")
    return Reader(user, *(role in ROLES[one] for one in capabilities))


def strip_of(user: User, table: Table) -> dict[int, int | None]:
    """The tables that the user looks after himself, for the strip on top: number and version. One query.

    Empty where there would be nothing to choose from, or too much.
    """
    strip = dict(_own_tables(user=user.pk, session=table.session_id, tournament=table.session.tournament_id))
    return strip if 1 < len(strip) <= STRIP_AT_MOST else {}


@Prepared
def _own_tables() -> QuerySet[Duty, tuple[int, int | None]]:
    there = Table.objects.filter(session=Given("session"), number=OuterRef("table_number")).order_by()
    mine = Duty.objects.filter(tournament=Given("tournament"), staff__user=Given("user"))
    found = mine.order_by("table_number").values_list("table_number", Subquery(there.values("version")))
    return found[: STRIP_AT_MOST + 1]


def announced_at(table: Table) -> tuple[Announcement, ...]:
    """What is announced now in the tournament of a table. One query."""
    return current(table.session.tournament, timezone.now())


def live_version(table: Table, strip: Mapping[int, int | None], announced: Iterable[Announcement]) -> str:
    """A mark that differs as soon as the page of this table would look different. One query."""
    return _mark(table, strip, announced, _people(table=table.pk, since=spoken_of_since()))


@Prepared
def _people() -> QuerySet[Seat, tuple[Any, ...]]:
    # An answered call is spoken of for a while only.
    calls = Call.objects.filter(table=Given("table"), answered_at__gt=Given("since", DateTimeField()))
    seats = Seat.objects.filter(table=Given("table")).order_by("chair", "sittings__from_hand", "sittings__id")
    return seats.annotate(answered=Exists(calls)).values_list(
        "player__name",
        "player__team__name",
        "agreement",
        "sittings__player__name",
        "sittings__from_hand",
        "answered",
    )


def _people_of(state: TableState, answered: bool) -> list[tuple[Any, ...]]:
    """What `_people` says, from what was read already."""
    found = []
    for seat in state.seats:
        team = seat.player.team if seat.player else None
        name, named = (seat.player.name if seat.player else None), (team.name if team else None)
        sat: list[tuple[str | None, int | None]] = [
            (one.player.name if one.player else None, one.from_hand) for one in seat.sittings.all()
        ]
        found += [(name, named, seat.agreement, *one, answered) for one in sat or [(None, None)]]
    return found


def _mark(
    table: Table,
    strip: Mapping[int, int | None],
    announced: Iterable[Announcement],
    people: Sequence[tuple[Any, ...]],
) -> str:
    session = table.session
    # The strip tells the minutes since the last entry, so it grows old by itself.
    others = [list(strip.values()), int(timezone.now().timestamp()) // 60] if strip else []
    clocks = [session.started_at, session.ends_at, session.paused_at, table.extra_minutes]
    told = [one.pk for one in announced]
    parts = [table.version, session.state, clocks, session.tournament.rules, people, others, told]
    return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()[:16]


def table_context(
    table: Table, reader: Reader, strip: Mapping[int, int | None], rows: Rows | None = None
) -> dict[str, Any]:
    """The context of the whole page, and of its part that refreshes itself. `rows`: what was read with the table."""
    # The mark is made of what is shown, or was read before it, so that what is shown is at least as new as it says.
    announced, calls, state = announced_at(table), shown_calls(table), table_state(table, rows)
    version = _mark(table, strip, announced, _people_of(state, any(call.answered_at for call in calls)))
    tournament = table.session.tournament
    waits = waits_for(table, state.book, state.next_hand)
    who = names_of_staff(tournament)
    staff = with_others(who, state.authors)
    open_ = table.session.state != Session.State.CLOSED
    may_enter = reader.directs or (open_ and not table.is_closed)
    results = floor.results(state)
    undo = floor.undoable(state)
    counted = any(act.kind == "counting" and act.undone_at is None for act in state.acts)
    return {
        "tournament": tournament,
        "session": table.session,
        "table": table,
        "state": state,
        "waits": waits,
        "may_enter": may_enter,
        "may_reopen": open_ and table.is_closed and undo is not None and undo.kind == "close",
        "directs": reader.directs,
        "records": reader.records,
        "penalises": reader.penalises,
        "who": who,
        "call": next(iter(calls), None),
        "to_check": table.is_closed and state.book.second_check and table.checked_at is None,
        "closed_it": table.closed_by_id == reader.user.pk,
        "chairs": floor.chairs(state),
        "winds": range(len(WINDS)),
        "changes": changes(state),
        "change_now": change_now(state),
        "number": state.number,
        "counts_fan": counts_fan(state.book),
        "house": has_house_rules(state.book),
        "lines": floor.sheet(state, staff),
        "penalties": floor.noted(state, staff),
        "results": results,
        "shared": floor.shared_places(state.seats),
        "other_running": _other_running(table),
        "strip": _strip(table, strip),
        "data": _data(state, waits, reader, who)
        | {
            "may_enter": may_enter,
            "undo": floor.told(state, undo) if undo is not None else "",
            "undo_hand": _hand_to_undo(undo),
        },
        "reading": clock(table.session, state.book, table),
        "may_count_one_more": may_count_one_more(table, state.book, counted),
        "disputes": floor.disputes(state, staff),
        "hands_to_dispute": range(state.number, 0, -1),
        "announcements": announced,
        "version": version,
    }


@lru_cache(maxsize=64)
def _settlement(book: Rulebook, language: str) -> Mapping[str, object]:
    """How hands score by a rulebook, made once for it and a language: nobody may change it."""
    return described(book)


def _hand_to_undo(undo: Act | None) -> int | None:
    """The hand that undo would take away without leaving an older version of it: a phone can count without it."""
    if undo is None or undo.kind != "hand" or undo.undo["restores"] is not None:
        return None
    return int(undo.answer["hand"])


def _known(state: TableState, user: User) -> list[str]:
    """The ids of what this user entered last at the table: what a phone still holds of these has arrived."""
    return [act.client_id for act in reversed(state.acts) if act.by_id == user.pk][:KNOWN]


def _strip(table: Table, strip: Mapping[int, int | None]) -> list[Entry]:
    return entries_of(table.session, board_of(table.session, strip)) if strip else []


def _other_running(table: Table) -> Session | None:
    """Another session that is being played, while this one has not begun."""
    if table.session.state != Session.State.PUBLISHED:
        return None
    return table.session.tournament.sessions.filter(state=Session.State.RUNNING).first()


def _data(state: TableState, waits: str, reader: Reader, staff: dict[int, str]) -> dict[str, Any]:
    """What the scripts of the page work with."""
    table = state.table
    seating = state.seating
    last = floor.last_act(state)
    names = state.names()
    who = staff.get(last.by_id, "") if last is not None and last.by_id is not None else ""
    return {
        "version": table.version,
        "hand": state.next_hand,
        "waits": waits,
        "after_time": table.time_called_at is not None and not table.is_closed and not state.all_played,
        "moving": bool(state.moves),
        "directs": reader.directs,
        "seats": [
            {
                "seat": seat.chair,
                "name": names[seat.chair],
                "present": seat.is_present,
                "wind": seating.winds[seat.chair],
                "chair": seating.chairs[seat.chair],
                "dealer": seating.dealer == seat.chair,
                "dead": seat.chair in state.dead,
                "total": seat.account,
            }
            for seat in state.seats
        ],
        "plan": plan(state),
        # Of its version so much comes from calls and answers, which make nothing stale.
        "aside": sum(act.kind in ASIDE for act in state.acts),
        "known": _known(state, reader.user),
        "settlement": _settlement(state.book, get_language() or ""),
        "penalties": penalty_choices(state),
        "hands": floor.editable_hands(state),
        "last": {
            "mine": last is not None and last.by_id == reader.user.pk,
            "who": who or _("somebody else"),
            "what": floor.told(state, last) if last is not None else "",
        },
    }
