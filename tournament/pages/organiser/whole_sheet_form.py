"""The paper sheet of one table as it is typed in: a row of short fields for each hand, new penalties, four totals.

It keeps what was typed, and says at each field what is wrong with it; what the rules say of it is asked of the actions.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scoring import penalties as rules
from scoring.refusal import Refusal
from scoring.settlement import Win, describe, settle
from tournament.actions.hands import HandEntry, holds
from tournament.actions.penalties import PenaltyEntry
from tournament.actions.whole_sheet import PaperContradicts, Place, SheetRefused, WholeSheet
from tournament.models import Hand
from tournament.queries.offers import offer
from tournament.queries.sentences import describe_hand, hand_figures
from tournament.queries.table_state import TableState, moves_at
from tournament.refusals import Refused

from .desk import signed_whole, whole
from .penalty_forms import kind_words
from .table_forms import FIELDS
from .whole_sheet_rows import KINDS, NOBODY, PARTS, SEATS, Four, PenaltyRow, Row, as_recorded

PENALTY_ROWS = 3


class SheetForm:
    """The whole sheet, fresh from what is recorded or as it came in. `problem` is what belongs to no field."""

    def __init__(
        self, state: TableState, data: Mapping[str, Any] | None = None, *, may_penalise: bool
    ) -> None:
        self.state, self.data, self.may_penalise = state, data, may_penalise
        self.problem, self.reason_error = "", ""
        self.contradiction: PaperContradicts | None = None
        self.total_errors: dict[int, str] = {}
        self.rows = [self._row(row.number) for row in state.rows]
        self.penalties = [self._penalty(at) for at in range(PENALTY_ROWS)] if may_penalise else []
        self.totals = [self._text(f"t{seat.chair}", _shown(seat.paper_points)) for seat in state.seats]
        self.reason, self.counts = self._text("reason"), self._text("counts")
        self.closes = self._text("then") == "close"
        for row in self.rows:
            self._read_row(row)
        for penalty in self.penalties:
            self._read_penalty(penalty)
        self._read_totals()

    # ── What is there

    def _text(self, name: str, initial: str = "") -> str:
        if self.data is None:
            return initial
        return unicodedata.normalize("NFKC", str(self.data.get(name, ""))).strip()[:500]

    def _row(self, number: int) -> Row:
        hand = self.recorded(number)
        typed = {part: self._text(f"{part}-{number}") for part in PARTS}
        if self.data is None:
            typed = as_recorded(hand)
        row = Row(number, self.state.rows[number - 1].seating, typed)
        row.typed["confirmed"] = self._text(f"confirmed-{number}")
        row.typed["lift"] = self._text(f"lift-{number}")
        if number % 4 == 1 and self._moves(number):
            row.stay = bool(self._text(f"stay-{number // 4 + 1}"))
        return row

    def _moves(self, number: int) -> bool:
        """Whether it is still open who changes chairs before a hand."""
        return bool(moves_at(self.state.table, self.state.book, number))

    def recorded(self, number: int) -> Hand | None:
        """The hand as the table holds it, if it was played."""
        hand = self.state.hands.get(number)
        return hand if hand is not None and hand.counts else None

    def _penalty(self, at: int) -> PenaltyRow:
        return PenaltyRow(at, {part: self._text(f"penalty-{part}-{at}") for part in ("hand", "seat", "kind")})

    @property
    def has_penalties(self) -> bool:
        """Whether a new penalty is typed in."""
        return any(any(row.typed.values()) for row in self.penalties)

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds of penalty that are offered, with what the rulebook says."""
        return [(kind, kind_words(kind, self.state.book)) for kind in KINDS]

    # ── Reading it

    def _read_row(self, row: Row) -> None:
        hand = self.recorded(row.number)
        if not row.is_empty:
            row.entry = self._entry(row, hand)
        if hand is not None and (row.entry is None or not holds(hand, row.entry)):
            row.recorded = describe_hand(hand_figures(hand), self.state.names(row.number))

    def _entry(self, row: Row, hand: Hand | None) -> HandEntry | None:
        typed = row.typed
        who = typed["winner"].upper()
        winner, drawn = SEATS.get(who), who in NOBODY
        if winner is None and not drawn:
            text = _("Who won? Type 1, 2, 3 or 4, or 0 for a drawn hand.")
            row.wrong("winner", text)
        given = typed["discarder"].upper()
        discarder = SEATS.get(given)
        if given and discarder is None and given not in NOBODY:
            row.wrong("discarder", _("Who discarded? Type 1, 2, 3 or 4, or 0 for a self-draw."))
        numbers = {part: whole(typed[part]) for part in ("fan", "flowers")}
        for part, number in numbers.items():
            if typed[part] and number is None:
                row.wrong(part, _("“%(text)s” is no whole number.") % {"text": typed[part]})
        if winner is not None and not typed["fan"]:
            row.wrong("fan", _("How many fan? Enter the fan of the winning hand."))
        if row.errors:
            return None
        if discarder == winner:
            discarder = None  # written at the winner himself: a self-draw
        kong = hand is not None and hand.robbed_kong and (hand.winner, hand.discarder) == (winner, discarder)
        return HandEntry(
            number=row.number,
            winner=winner,
            discarder=discarder,
            fan=numbers["fan"],
            flowers=numbers["flowers"] or 0,
            robbed_kong=kong,
            confirmed=bool(typed["fan"]) and typed["confirmed"] == typed["fan"],
            before_time=True,  # what stands on the paper was played before the call
            lift_dead_hand=self._text("reason") if typed["lift"] else "",
        )

    def _read_penalty(self, row: PenaltyRow) -> None:
        typed = row.typed
        if not any(typed.values()):
            return
        hand, seat, kind = whole(typed["hand"]), SEATS.get(typed["seat"].upper()), typed["kind"]
        if seat is None:
            row.error = _("Who is penalised? Type 1, 2, 3 or 4.")
        elif hand is None or not 1 <= hand <= len(self.rows):
            row.error = _("In which hand? Hands are numbered 1 to %(last)s.") % {"last": len(self.rows)}
        elif kind not in KINDS:
            row.error = _("What happened? Choose a kind of penalty from the list.")
        else:
            row.entry = self.penalty(seat, kind, hand)
            row.effect = self.effect(row.entry)

    def penalty(self, seat: int, kind: str, hand: int) -> PenaltyEntry:
        """A penalty as the rulebook proposes it."""
        found = offer(self.state, seat, kind, hand)
        return PenaltyEntry(
            seat=seat,
            kind=kind,
            amount=Fraction(found.amount),
            mode=found.mode,
            currency=found.currency,
            dead_hand=found.dead_hand,
            hand_number=hand,
            reason=self._text("reason"),
        )

    def effect(self, entry: PenaltyEntry) -> Four:
        """What a new penalty does to the four accounts; nothing where it cannot be given."""
        penalty = rules.Penalty(entry.seat, entry.amount, entry.mode, None, entry.currency, kind=entry.kind)
        try:
            return rules.effect(penalty, self.state.present)
        except Refusal:
            return 0, 0, 0, 0

    def _read_totals(self) -> None:
        if not any(self.totals):
            return
        for chair, text in enumerate(self.totals):
            if not text:
                self.total_errors[chair] = _("A total is missing.")
            elif signed_whole(text) is None:
                self.total_errors[chair] = _("“%(text)s” is no whole number.") % {"text": text}

    @property
    def paper(self) -> tuple[int, ...] | None:
        """The four totals on paper, where all four can be read."""
        numbers = [signed_whole(text) for text in self.totals]
        return tuple(n for n in numbers if n is not None) if None not in numbers else None

    @property
    def is_readable(self) -> bool:
        """Whether every field can be read."""
        wrong = any(row.errors for row in self.rows) or any(row.error for row in self.penalties)
        return not (wrong or self.total_errors)

    @property
    def entries(self) -> tuple[HandEntry, ...]:
        """The hands that can be read."""
        return tuple(row.entry for row in self.rows if row.entry is not None)

    def sheet(self) -> WholeSheet:
        """What a readable form says."""
        return WholeSheet(
            hands=self.entries,
            penalties=tuple(row.entry for row in self.penalties if row.entry is not None),
            stayed=tuple(row.seating.round for row in self.rows if row.stay),
            totals=self.paper,
            counts=self.counts,
            close=self.closes,
            reason=self.reason,
        )

    # ── What was refused

    def refuse(self, refused: Refused) -> None:
        """Show a refusal where it belongs."""
        if isinstance(refused, SheetRefused):
            self.mark(refused.problems)
        elif isinstance(refused, PaperContradicts):
            self.contradiction = refused
        elif refused.field == "reason":
            self.reason_error = refused.message
            return
        self.problem = refused.message

    def mark(self, problems: Mapping[Place, Refused]) -> None:
        """Note what is wrong with hands, penalties and the reason."""
        for place, refused in problems.items():
            if isinstance(place, int):
                row = self.rows[place - 1]
                part = refused.field or FIELDS.get(refused.code, "")
                row.wrong(part if part in PARTS else "winner", refused.message)
                row.code = refused.code
            elif place == "reason":
                self.reason_error = refused.message
            else:
                self.penalties[int(place[1:])].error = refused.message

    def take_over(self) -> None:
        """Fill rows that are empty with what others have recorded meanwhile."""
        for row in self.rows:
            hand = self.recorded(row.number)
            if hand is not None and row.is_empty:
                row.typed |= as_recorded(hand)
                row.errors, row.recorded = {}, ""
                self._read_row(row)

    @property
    def focus(self) -> str:
        """The field to go on with: the first that is wrong, else the first empty row, else the totals."""
        for row in self.rows:
            if row.errors:
                return f"{next(iter(row.errors))}-{row.number}"
        for penalty in self.penalties:
            if penalty.error:
                return penalty.name
        if self.total_errors:
            return f"t{min(self.total_errors)}"
        if self.contradiction:
            both = zip(self.contradiction.paper, self.contradiction.hands, strict=True)
            return f"t{next(at for at, (paper, hands) in enumerate(both) if paper != hands)}"
        if self.reason_error:
            return "reason"
        return next((f"winner-{row.number}" for row in self.rows if row.is_empty), "t0")

    # ── How the four stand

    def add_up(self) -> list[int]:
        """Give each row that can be read its changes and totals, and say what hands and penalties sum to."""
        running = [0, 0, 0, 0]
        effects = self.effects()
        for row in self.rows:
            scores = self._scores(row)
            changed = [s + e for s, e in zip(scores or [0] * 4, effects[row.number], strict=True)]
            running = [r + c for r, c in zip(running, changed, strict=True)]
            row.cells = list(zip(row.seating.winds, changed, running, strict=True)) if scores else None
        return [r + e for r, e in zip(running, effects[0], strict=True)]

    def effects(self) -> list[list[int]]:
        """What penalties do to the four accounts, by hand; at 0 those that belong to no hand."""
        found = [[0, 0, 0, 0] for _number in range(len(self.rows) + 1)]
        given = [(p.hand_number or 0, self.state.effect_of(p)) for p in self.state.penalties]
        typed = [(row.entry.hand_number or 0, row.effect) for row in self.penalties if row.entry]
        for number, effect in [*given, *typed]:
            found[number] = [f + e for f, e in zip(found[number], effect, strict=True)]
        return found

    def _scores(self, row: Row) -> Sequence[int] | None:
        entry = row.entry
        if entry is None:
            return None
        win = None
        if entry.winner is not None:
            win = Win(entry.winner, entry.fan or 0, entry.discarder, entry.flowers)
        try:
            return settle(win, self.state.book)
        except Refusal:
            return None

    def for_script(self) -> dict[str, Any]:
        """What the page needs to add up while somebody types, without knowing a rule."""
        given = [[0, 0, 0, 0] for _number in range(len(self.rows) + 1)]
        for penalty in self.state.penalties:
            at = penalty.hand_number or 0
            given[at] = [g + e for g, e in zip(given[at], self.state.effect_of(penalty), strict=True)]
        offered = {
            kind: [self.effect(self.penalty(seat, kind, 1)) for seat in range(4)]
            for kind in (KINDS if self.may_penalise else ())
        }
        return {
            "settlement": describe(self.state.book),
            "seats": SEATS,
            "nobody": NOBODY,
            "given": given,
            "offered": offered,
        }


def _shown(points: int | None) -> str:
    return "" if points is None else str(points)
