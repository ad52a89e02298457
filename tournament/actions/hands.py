"""Hands: record the next one, correct an earlier one, declare one void."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from scoring.refusal import Refusal
from scoring.settlement import Win, needs_confirmation, settle
from tournament.models import Hand, Table
from tournament.queries.counted_hands import Tiles
from tournament.queries.deals import last_hand
from tournament.queries.plays import has_house_rules
from tournament.queries.sentences import hand_figures
from tournament.queries.table_state import dead_in, moves_to_confirm
from tournament.queries.waiting import counts_after_time
from tournament.refusals import Refused, from_scoring

from .acts import Deed, Stamp, perform, refuse_closed, require_reason, start_if_needed, there
from .base import log_action
from .fan_counting import FIELDS, counted, counted_fan
from .hand_numbers import refuse_no_such_hand
from .house_hands import check_house_form, house_content, house_holds, people_of
from .keeping import Completed
from .ledger import Ledger


@dataclass(frozen=True)
class HandEntry:
    """What a referee enters for one hand. Seats are the drawn ones, 0–3; no winner means a drawn hand.

    `confirmed`: an improbable fan was asked about and confirmed. `before_time`: the hand ended before time was called.
    `lift_dead_hand`: why a player whose hand is dead may win all the same. `tiles`, or else `fans` (ticked ones by
    their Chinese names, the flowers left out or as 花牌), say what the fan are: without `fan` they give it, with it
    they must count as much, unless `fan_reason` says why not. `number_only`: a correction takes away what is recorded
    of them. Under house rules a hand is entered as `play` alone
    (`scoring.house.written`), with the drawn seat of its `dealer` where it is not the one that the rules say.
    """

    number: int
    winner: int | None = None
    discarder: int | None = None
    fan: int | None = None
    flowers: int = 0
    robbed_kong: bool = False
    confirmed: bool = False
    before_time: bool = False
    lift_dead_hand: str = ""
    tiles: Tiles | None = None
    fans: Mapping[str, int] = field(default_factory=dict)
    fan_reason: str = ""
    number_only: bool = False
    play: Mapping[str, Any] = field(default_factory=dict)
    dealer: int | None = None

    def body(self) -> dict[str, Any]:
        """The entry as it is kept and compared. What was not there at first is left out where it says nothing."""
        later = (*FIELDS, "number_only", "play", "dealer")
        return {
            name: value
            for name, value in asdict(self).items()
            if name not in later or not (value is False or value in (None, {}, ""))
        }


def entry_of(body: Mapping[str, Any]) -> HandEntry:
    """The entry that a kept body says."""
    values = {name: value for name, value in body.items() if name in HandEntry.__dataclass_fields__}
    if "tiles" in values:
        values["tiles"] = Tiles(**{**values["tiles"], "melds": tuple(values["tiles"]["melds"])})
    return HandEntry(**values)


def record_hand(table: Table, entry: HandEntry, stamp: Stamp, reason: str = "") -> dict[str, Any]:
    """Record the next hand of a table. Raises `Refused`; see `perform` for repeated, late and stale entries.

    With a reason the chief referee records it at a closed table: it was played, and reached the server too late.
    """
    why = reason or entry.lift_dead_hand
    sent, entry = entry.body(), _with_fan(table, entry)
    ledger_of = cache(Ledger)

    def do(deed: Deed) -> None:
        deed.ledger = ledger_of(deed.table)
        refuse_closed(deed, reason or None)
        _refuse_wrong_number(deed.table, entry.number, deed.ledger.next_hand)
        _refuse_after_time(deed.table, entry)
        moves = moves_to_confirm(deed.table, entry.number)
        if moves:
            raise Refused(
                "chairs_not_confirmed",
                _("Before hand %(n)s players change chairs. Confirm who moved first.") % {"n": entry.number},
            )
        check_hand(deed.table, deed.ledger, entry)
        start_if_needed(deed)
        hand = _append(deed, deed.ledger, entry, reason=why)
        log_action(
            deed.tournament, "hand_recorded", deed.by, table=deed.table, reason=why, **hand_figures(hand)
        )

    return perform(
        table,
        "hand",
        stamp,
        Completed(entry.body(), sent),
        do,
        already=lambda at: _already(ledger_of(at), entry),
        sound=lambda at: _sound(at, entry),
    )


def correct_hand(table: Table, entry: HandEntry, reason: str, stamp: Stamp) -> dict[str, Any]:
    """Replace a recorded hand, or enter one that was left out, with a reason. The old revision stays readable."""
    sent, entry = entry.body(), _with_fan(table, entry)
    ledger_of = cache(Ledger)

    def do(deed: Deed) -> None:
        deed.ledger = ledger_of(deed.table)
        require_reason(reason, _("Say why the hand is corrected."))
        refuse_closed(deed, reason)
        if not 1 <= entry.number < deed.ledger.next_hand:
            raise Refused(
                "no_such_hand",
                _("Hand %(n)s was not played yet: record it instead.") % {"n": entry.number},
                field="number",
            )
        check_hand(deed.table, deed.ledger, entry)
        before = deed.ledger.current.get(entry.number)
        hand = _append(deed, deed.ledger, entry, reason=reason)
        log_action(
            deed.tournament,
            "hand_corrected",
            deed.by,
            table=deed.table,
            reason=reason,
            before=hand_figures(before) if before else None,
            **hand_figures(hand),
        )

    return perform(
        table,
        "correction",
        stamp,
        Completed({**entry.body(), "reason": reason}, {**sent, "reason": reason}),
        do,
        already=lambda at: None if _adds(at, ledger_of(at), entry) else _already(ledger_of(at), entry),
        sound=lambda at: _sound(at, entry),
    )


def replay_hand(table: Table, number: int, reason: str, stamp: Stamp) -> dict[str, Any]:
    """Declare the running hand void: it keeps its number and its penalties and is played again (RULES §2)."""

    def do(deed: Deed) -> None:
        deed.ledger = Ledger(deed.table)
        refuse_closed(deed)
        require_reason(reason, _("Say why the hand is replayed, for example: the wall was destroyed."))
        _refuse_wrong_number(deed.table, number, deed.ledger.next_hand)
        start_if_needed(deed)
        append_revision(deed, deed.ledger, number, {"outcome": Hand.Outcome.REPLAY, "reason": reason})
        log_action(deed.tournament, "hand_replayed", deed.by, table=deed.table, reason=reason, hand=number)

    return perform(
        table,
        "replay",
        stamp,
        {"number": number, "reason": reason},
        do,
        sound=lambda at: refuse_no_such_hand(at, number),
    )


def append_revision(deed: Deed, ledger: Ledger, number: int, content: dict[str, Any]) -> Hand:
    """Append a revision of a hand and remember what it replaces."""
    current = ledger.current.get(number)
    if current is not None:
        deed.table.hands.filter(pk=current.pk).update(is_current=False)
    hand = Hand.objects.create(
        table=deed.table, number=number, revision=ledger.revisions(number) + 1, by=deed.by, **content
    )
    ledger.wrote(hand)
    deed.undo = {"hand": number, "restores": current.pk if current else None}
    deed.answer = {"hand": number, "revision": hand.revision}
    return hand


def _with_fan(table: Table, entry: HandEntry) -> HandEntry:
    """The entry with its number, where tiles or ticked fan give it. What they cannot be is said where it is checked."""
    try:
        return replace(entry, fan=counted_fan(table, entry))
    except Refused:
        # It may have come before, and by rules under which it could be counted: then it is answered, not refused.
        return entry


def _append(deed: Deed, ledger: Ledger, entry: HandEntry, reason: str) -> Hand:
    book = deed.tournament.rulebook
    if has_house_rules(book):
        content = {**house_content(ledger, entry), "reason": reason}
        return append_revision(deed, ledger, entry.number, content)
    win = None
    if entry.winner is not None and entry.fan is not None:
        win = Win(entry.winner, entry.fan, entry.discarder, entry.flowers)
    won = win is not None
    content = {
        "outcome": Hand.Outcome.WIN if won else Hand.Outcome.DRAWN,
        "winner": entry.winner,
        "discarder": entry.discarder,
        "fan": entry.fan if won else None,
        "flowers": entry.flowers if won else 0,
        "robbed_kong": entry.robbed_kong,
        "scores": list(settle(win, book)),
        "reason": reason,
        **counted(deed.table, entry, ledger.current.get(entry.number)),
    }
    return append_revision(deed, ledger, entry.number, content)


def _already(ledger: Ledger, entry: HandEntry) -> dict[str, Any] | None:
    """The hand on the sheet, where it holds what the entry says."""
    hand = ledger.current.get(entry.number)
    if hand is None:
        return None
    house = has_house_rules(ledger.table.session.tournament.rulebook)
    if not (house_holds(ledger, hand, entry) if house else holds(hand, entry)):
        return None
    return {"hand": hand.number, "revision": hand.revision}


def _adds(table: Table, ledger: Ledger, entry: HandEntry) -> bool:
    """Whether a correction brings tiles or fan that the sheet does not have, or takes away those that it has."""
    hand = ledger.current.get(entry.number)
    if hand is None or not (entry.tiles or entry.fans):
        return hand is not None and entry.number_only and any(getattr(hand, name) for name in FIELDS)
    try:
        brought = counted(table, entry)
    except Refused:
        return True
    return any(getattr(hand, name) != value for name, value in brought.items())


def holds(hand: Hand, entry: HandEntry) -> bool:
    """Whether a hand that was played to an end has the content of an entry."""
    names = ("winner", "discarder", "fan", "flowers", "robbed_kong")
    return hand.counts and all(getattr(hand, name) == getattr(entry, name) for name in names)


def _sound(table: Table, entry: HandEntry) -> None:
    """Refuse what no sheet could hold."""
    refuse_no_such_hand(table, entry.number)
    _check_form(table, entry)


def _check_form(table: Table, entry: HandEntry) -> None:
    """Refuse a hand that the rules allow nowhere."""
    if check_house_form(table, entry):
        return
    if entry.winner is None:
        won = entry.fan is not None or entry.flowers or entry.robbed_kong or entry.tiles or entry.fans
        if entry.discarder is not None or won:
            raise Refused(
                "drawn_hand_with_win",
                _("A drawn hand has no discarder, no fan and no flowers. Choose a winner or clear them."),
            )
        return
    if entry.tiles and entry.fans:
        text = _("Enter the tiles of a hand or its fan, not both: tiles say which fan there are.")
        raise Refused("tiles_or_fan", text, field="fans")
    if entry.fan is None:
        counted_fan(table, entry)  # says what its tiles cannot be, if that is why
        raise Refused("fan_missing", _("How many fan? Enter the fan of the winning hand."), field="fan")
    if entry.robbed_kong and entry.discarder is None:
        raise Refused(
            "robbed_kong_needs_discarder",
            _("Whose kong was robbed? Choose that player as the discarder."),
            field="discarder",
        )
    try:
        settle(
            Win(entry.winner, entry.fan, entry.discarder, entry.flowers), table.session.tournament.rulebook
        )
    except Refusal as refusal:
        raise from_scoring(refusal) from refusal
    counted(table, entry)


def check_hand(table: Table, ledger: Ledger, entry: HandEntry) -> None:
    """Refuse a hand that the rules do not allow at this table. Writes nothing."""
    _check_form(table, entry)
    won, named = people_of(entry) if has_house_rules(table.session.tournament.rulebook) else _people(entry)
    seated = {seat.chair: seat for seat in ledger.seats}
    for chair in named:
        # Who left later may well have won an earlier hand, which is corrected now.
        earlier = seated[chair].player is not None and entry.number < ledger.next_hand
        if not seated[chair].is_present and not earlier:
            raise Refused(
                "empty_chair", _("Nobody sits in that chair. Choose one of the players at the table.")
            )
    if (
        entry.winner is not None
        and entry.fan is not None
        and needs_confirmation(entry.fan)
        and not entry.confirmed
    ):
        raise Refused(
            "confirm_fan",
            _("%(fan)s fan is rare. Is it right? Confirm it to record the hand.") % {"fan": entry.fan},
            field="fan",
        )
    dead = sorted(_dead(ledger, entry.number).intersection(won))
    if dead and not entry.lift_dead_hand.strip():
        raise Refused(
            "dead_hand",
            _(
                "%(name)s's hand is dead after a penalty in this hand and cannot win. Choose another "
                "winner, or lift the dead hand with a reason."
            )
            % {"name": seated[dead[0]].player},
            field="winner",
        )


def _people(entry: HandEntry) -> tuple[list[int], list[int]]:
    """The drawn seat that won, and those that the entry names."""
    won = [] if entry.winner is None else [entry.winner]
    return won, won + ([] if entry.discarder is None else [entry.discarder])


def _dead(ledger: Ledger, number: int) -> set[int]:
    """Drawn seats whose hand is dead in this hand, after penalties that came since it was last declared void."""
    if not any(penalty.dead_hand for penalty in ledger.penalties):
        return set()
    return dead_in(ledger.penalties, ledger.replays, number)


def _refuse_after_time(table: Table, entry: HandEntry) -> None:
    """After time only what ended before the call counts, or by the rulebook the hand then running."""
    if entry.before_time or counts_after_time(table, table.session.tournament.rulebook, entry.number):
        return
    raise Refused(
        "time_called",
        _("Time was called. Only a hand that ended before the call counts: mark it so, or close the table."),
    )


def _refuse_wrong_number(table: Table, number: int, expected: int) -> None:
    last = last_hand(table, table.session.tournament.rulebook)
    if number == expected <= last:
        return
    found = there(table, number)
    if found:
        raise Refused(
            "wrong_hand",
            _("On the sheet of table %(table)s is already: %(what)s. Correct it if that is wrong.")
            % {"table": table.number, "what": found["hand"]["text"]},
            field="number",
            current={"next_hand": expected, **found},
        )
    if expected > last:
        text = _("All %(n)s hands are recorded. Close the table.") % {"n": last}
        raise Refused("all_played", text, field="number")
    raise Refused(
        "wrong_hand",
        _("The next hand of table %(table)s is %(expected)s, not %(number)s. Reload the table.")
        % {"table": table.number, "expected": expected, "number": number},
        field="number",
        current={"next_hand": expected},
    )
