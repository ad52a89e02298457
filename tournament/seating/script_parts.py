"""What readers of scripts have in common: the draft of a script, its mistakes, and what a chair may say."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

_SENTENCES = {
    "too_large": "The text has {size} bytes, at most {most} are read.",
    "undecodable": "The file is not a text in UTF-8, UTF-16 or GB18030.",
    "empty": "There is no table in the text.",
    "bad_json": "This is not JSON: something is wrong at character {column}.",
    "unknown_format": "The format is “{format}”; “mcr-seating/1” can be read.",
    "not_sessions": "“sessions” must be a list of sessions, each a list of tables, each a list of four numbers.",
    "missing_column": "The header has no column for {column}.",
    "not_a_number": "“{text}” is not the number of a player.",
    "not_a_place": "“{text}” is not the number of a session or table.",
    "table_not_of_four": "A table has four chairs, here are {chairs}.",
    "table_twice": "Session {session} has table {table} here and in line {other}.",
    "unknown_number": "There is no player {player}.",
    "number_twice": "Player {player} sits twice in session {session}: here and in line {other}.",
    "too_few_sessions": "The script has {sessions} sessions, {expected} are to be drawn.",
    "too_many_sessions": "The script has {sessions} sessions, {expected} are to be drawn.",
    "missing": "Session {session} has no chair for {count} players: {players}.",
}
_EMPTY = {"-", "–", "—", "x", "×", "0", "空", ""}
_LOOKED_AT = 8  # chairs of a table whose words are judged, so that a line of prose is not a page of mistakes
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


@dataclass(frozen=True)
class Problem:
    """One mistake: `code` is a stable word, `params` fill its sentence (str() is that sentence in English).

    `line` counts from 1; None if it is about the whole text.
    """

    code: str
    params: Mapping[str, int | str] = field(default_factory=dict)
    line: int | None = None

    def __str__(self) -> str:
        return _SENTENCES[self.code].format(**self.params)


@dataclass
class Table:
    """A table that was read: who sits there, None for an empty chair, and in which line it stands."""

    seats: list[int | None]
    line: int
    number: int | None = None


class Draft:
    """Sessions as they are being read, with all mistakes so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._sessions: list[list[Table]] = []

    @property
    def readable(self) -> bool:
        """Whether anything was read that can be checked."""
        return bool(self._sessions)

    def problem(self, code: str, line: int | None = None, **params: int | str) -> None:
        """Note a mistake."""
        self.problems.append(Problem(code, params, line))

    def begin(self) -> None:
        """The next table belongs to another session."""
        self._sessions.append([])

    def table(self, words: list[str], line: int, number: int | None = None) -> None:
        """A table of the current session, by the words in its chairs."""
        if not self._sessions:
            self.begin()
        seats: list[int | None] = []
        for word in words[:_LOOKED_AT]:
            plain = plain_word(word)
            is_number = _NUMBER.fullmatch(plain) is not None
            if not is_number and plain not in _EMPTY:
                self.problem("not_a_number", line, text=word[:40])
            seats.append((int(plain) or None) if is_number else None)
        if len(words) != 4:
            self.problem("table_not_of_four", line, chairs=len(words))
        elif all(plain_word(word) in _EMPTY for word in words):
            self.problem("table_not_of_four", line, chairs=0)
        self._sessions[-1].append(Table(seats, line, number))

    def sessions(self) -> tuple[tuple[tuple[int | None, int | None, int | None, int | None], ...], ...]:
        """What was read, at tables of four, in the order of their numbers where they have numbers."""
        made = []
        for tables in self._sessions:
            fours = []
            for table in _in_order(tables):
                a, b, c, d = (table.seats + [None] * 4)[:4]
                fours.append((a, b, c, d))
            made.append(tuple(fours))
        return tuple(made)

    def check(self, players: Collection[int], expected: int | None, byes: bool) -> None:
        """Note what is wrong with the whole: people and sessions unknown, missing or too many."""
        self._sessions = [tables for tables in self._sessions if tables]
        count = len(self._sessions)
        if expected is not None and count != expected:
            code = "too_few_sessions" if count < expected else "too_many_sessions"
            self.problem(code, sessions=count, expected=expected)
        known = set(players)
        for number, tables in enumerate(self._sessions, 1):
            self._check_session(number, tables, known, byes)

    def _check_session(self, session: int, tables: list[Table], known: set[int], byes: bool) -> None:
        where: dict[int, int] = {}
        numbered: dict[int, int] = {}
        for table in tables:
            if table.number is not None:
                if not 1 <= table.number <= len(tables):
                    self.problem("not_a_place", table.line, text=str(table.number))
                other = numbered.setdefault(table.number, table.line)
                if other != table.line:
                    self.problem("table_twice", table.line, session=session, table=table.number, other=other)
            for player in table.seats:
                if player is None:
                    continue
                if player not in known:
                    self.problem("unknown_number", table.line, player=player)
                if player in where:
                    self.problem(
                        "number_twice", table.line, session=session, player=player, other=where[player]
                    )
                where.setdefault(player, table.line)
        missing = sorted(known - where.keys())
        if missing and not byes:
            listed = ", ".join(map(str, missing))
            self.problem("missing", tables[-1].line, session=session, count=len(missing), players=listed)


def _in_order(tables: list[Table]) -> list[Table]:
    if any(table.number is None for table in tables):
        return tables
    return sorted(tables, key=lambda table: table.number or 0)


def plain_word(word: str) -> str:
    """A word with full-width characters made narrow, in small letters, without space around it."""
    return unicodedata.normalize("NFKC", word).strip().lower()
