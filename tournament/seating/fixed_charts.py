"""The charts of the national rules of 1998 that are sound: nobody meets anybody twice, nor a team-mate.

Players draw numbers, the chart says which numbers sit together. In the charts for teams of four, number
4(t - 1) + m is member m of team t. The rules' charts for five and six teams (表2, 表3) are not here: in 表2 people
meet again 29 times and team-mates 6 times, in 表3 people meet again 44 times. `draw` does better for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .checks import check_lots, check_roster
from .conflicts import clubs_of
from .errors import DrawError
from .given import GivenSeating, seat_groups
from .groups import Group
from .labels import pack
from .stream import Stream


@dataclass(frozen=True)
class Chart:
    """Who sits with whom, by numbers 1 .. `players`, in up to `sessions` sessions, the tables as printed."""

    key: str
    players: int
    sessions: int
    teams_of_four: bool
    groups: tuple[tuple[Group, ...], ...]


def _chart(key: str, teams_of_four: bool, *sessions: str) -> Chart:
    groups = []
    for session in sessions:
        tables = [[int(number) for number in table.split("-")] for table in session.split()]
        groups.append(tuple((a, b, c, d) for a, b, c, d in tables))
    return Chart(key, 4 * len(groups[0]), len(groups), teams_of_four, tuple(groups))


CHARTS: dict[str, Chart] = {
    chart.key: chart
    for chart in (
        _chart(
            "cn98-1",  # 表1: 4 teams, 4 sessions
            True,
            "1-5-9-13 2-6-10-14 3-7-11-15 4-8-12-16",
            "1-6-11-16 2-5-12-15 3-8-9-14 4-7-10-13",
            "1-8-10-15 4-5-11-14 2-7-9-16 3-6-12-13",
            "1-7-12-14 3-5-10-16 4-6-9-15 2-8-11-13",
        ),
        _chart(
            "cn98-4",  # 表4: 7 teams, 6 sessions
            True,
            "5-14-23-4 9-18-27-8 13-22-3-12 17-26-7-16 21-2-11-20 25-6-15-24 1-10-19-28",
            "9-26-15-4 13-2-19-8 17-6-23-12 21-10-27-16 25-14-3-20 1-18-7-24 5-22-11-28",
            "13-10-7-4 17-14-11-8 21-18-15-12 25-22-19-16 1-26-23-20 5-2-27-24 9-6-3-28",
            "17-22-27-4 21-26-3-8 25-2-7-12 1-6-11-16 5-10-15-20 9-14-19-24 13-18-23-28",
            "21-6-19-4 25-10-23-8 1-14-27-12 5-18-3-16 9-22-7-20 13-26-11-24 17-2-15-28",
            "25-18-11-4 1-22-15-8 5-26-19-12 9-2-23-16 13-6-27-20 17-10-3-24 21-14-7-28",
        ),
        _chart(
            "cn98-5",  # 表5: 16 players on their own, 5 sessions
            False,
            "1-2-3-4 5-6-7-8 9-10-11-12 13-14-15-16",
            "1-5-9-13 2-6-10-14 3-7-11-15 4-8-12-16",
            "1-6-11-16 2-5-12-15 3-8-9-14 4-7-10-13",
            "1-8-10-15 4-5-11-14 2-7-9-16 3-6-12-13",
            "1-7-12-14 3-5-10-16 4-6-9-15 2-8-11-13",
        ),
    )
}


def charts_for(players: int, sessions: int, teams: Sequence[int | None] = ()) -> tuple[Chart, ...]:
    """The charts that so many players can play for so many sessions, or for the first of their sessions.

    A chart for teams of four also serves people on their own, and teams that fill fours; one without teams serves
    only people on their own.
    """
    clubs = clubs_of(teams)
    in_fours = pack(clubs, players // 4) is not None
    return tuple(
        chart
        for chart in CHARTS.values()
        if chart.players == players
        and sessions <= chart.sessions
        and (in_fours if chart.teams_of_four else not clubs)
    )


def draw_chart(
    key: str,
    positions: Sequence[int] | None,
    sessions: int,
    *,
    teams: Sequence[int | None] | None = None,
    seed: str = "",
) -> GivenSeating:
    """The first `sessions` sessions of a chart: positions[i] is the player who drew number i + 1.

    Without `positions` the lots are drawn by the seed: for teams, and within teams. Who sits where, in which chair,
    depends on nothing but the numbers drawn: tables and chairs belong to the chart, and vary as far as they can.
    Raises KeyError for a key that is not in CHARTS, DrawError if the numbers make no draw.
    """
    chart = CHARTS[key]
    check_roster(chart.players, teams)
    if sessions < 1:
        raise DrawError("no_sessions", sessions=sessions)
    if sessions > chart.sessions:
        raise DrawError("chart_too_short", sessions=sessions, most=chart.sessions)
    who = lots_by_chance(chart, teams or (), seed) if positions is None else tuple(positions)
    check_lots(chart.players, who)
    placed = seat_groups(chart.players, chart.groups[:sessions], seed=chart.key, keep_tables=False)
    named = [[[who[number - 1] for number in table if number] for table in s] for s in placed.sessions]
    return seat_groups(chart.players, named, teams=teams, seed=seed, keep_chairs=True)


def lots_by_chance(chart: Chart, teams: Sequence[int | None], seed: str) -> tuple[int, ...]:
    """Who draws number 1, 2, ... of a chart: teams draw fours, then their members draw numbers in them."""
    stream = Stream(seed, "lots")
    tables = chart.players // 4
    packed = pack(clubs_of(teams), tables) if chart.teams_of_four else None
    if packed is None:
        return tuple(person + 1 for person in stream.permutation(chart.players))
    inside = {person for row in packed for person in row}
    others = [person for person in range(chart.players) if person not in inside]
    stream.shuffle(others)
    stream.shuffle(packed)
    lots = []
    for row in packed:
        four = row + [others.pop() for _ in range(4 - len(row))]
        stream.shuffle(four)
        lots += [person + 1 for person in four]
    return tuple(lots)
