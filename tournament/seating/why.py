"""After a draw: what could not be fulfilled, by how much, and why.

Bounds are of what the draw had to respect: people who must stay apart do, whatever has been played stays.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from .limits import forced_meetings, limits, most_without_repeats
from .wishes import Table, Wishes, unfulfilled

Kind = Literal["repeats", "team", "apart", "table", "chairs"]
Code = Literal["over_the_limit", "club_larger_than_tables", "two_at_fixed_table", "proved", "not_found"]
Sessions = Sequence[Sequence[Table]]


@dataclass(frozen=True)
class Reason:
    """One thing that a draw did not fulfil.

    kind: `repeats` (meetings in the sessions drawn of people who have met), `team` and `apart` (meetings within the
    team or wish `place`, in the sessions drawn), `table` (sessions in which the wish `place` is not fulfilled),
    `chairs` (the spread at the end, if above one). `figure` is how much it is, `bound` the least that can be proved
    to be necessary; of `table`, the sessions in which somebody else is in the way.

    code: over_the_limit - there are more sessions than can be played without; club_larger_than_tables - it has more
    people than there are tables; two_at_fixed_table - somebody else of his table is wished elsewhere; proved -
    no draw has less; not_found - a better draw was not found, and is not excluded.
    """

    kind: Kind
    figure: int
    bound: int
    code: Code
    place: int | None = None


def reasons(
    sessions: Sessions,
    wishes: Wishes = Wishes(),  # noqa: B008, it is frozen
    teams: Sequence[int | None] = (),
    played: Sessions = (),
    groups: Sequence[Sequence[int]] = (),
) -> tuple[Reason, ...]:
    """Everything that the drawn `sessions` do not fulfil, after `played`; teams[p - 1] is the team of player p.

    `groups`: who plays among themselves, where the draw was made in groups. Empty if nothing is left to wish.
    """
    clubs: dict[int, list[int]] = defaultdict(list)
    for player, team in enumerate(teams, 1):
        if team is not None:
            clubs[team].append(player)
    hard = [*clubs.values(), *(wish.people for wish in wishes.apart if wish.must)]
    found = _repeats_in_groups(sessions, played, hard, groups) if groups else _repeats(sessions, played, hard)
    for team, people in sorted(clubs.items()):
        found += _club("team", team, people, sessions, 0)
    for place, wish in enumerate(wishes.apart):
        found += _club("apart", place, wish.people, sessions, 0 if wish.must else len(played) + len(sessions))
    return (*found, *_tables(sessions, wishes), *_chairs(sessions, played))


def _repeats(sessions: Sessions, played: Sessions, hard: Sequence[Sequence[int]]) -> list[Reason]:
    before, met = _met(played), _met([*played, *sessions])
    old = before.total() - len(before)
    figure = met.total() - len(met) - old
    if not figure:
        return []
    bound = max(0, _least_repeats([*played, *sessions], met, hard) - old)
    players = len({p for pair in met for p in pair})
    sizes = [len(club) for club in hard if len(club) > 1]
    count = len(played) + len(sessions)
    over = count > most_without_repeats(players)
    if sizes:
        apart = limits(players, count, sizes).mates_apart
        over = over or (apart is not None and count > apart)
    if over:
        return [Reason("repeats", figure, bound, "over_the_limit")]
    return [Reason("repeats", figure, bound, "proved" if figure == bound else "not_found")]


def _repeats_in_groups(
    sessions: Sessions, played: Sessions, hard: Sequence[Sequence[int]], groups: Sequence[Sequence[int]]
) -> list[Reason]:
    """All groups together. What a group can play without repeats is a matter of its own size."""
    figure = bound = 0
    over = False
    for group in groups:
        people = set(group)
        clubs = [[player for player in club if player in people] for club in hard]
        within, before = _within(sessions, people), _within(played, people)
        for one in _repeats(within, before, clubs):
            figure, bound = figure + one.figure, bound + one.bound
            over = over or len(within) > most_without_repeats(len(people))
    if not figure:
        return []
    if over:
        return [Reason("repeats", figure, bound, "over_the_limit")]
    return [Reason("repeats", figure, bound, "proved" if figure == bound else "not_found")]


def _within(sessions: Sessions, people: set[int]) -> list[list[Table]]:
    """The tables at which some of these people sit, with the others left out."""
    found = [[tuple(p if p in people else None for p in table) for table in session] for session in sessions]
    return [[table for table in session if any(table)] for session in found]


def _met(sessions: Sessions) -> Counter[tuple[int, int]]:
    """How often each pair meets."""
    met: Counter[tuple[int, int]] = Counter()
    for session in sessions:
        for table in session:
            met.update(combinations(sorted(p for p in table if p is not None), 2))
    return met


def _least_repeats(
    sessions: Sessions, met: Mapping[tuple[int, int], int], hard: Sequence[Sequence[int]]
) -> int:
    """Whoever meets more people than he may meet at all meets some again, and so do those whom he meets."""
    meetings: Counter[int] = Counter()
    for pair, times in met.items():
        for player in pair:
            meetings[player] += times
    never: dict[int, set[int]] = defaultdict(set)
    tables = min(len(session) for session in sessions)
    for club in hard:
        if len(club) <= tables:
            for player in club:
                never[player].update(club)
    for one, other in met:  # people who met all the same leave more to meet
        never[one].discard(other)
        never[other].discard(one)
    people = set(meetings)
    again = sum(max(0, times - len(people - {player} - never[player])) for player, times in meetings.items())
    # With two or three full tables any two sessions have at least four or three pairs in common.
    full = all(4 * len(session) == len(people) for session in sessions)
    in_common = {4: 6, 8: 4, 12: 3}.get(len(people), 0) if full else 0
    impossible = len(people) == 20 and len(sessions) > 5 and full
    return max((again + 1) // 2, in_common * (len(sessions) - 1), int(impossible))


def _club(kind: Kind, place: int, people: Sequence[int], sessions: Sessions, held: int) -> list[Reason]:
    """The meetings within a club. `held`: how many sessions there are in all, if the club gives way to repeats."""
    club = set(people)
    figure = bound = players = 0
    for session in sessions:
        inside = [sum(p in club for p in table) for table in session]
        figure += sum(count * (count - 1) // 2 for count in inside)
        bound += forced_meetings(sum(inside), len(session))
        players = max(players, sum(p is not None for table in session for p in table))
    if not figure:
        return []
    if bound:
        return [Reason(kind, figure, bound, "club_larger_than_tables", place)]
    over = held > (players - len(club)) // 3
    return [Reason(kind, figure, 0, "over_the_limit" if over else "not_found", place)]


def _tables(sessions: Sessions, wishes: Wishes) -> list[Reason]:
    missed: dict[int, list[int]] = defaultdict(list)
    for one in unfulfilled(sessions, wishes):
        if one.table is not None:
            missed[one.table].append(one.session)
    found = []
    for place, numbers in sorted(missed.items()):
        clash = [number for number in numbers if _clashes(sessions[number - 1], number, place, wishes)]
        code: Code = "two_at_fixed_table" if clash else "not_found"
        found.append(Reason("table", len(numbers), len(clash), code, place))
    return found


def _clashes(session: Sequence[Table], number: int, place: int, wishes: Wishes) -> bool:
    """Whether somebody of the same table is wished at another one."""
    wish = wishes.tables[place]
    mates = next((set(table) for table in session if wish.player in table), set())
    return any(
        other.player in mates and other.player != wish.player and other.table != wish.table
        for other in wishes.tables
        if other.holds_in(number)
    )


def _chairs(sessions: Sessions, played: Sessions) -> list[Reason]:
    before, after = _held(played), _held([*played, *sessions])
    figure = max((max(row) - min(row) for row in after.values()), default=0)
    if figure < 2:
        return []
    bound = max(
        _least_spread(before[player], sum(row) - sum(before[player])) for player, row in after.items()
    )
    return [Reason("chairs", figure, bound, "proved" if figure == bound else "not_found")]


def _held(sessions: Sessions) -> dict[int, list[int]]:
    held: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for session in sessions:
        for table in session:
            for chair, player in enumerate(table):
                if player is not None:
                    held[player][chair] += 1
    return held


def _least_spread(held: Sequence[int], more: int) -> int:
    """The least spread after so many more sessions: always the chair that one had most seldom."""
    counts = list(held)
    for _ in range(more):
        counts[counts.index(min(counts))] += 1
    return max(counts) - min(counts)
