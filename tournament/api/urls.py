"""Addresses of the API."""

from __future__ import annotations

from typing import NoReturn

from django.http import Http404
from django.urls import path, re_path, register_converter
from django.urls.converters import IntConverter
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from . import docs, draws, entries, events, login, people, referee, sheets, standings
from .base import PublicView


class NumberConverter(IntConverter):
    """A number that any column can hold."""

    regex = "[0-9]{1,6}"


register_converter(NumberConverter, "number")


@extend_schema(exclude=True)
class Nothing(PublicView):
    """Every other address: said in the form of all refusals."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> NoReturn:
        """There is nothing here, whatever the method."""
        raise Http404


app_name = "api"
TOURNAMENT = "tournaments/<slug:slug>/"
TABLE = "referee/tournaments/<slug:slug>/sessions/<number:session>/tables/<number:number>/"

urlpatterns = [
    path("login/", login.LoginView.as_view(), name="login"),
    path("logout/", login.LogoutView.as_view(), name="logout"),
    path("tournaments/", events.TournamentsView.as_view(), name="tournaments"),
    path(TOURNAMENT, events.TournamentView.as_view(), name="tournament"),
    path(f"{TOURNAMENT}sessions/<number:session>/", events.SessionView.as_view(), name="session"),
    path(
        f"{TOURNAMENT}sessions/<number:session>/tables/<number:number>/",
        sheets.TableView.as_view(),
        name="table",
    ),
    path(f"{TOURNAMENT}players/", people.PlayersView.as_view(), name="players"),
    path(f"{TOURNAMENT}players/<number:number>/", people.PlayerView.as_view(), name="player"),
    path(f"{TOURNAMENT}draws/", draws.DrawsView.as_view(), name="draws"),
    path(f"{TOURNAMENT}draws/<number:number>/", draws.DrawView.as_view(), name="draw"),
    path(f"{TOURNAMENT}standings/", standings.PlayerStandingsView.as_view(), name="standings"),
    path(f"{TOURNAMENT}standings/teams/", standings.TeamStandingsView.as_view(), name="team_standings"),
    path("referee/tables/", referee.MyTablesView.as_view(), name="my_tables"),
    path(TABLE, referee.StateView.as_view(), name="table_state"),
    path(f"{TABLE}hands/", entries.HandView.as_view(), name="record_hand"),
    path(f"{TABLE}corrections/", entries.CorrectionView.as_view(), name="correct_hand"),
    path(f"{TABLE}replays/", entries.ReplayView.as_view(), name="replay_hand"),
    path(f"{TABLE}penalties/", entries.PenaltyView.as_view(), name="record_penalty"),
    path(f"{TABLE}withdrawals/", entries.WithdrawalView.as_view(), name="withdraw_penalty"),
    path(f"{TABLE}rounds/", entries.RoundView.as_view(), name="confirm_round"),
    path(f"{TABLE}time/", entries.TimeView.as_view(), name="call_time"),
    path(f"{TABLE}close/", entries.CloseView.as_view(), name="close_table"),
    path(f"{TABLE}reopen/", entries.ReopenView.as_view(), name="reopen_table"),
    path(f"{TABLE}undo/", entries.UndoView.as_view(), name="undo"),
    path("schema/", docs.SchemaView.as_view(), name="schema"),
    path("docs/", docs.DocsView.as_view(), name="docs"),
    # With a slash at the end, so that an address without one is still sent to the right place.
    re_path(r"^.*/$", Nothing.as_view()),
]
