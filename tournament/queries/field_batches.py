"""People leave or join in tournaments of stages: every stage, and every group in one, has people of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.models import Player, Session, Stage, StageEntry
from tournament.refusals import Refused
from tournament.seating.leaving import Move, People, change_people
from tournament.seating.wishes import Wishes

Seats = tuple[int | None, ...]
Drawn = dict[int, list[Seats]]  # number of a session → its tables, () where a number has none


@dataclass(frozen=True)
class Batch:
    """Sessions that change together. `own`: who belongs there, as people 1 … N; None: everybody.

    Of a group's sessions only the tables at which one of the group sits are meant (`is_group`).
    """

    sessions: tuple[int, ...]
    stage: Stage | None = None
    own: frozenset[int] | None = None
    is_group: bool = False

    def holds(self, seats: Seats) -> bool:
        """Whether a table belongs to it."""
        return not self.is_group or self.own is None or not self.own.isdisjoint(seats)

    def tables(self, drawn: Drawn) -> list[list[Seats]]:
        """Its tables, session by session, every one at its number."""
        return [[seats if self.holds(seats) else () for seats in drawn[number]] for number in self.sessions]


@dataclass(frozen=True)
class Changed:
    """The open sessions as they would be, who changes his table in each, and how many meetings are new repeats."""

    drawn: Drawn
    moves: Mapping[int, Sequence[Move]]
    new_repeats: int


def batches(sessions: Sequence[Session], players: Sequence[Player]) -> list[Batch]:
    """What the open sessions fall into; `players` are the people 1 … N."""
    person = {player.pk: at for at, player in enumerate(players, 1)}
    numbers: dict[int | None, list[int]] = {}
    for session in sessions:
        numbers.setdefault(session.stage_id, []).append(session.number)
    stages = {session.stage_id: session.stage for session in sessions}
    found = []
    for stage_id, some in numbers.items():
        stage = stages[stage_id]
        if stage is None:
            found.append(Batch(tuple(some)))
            continue
        groups: dict[int | None, set[int]] = {}
        for player, group in StageEntry.objects.filter(stage=stage).values_list("player_id", "group"):
            groups.setdefault(group, set()).add(person[player])
        is_group = stage.form == Stage.Form.GROUPS
        found += [
            Batch(tuple(some), stage, frozenset(own), is_group)
            for _group, own in sorted(groups.items(), key=lambda item: item[0] or 0)
        ]
    return found


def change_batches(
    parts: Sequence[Batch],
    drawn: Drawn,
    people: People,
    teams: Sequence[int | None],
    wishes: Mapping[tuple[int, ...], Wishes],
) -> Changed:
    """Change one part after the other; `drawn` holds all sessions, played and open, `wishes` those of each part.

    Somebody leaves where he sits and joins where he belongs. Who sits nowhere, or everywhere already, is refused by
    the engine, as in a tournament without stages.
    """
    now = dict(drawn)
    moves: dict[int, list[Move]] = {number: [] for part in parts for number in part.sessions}
    repeats = 0
    for part, mine in zip(parts, _shared_out(parts, drawn, people), strict=True):
        if not mine.leaving and not mine.joining:
            continue
        tables = part.tables(now)
        others = _others(part, now)
        busy = {p for number in part.sessions for seats in others.get(number, ()) for p in seats}
        free = [p for p in people.stand_ins if p not in busy]
        change = change_people(
            tables,
            replace(mine, stand_ins=free),
            teams=teams,
            played=list(others.values()),
            wishes=wishes[part.sessions],
        )
        repeats += change.new_repeats
        for number, old, new, moved in zip(part.sessions, tables, change.sessions, change.moves, strict=True):
            now[number] = _merged(now[number], old, new)
            moves[number] += moved
    return Changed({number: now[number] for number in moves}, moves, repeats)


def _shared_out(parts: Sequence[Batch], drawn: Drawn, people: People) -> list[People]:
    """Who leaves and joins in each part. Whoever does so nowhere is left to the first, which refuses him."""
    sitting = [
        {p for tables in part.tables(drawn) for seats in tables for p in seats if p is not None}
        for part in parts
    ]
    shares = []
    for part, seated in zip(parts, sitting, strict=True):
        may = [p for p in people.joining if part.own is None or p in part.own]
        shares.append(
            replace(
                people,
                leaving=[p for p in people.leaving if p in seated],
                joining=[p for p in may if p not in seated],
            )
        )
    gone = {p for share in shares for p in share.leaving}
    come = {p for share in shares for p in share.joining}
    seated_anywhere = set().union(*sitting)
    nowhere = [p for p in people.leaving if p not in gone]
    again = [p for p in people.joining if p not in come and p in seated_anywhere]
    first = next((at for at, seated in enumerate(sitting) if not seated.isdisjoint(again)), 0)
    shares[0] = replace(shares[0], leaving=[*shares[0].leaving, *nowhere])
    shares[first] = replace(shares[first], joining=[*shares[first].joining, *again])
    return shares


def refuse_outsiders(parts: Sequence[Batch], players: Sequence[Player], joining: Collection[int]) -> None:
    """Nobody joins a stage whose players are chosen, where all open sessions are of such stages."""
    for person in joining:
        if all(part.own is not None and person not in part.own for part in parts):
            stage = parts[0].stage
            raise Refused(
                "not_in_stage",
                _(
                    "%(name)s does not play in the stage “%(stage)s”: its players are chosen. He can be the substitute "
                    "of somebody who leaves."
                )
                % {"name": players[person - 1].name, "stage": stage.name if stage else ""},
                field="joining",
            )


def _others(part: Batch, drawn: Drawn) -> Drawn:
    """All that does not belong to a part: other sessions, and in its own the tables of other groups."""
    return {
        number: [() if seats and part.holds(seats) else seats for seats in tables]
        if number in part.sessions
        else tables
        for number, tables in drawn.items()
        if part.is_group or number not in part.sessions
    }


def _merged(whole: Sequence[Seats], old: Sequence[Seats], new: Sequence[Seats]) -> list[Seats]:
    """A session in which the tables `old` became `new`; those of other groups stay where they are.

    A table that is new takes a number that nobody has.
    """
    merged = [() if before else seats for seats, before in zip(whole, old, strict=True)]
    for at, seats in enumerate(new):
        if not seats:
            continue
        free = (
            at
            if at < len(merged) and not merged[at]
            else next((k for k, s in enumerate(merged) if not s), None)
        )
        if free is None:
            merged.append(seats)
        else:
            merged[free] = seats
    return merged
