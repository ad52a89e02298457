"""The draw: groups, labels, tables and chairs, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .anneal import apart
from .chairs import chairs_for_blocks
from .chairs_after import chairs_after, exchange_for_chairs
from .checks import check_draw, check_lots, check_wishes
from .conflicts import conflicts_of
from .groups import Group
from .history import Past, counted, from_zero
from .judge import Quality, judge
from .people import after, at_random, by_lots, in_advance
from .progress import Progress, Tick
from .stream import Stream
from .tables import number_tables
from .wishes import Wishes

ALGORITHM = "columns-1"

Session = tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True)
class Seating:
    """A draw: per session the tables in order, at each table the players 1 .. N in chairs 东南西北.

    `quality` reports on the whole tournament, sessions already played included. `algorithm` names the
    version of the draw: the same arguments, seed and algorithm give the same sessions on every machine.
    """

    sessions: tuple[Session, ...]
    quality: Quality
    seed: str
    algorithm: str = ALGORITHM


def draw(
    players: int,
    sessions: int,
    *,
    teams: Sequence[int | None] | None = None,
    seed: str = "",
    played: Past = (),
    wishes: Wishes = Wishes(),  # noqa: B008, it is frozen
    tick: Tick | None = None,
) -> Seating:
    """Draw `sessions` sessions for players 1 .. `players`.

    teams[p - 1] is the team of player p, or None. `played` are sessions already held: they count for
    repeats, chairs and tables, are not changed and not returned. `wishes` are about the sessions drawn;
    `unfulfilled` says which were not met. `tick` is called with (done, expected) steps of a search every now
    and then, and may raise to stop the draw. Raises DrawError if the arguments make no draw.
    """
    check_draw(players, sessions, teams, played)
    check_wishes(players, sessions, wishes)
    conflicts, progress = conflicts_of(teams or (), wishes), Progress(tick)
    if not played:
        people, numbered = in_advance(players, sessions, conflicts, seed, progress)
        return _seated(players, people, numbered, teams, seed, played, wishes)
    past = from_zero(played)
    people = after(players, sessions, conflicts, past, seed, progress)
    if sessions == 1:
        met = apart(players, conflicts.hard + conflicts.soft, past)
        people = [exchange_for_chairs(people[0], counted(players, past)[0], met)]
    return _seated(players, people, 0, teams, seed, played, wishes)


def draw_by_lots(
    players: int,
    sessions: int,
    positions: Sequence[int],
    *,
    teams: Sequence[int | None] | None = None,
    seed: str = "",
    wishes: Wishes = Wishes(),  # noqa: B008, it is frozen
    tick: Tick | None = None,
) -> Seating:
    """As `draw` in advance, but lots drawn by hand say who meets whom: positions[i] is the player with number i + 1.

    With teams of up to four, numbers 4t + 1 to 4t + 4 are a team and never meet, if a construction has room for
    teams. Nobody is moved for the sake of teams or wishes to keep people apart: whether the lots respect them is only
    reported. Chance is left with the numbers of tables and with chairs.
    """
    check_draw(players, sessions, teams, ())
    check_wishes(players, sessions, wishes)
    check_lots(players, positions)
    lots = [player - 1 for player in positions]
    people, numbered = by_lots(
        players, sessions, conflicts_of(teams or (), wishes), lots, seed, Progress(tick)
    )
    return _seated(players, people, numbered, teams, seed, (), wishes)


def draw_random(
    players: int,
    sessions: int,
    *,
    teams: Sequence[int | None] | None = None,
    seed: str = "",
    played: Past = (),
    wishes: Wishes = Wishes(),  # noqa: B008, it is frozen
    tick: Tick | None = None,
) -> Seating:
    """As `draw`, but by pure lot (抽签): who met whom before is not looked at.

    Team-mates and people who must stay apart do; other wishes are followed as far as possible. Tables and chairs
    are given as in every draw.
    """
    check_draw(players, sessions, teams, played)
    check_wishes(players, sessions, wishes)
    people = at_random(players, sessions, conflicts_of(teams or (), wishes), seed, Progress(tick))
    return _seated(players, people, 0, teams, seed, played, wishes)


def _seated(
    players: int,
    people: list[list[Group]],
    numbered: int,
    teams: Sequence[int | None] | None,
    seed: str,
    played: Past,
    wishes: Wishes,
) -> Seating:
    """Tables and chairs for groups of people, of whom the first `numbered` sessions are in order of tables."""
    held, visits = counted(players, from_zero(played))
    chairs = Stream(seed, "chairs")
    fixed = _fixed(len(people), wishes)
    people = number_tables(people, visits, numbered, fixed)
    if all(min(row) == max(row) for row in held):
        seated = chairs_for_blocks(people, chairs)
    else:
        seated = chairs_after(people, held, chairs)
    result = tuple(tuple((a + 1, b + 1, c + 1, d + 1) for a, b, c, d in session) for session in seated)
    return Seating(result, judge([*played, *result], teams or [None] * players), seed)


def _fixed(sessions: int, wishes: Wishes) -> list[Mapping[int, int]]:
    """At which table who sits in each session, counted from 0; empty if nobody is fixed at all."""
    if not wishes.tables:
        return []
    return [
        {wish.player - 1: wish.table - 1 for wish in wishes.tables if wish.holds_in(number)}
        for number in range(1, sessions + 1)
    ]
