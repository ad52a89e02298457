"""What an event file says, once it was read and checked: plain data between a file and the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class TeamData:
    """A team; `number` is its place in the list where the file says nothing else."""

    id: str
    name: str
    number: int


@dataclass(frozen=True)
class PlayerData:
    """A player; ids and EMA numbers are text. `disqualified` is the reason, where he is."""

    id: str
    name: str
    number: int
    team: str | None = None
    country: str = ""
    club: str = ""
    ema: str = ""
    family_name: str = ""
    given_name: str = ""
    stand_in: bool = False
    reserve: bool = False
    disqualified: str = ""


@dataclass(frozen=True)
class HandData:
    """A hand with seats 0–3; no winner means drawn. What stands after the reason is as in `models.Hand`.

    Under house rules everything follows from `play`, `scores` too; else these are computed when it is stored.
    """

    number: int
    winner: int | None = None
    discarder: int | None = None
    fan: int | None = None
    flowers: int = 0
    robbed_kong: bool = False
    reason: str = ""
    tiles: Mapping[str, Any] = field(default_factory=dict)
    fans: Mapping[str, int] = field(default_factory=dict)
    fan_reason: str = ""
    play: Mapping[str, Any] = field(default_factory=dict)
    deal: int | None = None
    scores: Sequence[int] = ()


@dataclass(frozen=True)
class PenaltyData:
    """A penalty: of a seat at a table, or of a player or a team of the tournament (by id)."""

    kind: str
    amount: Fraction
    mode: str = "deduct"
    currency: str = "match_points"
    seat: int | None = None
    victim: int | None = None
    hand: int | None = None
    dead_hand: bool = False
    reason: str = ""
    player: str | None = None
    team: str | None = None


@dataclass(frozen=True)
class SittingData:
    """Somebody (an id) sat in a seat (0–3) from a hand on instead of its player."""

    seat: int
    player: str
    from_hand: int
    reason: str = ""


@dataclass(frozen=True)
class TableData:
    """A table: `seats` are player ids by chair 东南西北, None for an empty chair; `totals` as on the paper sheet.

    `hands_at_time`: how many hands were played when time was called, where it was. `forfeits` and `vacant` are seats
    whose player did not come, and whose chair stays empty; `credited` says whose the result of a seat is, where it is
    not its player's. `no_play`: too few came.
    """

    number: int
    seats: tuple[str | None, ...]
    totals: tuple[int, ...] | None
    totals_only: bool
    hands: tuple[HandData, ...]
    penalties: tuple[PenaltyData, ...]
    chairs: dict[str, list[int]] = field(default_factory=dict)
    closed: bool = True
    hands_at_time: int | None = None
    forfeits: tuple[int, ...] = ()
    vacant: tuple[int, ...] = ()
    no_play: bool = False
    sittings: tuple[SittingData, ...] = ()
    credited: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SessionData:
    """A session and its tables, the ids of those who have a bye, and whether its results were made official."""

    number: int
    tables: tuple[TableData, ...]
    byes: tuple[str, ...] = ()
    official: bool = False


@dataclass(frozen=True)
class EntryData:
    """A player (an id) of a stage: his group, where there are groups, and the points that he brought along."""

    player: str
    group: int | None
    standard_points: Fraction
    match_points: Fraction


@dataclass(frozen=True)
class StageData:
    """A stage as it is laid out, the numbers of its sessions, and its players in the order in which it was filled."""

    name: str
    form: str
    sessions: tuple[int, ...]
    carry: str
    first_place: int
    places: int | None
    group_size: int
    advance: int
    left_over: str
    entries: tuple[EntryData, ...]


@dataclass(frozen=True)
class LotData:
    """The lot of a player (an id), in total or in a stage, counted from 1."""

    player: str
    lot: int
    reason: str
    stage: int | None


@dataclass(frozen=True)
class WithdrawalData:
    """A player leaves before a session, and is back in a later one or not."""

    player: str
    from_session: int
    back_in_session: int | None
    reason: str


@dataclass(frozen=True)
class SubstitutionData:
    """Somebody plays for a player, from a hand of a session to a session or to the end."""

    player: str
    substitute: str
    from_session: int
    from_hand: int
    to_session: int | None
    reason: str


@dataclass(frozen=True)
class ProgrammeData:
    """A line of the programme: an item with its title, or the planned start of a session (its number)."""

    title: str
    place: str
    session: int | None
    starts_at: datetime
    ends_at: datetime | None


@dataclass(frozen=True)
class EventData:
    """A whole event file."""

    name: str
    rulebook: str
    rules: dict[str, Any]
    teams: tuple[TeamData, ...]
    players: tuple[PlayerData, ...]
    sessions: tuple[SessionData, ...]
    penalties: tuple[PenaltyData, ...]
    city: str = ""
    country: str = ""
    zone: str = "Asia/Shanghai"
    starts_on: date | None = None
    ends_on: date | None = None
    officials: str = ""
    planned_sessions: int = 1
    withdrawals: tuple[WithdrawalData, ...] = ()
    substitutions: tuple[SubstitutionData, ...] = ()
    stages: tuple[StageData, ...] = ()
    lots: tuple[LotData, ...] = ()
    programme: tuple[ProgrammeData, ...] = ()
