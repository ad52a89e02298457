"""Which person gets which point: by the seed, and so that people of one team do not meet."""

from __future__ import annotations

from collections.abc import Sequence

from .groups import Groups
from .stream import WORD, Stream

Clubs = list[list[int]]
STEPS = 200_000


def clubs_of(teams: Sequence[int | None]) -> Clubs:
    """The teams of two or more as lists of people (0-based), the largest first, then by their first member."""
    members: dict[int, list[int]] = {}
    for person, team in enumerate(teams):
        if team is not None:
            members.setdefault(team, []).append(person)
    return sorted(
        (club for club in members.values() if len(club) > 1), key=lambda club: (-len(club), club[0])
    )


def pack(clubs: Clubs, rows: int) -> list[list[int]] | None:
    """Put the clubs whole into rows of four places (first fit); None if they do not go in."""
    filled: list[list[int]] = [[] for _ in range(rows)]
    for club in clubs:
        row = next((row for row in filled if len(row) + len(club) <= 4), None)
        if row is None:
            return None
        row.extend(club)
    return filled


def by_rows(groups: Groups, packed: list[list[int]], stream: Stream) -> list[int]:
    """Name the points so that every packed row of people gets a row of points. name[point] = person."""
    rows = groups.rows or []
    people = 4 * len(rows)
    inside = {person for row in packed for person in row}
    others = [person for person in range(people) if person not in inside]
    stream.shuffle(others)
    name = [0] * people
    for row, where in zip(packed, stream.permutation(len(rows)), strict=True):
        four = row + [others.pop() for _ in range(4 - len(row))]
        stream.shuffle(four)
        for point, person in zip(rows[where], four, strict=True):
            name[point] = person
    return name


def along_columns(groups: Groups, clubs: Clubs, stream: Stream, least: int) -> tuple[list[int], int]:
    """Name the points club by club along the columns, then exchange names while fewer team-mates meet.

    Returns the names and how often team-mates meet; stops at `least`.
    """
    people = 4 * len(groups.sessions[0])
    club_of = [-1] * people
    shuffled = clubs[:]
    stream.shuffle(shuffled)
    shuffled.sort(key=len, reverse=True)
    name: list[int] = []
    for number, club in enumerate(shuffled):
        for person in club:
            club_of[person] = number
        members = club[:]
        stream.shuffle(members)
        name += members
    others = [person for person in range(people) if club_of[person] < 0]
    stream.shuffle(others)
    name += others
    return _search(name, club_of, _neighbours(groups, people), stream, least)


def _neighbours(groups: Groups, people: int) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(people)]
    for session in groups.sessions:
        for group in session:
            for point in group:
                near[point] += [other for other in group if other != point]
    return near


def _search(
    name: list[int], club_of: list[int], near: list[list[int]], stream: Stream, least: int
) -> tuple[list[int], int]:
    club_at = [club_of[person] for person in name]
    cost = (
        sum(
            club >= 0 and club_at[other] == club
            for point, club in enumerate(club_at)
            for other in near[point]
        )
        // 2
    )
    best, best_cost = name[:], cost
    points, word = len(name), stream.word
    for step in range(STEPS):
        if best_cost <= least:
            break
        i = word() * points >> 32
        club = club_at[i]
        if club < 0:
            continue
        here = [club_at[k] for k in near[i]]
        now = here.count(club)
        if not now:
            continue
        j = word() * points >> 32
        other = club_at[j]
        if other == club:
            continue
        there = [club_at[k] for k in near[j]]
        shared = near[i].count(j)
        delta = there.count(club) - shared - now
        if other >= 0:
            delta += here.count(other) - shared - there.count(other)
        stage = 1 + step * 8 // STEPS
        if delta > 0 and word() >= WORD >> (2 * delta * stage):
            continue
        club_at[i], club_at[j] = other, club
        name[i], name[j] = name[j], name[i]
        cost += delta
        if cost < best_cost:
            best, best_cost = name[:], cost
    return best, best_cost
