"""What everybody is to read: for everybody, and its writing for the programs of whoever directs."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import public_tournament, staff_tournament
from tournament.actions.announcements import MOST_CHARACTERS, MOST_MINUTES, announce, take_down
from tournament.models import Announcement, Tournament
from tournament.queries.announcements import current

from .base import PublicView, StaffView, answers, hashed, me, query
from .fields import Flag, StrictSerializer, Text, Whole

REFUSALS = (400, 401, 403, 404, 413, 422, 429)


class AnnouncementSerializer(serializers.Serializer[Any]):
    """One announcement."""

    id = serializers.IntegerField(source="pk")
    text = serializers.CharField(help_text="Plain text on one line.")
    urgent = serializers.BooleanField()
    at = serializers.DateTimeField(help_text="Since when it stands.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="null: until it is taken down.")


class AnnouncementsSerializer(serializers.Serializer[Any]):
    """What is announced now."""

    tournament_version = serializers.IntegerField()
    announcements = AnnouncementSerializer(many=True, help_text="The urgent ones first, then the newest.")


class AnnounceBody(StrictSerializer):
    """A new announcement."""

    text = Text(help_text=f"At most {MOST_CHARACTERS} characters; line breaks become blanks.")
    minutes = Whole(
        min_value=1,
        max_value=MOST_MINUTES,
        allow_null=True,
        default=None,
        help_text="How long it stands; null: until it is taken down.",
    )
    urgent = Flag(default=False)


class TakeDownBody(StrictSerializer):
    """Nothing has to be said."""


class AnnouncementsView(PublicView):
    """The list."""

    @extend_schema(
        operation_id="announcements",
        tags=["public"],
        responses=answers(AnnouncementsSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """What is announced now. It also changes by time alone: ask again with the ETag."""
        query(request)
        return hashed(request, _now(public_tournament(request.user, slug)))


class AnnounceView(StaffView):
    """A new one."""

    @extend_schema(
        operation_id="announce",
        tags=["direction"],
        request=AnnounceBody,
        responses=answers(AnnouncementsSerializer, *REFUSALS),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Announce something to everybody. The same sent twice stands once."""
        by = me(request)
        tournament = staff_tournament(by, slug, "direct")
        body = AnnounceBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        announce(tournament, given["text"], by, minutes=given["minutes"], urgent=given["urgent"])
        return Response(_now(tournament))


class TakeDownView(StaffView):
    """One of them."""

    @extend_schema(
        operation_id="take_down",
        tags=["direction"],
        request=TakeDownBody,
        responses=answers(AnnouncementsSerializer, *REFUSALS),
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take an announcement down; one that is down already stays so."""
        by = me(request)
        tournament = staff_tournament(by, slug, "direct")
        TakeDownBody(data=request.data).is_valid(raise_exception=True)
        if not Announcement.objects.filter(pk=number, tournament=tournament).exists():
            raise Http404
        take_down(tournament, number, by)
        return Response(_now(tournament))


def _now(tournament: Tournament) -> dict[str, Any]:
    with timezone.override(tournament.tz):
        said = {
            "tournament_version": tournament.version,
            "announcements": current(tournament, timezone.now()),
        }
        return dict(AnnouncementsSerializer(said).data)
