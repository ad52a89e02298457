"""Who stays, who comes, and how many tables there are when people leave or join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import DrawError
from .people import Past

CHAIRS = 4


@dataclass(frozen=True)
class Who:
    """The people of a change, checked. `people` is the highest id."""

    people: int
    leaving: tuple[int, ...]
    joining: tuple[int, ...]
    stand_ins: tuple[int, ...]


@dataclass(frozen=True)
class Count:
    """One session in numbers: how many tables close or open, who goes, who comes, how many chairs are empty."""

    closing: int
    opening: int
    gone: frozenset[int]
    coming: tuple[int, ...]
    empty: int


def checked(
    sessions: Past,
    played: Past,
    lists: tuple[Sequence[int], Sequence[int], Sequence[int]],
    teams: Sequence[int | None] | None,
) -> Who:
    """The people leaving, joining and standing in (`lists`), or DrawError."""
    leaving, joining, stand_ins = lists
    if not sessions:
        raise DrawError("no_sessions", sessions=0)
    seated = _seated(sessions)
    everybody = seated | _seated(played) | {*leaving, *joining, *stand_ins}
    people = max(everybody, default=0)
    if min(everybody, default=1) < 1:
        raise DrawError("not_an_id", player=min(everybody))
    if teams is not None and len(teams) < people:
        raise DrawError("teams_wrong_length", given=len(teams), players=people)
    for named in (*lists, [*leaving, *joining], [*joining, *stand_ins]):
        for place, player in enumerate(named):
            if player in named[:place]:
                raise DrawError("named_twice", player=player)
    for player in leaving:
        if player not in seated:
            raise DrawError("leaver_not_seated", player=player)
    for player in joining:
        if player in seated:
            raise DrawError("joiner_seated", player=player)
    gone = set(leaving)
    return Who(people, tuple(leaving), tuple(joining), tuple(p for p in stand_ins if p not in gone))


def _seated(sessions: Past) -> set[int]:
    """Everybody who sits in one of the sessions; DrawError if a table or a session is not in order."""
    everybody: set[int] = set()
    for number, session in enumerate(sessions, 1):
        seen: set[int] = set()
        for table, seats in enumerate(session, 1):
            if len(seats) not in (0, CHAIRS):
                raise DrawError("table_not_of_four", session=number, table=table, chairs=len(seats))
            for player in seats:
                if player is None:
                    continue
                if player in seen:
                    raise DrawError("player_twice", session=number, player=player)
                seen.add(player)
        everybody |= seen
    return everybody


def counted(sessions: Past, who: Who, fill: bool) -> list[Count]:
    """Every session in numbers. With `fill` stand-ins take the chairs for which there is no player.

    Stand-ins who sit already are kept as long as they are needed. A chair that was empty before may stay so. Raises
    DrawError if stand-ins are missing, or if nobody is left.
    """
    counts, missing = [], 0
    for session in sessions:
        seated = {p for seats in session for p in seats if p is not None}
        sitting = sorted(seated & set(who.stand_ins))
        players = len(seated) - len(seated & set(who.leaving)) - len(sitting) + len(who.joining)
        if not players:
            raise DrawError("nobody_left")
        free = CHAIRS * sum(1 for seats in session if seats) - players
        opening = max(0, -(free // CHAIRS))
        closing, wanted = max(0, free // CHAIRS), free % CHAIRS
        kept = sitting[:wanted]
        new = [p for p in who.stand_ins if p not in kept][: wanted - len(kept)] if fill else []
        empty = wanted - len(kept) - len(new)
        was_empty = sum(1 for seats in session for p in seats if p is None)
        if fill:
            missing = max(missing, empty - was_empty)
        gone = (seated & set(who.leaving)) | (set(sitting) - {*kept, *new})
        counts.append(Count(closing, opening, frozenset(gone), (*who.joining, *new), empty))
    if missing:
        raise DrawError("stand_ins_missing", missing=missing)
    return counts
