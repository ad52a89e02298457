"""What else happens at a table: chairs confirmed before a round, time called, closed, opened again, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.seats import ROUNDS
from tournament.models import Act, Hand, Penalty, Player, Seat, Session, Table
from tournament.queries.deals import last_hand, round_of
from tournament.queries.sentences import hand_figures
from tournament.queries.table_state import chairs_in_round, next_hand
from tournament.refusals import Refused

from .acts import Deed, Stamp, perform, refuse_closed, require_reason
from .agreement import clean_signatures
from .base import log_action
from .disputes import undo_dispute
from .fan_counting import FIELDS as FAN_FIELDS
from .hands import append_revision
from .house_hands import FIELDS as HOUSE_FIELDS
from .ledger import Ledger
from .penalties import set_withdrawn
from .presence import undo_no_play, undo_presence
from .recompute import results_of
from .totals import undo_totals

# The fields of the table that an act changes and its undo gives back.
TABLE_FIELDS = {
    "round": ("confirmed_round", "chairs"),
    "time": ("time_called_at", "hands_at_time"),
    "counting": ("hands_at_time",),
}


def confirm_round(table: Table, round_: int, swapped: bool, stamp: Stamp, reason: str = "") -> dict[str, Any]:
    """Confirm the chairs before a round: moved as the scheme says, or not swapped (everybody stays where he was).

    With a reason the chief referee confirms them at a closed table, before a hand that came too late.
    """

    def do(deed: Deed) -> None:
        refuse_closed(deed, reason or None)
        upcoming = round_of(deed.table, next_hand(deed.table))
        if round_ != upcoming or not 2 <= round_ <= 4:
            raise Refused(
                "wrong_round", _("Round %(n)s does not start now. Reload the table.") % {"n": round_}
            )
        _remember_table(deed)
        chairs = {k: v for k, v in deed.table.chairs.items() if int(k) < round_}
        if not swapped:
            chairs[str(round_)] = list(chairs_in_round(deed.table, round_ - 1))
        deed.table.chairs, deed.table.confirmed_round = chairs, round_
        log_action(
            deed.tournament,
            "round_confirmed",
            deed.by,
            table=deed.table,
            reason=reason,
            round=round_,
            swapped=swapped,
        )

    return perform(
        table,
        "round",
        stamp,
        {"round": round_, "swapped": swapped},
        do,
        already=lambda at: {} if _confirmed_so(at, round_, swapped) else None,
        sound=lambda at: _refuse_no_such_round(round_),
    )


def call_time(table: Table, stamp: Stamp) -> dict[str, Any]:
    """Time is called at this table: from now on only a hand that ended before counts (RULES §5)."""

    def do(deed: Deed) -> None:
        refuse_closed(deed)
        _remember_table(deed)
        deed.table.time_called_at, deed.table.hands_at_time = timezone.now(), deed.table.hands_played
        log_action(deed.tournament, "time_called", deed.by, table=deed.table, hands=deed.table.hands_played)

    return perform(table, "time", stamp, {}, do, already=lambda at: {} if at.time_called_at else None)


def fan_were_counted(table: Table, stamp: Stamp) -> dict[str, Any]:
    """Fan were being counted when time fell: that hand ended, so one more is played (RULES §5, `finish_current`)."""

    def do(deed: Deed) -> None:
        refuse_closed(deed)
        if deed.table.time_called_at is None:
            raise Refused("time_not_called", _("Time was not called at this table yet."))
        if deed.tournament.rulebook.at_time != "finish_current":
            raise Refused(
                "no_hand_after_time",
                _(
                    "By the rules of this tournament no hand is played after time, whatever was being counted."
                ),
            )
        if (deed.table.hands_at_time or 0) + 1 >= last_hand(deed.table, deed.tournament.rulebook):
            raise Refused("no_hands_left", _("No hand is left: the hand that was counted was the last one."))
        _remember_table(deed)
        deed.table.hands_at_time = (deed.table.hands_at_time or 0) + 1
        log_action(
            deed.tournament, "fan_counted_at_time", deed.by, table=deed.table, hand=deed.table.hands_at_time
        )

    return perform(table, "counting", stamp, {}, do, already=lambda at: {} if said_counting(at) else None)


def said_counting(table: Table) -> bool:
    """Whether it is noted that fan were being counted when time fell."""
    return table.acts.filter(kind="counting", undone_at__isnull=True).exists()


def close_table(
    table: Table,
    agreements: Sequence[str],
    stamp: Stamp,
    reason: str = "",
    signatures: Sequence[str] = (),
) -> dict[str, Any]:
    """Close a table after the last hand or at time; `agreements` are the four players' by drawn seat.

    Before that only the chief referee can close it, with a reason. A player who refuses to sign needs a reason too.
    `signatures` are drawings of those who signed with a finger, "" for the others.
    """
    drawn = clean_signatures(signatures)
    signed = {"signatures": drawn} if any(drawn) else {}

    def do(deed: Deed) -> None:
        refuse_closed(deed, reason)
        if deed.table.is_closed:
            raise Refused("already_closed", _("This table is closed already."))
        last = last_hand(deed.table, deed.tournament.rulebook)
        ended = deed.table.hands_played >= last or deed.table.time_called_at or deed.table.totals_only
        if not ended:
            if not deed.directs:
                raise Refused(
                    "not_ended",
                    _(
                        "Hand %(n)s of %(last)s is not played and time was not called. Play on, call time, "
                        "or ask the chief referee."
                    )
                    % {"n": next_hand(deed.table), "last": last},
                )
            require_reason(reason, _("The table is closed early: say why."))
        _agree(deed, agreements, drawn, reason)
        deed.table.closed_at, deed.table.closed_by = timezone.now(), deed.by
        log_action(
            deed.tournament,
            "table_closed",
            deed.by,
            table=deed.table,
            reason=reason,
            hands=deed.table.hands_played,
            agreements=list(agreements),
        )

    return perform(
        table,
        "close",
        stamp,
        {"agreements": list(agreements), "reason": reason, **signed},
        do,
        already=lambda at: {} if _closed_so(at, agreements) else None,
    )


def reopen_table(table: Table, reason: str, stamp: Stamp) -> dict[str, Any]:
    """Open a closed table of an open session again; the chief referee only, with a reason."""

    def do(deed: Deed) -> None:
        if not deed.directs:
            raise Refused("chief_only", _("Only the chief referee can open a closed table again."))
        if not deed.table.is_closed:
            raise Refused("not_closed", _("This table is open."))
        _refuse_closed_session(deed)
        require_reason(reason, _("Say why the table is opened again."))
        deed.undo = {"counted": results_of(deed.table)}
        _reopen(deed)
        # Undo must go on with what came before the closing, not take the closing back once more.
        deed.table.acts.filter(kind="close", undone_at__isnull=True).update(undone_at=timezone.now())
        log_action(deed.tournament, "table_reopened", deed.by, table=deed.table, reason=reason)

    return perform(table, "reopen", stamp, {"reason": reason}, do)


def undo_last(table: Table, stamp: Stamp) -> dict[str, Any]:
    """Take back the last act at a table, whatever it was. The history keeps both."""

    def do(deed: Deed) -> None:
        last = last_undoable(deed.table)
        if last is None:
            raise Refused("nothing_to_undo", _("There is nothing to take back at this table."))
        # Closing is the one act that a referee takes back at a closed table, while the session is open.
        if last.kind in ("close", "no_play"):
            _refuse_closed_session(deed)
        else:
            refuse_closed(deed, _("taken back"))
        if last.directed and not deed.directs:
            raise Refused("chief_only", _("The last act was the chief referee's. Only he can take it back."))
        UNDO[last.kind](deed, last)
        last.undone_at = timezone.now()
        last.save(update_fields=["undone_at"])
        deed.undo = {}
        log_action(deed.tournament, "undone", deed.by, table=deed.table, act=last.kind, answer=last.answer)

    return perform(table, "undo", stamp, {}, do)


def last_undoable(table: Table) -> Act | None:
    """The act that undo would take back."""
    return table.acts.filter(undone_at__isnull=True, kind__in=UNDO).order_by("-id").first()


def _remember_table(deed: Deed) -> None:
    deed.undo = {"table": {name: getattr(deed.table, name) for name in TABLE_FIELDS[deed.act.kind]}}


def _confirmed_so(table: Table, round_: int, swapped: bool) -> bool:
    """Whether the chairs before a round are confirmed, and in this way."""
    if not 2 <= round_ <= table.confirmed_round:
        return False
    stayed = table.chairs.get(str(round_)) == list(chairs_in_round(table, round_ - 1))
    return stayed is not swapped


def _refuse_no_such_round(round_: int) -> None:
    if not 2 <= round_ <= ROUNDS:
        raise Refused("wrong_round", _("Chairs are confirmed before rounds 2 to 4."), field="round")


def _closed_so(table: Table, agreements: Sequence[str]) -> bool:
    """Whether a table is closed, with these words of the four players."""
    seats = table.seats.order_by("chair")
    return table.is_closed and [*agreements] == [seat.agreement for seat in seats]


def _agree(deed: Deed, agreements: Sequence[str], drawn: Sequence[str], reason: str) -> None:
    seats = list(deed.table.seats.select_related("player").order_by("chair"))
    known = set(Seat.Agreement.values)
    for seat, word in zip(seats, [*agreements, "", "", "", ""], strict=False):
        if seat.is_present and word not in known:
            raise Refused(
                "agreement_missing",
                _(
                    "%(name)s has not agreed yet: tap the name, or choose 'signed on paper' or 'refuses "
                    "to sign'."
                )
                % {"name": seat.player},
                field=f"agreement_{seat.chair}",
            )
        seat.agreement = word if seat.is_present else ""
        seat.signature = drawn[seat.chair] if seat.agreement == Seat.Agreement.AGREED else ""
    if Seat.Agreement.REFUSED in agreements:
        require_reason(reason, _("A player refuses to sign: write down why."))
    Seat.objects.bulk_update(seats, ["agreement", "signature"])


def _refuse_closed_session(deed: Deed) -> None:
    """A closed session has no open table."""
    session = deed.table.session
    if session.state == Session.State.CLOSED:
        raise Refused(
            "session_closed",
            _("Session %(n)s is closed. Open the session again first.") % {"n": session.number},
        )


def _reopen(deed: Deed) -> None:
    deed.table.closed_at = deed.table.closed_by = None
    deed.table.checked_at = deed.table.checked_by = None
    deed.table.seats.update(agreement="", signature="")


def _undo_hand(deed: Deed, act: Act) -> None:
    number, restores = act.undo["hand"], act.undo["restores"]
    content: dict[str, Any] = {"outcome": Hand.Outcome.REMOVED, "reason": ""}
    if restores is not None:
        old = Hand.objects.get(pk=restores)
        names = ("outcome", "winner", "discarder", "robbed_kong", "fan", "flowers", "scores", "reason")
        content = {name: getattr(old, name) for name in (*names, *FAN_FIELDS, *HOUSE_FIELDS)}
    hand = append_revision(deed, Ledger(deed.table), number, content)
    deed.answer = {"undone": act.kind, **hand_figures(hand)}


def _undo_penalty(deed: Deed, act: Act) -> None:
    penalty = Penalty.objects.get(pk=act.undo["penalty"])
    if act.undo["was_withdrawn"]:
        penalty.withdrawn_at = penalty.withdrawn_by = None
        penalty.withdrawn_reason = ""
        penalty.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
    else:
        set_withdrawn(deed, penalty, _("taken back"))
        if act.undo.get("disqualified"):
            Player.objects.filter(pk=act.undo["disqualified"]).update(
                disqualified_at=None, disqualified_reason=""
            )
    deed.answer = {"undone": act.kind, "penalty": penalty.pk}


def _undo_table(deed: Deed, act: Act) -> None:
    # Time may have been called at all tables since the chairs were confirmed: each act gives back its own only.
    for name, value in act.undo["table"].items():
        setattr(deed.table, name, value)
    deed.answer = {"undone": act.kind}


def _undo_close(deed: Deed, act: Act) -> None:
    _reopen(deed)
    deed.answer = {"undone": act.kind}


UNDO = {
    "hand": _undo_hand,
    "correction": _undo_hand,
    "replay": _undo_hand,
    "penalty": _undo_penalty,
    "withdrawal": _undo_penalty,
    "round": _undo_table,
    "time": _undo_table,
    "counting": _undo_table,
    "close": _undo_close,
    "presence": undo_presence,
    "no_play": undo_no_play,
    "totals": undo_totals,
    "dispute": undo_dispute,
}
