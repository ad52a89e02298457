"""What is possible at all, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .wishes import Wishes


@dataclass(frozen=True)
class Forced:
    """A team or club that is too large to stay apart: so many pairs of it sit together in every session at least.

    `team` is its place among the sizes given, or `apart` its place in `Wishes.apart`; the other is None.
    """

    size: int
    meetings: int
    team: int | None = None
    apart: int | None = None


@dataclass(frozen=True)
class Limits:
    """Bounds that no draw can beat.

    without_repeats: the most sessions in which nobody need meet anybody twice. mates_apart: the most in
    which, besides, no two of one team meet (None: there are no teams, or a club is larger than the number
    of tables, so its people must meet). forced_mates: meetings of team-mates that every single session has
    at least, by the sizes of the clubs. least_quad: a lower bound for the sum over pairs of C(meetings, 2).
    """

    players: int
    sessions: int
    tables: int
    without_repeats: int
    mates_apart: int | None
    forced_mates: int
    least_quad: int
    forced: tuple[Forced, ...] = ()
    kept_apart: int | None = None


def limits(
    players: int,
    sessions: int,
    team_sizes: Iterable[int] = (),
    wishes: Wishes = Wishes(),  # noqa: B008, it is frozen
) -> Limits:
    """The bounds for so many players, sessions, teams of the given sizes and wishes."""
    tables = players // 4
    all_sizes = list(team_sizes)
    sizes = [size for size in all_sizes if size > 1]
    forced = sum(forced_meetings(size, tables) for size in sizes)
    most = most_without_repeats(players)
    apart = min(most, (players - max(sizes, default=1)) // 3)
    if set(sizes) == {4} and sum(sizes) == players:
        apart = most - 1  # teams of four are a session more
    mates_apart = apart if sizes and not forced else None
    return Limits(
        players=players,
        sessions=sessions,
        tables=tables,
        without_repeats=most,
        mates_apart=mates_apart,
        forced_mates=forced,
        least_quad=least_quad(players, sessions),
        forced=_forced(tables, all_sizes, wishes),
        kept_apart=_kept_apart(players, most if mates_apart is None else mates_apart, sizes, wishes),
    )


def _forced(tables: int, sizes: list[int], wishes: Wishes) -> tuple[Forced, ...]:
    teams = [Forced(size, forced_meetings(size, tables), team=place) for place, size in enumerate(sizes)]
    clubs = [
        Forced(len(wish.people), forced_meetings(len(wish.people), tables), apart=place)
        for place, wish in enumerate(wishes.apart)
    ]
    return tuple(club for club in (*teams, *clubs) if club.meetings)


def _kept_apart(players: int, most: int, sizes: list[int], wishes: Wishes) -> int | None:
    """Whoever must not meet s - 1 people has players - s others to meet, three a session."""
    hard = sizes + [len(wish.people) for wish in wishes.apart if wish.must and len(wish.people) > 1]
    if not hard or max(hard) > players // 4:
        return None
    return min(most, (players - max(hard)) // 3)


def most_without_repeats(players: int) -> int:
    """(players - 1) / 3, as everybody meets three others a session; less in three cases that are impossible."""
    return {8: 1, 12: 1, 20: 5}.get(players, (players - 1) // 3)


def forced_meetings(size: int, tables: int) -> int:
    """How many pairs of a club of this size sit together in every session at least: spread out evenly."""
    if not tables:
        return 0
    each, over = divmod(size, tables)
    return (tables - over) * (each * (each - 1) // 2) + over * ((each + 1) * each // 2)


def least_quad(players: int, sessions: int, team_pairs: int = 0) -> int:
    """A lower bound for the sum over pairs of C(meetings, 2).

    All meetings of all sessions shared out evenly over the pairs (without the `team_pairs`, who never
    meet). With two or three tables any two sessions have at least four or three pairs in common.
    """
    pairs = players * (players - 1) // 2 - team_pairs
    each, over = divmod(6 * (players // 4) * sessions, pairs)
    even = (pairs - over) * (each * (each - 1) // 2) + over * (each * (each + 1) // 2)
    in_common = {4: 6, 8: 4, 12: 3}.get(players, 0)
    return max(even, in_common * sessions * (sessions - 1) // 2)
