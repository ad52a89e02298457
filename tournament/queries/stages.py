"""The stages of a tournament, who qualifies for each, where a tie leaves that open, and what changed since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournament.models import Bye, Seat, Session, Stage, StageEntry, Tournament
from tournament.models.event import PUBLIC_STATES

from .changes import is_withdrawn
from .shown import Shown
from .standings import Line, Standings, player_standings


@dataclass(frozen=True)
class Qualified:
    """Who goes on, in the order of the stage before; `tied` are equal at the cut, so that lots must decide."""

    lines: tuple[Line, ...]
    tied: tuple[Line, ...]
    version: int


def qualified(tournament: Tournament, stage: Stage) -> Qualified:
    """Who qualifies for a stage. Only players who were present count: whoever played at least one session.

    Who has withdrawn by the first session of the stage is passed over, and the next one moves up.
    """
    before = stage_before(tournament, stage)
    standings = player_standings(tournament, stage=before)
    gone = _withdrawn(stage)
    lines = [line for line in standings.lines if line.place is not None and line.id not in gone]
    if before is None:
        return Qualified(tuple(lines), (), standings.version)
    without_play = _advanced_without_play(before)
    lines = [
        line
        for line in lines
        if line.id in without_play or any(result.place is not None for result in line.sessions.values())
    ]
    if before.form == Stage.Form.GROUPS:
        chosen, tied = _best_of_groups(before, lines)
        if stage.form == Stage.Form.PLACES:
            # Who plays for places has not advanced: behind those who have come all others.
            chosen += [line for line in lines if line not in chosen]
    else:
        chosen, tied = list(lines), []
    if stage.form in (Stage.Form.TOP, Stage.Form.PLACES) and stage.places is not None and not tied:
        chosen, tied = _cut(chosen, stage.first_place - 1, stage.places)
    return Qualified(tuple(chosen), tuple(tied), standings.version)


def stage_before(tournament: Tournament, stage: Stage) -> Stage | None:
    """The stage that this one is filled from: the one before it, but for a play-off, from which nobody goes on.

    A play-off for places looks farther back where the stage before it, a final, has fewer players than these places.
    """
    return _before(stage, list(tournament.stages.filter(number__lt=stage.number).order_by("number")))


def _before(stage: Stage, so_far: Sequence[Stage]) -> Stage | None:
    """The same among the stages so far, which are in their order."""
    for earlier in reversed(so_far):
        most = None if earlier.places is None else earlier.places - earlier.first_place + 1
        too_few = most is not None and stage.form == Stage.Form.PLACES and (stage.places or 0) > most
        if earlier.form != Stage.Form.PLACES and not too_few:
            return earlier
    return None


def group_sizes(stage: Stage, players: int) -> list[int]:
    """How many players each group of a stage has, in their order."""
    full, rest = divmod(players, stage.group_size)
    if stage.left_over == Stage.LeftOver.ADVANCE or not rest:
        return [stage.group_size] * full + [rest] * bool(rest)
    least, more = divmod(players, full + 1)
    return [least + 1] * more + [least] * (full + 1 - more)


def goes_on_without_play(stage: Stage, size: int) -> bool:
    """Whether a group of so many players advances as it is."""
    return stage.left_over == Stage.LeftOver.ADVANCE and size <= stage.advance


def _advanced_without_play(stage: Stage) -> set[int]:
    """Who goes on from a stage without having played in it: a bye in a group too small, a table without play."""
    if stage.form != Stage.Form.GROUPS:
        return set()
    byes = Bye.objects.filter(session__stage=stage).values_list("player_id", flat=True)
    came = Seat.objects.filter(
        session__stage=stage, table__no_play=True, is_forfeit=False, is_vacant=False, player__isnull=False
    )
    return {*byes, *(pk for pk in came.values_list("player_id", flat=True) if pk is not None)}


def _withdrawn(stage: Stage) -> set[int]:
    """Who is not there in the first session of a stage."""
    first = stage.sessions.order_by("number").values_list("number", flat=True).first()
    if first is None:
        return set()
    gone = is_withdrawn(first).filter(player__tournament=stage.tournament_id)
    return set(gone.values_list("player_id", flat=True))


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


@dataclass(frozen=True)
class StageFacts:
    """A stage with its sessions and how far it is. It is filled from the stage `before`; `ready`: that is over."""

    stage: Stage
    before: Stage | None
    sessions: tuple[Session, ...]
    entries: tuple[StageEntry, ...]
    ready: bool
    is_last: bool

    @property
    def is_filled(self) -> bool:
        """Whether it has its players."""
        return self.stage.filled_at is not None

    @property
    def is_drawn(self) -> bool:
        """Whether one of its sessions has a draw, so that its players stay."""
        return any(session.state != Session.State.PLANNED for session in self.sessions)

    @property
    def is_over(self) -> bool:
        """Whether all of its sessions are closed."""
        return bool(self.sessions) and all(s.state == Session.State.CLOSED for s in self.sessions)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its sessions."""
        return tuple(session.number for session in self.sessions)

    @property
    def groups(self) -> dict[int, tuple[StageEntry, ...]]:
        """Its players by group; nothing where there are no groups."""
        found: dict[int, list[StageEntry]] = defaultdict(list)
        for entry in self.entries:
            if entry.group is not None:
                found[entry.group].append(entry)
        return {number: tuple(entries) for number, entries in sorted(found.items())}


def stages_of(tournament: Tournament) -> list[StageFacts]:
    """The stages in order, in three queries."""
    stages = list(tournament.stages.order_by("number"))
    sessions: dict[int | None, list[Session]] = defaultdict(list)
    entries: dict[int, list[StageEntry]] = defaultdict(list)
    if stages:
        for session in tournament.sessions.filter(stage__isnull=False).order_by("number"):
            sessions[session.stage_id].append(session)
        found = StageEntry.objects.filter(stage__in=stages).select_related("player__team")
        for entry in found.order_by("seed"):
            entries[entry.stage_id].append(entry)
    facts: list[StageFacts] = []
    for stage in stages:
        before = _before(stage, [one.stage for one in facts])
        facts.append(
            StageFacts(
                stage,
                before,
                tuple(sessions[stage.pk]),
                tuple(entries[stage.pk]),
                all(one.is_over for one in facts if one.stage is before),
                stage is stages[-1],
            )
        )
    return facts


def stage_numbered(tournament: Tournament, number: int | None) -> Stage | None:
    """The stage with this number, None where there is none or none is asked for."""
    return None if number is None else tournament.stages.filter(number=number).first()


def shown_stages(tournament: Tournament, shown: Shown) -> list[Stage]:
    """The stages of which a visitor may see a table: a session of theirs is drawn publicly and not held back."""
    if shown.hidden:
        return []
    sessions = Session.objects.filter(tournament=tournament, state__in=PUBLIC_STATES, stage__isnull=False)
    if shown.as_of is not None:
        sessions = sessions.filter(number__lte=shown.as_of)
    return list(tournament.stages.filter(pk__in=sessions.values("stage")).order_by("number"))


def in_groups(standings: Standings) -> Standings:
    """The standings of a stage with groups as the groups see them: one after the other, each with places of its own."""
    groups: dict[int, list[Line]] = defaultdict(list)
    for line in standings.lines:
        groups[line.group or 0].append(line)
    lines: list[Line] = []
    for _number, members in sorted(groups.items()):
        places = [line.place for line in members]
        for line in members:
            place = None if line.place is None else places.index(line.place) + 1
            lines.append(replace(line, place=place, shared=places.count(line.place) > 1, moved=None))
    return replace(standings, lines=tuple(lines))


def stage_standings(
    tournament: Tournament, stage: Stage | None, as_of: int | None = None, **options: bool
) -> Standings:
    """Standings of the players in a stage, in groups where it has them; without a stage those of the tournament."""
    standings = player_standings(tournament, as_of, stage=stage, **options)
    is_grouped = stage is not None and stage.form == Stage.Form.GROUPS
    return in_groups(standings) if is_grouped else standings


@dataclass(frozen=True)
class Moved:
    """What changed for a player since a stage was filled.

    `was` is the place in the order in which it was filled, `now` the one that it would be today: None for who was not,
    or would not be, among them. Points are those carried over.
    """

    number: int
    name: str
    was: int | None
    now: int | None
    carried_was: tuple[Fraction, Fraction]
    carried_now: tuple[Fraction, Fraction]


def moved_since(tournament: Tournament, facts: StageFacts) -> tuple[Moved, ...]:
    """What would be different if a stage were filled today. What was filled stays; this only says so."""
    if not facts.is_filled:
        return ()
    found = qualified(tournament, facts.stage)
    first = facts.stage.number == 1
    share, nothing = Fraction(facts.stage.carry), (Fraction(0), Fraction(0))
    now = {line.id: (at, line) for at, line in enumerate(found.lines, 1)}
    moved = []
    for entry in facts.entries:
        at, line = now.pop(entry.player_id, (None, None))
        before = Fraction(entry.carried_standard), Fraction(entry.carried_match)
        after = (line.standard * share, line.match * share) if line else nothing
        # Everybody is in the first stage, in whatever order: its own results change that order all the time.
        if (at is None) if first else (at != entry.seed or before != after):
            player = entry.player
            moved.append(
                Moved(player.number, player.name, entry.seed, at, before, nothing if first else after)
            )
    moved += _newcomers(now.values(), nothing, share)
    return tuple(moved)


def _newcomers(
    lines: Iterable[tuple[int, Line]], nothing: tuple[Fraction, Fraction], share: Fraction
) -> list[Moved]:
    """Who would be in the stage and is not."""
    return [
        Moved(line.number, line.name, None, at, nothing, (line.standard * share, line.match * share))
        for at, line in lines
    ]
