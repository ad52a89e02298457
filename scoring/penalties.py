"""What a penalty does to whom: three ways to pay, two currencies, and the kinds that the regulations know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from scoring.refusal import Refusal, require_seat, shown

FALSE_WINS = (
    "false_win_below_minimum",
    "false_win_wrong_tile",
    "false_win_not_ready",
    "false_win_deliberate",
    "false_win",
)
# `false_win` is what an event file says where the kind is not known.
KINDS = (
    "false_win_below_minimum",
    "false_win_wrong_tile",
    "false_win_not_ready",
    "false_win_deliberate",
    "wrong_tile_count",
    "empty_call",
    "early_draw",
    "wrong_call",
    "exposed_tiles",
    "concealed_kong",
    "late",
    "conduct",
    "other",
    "false_win",
)
MODES = ("deduct", "pay_each", "pay_one")
CURRENCIES = ("match_points", "standard_points")
# Far above any regulation, and low enough that no account leaves a 32-bit column of a database.
LARGEST_AMOUNT = 100_000

Amount = int | Fraction
Effect = tuple[int, int, int, int]


@dataclass(frozen=True)
class Penalty:
    """One entry of the ledger; `seat` and `victim` are drawn seats 0..3.

    `amount` is in whole match points, or for standard points in halves and wholes (an int or an exact
    Fraction). It is never negative; a warning is a penalty of 0.
    """

    seat: int
    amount: Amount
    mode: str
    victim: int | None = None
    currency: str = "match_points"
    dead_hand: bool = False
    kind: str = "other"


@dataclass(frozen=True)
class PenaltyDefault:
    """What a rulebook proposes for a kind of penalty; the referee may type something else."""

    mode: str
    amount: int
    dead_hand: bool = False
    disqualifies: bool = False


class PenaltyTerms(Protocol):
    """What the proposals need from a rulebook."""

    @property
    def false_win(self) -> Mapping[str, Mapping[str, object]]: ...
    @property
    def penalty_sizes(self) -> Mapping[str, tuple[Amount, ...]]: ...
    @property
    def lateness(self) -> Sequence[Mapping[str, int]]: ...


def effect(penalty: Penalty, present: Sequence[int] = (0, 1, 2, 3)) -> Effect:
    """The match points that the penalty adds to each account, by drawn seat.

    `deduct` takes n from the offender and nobody receives; `pay_each` gives n to each other seat that is
    present; `pay_one` gives n to the victim. Warnings and standard points change no account. Refuses every
    penalty that makes no sense, with the codes of `check`, and `victim_not_present`.
    """
    check(penalty)
    for seat in present:
        require_seat(seat)
    accounts = [0, 0, 0, 0]
    if penalty.currency == "match_points":
        amount = int(penalty.amount)
        for receiver in _receivers(penalty, present):
            accounts[receiver] += amount
        accounts[penalty.seat] -= amount if penalty.mode == "deduct" else sum(accounts)
    east, south, west, north = accounts
    return east, south, west, north


def deduction(penalty: Penalty) -> int:
    """The match points that leave the table; the accounts of a table sum to minus all of these."""
    check(penalty)
    return int(penalty.amount) if penalty.mode == "deduct" and penalty.currency == "match_points" else 0


def check(penalty: Penalty) -> None:
    """Refuse a penalty that makes no sense, wherever it is given.

    Codes: no_such_seat, unknown_mode, unknown_currency, unknown_kind, amount_not_whole, amount_not_half,
    amount_negative, amount_too_high, victim_missing, victim_is_offender, standard_points_deduct_only.
    """
    require_seat(penalty.seat)
    for word, value, known in (
        ("mode", penalty.mode, MODES),
        ("currency", penalty.currency, CURRENCIES),
        ("kind", penalty.kind, KINDS),
    ):
        if value not in known:
            text = shown(value)
            raise Refusal(f"unknown_{word}", f"There is no penalty {word} {text}.", value=text)
    _check_amount(penalty.amount, penalty.currency)
    if penalty.currency == "standard_points" and penalty.mode != "deduct":
        raise Refusal(
            "standard_points_deduct_only", "Standard points can only be deducted: nobody receives them."
        )
    _check_victim(penalty)


def defaults(kind: str, book: PenaltyTerms) -> PenaltyDefault:
    """What the rulebook proposes for a kind; a kind without a rule of its own starts at its smallest size.

    A false win of unknown kind is treated as one under the minimum. Refuses `unknown_kind`.
    """
    _check_kind(kind)
    rule = book.false_win.get("false_win_below_minimum" if kind == "false_win" else kind)
    if rule is None:
        return PenaltyDefault(mode="deduct", amount=min(sizes(kind, book), default=0))
    amount = rule["amount"]
    return PenaltyDefault(
        mode=str(rule["mode"]),
        amount=amount if isinstance(amount, int) else 0,
        dead_hand=rule["dead_hand"] is True,
        disqualifies=rule["disqualifies"] is True,
    )


def next_amount(kind: str, book: PenaltyTerms, earlier: int) -> int:
    """What to propose for a player with so many `earlier` penalties of this kind (RULES §3: in this hand).

    Where the sizes of a kind begin with a warning, each time is the next size, and the last one stays.
    """
    offered = sizes(kind, book)
    if kind in book.false_win or not offered or offered[0] != 0:
        return defaults(kind, book).amount
    return offered[min(earlier, len(offered) - 1)]


def sizes(kind: str, book: PenaltyTerms) -> tuple[int, ...]:
    """The amounts in match points that are offered as buttons for a kind. Refuses `unknown_kind`."""
    _check_kind(kind)
    own = book.penalty_sizes.get(kind)
    if own is None and kind == "late" and book.lateness:
        own = tuple(step["amount"] for step in book.lateness)
    offered = book.penalty_sizes["default"] if own is None else own
    return tuple(int(size) for size in offered)


def standard_point_sizes(book: PenaltyTerms) -> tuple[Fraction, ...]:
    """The amounts in standard points (halves and wholes) that are offered as buttons; may be empty."""
    return tuple(Fraction(size) for size in book.penalty_sizes.get("standard_points", ()))


def _receivers(penalty: Penalty, present: Sequence[int]) -> list[int]:
    if penalty.mode == "pay_each":
        return [seat for seat in range(4) if seat in present and seat != penalty.seat]
    if penalty.mode == "pay_one" and penalty.victim is not None:
        if penalty.victim not in present:
            raise Refusal(
                "victim_not_present", "The player who is to be paid is not present.", seat=penalty.victim
            )
        return [penalty.victim]
    return []


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        text = shown(kind)
        raise Refusal("unknown_kind", f"There is no penalty kind {text}.", value=text)


def _check_amount(amount: object, currency: str) -> None:
    text = shown(amount)
    if not isinstance(amount, (int, Fraction)) or isinstance(amount, bool):
        raise Refusal("amount_not_whole", f"A penalty is a number of points, not {text}.", amount=text)
    if currency == "match_points" and not isinstance(amount, int):
        raise Refusal("amount_not_whole", f"Match points are whole numbers, not {text}.", amount=text)
    if amount.denominator not in (1, 2):
        raise Refusal("amount_not_half", f"Standard points are halves and wholes, not {text}.", amount=text)
    if amount < 0:
        raise Refusal("amount_negative", "A penalty cannot be negative; a warning is 0.", amount=text)
    if amount > LARGEST_AMOUNT:
        raise Refusal(
            "amount_too_high", f"A penalty is at most {LARGEST_AMOUNT}.", amount=text, limit=LARGEST_AMOUNT
        )


def _check_victim(penalty: Penalty) -> None:
    if penalty.victim is None:
        if penalty.mode == "pay_one":
            raise Refusal("victim_missing", "Say who is paid: this penalty goes to one player.")
        return
    require_seat(penalty.victim)
    if penalty.victim == penalty.seat:
        raise Refusal("victim_is_offender", "The offender cannot be the one who is paid.", seat=penalty.seat)
