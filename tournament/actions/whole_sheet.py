"""The paper sheet of one table at a stroke: penalties, hands, the totals that stand on it, and the end.

Everything is recorded by the acts that record it one by one, all of them in one transaction: what any of them refuses
leaves nothing behind. So each hand can be corrected and taken back like any other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from tournament.access import ROLES, role_in
from tournament.models import Act, LateEntry, Seat, Session, Table, Tournament
from tournament.queries.table_state import moves_to_confirm, next_hand
from tournament.refusals import Kept, Refused

from .acts import Stamp, refuse_stale, require_reason
from .base import log_action, writing
from .hands import HandEntry, check_hand, correct_hand, holds, record_hand
from .keeping import fingerprint, waits_for_chief
from .ledger import Ledger
from .penalties import PenaltyEntry, record_penalty
from .recompute import hand_accounts
from .recorded_fan import from_paper
from .tables import close_table, confirm_round
from .totals import decide_totals, enter_totals

# Where a problem belongs: the number of a hand, "p0" for the first penalty, "totals", "reason".
Place = int | str


@dataclass(frozen=True)
class WholeSheet:
    """What stands on the paper sheet of one table.

    `hands` are all hands that were played, those that are recorded already among them; `penalties` are only new ones.
    `stayed` are the rounds before which nobody changed chairs, against the rotation. `totals` are match points by drawn
    seat, penalties included; None: no totals are typed in. `counts` is asked where they contradict the hands: "hands",
    "paper", or "open", which leaves it to the chief referee. `close`: the four have signed the paper.
    """

    hands: tuple[HandEntry, ...]
    penalties: tuple[PenaltyEntry, ...] = ()
    stayed: tuple[int, ...] = ()
    totals: tuple[int, ...] | None = None
    counts: str = ""
    close: bool = False
    reason: str = ""


@dataclass
class Stored:
    """What was done: hands recorded, hands corrected, whether the table was closed now.

    `waiting` are the entries that are kept for the chief referee, because the table was closed before; `repeated`: all
    of it was stored by the same sheet before.
    """

    recorded: list[int] = field(default_factory=list)
    corrected: list[int] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    closed: bool = False
    repeated: bool = False


class SheetRefused(Refused):
    """Nothing of a sheet was stored; `problems` says what is wrong at which place, all of it."""

    def __init__(self, problems: dict[Place, Refused]) -> None:
        super().__init__("sheet", _("Nothing was stored. Correct what is marked, and store it again."))
        self.problems = problems


class PaperContradicts(Refused):
    """The totals on paper are not those of the hands: by drawn seat, in match points, penalties included."""

    def __init__(self, paper: Sequence[int], hands: Sequence[int]) -> None:
        text = _(
            "The totals on paper are not those of the hands. Nothing was stored: correct what was misread, or say "
            "which of the two counts."
        )
        super().__init__("paper_contradicts", text, current={"paper": [*paper], "hands": [*hands]})
        self.paper, self.hands = tuple(paper), tuple(hands)


class _Repeated(Exception):
    """The same sheet came before: leave the transaction without a trace."""


def store_sheet(table: Table, sheet: WholeSheet, stamp: Stamp) -> Stored:
    """Record what a paper sheet says and the table does not hold yet, all of it or nothing.

    A hand that is recorded with other content is corrected, with the reason of the sheet. The same client id with the
    same sheet is stored once. Raises `SheetRefused` with all that is wrong, `PaperContradicts` where the totals are not
    those of the hands and nobody said which counts, and `Refused` like the acts that it consists of.
    """
    if not stamp.client_id:
        text = _("An entry needs an id of 1 to 64 characters made by the client.")
        raise Refused("client_id", text, field="client_id")
    try:
        with writing(table.session.tournament) as tournament:
            # Whether the standings may depend on it is said by each act.
            tournament.leaves_standings = True
            locked = Table.objects.select_related("session").get(pk=table.pk)
            return _Typing(tournament, locked, sheet, stamp).store()
    except _Repeated:
        return Stored(repeated=True)


def sheet_problems(
    table: Table, hands: Sequence[HandEntry], passed_over: Collection[int] = ()
) -> dict[Place, Refused]:
    """What is wrong with the hands of a sheet, as far as hands alone can tell. Writes nothing.

    `passed_over` are the numbers of rows that cannot be read yet, and are no gap.
    """
    ledger = Ledger(table)
    problems: dict[Place, Refused] = {}
    current = {number: hand for number, hand in ledger.current.items() if hand.counts}
    typed = {entry.number for entry in hands} | {*passed_over}
    for number in range(1, max([*typed, 0]) + 1):
        if number not in typed and number >= ledger.next_hand:
            text = _("Hand %(n)s is missing: hands are entered in their order. If it was drawn, say so.")
            problems[number] = Refused("gap", text % {"n": number}, field="winner")
    for number in current.keys() - typed:
        text = _(
            "Hand %(n)s is recorded: it can be changed here, but not removed. What was entered last is taken back "
            "on the page of the table."
        )
        problems[number] = Refused("recorded", text % {"n": number}, field="winner")
    for entry in hands:
        if entry.number in current and holds(current[entry.number], entry):
            continue
        try:
            check_hand(table, ledger, entry)
        except Refused as refused:
            problems[entry.number] = refused
    return problems


class _Typing:
    """One sheet while it is stored, at a locked table."""

    def __init__(self, tournament: Tournament, table: Table, sheet: WholeSheet, stamp: Stamp) -> None:
        self.tournament, self.table, self.sheet, self.stamp = tournament, table, sheet, stamp
        self.table.session.tournament = tournament
        # Each act has an id of its own, made of that of the sheet and of its content.
        self.id = hashlib.sha256(stamp.client_id.encode()).hexdigest()[:24]
        self.mark = fingerprint("sheet", asdict(sheet))[:16]
        self.directs = role_in(stamp.by, tournament) in ROLES["direct"]
        self.done = Stored()
        self.acts = 0
        self.next_hand = next_hand(table)

    def store(self) -> Stored:
        """Carry it out."""
        self._answer_known()
        waits = not self.directs and waits_for_chief(self.table, "hand", self.stamp.by)
        if not waits:
            refuse_stale(self.table, self.stamp.expected_version, "sheet")
        seats = list(self.table.seats.order_by("chair"))
        before = hand_accounts(self.table, self.tournament.rulebook)
        problems = self._penalise()
        problems |= sheet_problems(self.table, self.sheet.hands)
        hands = self._different()
        problems |= self._missing_reason(hands, waits)
        if problems:
            raise SheetRefused(problems)
        for entry in hands:
            self._hand(entry)
        self._paper(seats, before)
        if self.sheet.close and not self.table.is_closed and not self.done.waiting:
            self._close(seats)
        if not self.acts:
            raise Refused(
                "unchanged", _("Everything on this sheet is recorded already: nothing was changed.")
            )
        return self.done

    def _answer_known(self) -> None:
        """The same sheet again is stored already; another one with its id is refused."""
        here = {"table": self.table, "client_id__startswith": f"{self.id}-"}
        known = list(Act.objects.filter(**here).values_list("client_id", flat=True)[:1])
        known += LateEntry.objects.filter(**here).values_list("client_id", flat=True)[:1]
        if not known:
            return
        if known[0].startswith(f"{self.id}-{self.mark}-"):
            raise _Repeated
        text = _(
            "A sheet with the same id but other content was already stored. Reload the page, and look at what is "
            "recorded."
        )
        raise Refused("id_reused", text)

    def _act(self, name: str, act: Callable[[Stamp], dict[str, Any]]) -> None:
        """Carry out one act; what is kept for the chief referee is no refusal of the rest."""
        self.table.session.tournament = self.tournament
        stamp = Stamp(self.stamp.by, f"{self.id}-{self.mark}-{name}", self.table.version)
        self.acts += 1
        try:
            act(stamp)
        except Kept as kept:
            what = str(kept.current["what"])
            if what not in self.done.waiting:
                self.done.waiting.append(what)

    def _penalise(self) -> dict[Place, Refused]:
        """Record the penalties first: whose hand is dead cannot win it."""
        problems: dict[Place, Refused] = {}
        for at, penalty in enumerate(self.sheet.penalties):
            try:
                self._act(f"p{at}", partial(record_penalty, self.table, penalty))
            except Refused as refused:
                problems["reason" if refused.field == "reason" else f"p{at}"] = refused
        return problems

    def _different(self) -> list[HandEntry]:
        """The hands that the table does not hold as they stand on the sheet."""
        current = Ledger(self.table).current
        return [
            entry
            for entry in self.sheet.hands
            if entry.number not in current or not holds(current[entry.number], entry)
        ]

    def _missing_reason(self, hands: Sequence[HandEntry], waits: bool) -> dict[Place, Refused]:
        """A correction takes a reason, and so does everything at a closed table."""
        closed = self._is_closed()
        corrects = any(entry.number < self.next_hand for entry in hands)
        if waits or not (corrects or (closed and (hands or self.sheet.penalties))):
            return {}
        text = _("Say why the hand is corrected.")
        if closed:
            text = _("The table is closed: say why it is changed.")
        try:
            require_reason(self.sheet.reason, text)
        except Refused as refused:
            return {"reason": refused}
        return {}

    def _hand(self, entry: HandEntry) -> None:
        """Correct a hand, or record it, with the chairs before it."""
        number, why = entry.number, self.sheet.reason
        if number < self.next_hand:
            recorded = Ledger(self.table).current.get(number)
            if recorded is not None:
                entry = from_paper(self.table, recorded, entry, why)
            self._act(f"h{number}", partial(correct_hand, self.table, entry, why))
            self.done.corrected.append(number)
            return
        if moves_to_confirm(self.table, number):
            round_ = (number - 1) // 4 + 1
            swapped = round_ not in self.sheet.stayed
            self._act(
                f"r{round_}",
                lambda stamp: confirm_round(self.table, round_, swapped, stamp, self._why_late()),
            )
        self._act(f"h{number}", lambda stamp: record_hand(self.table, entry, stamp, self._why_late()))
        self.done.recorded.append(number)

    def _why_late(self) -> str:
        """Why something is recorded at a closed table; "" at an open one, where nobody asks."""
        return self.sheet.reason if self._is_closed() else ""

    def _is_closed(self) -> bool:
        return self.table.is_closed or self.table.session.state == Session.State.CLOSED

    def _paper(self, seats: Sequence[Seat], before: Sequence[int]) -> None:
        """Compare the totals on paper with the hands, and store them."""
        stored = [seat.paper_points for seat in seats]
        typed = None if self.sheet.totals is None else [*self.sheet.totals]
        paper = stored if typed is None else typed
        hands = hand_accounts(self.table, self.tournament.rulebook)
        compared = bool(self.table.hands_played) and None not in paper and not self.done.waiting
        contradicts = compared and paper != hands
        new = contradicts and not (paper == stored and hands == before)
        if new and not self.sheet.counts:
            raise PaperContradicts([points or 0 for points in paper], hands)
        if new:
            require_reason(self.sheet.reason, _("The paper contradicts the hands: say what was found."))
        if typed is not None and typed != stored:
            self._act("t", lambda stamp: enter_totals(self.table, typed, stamp, self.sheet.reason))
        if new:
            self._decide([points or 0 for points in paper], hands)

    def _decide(self, paper: Sequence[int], hands: Sequence[int]) -> None:
        """Which of the two counts is the chief referee's to decide; the history says in any case that they differ."""
        if self.sheet.counts != "open":
            counts = self.sheet.counts == "paper"
            self._act("d", lambda stamp: decide_totals(self.table, counts, self.sheet.reason, stamp))
        log_action(
            self.tournament,
            "paper_contradicted",
            self.stamp.by,
            table=self.table,
            reason=self.sheet.reason,
            paper=[*paper],
            hands=[*hands],
        )

    def _close(self, seats: Sequence[Seat]) -> None:
        signed = [Seat.Agreement.PAPER.value if seat.is_present else "" for seat in seats]
        self._act("e", lambda stamp: close_table(self.table, signed, stamp, self.sheet.reason))
        self.done.closed = True
