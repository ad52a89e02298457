"""Tables under house rules, and one evening of 上海 whose every figure is known by heart.

A player who wins gets (3 + flowers) × 2 to the power of fan, 40 at most, from the discarder or by self-draw from each.

    hand                                                            东    南    西    北    deals
    1  南 碰碰胡 (2 fan, 12) and 西 混碰 (4 fan, 48, so 40) from 东     −52   +12   +40     0    东
    2  drawn                                                         0     0     0     0    东
    3  北 混一色 (2 fan, 12) by self-draw                            −12   −12   −12   +36    东
    4  南 清一色 (4 fan, 48, so 40) from 北                             0   +40     0   −40    北
                                                                   −64   +40   +28    −4
"""

from __future__ import annotations

from typing import Any

from scoring.rulebook import load
from tests import making
from tournament.actions.hands import HandEntry, record_hand
from tournament.models import Hand, Table, Tournament
from tournament.queries.table_state import next_hand


def drawn(key: str, players: int = 4, **rules: Any) -> Tournament:
    """A tournament of one session by a shipped rulebook of house rules, drawn and published."""
    book = load(key).to_mapping()
    copied = {name: book[name] for name in ("settlement", "dealing", "hands", "terms", "rotation")}
    return making.drawn(players, 1, **copied, **rules)


def record(table: Table, *winners: tuple[int, dict[str, Any]], way: str = "", **more: Any) -> Hand:
    """Record the next hand: who won with which values, on whose discard; without winners it is drawn."""
    discarder = more.get("discarder")
    way = way or ("self_draw" if discarder is None else "discard")
    play = {"way": way, "winners": [{"seat": seat, "values": values} for seat, values in winners], **more}
    number = next_hand(table)
    record_hand(table, HandEntry(number, play=play), making.stamp(table))
    return table.hands.get(number=number, is_current=True)


def evening() -> Tournament:
    """The evening of 上海, its table closed."""
    made = drawn("shanghai")
    table = making.table(made)
    record(table, (1, {"kind": "all_pungs"}), (2, {"kind": "half_flush_pungs"}), discarder=0)
    record(table)
    record(table, (3, {"kind": "half_flush"}))
    record(table, (1, {"kind": "full_flush"}), discarder=3)
    making.close(table)
    return made
