"""What came after its table was closed, for the programs of whoever directs: the list, and what becomes of each."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import staff_tournament
from tournament.actions.late import decline_late, enter_late
from tournament.models import LateEntry, Tournament
from tournament.queries.late import Late, late_entries

from .base import VERSION, StaffView, answers, me, query, versioned
from .bodies import reason_field
from .fields import Flag, StrictSerializer


class LateSerializer(serializers.Serializer[Any]):
    """One late entry."""

    id = serializers.IntegerField(source="entry.pk")
    session = serializers.IntegerField(source="entry.table.session.number")
    table = serializers.IntegerField(source="entry.table.number")
    kind = serializers.CharField(source="entry.kind")
    sentence = serializers.CharField(source="what", help_text="What was sent, in words.")
    sheet = serializers.CharField(
        allow_blank=True, help_text='What the sheet holds of that hand now; "" where nothing.'
    )
    by = serializers.CharField(allow_blank=True, help_text="Who sent it.")
    at = serializers.DateTimeField(source="entry.at", help_text="When it arrived.")
    can_enter = serializers.BooleanField(help_text="false: open the table again before you enter it.")
    outcome = serializers.CharField(
        source="entry.outcome",
        allow_blank=True,
        help_text='"" while it waits; then accepted, declined or superseded (nothing was left to do).',
    )
    reason = serializers.CharField(source="entry.reason", allow_blank=True)
    settled_by = serializers.CharField(allow_blank=True)
    settled_at = serializers.DateTimeField(source="entry.settled_at", allow_null=True)


class LateListSerializer(serializers.Serializer[Any]):
    """All late entries of a tournament."""

    tournament_version = serializers.IntegerField(read_only=True)
    entries = LateSerializer(many=True, help_text="What waits first, in the order in which it came.")


class SettledSerializer(serializers.Serializer[Any]):
    """What became of one."""

    tournament_version = serializers.IntegerField()
    entry = LateSerializer()


class SettleBody(StrictSerializer):
    """What the chief referee decides about a late entry."""

    enter = Flag(help_text="true: carry it out as your act. false: decline it.")
    reason = reason_field("Why; who sent it reads it.")


class LateEntriesView(StaffView):
    """The list."""

    @extend_schema(
        operation_id="late_entries",
        tags=["direction"],
        parameters=[VERSION],
        responses=answers(LateListSerializer, 400, 401, 404, fresh=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Entries that came after their table was closed, for the chief referee and the organiser."""
        query(request)
        tournament = staff_tournament(me(request), slug, "direct")
        return versioned(
            request,
            tournament,
            lambda: LateListSerializer({"entries": late_entries(tournament)}),
            mark="-late",
        )


class SettleView(StaffView):
    """One of them."""

    @extend_schema(
        operation_id="settle_late_entry",
        tags=["direction"],
        request=SettleBody,
        responses=answers(SettledSerializer, 400, 401, 403, 404, 409, 413, 422, 429),
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Enter it as your own act, or decline it; once: afterwards it is 409 `settled`."""
        by = me(request)
        tournament = staff_tournament(by, slug, "direct")
        body = SettleBody(data=request.data)
        body.is_valid(raise_exception=True)
        if not LateEntry.objects.filter(pk=number, table__session__tournament=tournament).exists():
            raise Http404
        given = body.validated_data
        settle = enter_late if given["enter"] else decline_late
        settle(tournament, number, given["reason"], by)
        with timezone.override(tournament.tz):
            said = {"tournament_version": tournament.version, "entry": _one(tournament, number)}
            return Response(SettledSerializer(said).data)


def _one(tournament: Tournament, number: int) -> Late:
    return next(line for line in late_entries(tournament) if line.entry.pk == number)
