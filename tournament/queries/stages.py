"""Who qualifies for a stage, and where a tie leaves that open."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournament.models import Stage, StageEntry, Tournament

from .standings import Line, player_standings


@dataclass(frozen=True)
class Qualified:
    """Who goes on, in the order of the stage before; `tied` are equal at the cut, so that lots must decide."""

    lines: tuple[Line, ...]
    tied: tuple[Line, ...]
    version: int


def qualified(tournament: Tournament, stage: Stage) -> Qualified:
    """Who qualifies for a stage. Only players who were present count: whoever played at least one session."""
    before = tournament.stages.filter(number__lt=stage.number).order_by("-number").first()
    standings = player_standings(tournament, stage=before)
    lines = [line for line in standings.lines if line.place is not None]
    if before is None:
        return Qualified(tuple(lines), (), standings.version)
    lines = [line for line in lines if any(result.place is not None for result in line.sessions.values())]
    if before.form == Stage.Form.GROUPS:
        chosen, tied = _best_of_groups(before, lines)
    else:
        chosen, tied = list(lines), []
    if stage.form in (Stage.Form.TOP, Stage.Form.PLACES) and stage.places is not None and not tied:
        chosen, tied = _cut(chosen, stage.first_place - 1, stage.places)
    return Qualified(tuple(chosen), tuple(tied), standings.version)


def _best_of_groups(stage: Stage, lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """The best `advance` of each group, and whoever is equal at the cut of any."""
    group_of = dict(StageEntry.objects.filter(stage=stage).values_list("player_id", "group"))
    groups: dict[int | None, list[Line]] = defaultdict(list)
    for line in lines:
        groups[group_of.get(line.id)].append(line)
    chosen, tied = [], []
    for number in sorted(groups, key=lambda g: g or 0):
        best, equal = _cut(groups[number], 0, stage.advance)
        chosen += best
        tied += equal
    return sorted(chosen, key=lambda line: (line.place or 0, line.number)), tied


def _cut(lines: list[Line], first: int, last: int) -> tuple[list[Line], list[Line]]:
    """Lines first … last, and those that are equal across either end."""
    tied = [
        line
        for end in (first, last)
        if 0 < end < len(lines) and lines[end - 1].place == lines[end].place
        for line in lines
        if line.place == lines[end].place
    ]
    return lines[first:last], tied
