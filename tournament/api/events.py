"""Tournaments, their sessions, and who sits where."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import pagination, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import public_session, public_tournament, visible_tournaments
from tournament.models import Session, Table, Tournament
from tournament.queries.draws import seated
from tournament.queries.overview import SessionSummary, how_far, listed, public_sessions

from .base import VERSION, PublicView, answers, hashed, query, versioned
from .fields import StrictSerializer, seat_field
from .people import SESSION_STATES, PersonSerializer, ResultSerializer

STATES = ["announced", "running", "between", "over"]


class ListedSerializer(serializers.Serializer[Any]):
    """A tournament in the list. `session` is the one being played, or how many are over."""

    slug = serializers.SlugField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    city = serializers.CharField(source="tournament.city", allow_blank=True)
    country = serializers.CharField(source="tournament.country", allow_blank=True)
    starts_on = serializers.DateField(source="tournament.starts_on", allow_null=True)
    ends_on = serializers.DateField(source="tournament.ends_on", allow_null=True)
    is_rehearsal = serializers.BooleanField(source="tournament.is_rehearsal")
    is_public = serializers.BooleanField(source="tournament.is_public")
    state = serializers.ChoiceField(STATES)
    session = serializers.IntegerField()
    planned_sessions = serializers.IntegerField(source="sessions")
    tournament_version = serializers.IntegerField(source="tournament.version")


class TournamentPageSerializer(serializers.Serializer[Any]):
    """One page of the list, the newest tournaments first."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ListedSerializer(many=True)


class SessionSerializer(serializers.Serializer[Any]):
    """A session 局 whose draw is published. Times are in the tournament's zone."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(SESSION_STATES)
    tables = serializers.IntegerField()
    closed_tables = serializers.IntegerField(source="closed")
    starts_at = serializers.DateTimeField(allow_null=True)


class OfficialSerializer(serializers.Serializer[Any]):
    """One of the officials; the role may be empty."""

    role = serializers.CharField(allow_blank=True)
    name = serializers.CharField()


class RulesSerializer(serializers.Serializer[Any]):
    """What a reader of results needs of the tournament's own rulebook."""

    rulebook = serializers.CharField(source="key")
    name = serializers.CharField()
    name_zh = serializers.CharField()
    starting_points = serializers.IntegerField(help_text="Shown on top of match points, never ranks.")
    minutes = serializers.IntegerField(help_text="Length of a session.")
    minimum = serializers.IntegerField(help_text="Fan that a win needs without flowers.")
    rotation = serializers.ChoiceField(["none", "after_third", "before_third", "every_round"])
    scale = serializers.ListField(
        child=serializers.IntegerField(), help_text="Standard points of places 1–4."
    )
    tie_breaks = serializers.ListField(child=serializers.CharField())
    team_ranking = serializers.BooleanField()


class TournamentSerializer(serializers.Serializer[Any]):
    """A tournament 赛事."""

    tournament_version = serializers.IntegerField(read_only=True)
    slug = serializers.SlugField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    city = serializers.CharField(source="tournament.city", allow_blank=True)
    country = serializers.CharField(source="tournament.country", allow_blank=True)
    zone = serializers.CharField(source="tournament.zone", help_text="Time zone, such as Asia/Shanghai.")
    starts_on = serializers.DateField(source="tournament.starts_on", allow_null=True)
    ends_on = serializers.DateField(source="tournament.ends_on", allow_null=True)
    is_rehearsal = serializers.BooleanField(source="tournament.is_rehearsal")
    is_public = serializers.BooleanField(source="tournament.is_public")
    officials = OfficialSerializer(many=True)
    state = serializers.ChoiceField(STATES)
    session = serializers.IntegerField(help_text="The session being played, or how many are over.")
    planned_sessions = serializers.IntegerField(source="tournament.planned_sessions")
    players = serializers.IntegerField(help_text="Stand-ins not counted.")
    teams = serializers.IntegerField()
    rules = RulesSerializer()
    sessions = SessionSerializer(many=True)


class SeatSerializer(serializers.Serializer[Any]):
    """A chair as drawn, who sits there (null: empty), and his result."""

    seat = seat_field(source="chair", help_text="The chair drawn: 0–3 = 东南西北.")
    player = PersonSerializer(allow_null=True)
    result = ResultSerializer(source="*")


class SeatedTableSerializer(serializers.Serializer[Any]):
    """A table 桌 of a session with its four seats."""

    number = serializers.IntegerField(source="table.number")
    is_closed = serializers.BooleanField(source="table.is_closed")
    corrected_at = serializers.DateTimeField(
        source="table.corrected_at",
        allow_null=True,
        help_text="The result was changed after closing, last then.",
    )
    hands_played = serializers.IntegerField(source="table.hands_played")
    seats = SeatSerializer(many=True)


class SessionTablesSerializer(serializers.Serializer[Any]):
    """One session with all its tables."""

    tournament_version = serializers.IntegerField(read_only=True)
    number = serializers.IntegerField(source="session.number")
    state = serializers.ChoiceField(SESSION_STATES, source="session.state")
    starts_at = serializers.DateTimeField(source="session.starts_at", allow_null=True)
    started_at = serializers.DateTimeField(source="session.started_at", allow_null=True)
    time_called_at = serializers.DateTimeField(source="session.time_called_at", allow_null=True)
    closed_at = serializers.DateTimeField(source="session.closed_at", allow_null=True)
    tables = SeatedTableSerializer(many=True)


class Pages(pagination.PageNumberPagination):
    """Tournaments only grow in number, so they come in pages."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


class ListQuery(StrictSerializer):
    """How to page through the list."""

    page = serializers.IntegerField(min_value=1, max_value=999_999, required=False)
    page_size = serializers.IntegerField(min_value=1, max_value=Pages.max_page_size, required=False)


class TournamentsView(PublicView):
    """The list of tournaments."""

    @extend_schema(
        operation_id="tournaments",
        tags=["public"],
        parameters=[ListQuery],
        responses={
            k: v for k, v in answers(TournamentPageSerializer, 400, 404, fresh=True).items() if k != 204
        },
    )
    def get(self, request: Request) -> Response:
        """The public tournaments, the newest first; who is logged in also sees his own before they are public."""
        query(request, ListQuery)
        pages = Pages()
        page = pages.paginate_queryset(visible_tournaments(request.user), request, view=self) or []
        body = pages.get_paginated_response(ListedSerializer(listed(page), many=True).data)
        return hashed(request, body.data)


class TournamentView(PublicView):
    """One tournament."""

    @extend_schema(
        operation_id="tournament",
        tags=["public"],
        parameters=[VERSION],
        responses=answers(TournamentSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """A tournament with its rules and its published sessions."""
        query(request)
        tournament = public_tournament(request.user, slug)
        return versioned(request, tournament, lambda: TournamentSerializer(_facts(tournament)))


class SessionView(PublicView):
    """One session."""

    @extend_schema(
        operation_id="session",
        tags=["public"],
        parameters=[VERSION],
        responses=answers(SessionTablesSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str, session: int) -> Response:
        """A published session: who sits where, and what each has so far."""
        query(request)
        tournament = public_tournament(request.user, slug)
        found = public_session(tournament, session)
        return versioned(request, tournament, lambda: SessionTablesSerializer(_tables(found)))


def _facts(tournament: Tournament) -> dict[str, Any]:
    sessions: tuple[SessionSummary, ...] = public_sessions(tournament)
    state, session = how_far(sessions, tournament.planned_sessions)
    return {
        "tournament": tournament,
        "officials": [{"role": role, "name": name} for role, name in tournament.official_list],
        "state": state,
        "session": session,
        "players": tournament.players.filter(is_stand_in=False).count(),
        "teams": tournament.teams.count(),
        "rules": tournament.rulebook,
        "sessions": sessions,
    }


def _tables(session: Session) -> dict[str, Any]:
    tables: list[tuple[Table, Any]] = list(seated(session))
    return {"session": session, "tables": [{"table": table, "seats": seats} for table, seats in tables]}
