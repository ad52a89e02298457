"""A finished tournament whose figures were reckoned on paper.

Eight players, two tables, two sessions; scale 4-3-2-1. At table 1 东 wins three hands from 南 with 24, 8 and 8 fan, at
table 2 西 self-draws 10 fan and one hand is drawn:

    24 fan on a discard   winner +3·8+24 = 48   discarder −32   others −8
     8 fan on a discard          +3·8+ 8 = 32             −16          −8
    10 fan self-drawn            +3·18   = 54   the three others −18

    table 1   东 48+32+32 = 112   南 −32−16−16 = −64   西 −24   北 −24     places 1 4 2 2, points 4, 1, 2½, 2½
    table 2   西 54               东 南 北 −18                             places 2 2 1 2, points 2, 2, 4, 2
"""

from __future__ import annotations

from typing import Any

from tests import making
from tournament.actions.sessions import close_session, start_session
from tournament.models import Tournament

# By table: match points, places at the table, and standard points as they are written, from 东 to 北.
RESULTS = {
    1: ((112, -64, -24, -24), (1, 4, 2, 2), ("4", "1", "2½", "2½")),
    2: ((-18, -18, 54, -18), (2, 2, 1, 2), ("2", "2", "4", "2")),
}


def finished(sessions: int = 2, players: int = 8, **more: Any) -> Tournament:
    """All sessions played and closed. At tables 3, 4 … no hand is played: all four are first, with 2½ points."""
    event = making.drawn(players, sessions, **more)
    for number in range(1, sessions + 1):
        start_session(event, number, making.user())
        for at in range(1, players // 4 + 1):
            table = making.table(event, number, at)
            for fan in (24, 8, 8) if at == 1 else ():
                making.hand(table, 0, fan, 1)
            if at == 2:
                making.hand(table, 2, 10)
                making.hand(table)
            making.close(table)
        close_session(event, number, making.user())
    event.refresh_from_db()
    return event
