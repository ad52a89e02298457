"""Rehearsals: a copy of a tournament, or a rehearsal itself, filled with plausible results by way of the real actions.

A tournament that is no rehearsal is never touched. The same seed gives the same results.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.penalties import defaults
from scoring.seats import HANDS
from scoring.settlement import counts_fan
from tournament.models import (
    Bye,
    Duty,
    Job,
    Player,
    Seat,
    Session,
    Staff,
    Stage,
    Table,
    Team,
    Tournament,
    Wish,
    Withdrawal,
)
from tournament.models.event import PUBLIC_STATES
from tournament.queries.counted_hands import evaluated
from tournament.queries.stages import qualified, stage_before
from tournament.queries.table_state import moves_to_confirm, next_hand
from tournament.refusals import Refused

from .acts import Stamp
from .base import log_action
from .drawing import make_draw, seat_session
from .draws import publish_draw
from .events import free_slug
from .hands import HandEntry, record_hand
from .jobs import Progress as JobProgress
from .jobs import job
from .penalties import PenaltyEntry, record_penalty
from .rehearsal_hands import some_hand
from .sessions import close_session
from .stages import fill_stage
from .standings import record_lots
from .substitutes import seat_substitutes
from .tables import call_time, close_table, confirm_round

# How often each fan was seen in 2,452 wins of two real championships; beyond 40 fan about one in 200.
FAN_SEEN = {
    8: 59,
    9: 185,
    10: 296,
    11: 326,
    12: 308,
    13: 243,
    14: 183,
    15: 108,
    16: 77,
    17: 52,
    18: 63,
    19: 60,
    20: 68,
    21: 77,
    22: 49,
    23: 40,
    24: 38,
    25: 36,
    26: 39,
    27: 25,
    28: 15,
    29: 27,
    30: 19,
    31: 10,
    32: 10,
    33: 6,
    34: 4,
    35: 2,
    36: 4,
    39: 4,
    42: 3,
    45: 4,
    61: 1,
    69: 4,
    74: 3,
    97: 1,
}
# Of 1,000 hands: drawn, won by self-draw, with a false win first. Of 100 tables: those that time ends before hand 16.
DRAWN, SELF_DRAWN, FALSE_WIN, SHORT_TABLES = 39, 275, 8, 40
# Of 100 wins: those that are entered with their tiles, where a hand for that number is known.
WITH_TILES = 60

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Filling:
    """How far to fill: `whole` sessions from the first, then `half` of the tables of the next one."""

    whole: int
    half: bool = False
    seed: str = ""


def rehearsal_of(tournament: Tournament, by: User) -> Tournament:
    """A copy to rehearse with: rules, people, wishes, staff, tables of referees and published draws, but no result.

    Who has withdrawn stays away in it, and who plays for somebody else does so, too.
    """
    with transaction.atomic():
        source = Tournament.objects.select_for_update().get(pk=tournament.pk)
        copy = Tournament.objects.get(pk=source.pk)
        copy.pk = None
        copy._state.adding = True
        copy.name = (_("Rehearsal: %(name)s") % {"name": source.name})[:200]
        copy.slug, copy.version, copy.is_rehearsal, copy.is_public = (
            free_slug(f"rehearsal-{source.slug}"),
            1,
            True,
            False,
        )
        copy.created_by = by
        copy.save()
        people = _copy_people(source, copy)
        _copy_changes(source, copy, people)
        stages = {stage.pk: _copy_stage(stage, copy, people) for stage in source.stages.all()}
        for session in source.sessions.order_by("number"):
            made = Session.objects.create(
                tournament=copy,
                number=session.number,
                starts_at=session.starts_at,
                stage=stages.get(session.stage_id or 0),
            )
            if session.is_drawn_publicly:
                tables = _seating(session, people)
                seat_session(made, tables)
                Bye.objects.bulk_create(
                    [Bye(session=made, player=people[bye.player_id]) for bye in session.byes.all()]
                )
                seat_substitutes(made)
                made.state, made.published_at = Session.State.PUBLISHED, session.published_at
                made.save(update_fields=["state", "published_at"])
        for staff in source.staff.all():
            member = Staff.objects.create(tournament=copy, user=staff.user, role=staff.role, name=staff.name)
            Duty.objects.bulk_create(
                [Duty(tournament=copy, staff=member, table_number=d.table_number) for d in staff.duties.all()]
            )
        log_action(copy, "rehearsal_made", by, source=source.slug)
    return copy


def fill_rehearsal(
    tournament: Tournament, filling: Filling, by: User, progress: Progress = lambda done, of: None
) -> int:
    """Play a rehearsal as far as `filling` says: draw, enter hands, close. Returns the number of tables filled."""
    if not tournament.is_rehearsal:
        raise Refused(
            "not_a_rehearsal",
            _("“%(name)s” is not a rehearsal: make a rehearsal copy first.") % {"name": tournament.name},
        )
    dice, tile_dice = random.Random(filling.seed), random.Random(f"tiles {filling.seed}")  # noqa: S311
    last = min(filling.whole + (1 if filling.half else 0), tournament.planned_sessions)
    sessions = list(tournament.sessions.filter(number__lte=last).order_by("number"))
    strength = {p.pk: dice.uniform(0.6, 1.5) for p in tournament.players.all()}
    expected = max(len(sessions) * (len(strength) // 4), 1)
    filled = 0
    # A stage can only be filled once the one before it is played.
    for stage_id, group in groupby(sessions, key=lambda session: session.stage_id):
        numbers = [session.number for session in group]
        _prepare(tournament, stage_id, numbers, filling.seed, by)
        tables = Table.objects.filter(
            session__tournament=tournament, session__number__in=numbers, closed_at__isnull=True
        ).select_related("session__tournament")
        for table in tables.order_by("session__number", "number"):
            progress(min(filled, expected), expected)
            whole = table.session.number <= filling.whole
            with transaction.atomic():
                _Play(table, (dice, tile_dice), by, strength).play(
                    None if whole else _half_hands(dice, filled)
                )
            filled += 1
        played = tournament.sessions.filter(number__in=numbers, number__lte=filling.whole)
        for session in played.exclude(state=Session.State.CLOSED):
            close_session(tournament, session.number, by)
    progress(expected, expected)
    return filled


def _prepare(
    tournament: Tournament, stage_id: int | None, numbers: Sequence[int], seed: str, by: User
) -> None:
    """Fill the stage, draw what is not drawn, publish what is a draft."""
    planned = tournament.sessions.filter(number__in=numbers, state=Session.State.PLANNED)
    stage = tournament.stages.filter(pk=stage_id or 0, filled_at__isnull=True).first()
    if stage is not None:
        tied = qualified(tournament, stage).tied
        if tied:
            before = stage_before(tournament, stage)
            record_lots(tournament, [line.number for line in tied], _("lots of a rehearsal"), by, before)
        fill_stage(tournament, stage.pk, by, seed)
    to_draw = list(planned.values_list("number", flat=True))
    if to_draw:
        make_draw(tournament, to_draw, by, seed=seed, remainder="byes")
    drafts = tournament.sessions.filter(number__in=numbers, state=Session.State.DRAFT)
    if drafts.exists():
        publish_draw(tournament, list(drafts.values_list("number", flat=True)), by)


class _Play:
    """One table played by dice, through the same actions that a referee's phone uses.

    The tiles have dice of their own: who wins how much is the same with and without them.
    """

    def __init__(
        self, table: Table, dice: tuple[random.Random, random.Random], by: User, strength: dict[int, float]
    ) -> None:
        self.table, self.by = table, by
        self.dice, self.tile_dice = dice
        seats = (
            table.seats.filter(player__isnull=False, is_vacant=False)
            .order_by("chair")
            .values_list("chair", "player_id")
        )
        self.weights = {chair: strength[player] for chair, player in seats if player}
        self.names = list(self.weights)

    def stamp(self) -> Stamp:
        return Stamp(self.by, f"{self.dice.getrandbits(128):032x}", self.table.version)

    def play(self, hands: int | None) -> None:
        """Play `hands` hands and leave the table open; None: to the end, and close it."""
        end = HANDS if hands is None else min(hands, HANDS)
        if hands is None and self.dice.randrange(100) < SHORT_TABLES:
            end = self.dice.choice((12, 13, 13, 14, 14, 14, 15, 15, 15))
        for number in range(next_hand(self.table), end + 1):
            self.hand(number)
        if hands is not None:
            return
        if end < HANDS:
            call_time(self.table, self.stamp())
        close_table(
            self.table, ["agreed" if chair in self.weights else "" for chair in range(4)], self.stamp()
        )

    def hand(self, number: int) -> None:
        if moves_to_confirm(self.table, number):
            confirm_round(self.table, (number - 1) // 4 + 1, True, self.stamp())
        dead: int | None = None
        if self.dice.randrange(1000) < FALSE_WIN:
            dead = self.dice.choice(self.names)
            kind = self.dice.choice(
                ("false_win_below_minimum", "false_win_wrong_tile", "false_win_not_ready")
            )
            rule = defaults(kind, self.table.session.tournament.rulebook)
            record_penalty(
                self.table,
                PenaltyEntry(
                    dead, kind, Fraction(rule.amount), rule.mode, dead_hand=rule.dead_hand, hand_number=number
                ),
                self.stamp(),
            )
        record_hand(self.table, self.entry(number, dead), self.stamp())

    def entry(self, number: int, dead: int | None) -> HandEntry:
        roll = self.dice.randrange(1000)
        if roll < DRAWN:
            return HandEntry(number)
        able = [chair for chair in self.names if chair != dead]
        winner = self.dice.choices(able, [self.weights[chair] for chair in able])[0]
        fan = self.dice.choices(list(FAN_SEEN), list(FAN_SEEN.values()))[0]
        win = HandEntry(number, winner=winner, fan=fan)
        if roll < DRAWN + SELF_DRAWN:
            return self.with_tiles(win)
        others = [chair for chair in self.names if chair != winner]
        return self.with_tiles(replace(win, discarder=self.dice.choice(others)))

    def with_tiles(self, win: HandEntry) -> HandEntry:
        """The same win, mostly with tiles that count as much by the rules of the tournament."""
        if self.tile_dice.randrange(100) >= WITH_TILES or not counts_fan(
            self.table.session.tournament.rulebook
        ):
            return win
        tiles = some_hand(win.fan or 0, win.discarder is None, self.tile_dice)
        found = evaluated(self.table, replace(win, tiles=tiles))
        return replace(win, tiles=tiles) if found and found[1].total == win.fan else win


def _half_hands(dice: random.Random, done: int) -> int | None:
    """In a running session some tables are done, some have not begun, most are in the middle."""
    return None if done % 6 == 0 else dice.randrange(3, HANDS) if done % 6 != 5 else dice.randrange(0, 3)


def _copy_stage(stage: Stage, copy: Tournament, people: dict[int, Player]) -> Stage:
    """The same layout of a stage; with its players where a draw of theirs is published, else not filled yet."""
    is_drawn = stage.sessions.filter(state__in=PUBLIC_STATES).exists()
    entries = list(stage.entries.all()) if is_drawn else []
    stage.pk, stage.tournament = None, copy
    stage._state.adding = True
    if not is_drawn:
        stage.filled_at = stage.filled_from_version = None
    stage.save()
    for entry in entries:
        entry.pk, entry.stage, entry.player = None, stage, people[entry.player_id]
        entry._state.adding = True
        entry.save()
    return stage


def _copy_people(source: Tournament, copy: Tournament) -> dict[int, Player]:
    teams = {
        t.pk: Team.objects.create(tournament=copy, number=t.number, name=t.name, file_id=t.file_id)
        for t in source.teams.all()
    }
    people = {}
    for player in source.players.all():
        old = player.pk
        player.pk, player.tournament = None, copy
        player._state.adding = True
        player.team = teams[player.team_id] if player.team_id else None
        player.disqualified_at, player.disqualified_reason = None, ""
        player.save()
        people[old] = player
    return people


def _copy_changes(source: Tournament, copy: Tournament, people: dict[int, Player]) -> None:
    """What the draws and the days ahead reckon with: wishes, withdrawals, substitutes."""
    for wish in source.wishes.all():
        named = [people[player] for player in wish.players.values_list("pk", flat=True)]
        made = Wish.objects.create(
            tournament=copy,
            kind=wish.kind,
            name=wish.name,
            must=wish.must,
            table_number=wish.table_number,
            sessions=wish.sessions,
        )
        made.players.set(named)
    for gone in Withdrawal.objects.filter(player__tournament=source):
        gone.pk, gone.player = None, people[gone.player_id]
        gone._state.adding = True
        gone.save()
    for one in source.substitutions.all():
        one.pk, one.tournament = None, copy
        one.player, one.substitute = people[one.player_id], people[one.substitute_id]
        one._state.adding = True
        one.save()


def _seating(session: Session, people: dict[int, Player]) -> list[list[Player | None]]:
    tables: dict[int, list[Player | None]] = {}
    for seat in (
        Seat.objects.filter(session=session).order_by("table__number", "chair").select_related("table")
    ):
        tables.setdefault(seat.table.number, []).append(people[seat.player_id] if seat.player_id else None)
    return [tables.get(number, []) for number in range(1, max(tables, default=0) + 1)]


@job("rehearse")
def rehearse(work: Job, progress: JobProgress) -> str:
    """Long work: fill a rehearsal as its arguments say (`whole`, `half`, `seed`)."""
    arguments = work.arguments
    filling = Filling(int(arguments["whole"]), bool(arguments.get("half")), str(arguments["seed"]))
    filled = fill_rehearsal(work.tournament, filling, work.owner, progress)
    return _("%(count)s tables filled.") % {"count": filled}
