"""Drafts of draws 抽签: changed by hand, published, taken back, thrown away."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Seat, Session, Tournament
from tournament.refusals import Refused

from .acts import require_reason
from .base import log_action, writing
from .reseating import reseat
from .sessions import get_session


def swap_seats(
    tournament: Tournament,
    number: int,
    first_id: int,
    second_id: int,
    by: User,
    *,
    seen: tuple[int | None, int | None] | None = None,
) -> None:
    """Let two players of a draft change seats.

    `seen` are the players (keys, None for an empty chair) whom the page showed there: if others sit there by
    now, nothing is swapped.
    """
    with writing(tournament) as locked:
        session = get_session(locked, number)
        if session.state != Session.State.DRAFT:
            raise Refused(
                "not_a_draft",
                _("Seats can be swapped in a draft only. Session %(n)s is %(state)s.")
                % {"n": number, "state": session.get_state_display()},
            )
        found = {
            s.pk: s
            for s in Seat.objects.select_related("player", "table").filter(
                session=session, pk__in=(first_id, second_id)
            )
        }
        if len(found) != 2:
            raise Refused("no_such_seat", _("Choose two different seats of this session."))
        first, second = found[first_id], found[second_id]
        if seen is not None and seen != (first.player_id, second.player_id):
            raise Refused(
                "seats_changed", _("These seats were changed in the meantime. Look again, then swap.")
            )
        reseat((first, second), {first.pk: second.player_id, second.pk: first.player_id})
        log_action(
            locked,
            "seats_swapped",
            by,
            session=session,
            seats=[
                {"table": s.table.number, "chair": s.chair, "player": s.player.number if s.player else None}
                for s in (first, second)
            ],
        )


def publish_draw(tournament: Tournament, numbers: Sequence[int], by: User) -> None:
    """Show the draw of these sessions to everybody."""
    with writing(tournament) as locked:
        sessions = [get_session(locked, n) for n in sorted(set(numbers))]
        for session in sessions:
            if session.state != Session.State.DRAFT:
                raise Refused(
                    "not_a_draft", _("Session %(n)s has no draft to publish.") % {"n": session.number}
                )
        if not sessions:
            raise Refused("no_session", _("There is no draft to publish."))
        now = timezone.now()
        for session in sessions:
            session.state, session.published_at = Session.State.PUBLISHED, now
            session.save(update_fields=["state", "published_at"])
        log_action(locked, "draw_published", by, sessions=[s.number for s in sessions])


def withdraw_draw(tournament: Tournament, number: int, reason: str, by: User) -> None:
    """Turn a published draw back into a draft, while nothing is recorded at its tables; with a reason."""
    with writing(tournament) as locked:
        session = get_session(locked, number)
        if session.state not in (Session.State.PUBLISHED, Session.State.RUNNING):
            raise Refused("not_published", _("The draw of session %(n)s is not published.") % {"n": number})
        if session.tables.filter(acts__isnull=False).exists():
            raise Refused(
                "has_entries",
                _("Something is recorded in session %(n)s already: its draw cannot be taken back.")
                % {"n": number},
            )
        require_reason(reason, _("Say why the published draw is taken back."))
        session.state = Session.State.DRAFT
        session.published_at = session.started_at = session.time_called_at = None
        session.ends_at = session.paused_at = None
        session.save(
            update_fields=["state", "published_at", "started_at", "time_called_at", "ends_at", "paused_at"]
        )
        session.tables.update(time_called_at=None, hands_at_time=None)
        log_action(locked, "draw_withdrawn", by, session=session, reason=reason)


def discard_draft(tournament: Tournament, numbers: Sequence[int], by: User) -> None:
    """Throw drafts away."""
    if not numbers:
        raise Refused("no_session", _("There is no draft to throw away."))
    with writing(tournament) as locked:
        for number in sorted(set(numbers)):
            session = get_session(locked, number)
            if session.state != Session.State.DRAFT:
                raise Refused("not_a_draft", _("Session %(n)s has no draft.") % {"n": number})
            session.tables.all().delete()
            session.byes.all().delete()
            session.state, session.draw_seed = Session.State.PLANNED, ""
            session.save(update_fields=["state", "draw_seed"])
        log_action(locked, "draft_discarded", by, sessions=sorted(set(numbers)))
