"""What a phone needs to go on at a table by itself, so that it knows no rule and waits for no answer.

Every hand with its name and dealer's chair, who has which wind in every seating that can still come, who changes
chairs before which round, when time leaves no hand to play, what each penalty did.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from scoring.seats import ROUNDS, Move, chairs_of_round, moves_before_round, seating_of_hand
from tournament.queries.deals import deal_of, goes_round, sheet_hands
from tournament.queries.table_state import TableState, chairs_in_round

Chairs = tuple[int, ...]


@dataclass(frozen=True)
class Mover:
    """Somebody who changes chairs before a round."""

    name: str
    move: Move


@dataclass(frozen=True)
class Change:
    """People change chairs before a round, coming from one seating: `key` names both."""

    key: str
    round: int
    moves: tuple[Move, ...]
    movers: tuple[Mover, ...]


def plan(state: TableState) -> dict[str, Any]:
    """The rest of the session at a table, for JSON.

    `hands` are the hands as they are dealt, as far as that is known; `last` is the highest number that one can have,
    and `open` says that nobody knows how many there will be.
    A seating is named by its chairs in drawn order ("0123" where nobody moved). `deals` says for each seating and each
    of the four dealing chairs who deals and who has which seat wind; `after` is the seating that the scheme wants in
    a round. After time the hands up to `time.last` count as entered; where it is called now, those played and
    `time.extra` more do (None: no hand does, each must have ended before).
    """
    scheme, table = state.book.rotation, state.table
    after = {str(round_): _key(chairs_of_round(scheme, round_)) for round_ in range(2, ROUNDS + 1)}
    now = _sat(state)
    extra = 1 if state.book.at_time == "finish_current" else None
    called = table.time_called_at is not None
    return {
        "hands": [
            _deal(deal_of(table, number))
            for number in range(1, sheet_hands(table, state.book, state.next_hand) + 1)
        ],
        "last": state.last_hand,
        "open": not goes_round(state.book),
        "deals": {key: _deals(key) for key in sorted({now, *after.values()})},
        "after": after,
        "sitting": now,
        "confirmed": table.confirmed_round,
        "played": table.hands_played,
        "time": {
            "called": called,
            "last": (table.hands_at_time or 0) + 1 if called and extra else 0,
            "extra": extra,
        },
        "given": [
            {
                "id": penalty.pk,
                "seat": penalty.seat,
                "hand": penalty.hand_number,
                "dead": penalty.dead_hand,
                "effect": list(state.effect_of(penalty)),
            }
            for penalty in state.penalties
            if penalty.withdrawn_at is None
        ],
    }


def changes(state: TableState) -> list[Change]:
    """Every change of chairs that can still come, whatever is confirmed or not before it."""
    scheme = state.book.rotation
    four = state.names()
    seatings = {_sat(state)}
    found = []
    for round_ in range(max(state.round, state.table.confirmed_round + 1, 2), ROUNDS + 1):
        for key in sorted(seatings):
            moves = moves_before_round(scheme, round_, _chairs(key))
            if moves:
                movers = tuple(Mover(four[move.seat], move) for move in moves)
                found.append(Change(f"{round_}-{key}", round_, moves, movers))
        seatings.add(_key(chairs_of_round(scheme, round_)))
    return found


def change_now(state: TableState) -> str:
    """The key of the change that waits to be confirmed, or ""."""
    return f"{state.round}-{_sat(state)}" if state.moves else ""


def _sat(state: TableState) -> str:
    """The seating in which people sit now: where a change waits to be confirmed, that of the round before."""
    if state.moves:
        return _key(chairs_in_round(state.table, state.round - 1))
    return _key(state.seating.chairs)


# What follows is the same at every table, so it is made once; nobody may change it.


@cache
def _deal(deal: int) -> dict[str, Any]:
    one = seating_of_hand("none", deal + 1)
    return {"name": one.name, "round": one.round, "deal": one.dealer_chair}


@lru_cache(maxsize=24)
def _deals(key: str) -> list[dict[str, Any]]:
    """Winds and dealer by dealing chair: the first four hands have the four of them."""
    four = [seating_of_hand("none", number, _chairs(key)) for number in range(1, 5)]
    return [{"winds": list(one.winds), "dealer": one.dealer} for one in four]


def _key(chairs: Chairs) -> str:
    return "".join(map(str, chairs))


def _chairs(key: str) -> Chairs:
    return tuple(int(chair) for chair in key)
