"""A judge of seatings that shares nothing with the program: plain counting, straight from what the words mean."""

from collections.abc import Sequence

Sessions = Sequence[Sequence[Sequence[int]]]


def met(sessions: Sessions, a: int, b: int) -> int:
    """In how many sessions two players sit at one table."""
    return sum(1 for session in sessions for table in session if a in table and b in table)


def all_meetings(sessions: Sessions) -> dict[frozenset[int], int]:
    """How often every pair that meets at all meets."""
    counts: dict[frozenset[int], int] = {}
    for session in sessions:
        for table in session:
            for a in table:
                for b in table:
                    if a < b:
                        pair = frozenset((a, b))
                        counts[pair] = counts.get(pair, 0) + 1
    return counts


def repeats(sessions: Sessions) -> int:
    return sum(times - 1 for times in all_meetings(sessions).values())


def quad(sessions: Sessions) -> int:
    return sum(times * (times - 1) // 2 for times in all_meetings(sessions).values())


def mates_together(sessions: Sessions, teams: Sequence[int | None]) -> int:
    total = 0
    for pair, times in all_meetings(sessions).items():
        a, b = pair
        if teams[a - 1] is not None and teams[a - 1] == teams[b - 1]:
            total += times
    return total


def team_meetings(sessions: Sessions, teams: Sequence[int | None]) -> list[int]:
    """How often each two teams meet, over all their players."""
    names = sorted({team for team in teams if team is not None})
    between = {frozenset((s, t)): 0 for s in names for t in names if s < t}
    for pair, times in all_meetings(sessions).items():
        a, b = pair
        key = frozenset(team for team in (teams[a - 1], teams[b - 1]) if team is not None)
        if key in between:
            between[key] += times
    return list(between.values())


def chair_spreads(sessions: Sessions, players: int) -> list[int]:
    """The worst spread of any player after session 1, 2, 3, ..."""
    counts = [[0] * 4 for _ in range(players + 1)]
    worst = []
    for session in sessions:
        for table in session:
            for chair in range(4):
                counts[table[chair]][chair] += 1
        worst.append(max(max(row) - min(row) for row in counts[1:]))
    return worst


def most_at_one_table(sessions: Sessions) -> int:
    visits: dict[tuple[int, int], int] = {}
    for session in sessions:
        for number, table in enumerate(session):
            for player in table:
                visits[player, number] = visits.get((player, number), 0) + 1
    return max(visits.values())


def assert_legal(sessions: Sessions, players: int, count: int) -> None:
    """Every session seats everybody exactly once, at tables of four."""
    assert len(sessions) == count
    for session in sessions:
        assert [len(table) for table in session] == [4] * (players // 4)
        assert sorted(player for table in session for player in table) == list(range(1, players + 1))


def assert_even_chairs(sessions: Sessions, players: int) -> None:
    """Never more than one apart, and all equal after every fourth session."""
    spreads = chair_spreads(sessions, players)
    assert max(spreads) <= 1
    assert not any(spreads[3::4])


def teams_of(size: int, players: int) -> list[int | None]:
    return [player // size for player in range(players)]
