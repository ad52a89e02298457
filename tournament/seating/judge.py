"""The report on a seating: who meets again, which team-mates meet, how even chairs and tables are.

It judges any seating in the same way: a draw, a chart typed in by hand, a draw after two players were
exchanged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

Table = Sequence[int | None]


@dataclass(frozen=True)
class SessionReport:
    """One session in the light of those before it.

    `repeats` counts the pairs of its tables who had met before, `team_mates` the pairs of one team at a
    table, `chair_spread` is the worst after this session, `doubled` are players who sit there twice.
    """

    session: int
    players: int
    repeats: int
    team_mates: int
    chair_spread: int
    doubled: tuple[int, ...] = ()


@dataclass(frozen=True)
class Again:
    """Two players who meet more than once, and in which sessions."""

    player: int
    other: int
    sessions: tuple[int, ...]


@dataclass(frozen=True)
class MatesMeet:
    """Two players of one team at one table of a session."""

    player: int
    other: int
    session: int


@dataclass(frozen=True)
class Quality:
    """How good a seating is; 0 is best everywhere but in `most_at_one_table` and `team_meetings`.

    repeats: sum over pairs of max(0, meetings - 1). quad: sum over pairs of C(meetings, 2). team_mates: how
    often two of one team sit at a table. chair_spread: most minus fewest times that one player has one
    chair, at the end; chair_spread_any, chair_spread_fourth: the worst after any session, after sessions 4,
    8, 12. most_at_one_table: the most often that anybody sits at one table. team_meetings: the fewest and
    the most often that two teams meet. byes_spread: most minus fewest sessions played. Sessions count from
    1.
    """

    repeats: int
    quad: int
    team_mates: int
    chair_spread: int
    chair_spread_any: int
    chair_spread_fourth: int
    most_at_one_table: int
    byes_spread: int
    team_meetings: tuple[int, int] | None
    per_session: tuple[SessionReport, ...]
    meet_again: tuple[Again, ...]
    mates_meet: tuple[MatesMeet, ...]


def judge(sessions: Sequence[Sequence[Table]], teams: Sequence[int | None] | None = None) -> Quality:
    """The report on all `sessions`. teams[p - 1] is the team of player p; None in a chair is an empty chair."""
    report = _Report(teams or ())
    rows = tuple(report.add(number, session) for number, session in enumerate(sessions, 1))
    again = {pair: held for pair, held in report.meetings.items() if len(held) > 1}
    players = report.chairs
    played = [sum(counts) for counts in players.values()]
    return Quality(
        repeats=sum(len(held) - 1 for held in again.values()),
        quad=sum(len(held) * (len(held) - 1) // 2 for held in again.values()),
        team_mates=len(report.mates),
        chair_spread=rows[-1].chair_spread if rows else 0,
        chair_spread_any=max((row.chair_spread for row in rows), default=0),
        chair_spread_fourth=max((row.chair_spread for row in rows if row.session % 4 == 0), default=0),
        most_at_one_table=max(report.visits.values(), default=0),
        byes_spread=max(played) - min(played) if played else 0,
        team_meetings=report.between_teams(),
        per_session=rows,
        meet_again=tuple(Again(a, b, tuple(held)) for (a, b), held in sorted(again.items())),
        mates_meet=tuple(report.mates),
    )


class _Report:
    """What has been counted so far, session after session."""

    def __init__(self, teams: Sequence[int | None]) -> None:
        self.team_of = {player: team for player, team in enumerate(teams, 1) if team is not None}
        self.meetings: dict[tuple[int, int], list[int]] = defaultdict(list)
        self.chairs: dict[int, list[int]] = {player: [0, 0, 0, 0] for player in range(1, len(teams) + 1)}
        self.visits: Counter[tuple[int, int]] = Counter()
        self.mates: list[MatesMeet] = []

    def add(self, number: int, session: Sequence[Table]) -> SessionReport:
        repeats, mates_before = 0, len(self.mates)
        seen: Counter[int] = Counter()
        for table, seats in enumerate(session, 1):
            for chair, player in enumerate(seats):
                if player is not None:
                    seen[player] += 1
                    self.chairs.setdefault(player, [0, 0, 0, 0])[chair] += 1
                    self.visits[player, table] += 1
            for pair in combinations(sorted({p for p in seats if p is not None}), 2):
                held = self.meetings[pair]
                repeats += bool(held)
                held.append(number)
                team = self.team_of.get(pair[0])
                if team is not None and team == self.team_of.get(pair[1]):
                    self.mates.append(MatesMeet(*pair, number))
        return SessionReport(
            session=number,
            players=len(seen),
            repeats=repeats,
            team_mates=len(self.mates) - mates_before,
            chair_spread=max((max(c) - min(c) for c in self.chairs.values()), default=0),
            doubled=tuple(sorted(player for player, times in seen.items() if times > 1)),
        )

    def between_teams(self) -> tuple[int, int] | None:
        names = sorted(set(self.team_of.values()))
        if len(names) < 2:
            return None
        counts: Counter[tuple[int, int]] = Counter()
        for (a, b), held in self.meetings.items():
            one, two = self.team_of.get(a), self.team_of.get(b)
            if one is not None and two is not None and one != two:
                counts[min(one, two), max(one, two)] += len(held)
        fewest = min(counts.values()) if len(counts) == len(names) * (len(names) - 1) // 2 else 0
        return fewest, max(counts.values(), default=0)
