"""Making a draw 抽签: planned, computed, then stored in one piece.

A long search must not keep referees from entering hands, so nothing is locked while it runs. When it is done the plan
is made once more under the lock: if entries, results or wishes have changed meanwhile, nothing is stored.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Unpack

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.draw_texts import draw_error
from tournament.models import Bye, Drawing, Job, Player, Seat, Session, Table, Tournament
from tournament.queries.plans import Asked, plans_of
from tournament.refusals import Refused
from tournament.seating import DrawError
from tournament.seating.plan import Outcome, Plan, Tick, carry_out, digest
from tournament.wording import listed

from .base import log_action, writing
from .jobs import Progress, first_asked, job
from .sessions import get_session
from .substitutes import seat_substitutes

LONGEST_SEED = 80


def make_draw(
    tournament: Tournament,
    numbers: Sequence[int],
    by: User,
    *,
    tick: Tick | None = None,
    **asked: Unpack[Asked],
) -> str:
    """Draw sessions as a draft, replacing their drafts. Returns the seed, from which the same draw can be made again.

    Everybody plays who is not disqualified, withdrawn or a reserve (of a stage: its entries), or with
    `only_checked_in` whoever is checked in for the first of these sessions. Sessions already published count for
    repeats and chairs and are never touched. All sessions or none. `tick` may stop it by raising.
    """
    seed = asked.get("seed", "").strip()[:LONGEST_SEED] or secrets.token_hex(8)
    plans = plans_of(tournament, chosen_sessions(tournament, numbers), asked)
    outcomes = [compute(plan, seed, tick) for plan in plans]
    with writing(tournament) as locked:
        sessions = chosen_sessions(locked, numbers)
        if plans_of(locked, sessions, asked) != plans:
            raise Refused(
                "changed_meanwhile",
                _(
                    "Entries, results or wishes changed while the draw was made. Nothing is drawn: draw again."
                ),
            )
        refuse_announced(locked, numbers)
        for plan, outcome in zip(plans, outcomes, strict=True):
            drawing = Drawing(tournament=locked, number=next_number(locked), asked=dict(asked), by=by)
            store(locked, drawing, plan, outcome, seed, by)
    return seed


def chosen_sessions(tournament: Tournament, numbers: Sequence[int]) -> list[Session]:
    """The sessions of these numbers, each once and in order; none is refused."""
    if not numbers:
        raise Refused("no_session", _("Choose at least one session to draw."), field="sessions")
    return [get_session(tournament, number) for number in sorted(set(numbers))]


def refuse_announced(tournament: Tournament, numbers: Sequence[int]) -> None:
    """A session whose draw was announced is drawn as it was announced, or that draw is given up first."""
    for drawing in tournament.drawings.filter(state=Drawing.State.COMMITTED):
        both = sorted(set(drawing.sessions) & set(numbers))
        if both:
            raise Refused(
                "announced",
                _(
                    "The draw of session %(n)s is announced: make it with what the others choose, or give it up with a "
                    "reason first."
                )
                % {"n": both[0]},
                field="sessions",
            )


def compute(plan: Plan, seed: str, tick: Tick | None = None) -> Outcome:
    """Carry a plan out; what makes no draw is refused in the reader's language."""
    try:
        return carry_out(plan, seed, tick)
    except DrawError as error:
        raise Refused(error.code, draw_error(error, plan.people)) from error


def next_number(tournament: Tournament) -> int:
    """The number of the tournament's next draw, from 1. Call it under the lock."""
    return (tournament.drawings.aggregate(last=Max("number"))["last"] or 0) + 1


def store(
    tournament: Tournament, drawing: Drawing, plan: Plan, outcome: Outcome, seed: str, by: User
) -> None:
    """Put a draw down as drafts, in the place of the drafts that were there. Call it under the lock."""
    by_number = {player.number: player for player in tournament.players.filter(number__in=plan.people)}
    people = [by_number[number] for number in plan.people]
    sessions = {s.number: s for s in tournament.sessions.filter(number__in=plan.sessions)}
    for number, tables, free in zip(plan.sessions, outcome.sessions, outcome.byes, strict=True):
        session = sessions[number]
        session.tables.all().delete()
        session.byes.all().delete()
        seat_session(session, [[people[p - 1] if p else None for p in four] for four in tables])
        Bye.objects.bulk_create([Bye(session=session, player=people[p - 1]) for p in free])
        session.state, session.draw_seed, session.draw_algorithm = Session.State.DRAFT, seed, plan.algorithm
        session.save(update_fields=["state", "draw_seed", "draw_algorithm"])
        session.tournament = tournament
        seat_substitutes(session)
    text = plan.canonical()
    drawing.plan, drawing.plan_hash, drawing.sessions = text, digest(text), list(plan.sessions)
    drawing.seed, drawing.algorithm, drawing.result = seed, plan.algorithm, outcome.canonical()
    drawing.state, drawing.made_at = Drawing.State.MADE, timezone.now()
    drawing.save()
    log_action(
        tournament,
        "drawn",
        by,
        sessions=list(plan.sessions),
        seed=seed,
        algorithm=plan.algorithm,
        players=len(plan.people),
        drawing=drawing.number,
        form=plan.form,
    )


def seat_session(session: Session, tables: Sequence[Sequence[Player | None]]) -> list[Table]:
    """Make the tables of a session, numbered from 1, with four seats each; () leaves a number out.

    Call it inside a transaction.
    """
    there = [(n, four) for n, four in enumerate(tables, 1) if four]
    made = Table.objects.bulk_create([Table(session=session, number=n) for n, _four in there])
    Seat.objects.bulk_create(
        [
            Seat(table=table, session=session, chair=chair, player=player)
            for table, (_n, four) in zip(made, there, strict=True)
            for chair, player in enumerate(four)
        ]
    )
    return made


@job("draw")
def draw_in_background(job: Job, progress: Progress) -> str:
    """Make a draw as long work: `arguments` hold the numbers of the sessions and what was asked."""
    numbers, asked = job.arguments["sessions"], job.arguments["asked"]
    if not _made_before(job, numbers, asked):
        make_draw(job.tournament, numbers, job.owner, tick=progress, **asked)
    text = ngettext("Session %(n)s is drawn as a draft.", "Sessions %(n)s are drawn as drafts.", len(numbers))
    return text % {"n": listed(numbers)}


def _made_before(job: Job, numbers: Sequence[int], asked: Asked) -> bool:
    """Whether an earlier attempt at this work made the draw and died before it could say so.

    Refused where somebody drew these sessions otherwise since the work was first asked for: nobody's draft is lost.
    """
    if job.attempts < 2 and job.repeats is None:
        return False
    made = [
        drawing
        for drawing in job.tournament.drawings.filter(made_at__gte=first_asked(job).created_at)
        if set(drawing.sessions) & set(numbers)
    ]
    if any(drawing.asked != asked for drawing in made):
        raise Refused(
            "drawn_meanwhile",
            _("These sessions were drawn since this work was asked for. Draw again where you still want to."),
        )
    return bool(made)
