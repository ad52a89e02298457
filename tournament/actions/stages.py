"""Stages 阶段: laid out by the organiser, filled from the stage before, with a record of every decision."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Session, Stage, StageEntry, Tournament
from tournament.models.event import CARRIES
from tournament.queries.stages import Qualified, group_sizes, qualified
from tournament.refusals import Refused
from tournament.seating.stream import Stream

from .base import log_action, writing
from .sessions import get_session


@dataclass(frozen=True)
class StagePlan:
    """How a stage is laid out. `form` is one of `Stage.Form`, `sessions` are numbers of sessions that are not drawn.

    `carry` is the share of the points carried over. `places` (first, last) of the stage before go on with the forms
    `top` and `places`; with `groups` the best `advance` of each group of `group_size` do, and `left_over` (one of
    `Stage.LeftOver`) says what becomes of who does not fill a group.
    """

    name: str
    form: str
    sessions: Sequence[int]
    carry: str = "0"
    places: tuple[int, int] | None = None
    group_size: int = 4
    advance: int = 2
    left_over: str = Stage.LeftOver.STAND_INS


def add_stage(tournament: Tournament, plan: StagePlan, by: User) -> Stage:
    """Lay out the next stage. Raises `Refused`."""
    name = plan.name.strip()
    if not name or len(name) > 100:
        raise Refused("name", _("A stage needs a name of at most 100 characters."), field="name")
    if plan.form not in Stage.Form.values or plan.carry not in CARRIES:
        raise Refused(
            "form", _("Choose a form of the stage, and what is carried over: 0, 1/2, 2/3 or 1."), field="form"
        )
    if plan.form == Stage.Form.GROUPS and not (
        4 <= plan.group_size <= 64
        and 1 <= plan.advance < plan.group_size
        and plan.left_over in Stage.LeftOver.values
    ):
        raise Refused(
            "groups", _("A group has at least four players, and fewer of them advance."), field="groups"
        )
    if not plan.sessions:
        raise Refused("no_session", _("Choose the sessions that the stage plays."), field="sessions")
    with writing(tournament) as locked:
        number = max((s.number for s in locked.stages.all()), default=0) + 1
        first, last = _places(plan, number)
        stage = Stage.objects.create(
            tournament=locked,
            number=number,
            name=name,
            form=plan.form,
            carry=plan.carry,
            first_place=first,
            places=last,
            group_size=plan.group_size,
            advance=plan.advance,
            left_over=plan.left_over,
        )
        for session in [get_session(locked, n) for n in sorted(set(plan.sessions))]:
            if session.state != Session.State.PLANNED or session.stage_id is not None:
                raise Refused(
                    "session_taken",
                    _("Session %(n)s is drawn already, or belongs to another stage.") % {"n": session.number},
                    field="sessions",
                )
            session.stage = stage
            session.save(update_fields=["stage"])
        log_action(locked, "stage_added", by, name=stage.name, sessions=sorted(set(plan.sessions)))
        return stage


def _places(plan: StagePlan, number: int) -> tuple[int, int | None]:
    if plan.form not in (Stage.Form.TOP, Stage.Form.PLACES):
        return 1, None
    if number == 1 or plan.places is None or not 1 <= plan.places[0] <= plan.places[1]:
        raise Refused(
            "places",
            _("Say which places of the stage before go on; the first stage has everybody or groups."),
            field="places",
        )
    return plan.places


def remove_stage(tournament: Tournament, stage_id: int, by: User) -> None:
    """Remove the last stage while none of its sessions is drawn."""
    with writing(tournament) as locked:
        stage = _get(locked, stage_id)
        if (
            stage.sessions.exclude(state=Session.State.PLANNED).exists()
            or locked.stages.filter(number__gt=stage.number).exists()
        ):
            raise Refused(
                "stage_used", _("Only the last stage can be removed, while none of its sessions is drawn.")
            )
        stage.sessions.update(stage=None)
        log_action(locked, "stage_removed", by, name=stage.name)
        stage.delete()


def fill_stage(tournament: Tournament, stage_id: int, by: User, seed: str = "") -> list[StageEntry]:
    """Fill a stage: everybody, or who qualified in the stage before, with the points carried over.

    A tie at the cut that the order of the standings leaves open is refused until lots are recorded. Groups are made by
    lot from the seed, which the history keeps. The entries keep the version of the standings that they came from.
    """
    seed = seed.strip()[:80] or secrets.token_hex(4)
    with writing(tournament) as locked:
        stage = _get(locked, stage_id)
        if stage.sessions.exclude(state=Session.State.PLANNED).exists():
            raise Refused(
                "stage_drawn", _("A session of this stage is drawn already: discard its draft first.")
            )
        found = qualified(locked, stage)
        if found.tied:
            names = ", ".join(str(line.name) for line in found.tied)
            raise Refused(
                "tie_at_the_cut",
                _(
                    "These players are equal at the cut: %(names)s. Draw lots, record them with a "
                    "reason, then fill the stage."
                )
                % {"names": names},
                current={"players": [line.number for line in found.tied]},
            )
        if not found.lines:
            raise Refused("nobody", _("Nobody has qualified yet."))
        stage.entries.all().delete()
        entries = _entries(stage, found, seed)
        StageEntry.objects.bulk_create(entries)
        stage.filled_at, stage.filled_from_version = timezone.now(), found.version
        stage.save(update_fields=["filled_at", "filled_from_version"])
        log_action(
            locked,
            "stage_filled",
            by,
            name=stage.name,
            count=len(entries),
            from_version=found.version,
            seed=seed if stage.form == Stage.Form.GROUPS else "",
        )
        return entries


def _entries(stage: Stage, found: Qualified, seed: str) -> list[StageEntry]:
    share = Fraction(stage.carry)
    groups: dict[int, int] = {}
    if stage.form == Stage.Form.GROUPS:
        lot = Stream(seed, "groups").permutation(len(found.lines))
        numbers = [n for n, size in enumerate(group_sizes(stage, len(lot)), 1) for _one in range(size)]
        groups = {found.lines[who].id: number for who, number in zip(lot, numbers, strict=True)}
    return [
        StageEntry(
            stage=stage,
            player_id=line.id,
            seed=place,
            group=groups.get(line.id),
            carried_standard=str(line.standard * share),
            carried_match=str(line.match * share),
        )
        for place, line in enumerate(found.lines, 1)
    ]


def _get(tournament: Tournament, stage_id: int) -> Stage:
    stage = tournament.stages.filter(pk=stage_id).first()
    if stage is None:
        raise Refused("no_such_stage", _("There is no such stage. Reload the page."))
    return stage
