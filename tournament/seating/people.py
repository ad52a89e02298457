"""Who meets whom, by name: constructions get their people, and local search does what no construction does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .anneal import HOT, anneal, apart, cost_of
from .conflicts import Clubs, Conflicts, least_meetings, weights
from .groups import Group, Groups, in_fours, renamed
from .history import Past
from .known import STEPS, with_fewest_repeats, without_repeats
from .labels import along_columns, by_rows, mended, nested, pack
from .limits import limits
from .progress import Progress
from .soften import soften
from .stream import Stream

_WALKS = 4  # how often a search that follows played sessions begins before it settles for repeats
_AHEAD = (4, 2)  # how many sessions it looks ahead in the first of them
_CHOICE = 3  # how many ways to name everybody are softened before the best is taken
_FIRST = 1 << 20  # the price of a meeting that comes first, where others that do not are looked at as well


def in_advance(
    players: int, sessions: int, conflicts: Conflicts, seed: str, progress: Progress
) -> tuple[list[list[Group]], int]:
    """The groups of people for a whole tournament, and in how many sessions they are in order of tables.

    First choice: no repeats and teams in the rows of a construction. Second: no repeats and names along the
    columns, as long as team-mates meet no more often than they must. If neither can be had, team-mates come
    first: the better of a search from rows and a search from the best names. Soft wishes choose among the names
    that are equally good otherwise.
    """
    names, search = Stream(seed, "labels"), Stream(seed, "groups")
    task = _Names(players, sessions, conflicts, names, progress)
    packed = pack(conflicts.clubs, players // 4) if conflicts.clubs else None
    starts = _starts(players, sessions, conflicts, packed, names, search, progress)
    softened: list[tuple[int, Groups, list[int]]] = []
    labelled: list[tuple[int, Groups, list[int]]] = []
    for made, start in starts:
        name, mates = task.kept_apart(made, start)
        if mates > task.least:
            labelled.append((mates, made, name))
            continue
        name, price = task.softened(made, name)
        softened.append((price, made, name))
        if price <= task.least_soft or len(softened) == _CHOICE:
            break
    if softened:
        _, made, name = min(softened, key=lambda way: way[0])
        return _named(made, name, seed)
    _, made, name = min(labelled, key=lambda way: way[0])
    people = _changed_groups(_named(made, name, seed)[0], conflicts, packed, names, search, seed, progress)
    name, _ = task.softened(Groups(people), list(range(players)))
    return [renamed(session, name) for session in people], 0


def by_lots(
    players: int, sessions: int, conflicts: Conflicts, lots: Sequence[int], seed: str, progress: Progress
) -> tuple[list[list[Group]], int]:
    """As `in_advance`, with lots in the place of chance: lots[i] is the person who drew number i + 1.

    Where there are teams that fit into rows of four, four numbers in a row are a row: number 4t + m is member m of
    the team in row t.
    """
    packed = pack(conflicts.teams, players // 4) if conflicts.teams else None
    ways = without_repeats(players, sessions, rows=packed is not None)
    if not ways:
        ways = [with_fewest_repeats(players, sessions, packed is not None, Stream(seed, "groups"), progress)]
    made = ways[0]
    name = list(lots)
    if made.rows is not None:
        for row, first in zip(made.rows, range(0, players, 4), strict=True):
            for point, person in zip(row, lots[first : first + 4], strict=True):
                name[point] = person
    return _named(made, name, seed)


class _Names:
    """Names for groups: first those who must stay apart, then those who better stay apart."""

    def __init__(
        self, players: int, sessions: int, conflicts: Conflicts, stream: Stream, progress: Progress
    ) -> None:
        self._conflicts, self._stream, self._progress = conflicts, stream, progress
        self._hard = weights(players, [(conflicts.hard, 1)])
        self._both = weights(players, [(conflicts.hard, _FIRST), (conflicts.soft, 1)])
        self.least = sessions * least_meetings(conflicts.hard, players // 4)
        self.least_soft = sessions * least_meetings(conflicts.soft, players // 4) + _FIRST * self.least

    def kept_apart(self, made: Groups, name: list[int]) -> tuple[list[int], int]:
        """Better names, and how often people meet who must not. Teams in rows need no look."""
        if not self._conflicts.hard or (made.rows is not None and not self._conflicts.overlapping):
            return name, 0
        return mended(name, made, self._hard, self._stream, self.least, self._progress)

    def softened(self, made: Groups, name: list[int]) -> tuple[list[int], int]:
        """Names with fewer meetings of people who better stay apart, and no more of those who must."""
        if not self._conflicts.soft:
            return name, self.least_soft
        return mended(name, made, self._both, self._stream, self.least_soft, self._progress, steep=1)


def _starts(
    players: int,
    sessions: int,
    conflicts: Conflicts,
    packed: Clubs | None,
    names: Stream,
    search: Stream,
    progress: Progress,
) -> Iterator[tuple[Groups, list[int]]]:
    """Groups with names to begin from, the most promising first."""
    if packed is not None:
        for made in without_repeats(players, sessions, rows=True)[:1]:
            yield made, by_rows(made, packed, names)
    ways = without_repeats(players, sessions, rows=False)
    if not ways:
        ways = [with_fewest_repeats(players, sessions, False, search, progress)]
    for made in ways:
        if conflicts.overlapping:
            yield made, along_columns(players, nested(conflicts.hard + conflicts.soft), names)
        if conflicts.hard or not conflicts.overlapping:
            yield made, along_columns(players, conflicts.clubs, names)


def _changed_groups(
    people: list[list[Group]],
    conflicts: Conflicts,
    packed: Clubs | None,
    names: Stream,
    search: Stream,
    seed: str,
    progress: Progress,
) -> list[list[Group]]:
    """Groups in which people who must stay apart meet more seldom, at the price of repeats."""
    players, sessions = 4 * len(people[0]), len(people)
    pretended = apart(players, conflicts.hard)
    best, cost = anneal(people, pretended, search, STEPS, hot=HOT, progress=progress)
    if packed is not None:
        made = with_fewest_repeats(players, sessions, True, search, progress)
        if made.rows:
            other, _ = _named(made, by_rows(made, packed, names), seed)
            if cost_of(other, pretended) <= cost:
                best = other
    return best


def _named(made: Groups, name: list[int], seed: str) -> tuple[list[list[Group]], int]:
    """Points become people, and the tables get other numbers, the same ones in every session."""
    order = Stream(seed, "order").permutation(len(name) // 4)
    people = []
    for session in made.sessions:
        placed = renamed(session, name)
        people.append([placed[t] for t in order])
    return people, made.numbered


def at_random(
    players: int, sessions: int, conflicts: Conflicts, seed: str, progress: Progress
) -> list[list[Group]]:
    """Groups by lot alone: whoever must stay apart, or better does, changes places with somebody else by lot."""
    stream = Stream(seed, "random")
    task = _Names(players, 1, conflicts, stream, progress)
    one_session = Groups([in_fours(range(players))])
    made = []
    for _ in range(sessions):
        name, _ = task.kept_apart(one_session, stream.permutation(players))
        name, _ = task.softened(one_session, name)
        made.append(in_fours(name))
    return made


def after(
    players: int, sessions: int, conflicts: Conflicts, past: Past, seed: str, progress: Progress
) -> list[list[Group]]:
    """The groups of people for the sessions that follow `past`: local search from groups drawn at random.

    Where it gets tight a few sessions more are drawn than asked for, and thrown away: so later draws find room.
    Soft wishes are looked at last, and cost no repeat.
    """
    stream = Stream(seed, "after")
    pretended = apart(players, conflicts.hard, past)
    found = _followed(players, sessions, conflicts, pretended, len(past), stream, progress)
    if not conflicts.soft:
        return found
    return soften(found, pretended, weights(players, [(conflicts.soft, 1)]), stream, progress)


def _followed(
    players: int,
    sessions: int,
    conflicts: Conflicts,
    pretended: list[list[int]],
    played: int,
    stream: Stream,
    progress: Progress,
) -> list[list[Group]]:
    held = played + sessions
    bounds = limits(players, held, map(len, conflicts.hard))
    room = (bounds.without_repeats if bounds.mates_apart is None else bounds.mates_apart) - held
    tight = 3 * 3 * (held + max(_AHEAD)) >= players
    ahead = sorted({min(more, room) for more in _AHEAD if tight and room > 0}, reverse=True)
    tried = []
    for more in ahead + [0] * (_WALKS - len(ahead)):
        start = [in_fours(stream.permutation(players)) for _ in range(sessions + more)]
        found, cost = anneal(start, pretended, stream, STEPS // _WALKS, progress=progress)
        if cost == 0:
            return found[:sessions]
        tried.append(found[:sessions])
    return min(tried, key=lambda found: cost_of(found, pretended))
