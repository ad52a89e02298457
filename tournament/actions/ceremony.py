"""A draw that anybody can check: announced, then made with what others have chosen, or given up with a reason."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from typing import Unpack

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Drawing, Job, Tournament
from tournament.queries.plans import Asked, plans_of
from tournament.refusals import Refused
from tournament.seating.ceremony import commitment, seed_of
from tournament.seating.plan import Plan, Tick, digest

from .acts import require_reason
from .base import log_action, writing
from .drawing import chosen_sessions, compute, next_number, refuse_announced, store
from .jobs import Progress, job

LONGEST_PART = 200
LONGEST_SOURCE = 300
REHEARSED_SECONDS = 2


class _EnoughError(Exception):
    pass


def announce_draw(
    tournament: Tournament, numbers: Sequence[int], public_source: str, by: User, **asked: Unpack[Asked]
) -> Drawing:
    """Publish who is drawn and how, as a hash, the hash of a secret, and what others will choose.

    `public_source` says what that will be, such as "the sum of five dice thrown by the oldest player". Nothing is
    drawn yet. All sessions must have the same players.
    """
    source = _text(public_source)
    if not source:
        raise Refused(
            "no_public_source",
            _(
                "Say what others will choose, and when: dice thrown in the hall, a number that a player calls."
            ),
            field="public_source",
        )
    if len(source) > LONGEST_SOURCE:
        raise Refused(
            "too_long",
            _("At most %(n)s characters, please.") % {"n": LONGEST_SOURCE},
            field="public_source",
        )
    asked.pop("seed", None)
    plan = _one_plan(tournament, numbers, asked)
    _rehearse(plan)
    with writing(tournament) as locked:
        refuse_announced(locked, numbers)
        plan = _one_plan(locked, numbers, asked)
        secret, text = secrets.token_hex(32), plan.canonical()
        made = Drawing.objects.create(
            tournament=locked,
            number=next_number(locked),
            state=Drawing.State.COMMITTED,
            sessions=list(plan.sessions),
            asked=dict(asked),
            plan=text,
            plan_hash=digest(text),
            secret=secret,
            commitment=commitment(secret),
            public_source=source,
            algorithm=plan.algorithm,
            by=by,
            committed_at=timezone.now(),
        )
        log_action(
            locked,
            "draw_announced",
            by,
            sessions=made.sessions,
            drawing=made.number,
            plan_hash=made.plan_hash,
            commitment=made.commitment,
            source=source,
        )
        return made


def hold_draw(
    tournament: Tournament, number: int, public_part: str, by: User, tick: Tick | None = None
) -> Drawing:
    """Make an announced draw with what others have chosen, as a draft."""
    chosen = _text(public_part)
    if not chosen or len(chosen) > LONGEST_PART:
        raise Refused(
            "no_public_part",
            _("Type what the others have chosen, exactly as it was called, in at most %(n)s characters.")
            % {"n": LONGEST_PART},
            field="public_part",
        )
    drawing = _announced(tournament, number)
    plan = _same_plan(tournament, drawing)
    seed = seed_of(drawing.secret, chosen, drawing.plan_hash, drawing.number)
    outcome = compute(plan, seed, tick)
    with writing(tournament) as locked:
        drawing = _announced(locked, number)
        _same_plan(locked, drawing)
        drawing.public_part = chosen
        store(locked, drawing, plan, outcome, seed, by)
        return drawing


@job("hold_draw", group="draw")
def hold_in_background(job: Job, progress: Progress) -> str:
    """Make an announced draw as long work: `arguments` hold its number and the public part."""
    number, part = job.arguments["drawing"], job.arguments["public_part"]
    # An earlier attempt may have made it and died before it could say so.
    if not job.tournament.drawings.filter(
        number=number, state=Drawing.State.MADE, public_part=_text(part)
    ).exists():
        hold_draw(job.tournament, number, part, job.owner, tick=progress)
    return _("Draw %(n)s is made, as a draft.") % {"n": number}


def give_up_draw(tournament: Tournament, number: int, reason: str, by: User) -> None:
    """Give an announced draw up. It stays in the list of draws, with the reason."""
    with writing(tournament) as locked:
        drawing = _announced(locked, number)
        require_reason(reason, _("Say why the announced draw is given up: everybody can read it."))
        drawing.state, drawing.reason = Drawing.State.ABANDONED, reason
        drawing.save(update_fields=["state", "reason"])
        log_action(
            locked, "draw_given_up", by, reason=reason, sessions=drawing.sessions, drawing=drawing.number
        )


def _one_plan(tournament: Tournament, numbers: Sequence[int], asked: Asked) -> Plan:
    plans = plans_of(tournament, chosen_sessions(tournament, numbers), asked)
    if len(plans) > 1:
        raise Refused(
            "one_stage",
            _("Announce the sessions of one stage at a time: each stage has players of its own."),
            field="sessions",
        )
    return plans[0]


def _rehearse(plan: Plan) -> None:
    """What makes no draw is refused now, not in front of everybody. It shows at once: a long search is left off."""
    stop_at = time.monotonic() + REHEARSED_SECONDS

    def tick(done: int, total: int) -> None:
        if time.monotonic() > stop_at:
            raise _EnoughError

    with suppress(_EnoughError):
        compute(plan, "", tick)


def _announced(tournament: Tournament, number: int) -> Drawing:
    found = tournament.drawings.filter(number=number).first()
    if found is None or found.state != Drawing.State.COMMITTED:
        raise Refused("not_announced", _("This draw is not announced, or was made already. Reload the page."))
    return found


def _same_plan(tournament: Tournament, drawing: Drawing) -> Plan:
    """The plan of an announced draw, if it still is what was announced."""
    plan = _one_plan(tournament, drawing.sessions, drawing.asked)
    if digest(plan.canonical()) != drawing.plan_hash:
        raise Refused(
            "plan_changed",
            _(
                "Entries, results or wishes have changed since the draw was announced. Give it up with a reason, and "
                "announce it anew."
            ),
        )
    return plan


def _text(typed: str) -> str:
    """What was typed, in one spelling: everybody must come to the same hash."""
    return " ".join(unicodedata.normalize("NFC", typed).split())
