"""All tables of a session, and one table with all its hands."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournament.access import public_session
from tournament.memory import remembered
from tournament.models import Hand, Seat, Session, ShownPenalties, Tournament
from tournament.queries.board import board, contents
from tournament.queries.changes import Sits, Stretch, sat
from tournament.queries.clock import clock
from tournament.queries.deals import winners_of
from tournament.queries.marks import SYMBOLS, marks
from tournament.queries.official import standing_of
from tournament.queries.play_words import Won, beside_in_words, wins_in_words
from tournament.queries.seats import byes_of
from tournament.queries.sentences import describe_penalty, penalty_figures
from tournament.queries.table_state import SheetRow, TableState, table_state

from .fan import why_address
from .frame import Living, public_page, sessions_of, tables_since


@dataclass(frozen=True)
class Cell:
    """What one hand was for one player: symbols, the change of his points, and the total after it."""

    symbols: str
    change: int
    total: int
    won: bool


@dataclass(frozen=True)
class HandRow:
    """One hand of the sheet; `outcome` is win, drawn, replay, or "" while it is not played.

    `wins` are those of everybody who won it, `beside` what else was entered under house rules. `begins_round`: it is
    the first of its round, after another one.
    """

    number: int
    name: str
    begins_round: bool
    outcome: str
    wins: tuple[Won, ...]
    beside: list[str]
    flowers: int
    corrected: bool
    robbed_kong: bool
    cells: tuple[Cell, ...]
    has_penalty: bool
    disputed: bool
    # What is known of a won hand beside its number: models.Hand with its tiles, fan or reason; where it is explained.
    known: Hand | None = None
    why: str = ""


@dataclass(frozen=True)
class Account:
    """The result of one seat. `shared` says that somebody else has the same place."""

    seat: Seat
    with_starting: int
    shared: bool
    sits: Sits
    sat: tuple[Stretch, ...]


@dataclass(frozen=True)
class ShownPenalty:
    """A penalty in words, and the hand in which it was given (None: in no hand)."""

    hand: int | None
    text: str
    withdrawn: bool


@public_page
def session(request: HttpRequest, tournament: Tournament, number: int) -> Living:
    """All tables of a session with their running totals."""
    asked = public_session(tournament, number)
    sessions = sessions_of(tournament)
    summary = next((s for s in sessions if s.number == number), None)

    asked.tournament = tournament
    book = tournament.rulebook
    standing = standing_of(asked, book)

    def build() -> str:
        running = asked.state == Session.State.RUNNING and asked.ends_at is not None
        context = {
            "tournament": tournament,
            "session": summary,
            "cards": _cards(tournament, asked),
            "byes": byes_of(tournament, [number]),
            "standing": standing,
            "reading": clock(asked, book) if running else None,
            "called_at": asked.time_called_at,
        }
        return render_to_string("public/session_part.html", context)

    return Living(
        "public/session.html",
        build,
        tab="tables",
        sessions=sessions,
        keep=f"session:{number}:{standing.key}",
        since=tables_since(tournament, asked.tables.all()),
        context={"session": summary},
    )


def _cards(tournament: Tournament, session: Session) -> SafeString:
    """The cards of all tables, of which those are made anew that have changed: with each hand it is one of hundreds."""
    made: dict[int, tuple[object, str]] = remembered(("session cards", session.pk, get_language()), 0, dict)
    around = (tournament.slug, tournament.zone, session.number)
    now = {number: (around, content) for number, content in contents(session).items()}
    changed = [number for number, content in now.items() if number not in made or made[number][0] != content]
    for card in board(session, numbers=changed) if changed else ():
        context = {"card": card, "session": session, "tournament": tournament}
        # What was read after its content is at least as new: it is compared again, and made again where it was newer.
        number = card.table.number
        made[number] = now[number], render_to_string("public/session_card.html", context)
    # Each comes from a template, which has escaped what people typed.
    return mark_safe("".join(made[number][1] for number in now if number in made))  # noqa: S308


@public_page
def table(request: HttpRequest, tournament: Tournament, number: int, table: int) -> Living:
    """One table: every hand, penalties, the result."""
    asked = public_session(tournament, number)
    found = asked.tables.filter(number=table).first()
    if found is None:
        raise Http404
    asked.tournament = tournament
    found.session = asked

    def build() -> str:
        state = table_state(found)
        outside = _outside_hands(state)
        places = [seat.place for seat in state.seats]
        start = state.book.starting_points
        has_begun = found.is_closed or found.last_entry_at is not None
        # A table with minutes of its own has another clock than the one above the page.
        own_clock = found.extra_minutes and not found.is_closed and found.time_called_at is None
        running = asked.state == Session.State.RUNNING and asked.ends_at is not None
        context = {
            "tournament": tournament,
            "table": found,
            "state": state,
            "reading": clock(asked, state.book, found) if own_clock and running else None,
            "has_begun": has_begun,
            "rows": [
                _hand_row(row, before, state)
                for row, before in zip(state.rows, (None, *state.rows), strict=False)
            ],
            "accounts": [
                Account(
                    one.seat,
                    one.seat.match_points + start,
                    one.seat.place is not None and places.count(one.seat.place) > 1,
                    one,
                    sat(one.seat),
                )
                for one in state.sits
            ],
            "penalties": _penalties(state),
            "symbols": SYMBOLS,
            "has_start": bool(start),
            "outside": outside,
            "differs": _differs(state, outside),
        }
        return render_to_string("public/table_part.html", context)

    return Living(
        "public/table.html",
        build,
        tab="tables",
        sessions=sessions_of(tournament),
        keep=f"table:{number}:{table}",
        since=(tournament.standings_version, found.version),
        context={"session": asked, "table": found},
    )


def _hand_row(row: SheetRow, before: SheetRow | None, state: TableState) -> HandRow:
    hand = row.hand if row.hand and row.hand.outcome != Hand.Outcome.REMOVED else None
    winners = winners_of(hand) if hand else ()
    standing = any(p.withdrawn_at is None for p in row.penalties)
    cells = tuple(
        Cell(
            symbols=" ".join(SYMBOLS[mark] for mark in marks(row, chair)),
            change=row.change[chair],
            total=row.totals[chair],
            won=chair in winners,
        )
        for chair in range(len(state.seats))
    )
    return HandRow(
        number=row.number,
        name=row.seating.name,
        begins_round=before is not None and before.seating.prevailing != row.seating.prevailing,
        outcome=hand.outcome if hand else "",
        wins=wins_in_words(hand, state.book) if hand else (),
        beside=beside_in_words(hand, state.book) if hand and hand.counts else [],
        flowers=hand.flowers if hand else 0,
        corrected=row.corrected,
        robbed_kong=bool(hand and hand.robbed_kong),
        cells=cells,
        has_penalty=standing,
        disputed=row.number in state.disputed,
        known=hand if hand and (hand.tiles or hand.fans or hand.fan_reason) else None,
        why=why_address(hand.tiles, state.book) if hand else "",
    )


def _penalties(state: TableState) -> list[ShownPenalty]:
    """The penalties in words, which name players; the sheet has their marks and points in any case."""
    shown: list[ShownPenalty] = []
    if state.table.session.tournament.shown_penalties != ShownPenalties.NAMED:
        return shown
    for penalty in state.penalties:
        names = state.names(penalty.hand_number)
        victim = names[penalty.victim] if penalty.victim is not None else ""
        text = describe_penalty(penalty_figures(penalty), names[penalty.seat or 0], victim)
        shown.append(ShownPenalty(penalty.hand_number, text, penalty.withdrawn_at is not None))
    return shown


def _outside_hands(state: TableState) -> tuple[int, ...]:
    """What penalties that belong to no hand did to the four accounts; nothing where there are none."""
    effects = [state.effect_of(penalty) for penalty in state.table_penalties]
    sums = tuple(sum(effect[chair] for effect in effects) for chair in range(len(state.seats)))
    return sums if any(sums) else ()


def _differs(state: TableState, outside: tuple[int, ...]) -> bool:
    """Whether the official totals of the paper sheet are not those of the hands, where there are hands."""
    if not state.table.totals_only or not state.table.hands_played:
        return False
    last = state.rows[-1].totals
    more = outside or (0,) * len(state.seats)
    return any(seat.account != last[seat.chair] + more[seat.chair] for seat in state.seats)
