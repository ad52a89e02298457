"""Exact search for one session: tables of four in which every two may meet, and everybody sits once.

Who may meet whom is a graph, so a table is a clique of four of it, and a session covers every person with exactly one
of them. The search takes whoever has the fewest tables left, tries each of those, and goes back where somebody has
none. It counts its steps, not the time: with the same input it finds, proves, or gives up at the same place on every
machine.

All tables that are left are one whole number, a bit each; so are the tables of each person. What is left of a person
after a choice is one `&`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .groups import Group
from .stream import Stream

_T = TypeVar("_T")
NODES = 20_000
GROUPS = 40_000


@dataclass(frozen=True)
class Unknown:
    """The search was given up after so many nodes: there may be a session or not."""

    nodes: int


def legal_session(
    allowed: Sequence[int],
    stream: Stream | None = None,
    node_limit: int = NODES,
) -> list[Group] | Unknown | None:
    """A session in which every two at a table may meet; None if it is proved that there is none.

    Bit q of allowed[p] says that p and q (0 .. N - 1, N a multiple of four) may meet; allowed must be symmetric, p's
    own bit is not read. With a stream the tables of a person are tried in random order, otherwise those of the lowest
    numbers first.
    """
    people = len(allowed)
    everybody = (1 << people) - 1
    may = [everybody & mask & ~(1 << p) for p, mask in enumerate(allowed)]
    if any(mask.bit_count() < 3 for mask in may) or _too_many_apart(may):
        return None
    return _Search(may, stream, node_limit).seat(everybody)


def groups_within(allowed: Sequence[int], free: int, limit: int | None = None) -> list[Group] | None:
    """All tables that the people of the mask `free` can form, the lowest numbers first; None if more than `limit`."""
    found: list[Group] = []
    for a in bits(free):
        near_a = allowed[a] & free & -(2 << a)
        for b in bits(near_a):
            near_b = near_a & allowed[b] & -(2 << b)
            for c in bits(near_b):
                found += [(a, b, c, d) for d in bits(near_b & allowed[c] & -(2 << c))]
                if limit is not None and len(found) > limit:
                    return None
    return found


def bits(mask: int) -> list[int]:
    """The numbers of the bits of a mask, from the lowest."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _too_many_apart(may: Sequence[int]) -> bool:
    """Whether some people of whom no two may meet are seen at once to be more than there are tables."""
    tables, everybody = len(may) // 4, (1 << len(may)) - 1
    never = [everybody & ~mask & ~(1 << p) for p, mask in enumerate(may)]
    seen = 0
    for start, mask in enumerate(never):
        if mask.bit_count() < tables or seen >> start & 1:
            continue
        size, left = 1, mask
        seen |= 1 << start
        while left:
            p = max(bits(left), key=lambda q: (left & never[q]).bit_count())
            size, left, seen = size + 1, left & never[p], seen | 1 << p
        if size > tables:
            return True
    return False


def mask_of(group: Sequence[int]) -> int:
    """The people of a group as a mask."""
    mask = 0
    for p in group:
        mask |= 1 << p
    return mask


class Cover:
    """Tables of which some are to be chosen so that everybody sits at exactly one: of[p] are those of p, a bit each."""

    def __init__(self, groups: Sequence[Group], free: int) -> None:
        self.groups = groups
        rows = {p: bytearray(len(groups) // 8 + 1) for p in bits(free)}
        for number, group in enumerate(groups):
            for p in group:
                rows[p][number >> 3] |= 1 << (number & 7)
        self.of = {p: int.from_bytes(row, "little") for p, row in rows.items()}

    def without(self, left: int, group: Group) -> int:
        """The tables of `left` at which nobody of the group sits."""
        a, b, c, d = group
        return left & ~(self.of[a] | self.of[b] | self.of[c] | self.of[d])


_Way = tuple[Group, int, int, Cover | None]


class _Search:
    """The search for a session."""

    def __init__(self, may: Sequence[int], stream: Stream | None, node_limit: int) -> None:
        self._may, self._stream, self._nodes = may, stream, node_limit

    def seat(self, everybody: int) -> list[Group] | Unknown | None:
        """Seat everybody: depth first, one choice a level."""
        chosen: list[Group] = []
        ways = [self._ways(everybody, 0, None)]
        for _ in range(self._nodes):
            way = next(ways[-1], None)
            while way is None:
                ways.pop()
                if not ways:
                    return None
                chosen.pop()
                way = next(ways[-1], None)
            group, free, left, cover = way
            chosen.append(group)
            if not free:
                return chosen
            ways.append(self._ways(free, left, cover))
        return Unknown(self._nodes)

    def _ways(self, free: int, left: int, cover: Cover | None) -> Iterator[_Way]:
        """Tables for whoever has the fewest, each with who and what remains then; none if somebody has none.

        As long as there are too many tables to list, it is whoever may meet the fewest.
        """
        if cover is None:
            groups = groups_within(self._may, free, GROUPS)
            if groups is None:
                for group in self._around(
                    min(bits(free), key=lambda p: (self._may[p] & free).bit_count()), free
                ):
                    yield group, free & ~mask_of(group), 0, None
                return
            cover = Cover(self._shuffled(groups), free)
            left = (1 << len(cover.groups)) - 1
        own = min((cover.of[p] & left for p in bits(free)), key=int.bit_count)
        for number in bits(own):
            group = cover.groups[number]
            yield group, free & ~mask_of(group), cover.without(left, group), cover

    def _around(self, who: int, free: int) -> Iterator[Group]:
        near = self._may[who] & free
        for b in self._shuffled(bits(near)):
            near_b = near & self._may[b] & -(2 << b)
            for c in self._shuffled(bits(near_b)):
                for d in self._shuffled(bits(near_b & self._may[c] & -(2 << c))):
                    yield who, b, c, d

    def _shuffled(self, items: list[_T]) -> list[_T]:
        if self._stream is not None:
            self._stream.shuffle(items)
        return items
