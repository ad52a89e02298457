"""The tables of an event file: seats, totals, hands and penalties, checked against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import penalties as rules
from scoring.refusal import Refusal
from scoring.rulebook import Rulebook
from scoring.settlement import Win, settle
from tournament.queries.plays import has_house_rules
from tournament.refusals import from_scoring

from .event_changes import read_credited, read_seats_named, read_sittings
from .event_data import HandData, PenaltyData, TableData
from .event_fan import LONGEST_FAN_REASON, read_fans, read_tiles
from .event_plays import PLAY_KEYS, most_hands, read_plays
from .reading import LARGEST_NUMBER, FileProblem, Reader

TABLE_KEYS = {
    "number",
    "seats",
    "totals",
    "totals_only",
    "hands",
    "penalties",
    "chairs",
    "closed",
    "time_called",
    "forfeits",
    "vacant",
    "no_play",
    "sittings",
    "credited",
}
# What a drawn hand has not.
WIN_KEYS = ("winner", "discarder", "fan", "flowers", "robbed_kong", "tiles", "fans", "fan_reason")
HAND_KEYS = {"n", "drawn", "reason", *WIN_KEYS}
HOUSE_KEYS = {"n", "reason", *PLAY_KEYS}
PENALTY_KEYS = {"hand", "player", "kind", "mode", "amount", "currency", "victim", "dead_hand", "reason"}


def read_table(
    value: Any, place: str, problems: list[FileProblem], players: set[str], book: Rulebook
) -> TableData:
    """One table of the file; what is wrong is added to `problems`."""
    item = Reader(value, place, problems, TABLE_KEYS)
    seats, chairs, last = _seats(item, players), _chairs(item), most_hands(book)
    hands = _hands(item, seats, chairs, book)
    penalties = tuple(
        read_penalty(
            Reader(penalty, f"{place}.penalties[{i}]", problems, PENALTY_KEYS), seats, players, set(), last
        )
        for i, penalty in enumerate(item.items("penalties"))
    )
    totals = _totals(item)
    if totals is None and item.flag("totals_only"):
        item.problem("totals", _("The totals are the official result, so they must be there."))
    closed = item.values.get("closed", True)
    if not isinstance(closed, bool):
        item.problem("closed", _("true or false is expected."))
    forfeits, vacant = (read_seats_named(item, key, seats) for key in ("forfeits", "vacant"))
    if set(vacant) - set(forfeits):
        item.problem("vacant", _("Whoever leaves his chair empty forfeits: name him in “forfeits”, too."))
    no_play = item.flag("no_play")
    if no_play and hands:
        item.problem(
            "no_play", _("Hands are recorded at this table already: it cannot be a table without play.")
        )
    return TableData(
        item.whole("number", 1, LARGEST_NUMBER),
        seats,
        totals,
        item.flag("totals_only"),
        tuple(hands),
        penalties,
        chairs,
        closed is not False,
        item.whole("time_called", 0, last, 0) if item.values.get("time_called") is not None else None,
        forfeits,
        vacant,
        no_play,
        read_sittings(item, seats, players, last),
        read_credited(item, seats, players),
    )


def read_penalty(
    item: Reader, seats: Sequence[str | None] | None, players: set[str], teams: set[str], last: int = 0
) -> PenaltyData:
    """A penalty at a table (with its seats and the highest number of a hand), or of a player or team of the
    tournament (without)."""
    mode = item.text("mode", "deduct")
    currency = item.text("currency", "standard_points" if seats is None else "match_points")
    kind, amount, reason = item.text("kind"), item.amount("amount"), item.text("reason", "", 500)
    player, team = item.values.get("player"), item.values.get("team")
    seat = victim = hand = None
    if seats is None:
        if (player is None) == (team is None):
            item.problem("", _("A penalty of the tournament names a player or a team."))
        if (player is not None and player not in players) or (team is not None and team not in teams):
            item.problem("player" if player is not None else "team", _("Nobody has this id."))
        if currency != "standard_points":
            item.problem("currency", _("A penalty of the tournament takes standard points."))
    else:
        seat = seat_of(item, "player", seats)
        victim = seat_of(item, "victim", seats) if item.values.get("victim") is not None else None
        hand = item.whole("hand", 1, last, 1) if item.values.get("hand") is not None else None
    whole = int(amount) if amount.denominator == 1 else amount
    try:
        rules.effect(rules.Penalty(seat or 0, whole, mode, victim, currency, False, kind))
    except Refusal as refusal:
        item.problem("", from_scoring(refusal).message)
    return PenaltyData(
        kind,
        amount,
        mode,
        currency,
        seat,
        victim,
        hand,
        item.flag("dead_hand"),
        reason,
        player if seats is None else None,
        team if seats is None else None,
    )


def seat_of(item: Reader, key: str, seats: Sequence[str | None]) -> int:
    """The seat of the player whose id stands at `key`; 0 with a problem noted where he does not sit here."""
    value = item.values.get(key)
    if not isinstance(value, str) or value not in seats:
        item.problem(key, _("This player does not sit at this table."))
        return 0
    return seats.index(value)


def _seats(item: Reader, players: set[str]) -> tuple[str | None, ...]:
    values = item.items("seats")
    if len(values) != 4:
        item.problem("seats", _("Four seats are expected: 东 南 西 北."))
        return (None,) * 4
    for chair, player in enumerate(values):
        if player is not None and (not isinstance(player, str) or player not in players):
            item.problem(f"seats[{chair}]", _("No player has this id."))
    named = [v for v in values if v is not None]
    if not named:
        item.problem("seats", _("Nobody sits at this table."))
    return tuple(v if isinstance(v, str) else None for v in values)


def _totals(item: Reader) -> tuple[int, ...] | None:
    values = item.values.get("totals")
    if values is None:
        return None
    right = (
        isinstance(values, list)
        and len(values) == 4
        and all(isinstance(v, int) and not isinstance(v, bool) and abs(v) <= LARGEST_NUMBER for v in values)
    )
    if not right:
        item.problem("totals", _("Four whole numbers are expected, in the order of the seats."))
        return None
    return tuple(values)


def _chairs(item: Reader) -> dict[str, list[int]]:
    value = item.values.get("chairs", {})
    right = isinstance(value, dict) and all(
        key in ("2", "3", "4")
        and isinstance(chairs, list)
        and len(chairs) == 4
        and all(isinstance(c, int) and not isinstance(c, bool) for c in chairs)
        and sorted(chairs) == [0, 1, 2, 3]
        for key, chairs in value.items()
    )
    if not right:
        item.problem("chairs", _('The chairs of a round are expected as {"4": [0, 1, 2, 3]}.'))
        return {}
    return dict(value)


def _hands(
    item: Reader, seats: Sequence[str | None], chairs: dict[str, list[int]], book: Rulebook
) -> list[HandData]:
    """The hands, each entered as the rulebook wants it; no number stands twice."""
    house = has_house_rules(book)
    readers = [
        _hand_reader(value, item.at(f"hands[{i}]"), item.problems, house)
        for i, value in enumerate(item.items("hands"))
    ]
    hands = (
        read_plays(readers, seats, chairs, book) if house else [_hand(one, seats, book) for one in readers]
    )
    seen: set[int] = set()
    for one, hand in zip(readers, hands, strict=True):
        if hand.number in seen and one.values.get("n") == hand.number:
            one.problem("n", _("An earlier hand of this table has this number already."))
        seen.add(hand.number)
    return hands


def _hand_reader(value: Any, place: str, problems: list[FileProblem], house: bool) -> Reader:
    """A hand with the keys that hands have by these rules; those of other rules are refused in words."""
    known, others = (HOUSE_KEYS, HAND_KEYS) if house else (HAND_KEYS, HOUSE_KEYS)
    wrong = sorted((others - known).intersection(value)) if isinstance(value, dict) else []
    item = Reader(value, place, problems, known.union(wrong))
    if wrong and house:
        item.problem(
            wrong[0],
            _("By the rules of this tournament who won, and what, is told by the key “play”."),
        )
    elif wrong:
        item.problem(
            wrong[0], _("By the rules of this tournament a hand is entered by winner, discarder and fan.")
        )
    return item


def _hand(item: Reader, seats: Sequence[str | None], book: Rulebook) -> HandData:
    number = item.whole("n", 1, most_hands(book))
    reason = item.text("reason", "", 500)
    drawn = item.flag("drawn")
    extra = [key for key in WIN_KEYS if key in item.values]
    if drawn:
        if extra:
            item.problem(extra[0], _("A drawn hand has no winner, no discarder and no fan."))
        return HandData(number, reason=reason)
    if "winner" not in item.values:
        if item.is_object:
            item.problem("winner", _('A hand has a winner, or "drawn": true.'))
        return HandData(number, reason=reason)
    winner = seat_of(item, "winner", seats)
    discarder = seat_of(item, "discarder", seats) if item.values.get("discarder") is not None else None
    fan = item.whole("fan", 1, LARGEST_NUMBER)
    flowers = item.whole("flowers", 0, 8, 0)
    robbed = item.flag("robbed_kong")
    if robbed and discarder is None:
        item.problem("discarder", _("Whose kong was robbed? That player is the discarder."))
    try:
        settle(Win(winner, fan, discarder, flowers), book)
    except Refusal as refusal:
        item.problem(
            "discarder" if refusal.code == "winner_is_discarder" else "fan", from_scoring(refusal).message
        )
    tiles, fans = read_tiles(item), read_fans(item, fan, flowers)
    why = item.text("fan_reason", "", LONGEST_FAN_REASON)
    return HandData(number, winner, discarder, fan, flowers, robbed, reason, tiles, fans, why)
