"""What can be entered at a table: for each kind, from the body that the phone sent to its action."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.actions.acts import Stamp
from tournament.actions.agreement import answer_call, call_chief, check_table
from tournament.actions.disputes import open_dispute
from tournament.actions.hand_numbers import refuse_no_such_hand
from tournament.actions.hands import HandEntry, correct_hand, record_hand, replay_hand
from tournament.actions.house_hands import preview
from tournament.actions.ledger import Ledger
from tournament.actions.penalties import PenaltyEntry, record_penalty, withdraw_penalty
from tournament.actions.tables import call_time, close_table, confirm_round, fan_were_counted, undo_last
from tournament.models import Table
from tournament.queries.counted_hands import Tiles, evaluated, told
from tournament.queries.deals import last_hand
from tournament.refusals import Refused

from .body import Body

Answer = dict[str, Any]


def carry_out(kind: str, table: Table, body: Body, by: User) -> Answer:
    """Carry out one entry and return the action's answer. Raises `Refused`, and `KeyError` for an unknown kind."""
    act = KINDS[kind]
    return act(table, body, _stamp(body, by))


def _stamp(body: Body, by: User) -> Stamp:
    client_id = body.text("client_id")
    if not re.fullmatch(r"[0-9A-Za-z_-]{8,64}", client_id):
        raise Refused("client_id", _("The entry has no valid id. Reload the page."), field="client_id")
    return Stamp(by, client_id, body.whole("version"))


def hand_entry(body: Body) -> HandEntry:
    """The hand that a phone sent."""
    return HandEntry(
        number=body.whole("number"),
        winner=body.optional_whole("winner"),
        discarder=body.optional_whole("discarder"),
        fan=body.optional_whole("fan"),
        flowers=body.optional_whole("flowers") or 0,
        robbed_kong=body.flag("robbed_kong"),
        confirmed=body.flag("confirmed"),
        before_time=body.flag("before_time"),
        lift_dead_hand=body.text("lift_dead_hand"),
        tiles=_tiles(body.part("tiles")),
        fans=body.counts("fans"),
        fan_reason=body.text("fan_reason"),
        number_only=body.flag("number_only"),
        play=dict(play.values) if (play := body.part("play")) is not None else {},
        dealer=body.optional_whole("dealer"),
    )


def _tiles(part: Body | None) -> Tiles | None:
    if part is None:
        return None
    return Tiles(
        hand=part.text("hand"),
        melds=tuple(part.text("melds").split()),
        win=part.text("win"),
        last_of_kind=part.flag("last_of_kind"),
        last_wall=part.flag("last_wall"),
        replacement=part.flag("replacement"),
    )


def count_of(table: Table, body: Body) -> Answer:
    """What the tiles or the ticked fan of an entry count, and why: writes nothing. Raises `Refused`."""
    entry = hand_entry(body)
    if (
        entry.winner not in range(4)
        or entry.discarder not in (None, *range(4))
        or not 1 <= entry.number <= last_hand(table, table.session.tournament.rulebook)
    ):
        raise Refused("malformed", _("An answer is missing. Reload the page."), field="winner")
    found = evaluated(table, entry)
    if found is None:
        raise Refused("tiles_missing", _("There are no tiles to count."), field="tiles")
    return told(table, *found)


def settled_of(table: Table, body: Body) -> Answer:
    """What an entry under house rules would give each player if it were recorded now: writes nothing."""
    entry = hand_entry(body)
    refuse_no_such_hand(table, entry.number)
    return {"scores": preview(Ledger(table), entry)}


def _hand(table: Table, body: Body, stamp: Stamp) -> Answer:
    return record_hand(table, hand_entry(body), stamp)


def _correction(table: Table, body: Body, stamp: Stamp) -> Answer:
    return correct_hand(table, hand_entry(body), body.text("reason"), stamp)


def _replay(table: Table, body: Body, stamp: Stamp) -> Answer:
    return replay_hand(table, body.whole("number"), body.text("reason"), stamp)


def _penalty(table: Table, body: Body, stamp: Stamp) -> Answer:
    entry = PenaltyEntry(
        seat=body.whole("seat"),
        kind=body.text("kind"),
        amount=body.amount("amount"),
        mode=body.text("mode"),
        currency=body.text("currency"),
        victim=body.optional_whole("victim"),
        dead_hand=body.flag("dead_hand"),
        hand_number=body.optional_whole("hand"),
        reason=body.text("reason"),
    )
    return record_penalty(table, entry, stamp)


def _withdrawal(table: Table, body: Body, stamp: Stamp) -> Answer:
    return withdraw_penalty(table, body.whole("penalty"), body.text("reason"), stamp)


def _round(table: Table, body: Body, stamp: Stamp) -> Answer:
    return confirm_round(table, body.whole("round"), body.flag("swapped"), stamp)


def _time(table: Table, body: Body, stamp: Stamp) -> Answer:
    return call_time(table, stamp)


def _counting(table: Table, body: Body, stamp: Stamp) -> Answer:
    return fan_were_counted(table, stamp)


def _dispute(table: Table, body: Body, stamp: Stamp) -> Answer:
    return open_dispute(table, body.optional_whole("hand"), body.text("reason"), stamp)


def _close(table: Table, body: Body, stamp: Stamp) -> Answer:
    signatures = body.drawings("signatures", 4)
    return close_table(table, body.words("agreements", 4), stamp, body.text("reason"), signatures)


def _call(table: Table, body: Body, stamp: Stamp) -> Answer:
    return call_chief(table, body.text("text"), stamp)


def _answer(table: Table, body: Body, stamp: Stamp) -> Answer:
    return answer_call(table, stamp)


def _check(table: Table, body: Body, stamp: Stamp) -> Answer:
    return check_table(table, stamp)


def _undo(table: Table, body: Body, stamp: Stamp) -> Answer:
    return undo_last(table, stamp)


KINDS: dict[str, Callable[[Table, Body, Stamp], Answer]] = {
    "hand": _hand,
    "correction": _correction,
    "replay": _replay,
    "penalty": _penalty,
    "withdrawal": _withdrawal,
    "round": _round,
    "time": _time,
    "counting": _counting,
    "dispute": _dispute,
    "close": _close,
    "call": _call,
    "answer": _answer,
    "check": _check,
    "undo": _undo,
}
