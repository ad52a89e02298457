"""The tournament that is measured, as far as it can be known without reading it: the same in every run."""

from __future__ import annotations

from dataclasses import dataclass

from phones import HANDS, Hand, hands_of

TABLE_OF_FOUR = 4
MOVES_BEFORE = (5, 9, 13)  # hands before which chairs are confirmed


@dataclass(frozen=True)
class World:
    """A tournament of which all sessions but the last are closed; in the last one every table is somewhere else."""

    players: int
    sessions: int

    @property
    def slug(self) -> str:
        return f"hall-{self.players}"

    @property
    def tables(self) -> int:
        return self.players // TABLE_OF_FOUR

    def played(self, table: int) -> int:
        """How many hands a table of the last session has before anything is measured: 0 to 16, to be closed."""
        return table * 7 % (HANDS + 1)

    def hands(self, session: int, table: int) -> list[Hand]:
        """The sixteen hands of a table; those of the last session are entered while it is measured."""
        return hands_of(table if session == self.sessions else 10_000 * session + table)

    def confirmed_round(self, table: int) -> int:
        return max(1, (self.played(table) - 1) // 4 + 1)

    def version(self, table: int) -> int:
        """The version of a table of the last session: one more for each hand and each round that was confirmed."""
        return 1 + self.played(table) + self.confirmed_round(table) - 1


def session_key(table: int) -> str:
    """The log-in of the referee of a table."""
    return f"hall{table:028d}"
