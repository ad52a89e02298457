"""The running day for programs: a session with its clock, and what the chief referee does to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import public_session, staff_tournament
from tournament.actions import clock as clocks
from tournament.actions import sessions as acts
from tournament.models import Session, Table, Tournament
from tournament.queries.clock import clock, clock_mark
from tournament.queries.late import late_tables
from tournament.refusals import Refused

from .base import StaffView, answers, me, query
from .bodies import LARGEST, reason_field
from .fields import StrictSerializer, Text, Whole, Word
from .people import SESSION_STATES

REFUSALS = (400, 401, 403, 404, 409, 413, 422, 429)
CLOCK_STATES = ["waiting", "running", "paused", "warning", "over", "called"]


class DaySerializer(serializers.Serializer[Any]):
    """A session as whoever directs sees it."""

    tournament_version = serializers.IntegerField()
    session = serializers.IntegerField()
    session_state = serializers.ChoiceField(SESSION_STATES)
    started_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    official_at = serializers.DateTimeField(
        allow_null=True, help_text="When the chief referee made it official; null: he has not."
    )
    clock_state = serializers.ChoiceField(CLOCK_STATES)
    seconds_left = serializers.IntegerField(help_text="Less than 0 when the end has passed.")
    clock_mark = serializers.CharField(help_text="Send it as `seen` with an extension.")
    open_tables = serializers.ListField(child=serializers.IntegerField())
    late_tables = serializers.ListField(
        child=serializers.IntegerField(), help_text="Tables of which late entries wait for you."
    )


class DayBody(StrictSerializer):
    """What the client saw, so that nothing happens to a session that is not as he thinks."""

    session_state = Word(SESSION_STATES, help_text="The `session_state` that you saw.")


class ReopenSessionBody(DayBody):
    """Why it is done."""

    reason = reason_field("Why the session is opened again.")


class ExtensionBody(DayBody):
    """More time for all tables, or for one of them."""

    minutes = Whole(
        min_value=-clocks.MOST_MINUTES,
        max_value=clocks.MOST_MINUTES,
        help_text="Less than 0 takes time back from all tables.",
    )
    table = Whole(
        min_value=1, max_value=LARGEST, allow_null=True, default=None, help_text="null: all tables."
    )
    seen = Text(
        max_length=40,
        help_text="The `clock_mark` that you saw, so that an extension sent twice extends once.",
    )


class DayView(StaffView):
    """A session of a tournament that the user directs, and one thing that he does to it."""

    form: ClassVar[type[DayBody]] = DayBody

    def act(self, tournament: Tournament, number: int, given: dict[str, Any], by: User) -> object:
        """Do it. Raises `Refused`."""
        raise NotImplementedError

    def post(self, request: Request, slug: str, session: int) -> Response:
        """Check who may and the form, let the action check the rest, and answer the session as it is then."""
        found = _session(me(request), slug, session)
        body = self.form(data=request.data)
        body.is_valid(raise_exception=True)
        _refuse_other_state(found, body.validated_data["session_state"])
        self.act(found.tournament, session, body.validated_data, me(request))
        return Response(_day(_session(me(request), slug, session)))


def _session(user: User, slug: str, number: int) -> Session:
    """A published session of a tournament that the user directs, or 404."""
    found = public_session(staff_tournament(user, slug, "direct"), number)
    return Session.objects.select_related("tournament").get(pk=found.pk)


def _refuse_other_state(session: Session, seen: str) -> None:
    if session.state != seen:
        raise Refused(
            "stale",
            _("Meanwhile session %(n)s is %(state)s. Look at it again.")
            % {"n": session.number, "state": session.get_state_display()},
            field="session_state",
            current={"session_state": session.state},
        )


def _day(session: Session) -> dict[str, Any]:
    tournament = session.tournament
    with timezone.override(tournament.tz):
        reading = clock(session, tournament.rulebook)
        open_ = Table.objects.filter(session=session, closed_at__isnull=True).order_by("number")
        return DaySerializer(
            {
                "tournament_version": tournament.version,
                "session": session.number,
                "session_state": session.state,
                "started_at": session.started_at,
                "closed_at": session.closed_at,
                "official_at": session.official_at,
                "clock_state": reading.state,
                "seconds_left": reading.left,
                "clock_mark": clock_mark(session),
                "open_tables": list(open_.values_list("number", flat=True)),
                "late_tables": late_tables(session),
            }
        ).data


class SessionDayView(StaffView):
    """A session and its clock."""

    @extend_schema(
        operation_id="session_day", tags=["direction"], responses=answers(DaySerializer, 400, 401, 404)
    )
    def get(self, request: Request, slug: str, session: int) -> Response:
        """A session with its clock, for the chief referee and the organiser."""
        query(request)
        return Response(_day(_session(me(request), slug, session)))


def described(name: str) -> Callable[[type[DayView]], type[DayView]]:
    """Describe one act for the schema: its docstring and its body."""

    def describe(view: type[DayView]) -> type[DayView]:
        operation = extend_schema(
            operation_id=name,
            description=view.__doc__,
            tags=["direction"],
            request=view.form,
            responses=answers(DaySerializer, *REFUSALS),
        )
        return extend_schema_view(post=operation)(view)

    return describe


@described("start_session")
class StartView(DayView):
    """Start the session: its clock runs."""

    def act(self, tournament: Tournament, number: int, given: dict[str, Any], by: User) -> object:
        """Start it."""
        return acts.start_session(tournament, number, by)


@described("call_time_everywhere")
class TimeEverywhereView(DayView):
    """Call time at every open table."""

    def act(self, tournament: Tournament, number: int, given: dict[str, Any], by: User) -> object:
        """Call it."""
        return acts.call_time_everywhere(tournament, number, by)


@described("close_session")
class CloseSessionView(DayView):
    """Close the session, all of whose tables are closed. `late_tables` says of which tables something still waits."""

    def act(self, tournament: Tournament, number: int, given: dict[str, Any], by: User) -> object:
        """Close it."""
        return acts.close_session(tournament, number, by)


@described("reopen_session")
class ReopenSessionView(DayView):
    """Open a closed session again; its tables stay closed until one is opened."""

    form = ReopenSessionBody

    def act(self, tournament: Tournament, number: int, given: dict[str, Any], by: User) -> object:
        """Open it."""
        return acts.reopen_session(tournament, number, given["reason"], by)


@described("make_official")
class OfficialView(DayView):
    """Make the results of a closed session official."""

    def act(self, tournament: Tournament, number: int, given: dict[str, Any], by: User) -> object:
        """Make them official."""
        return acts.make_official(tournament, number, by)


@described("pause_clock")
class PauseView(DayView):
    """Stop the clock."""

    def act(self, tournament: Tournament, number: int, given: dict[str, Any], by: User) -> object:
        """Stop it."""
        return clocks.pause_clock(tournament, number, by)


@described("resume_clock")
class ResumeView(DayView):
    """Let the clock go on; the end moves by as long as it stood."""

    def act(self, tournament: Tournament, number: int, given: dict[str, Any], by: User) -> object:
        """Let it go on."""
        return clocks.resume_clock(tournament, number, by)


@described("extend_clock")
class ExtensionView(DayView):
    """Give all tables, or one of them, more time. Sent twice with the same mark it is refused with 409 and `stale`."""

    form = ExtensionBody

    def act(self, tournament: Tournament, number: int, given: dict[str, Any], by: User) -> object:
        """Extend it."""
        return clocks.extend_clock(
            tournament, number, given["minutes"], by, given["table"], seen=given["seen"]
        )
