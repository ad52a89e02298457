"""The programme of the days: for everybody, and its writing for the programs of whoever manages the tournament."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import public_tournament, staff_tournament
from tournament.actions.programme import (
    LONGEST_PLACE,
    LONGEST_TITLE,
    MOST_ITEMS,
    ItemFacts,
    add_item,
    change_item,
    plan_starts,
    remove_item,
)
from tournament.models import ProgrammeItem, Tournament
from tournament.queries.programme import programme

from .base import VERSION, PublicView, StaffView, answers, me, query, versioned
from .fields import Moment, StrictSerializer, Text, Whole, Words

REFUSALS = (400, 401, 403, 404, 413, 422, 429)


class ProgrammeLineSerializer(serializers.Serializer[Any]):
    """One line of the programme, in the tournament's zone: an item, or a session by its planned start."""

    item = serializers.IntegerField(allow_null=True, help_text="The id of an item; null: a session.")
    session = serializers.IntegerField(allow_null=True, help_text="The number of a session; null: an item.")
    title = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True)


class ProgrammeSerializer(serializers.Serializer[Any]):
    """All lines."""

    tournament_version = serializers.IntegerField(read_only=True)
    lines = ProgrammeLineSerializer(many=True, help_text="By the moment at which they begin.")


class ItemBody(StrictSerializer):
    """An item of the programme."""

    title = Text(max_length=LONGEST_TITLE)
    place = Text(max_length=LONGEST_PLACE, allow_blank=True, default="")
    starts_at = Moment()
    ends_at = Moment(allow_null=True, default=None)

    def facts(self) -> ItemFacts:
        """What it says."""
        given = self.validated_data
        return ItemFacts(given["title"], given["starts_at"], given["ends_at"], given["place"])


class RemoveBody(StrictSerializer):
    """Nothing has to be said."""


class StartBody(StrictSerializer):
    """When a session is planned to start; null: that is open."""

    session = Whole(min_value=1, max_value=999)
    starts_at = Moment(allow_null=True)


class StartsBody(StrictSerializer):
    """Planned starts of sessions; those that are not named keep what they have."""

    starts = Words(child=StartBody(), max_length=MOST_ITEMS)


class ProgrammeView(PublicView):
    """The programme."""

    @extend_schema(
        operation_id="programme",
        tags=["public"],
        parameters=[VERSION],
        responses=answers(ProgrammeSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Sessions by their planned start, and all other items."""
        query(request)
        tournament = public_tournament(request.user, slug)
        return versioned(request, tournament, lambda: ProgrammeSerializer(_lines(tournament)))


class AddItemView(StaffView):
    """A new item."""

    @extend_schema(
        operation_id="add_programme_item",
        tags=["direction"],
        request=ItemBody,
        responses=answers(ProgrammeSerializer, *REFUSALS),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Put an item into the programme (organiser). The same sent twice stands once."""
        tournament = staff_tournament(me(request), slug, "manage")
        body = ItemBody(data=request.data)
        body.is_valid(raise_exception=True)
        add_item(tournament, body.facts(), me(request))
        return _answer(tournament)


class ChangeItemView(StaffView):
    """One item."""

    @extend_schema(
        operation_id="change_programme_item",
        tags=["direction"],
        request=ItemBody,
        responses=answers(ProgrammeSerializer, *REFUSALS),
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Change an item of the programme (organiser)."""
        tournament = staff_tournament(me(request), slug, "manage")
        body = ItemBody(data=request.data)
        body.is_valid(raise_exception=True)
        _exists(tournament, number)
        change_item(tournament, number, body.facts(), me(request))
        return _answer(tournament)


class RemoveItemView(StaffView):
    """One item, gone."""

    @extend_schema(
        operation_id="remove_programme_item",
        tags=["direction"],
        request=RemoveBody,
        responses=answers(ProgrammeSerializer, *REFUSALS),
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take an item out of the programme (organiser)."""
        tournament = staff_tournament(me(request), slug, "manage")
        RemoveBody(data=request.data).is_valid(raise_exception=True)
        _exists(tournament, number)
        remove_item(tournament, number, me(request))
        return _answer(tournament)


class StartsView(StaffView):
    """The planned starts of sessions."""

    @extend_schema(
        operation_id="plan_starts",
        tags=["direction"],
        request=StartsBody,
        responses=answers(ProgrammeSerializer, *REFUSALS),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Say when sessions are planned to start (organiser)."""
        tournament = staff_tournament(me(request), slug, "manage")
        body = StartsBody(data=request.data)
        body.is_valid(raise_exception=True)
        starts = {one["session"]: one["starts_at"] for one in body.validated_data["starts"]}
        plan_starts(tournament, starts, me(request))
        return _answer(tournament)


def _exists(tournament: Tournament, number: int) -> None:
    if not ProgrammeItem.objects.filter(pk=number, tournament=tournament).exists():
        raise Http404


def _lines(tournament: Tournament) -> dict[str, Any]:
    return {"lines": programme(tournament, timezone.now())}


def _answer(tournament: Tournament) -> Response:
    with timezone.override(tournament.tz):
        said = {"tournament_version": tournament.version, **_lines(tournament)}
        return Response(ProgrammeSerializer(said).data)
