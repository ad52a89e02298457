"""Addresses of the API."""

from __future__ import annotations

from typing import NoReturn

from django.http import Http404
from django.urls import path, re_path, register_converter
from django.urls.converters import IntConverter
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from . import (
    announcements,
    direction,
    docs,
    draws,
    entries,
    events,
    fan,
    late,
    login,
    people,
    programme,
    referee,
    sessions,
    sheets,
    standings,
    statistics,
)
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
STAFF = "referee/tournaments/<slug:slug>/"
SESSION = "referee/tournaments/<slug:slug>/sessions/<number:session>/"
TABLE = "referee/tournaments/<slug:slug>/sessions/<number:session>/tables/<number:number>/"

urlpatterns = [
    path("login/", login.LoginView.as_view(), name="login"),
    path("logout/", login.LogoutView.as_view(), name="logout"),
    path("fan/", fan.FanView.as_view(), name="count_fan"),
    path("fan/waits/", fan.WaitsView.as_view(), name="waits"),
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
    path(f"{TOURNAMENT}statistics/", statistics.StatisticsView.as_view(), name="statistics"),
    path(f"{TOURNAMENT}announcements/", announcements.AnnouncementsView.as_view(), name="announcements"),
    path(f"{TOURNAMENT}programme/", programme.ProgrammeView.as_view(), name="programme"),
    path("referee/tables/", referee.MyTablesView.as_view(), name="my_tables"),
    path(TABLE, referee.StateView.as_view(), name="table_state"),
    path(f"{TABLE}hands/", entries.HandView.as_view(), name="record_hand"),
    path(f"{TABLE}corrections/", entries.CorrectionView.as_view(), name="correct_hand"),
    path(f"{TABLE}replays/", entries.ReplayView.as_view(), name="replay_hand"),
    path(f"{TABLE}penalties/", entries.PenaltyView.as_view(), name="record_penalty"),
    path(f"{TABLE}withdrawals/", entries.WithdrawalView.as_view(), name="withdraw_penalty"),
    path(f"{TABLE}rounds/", entries.RoundView.as_view(), name="confirm_round"),
    path(f"{TABLE}time/", entries.TimeView.as_view(), name="call_time"),
    path(f"{TABLE}calls/", entries.CallView.as_view(), name="call_chief"),
    path(f"{TABLE}answers/", direction.AnswerView.as_view(), name="answer_call"),
    path(f"{TABLE}checks/", entries.CheckView.as_view(), name="check_table"),
    path(f"{TABLE}close/", entries.CloseView.as_view(), name="close_table"),
    path(f"{TABLE}reopen/", entries.ReopenView.as_view(), name="reopen_table"),
    path(f"{TABLE}undo/", entries.UndoView.as_view(), name="undo"),
    path(f"{TABLE}counting/", direction.CountingView.as_view(), name="fan_counted"),
    path(f"{TABLE}disputes/", direction.DisputeView.as_view(), name="open_dispute"),
    path(f"{TABLE}rulings/", direction.RulingView.as_view(), name="rule_dispute"),
    path(f"{TABLE}absences/", direction.AbsenceView.as_view(), name="mark_absent"),
    path(f"{TABLE}arrivals/", direction.ArrivalView.as_view(), name="arrive"),
    path(f"{TABLE}no_play/", direction.NoPlayView.as_view(), name="no_play"),
    path(f"{TABLE}totals/", direction.TotalsView.as_view(), name="enter_totals"),
    path(f"{TABLE}decisions/", direction.DecisionView.as_view(), name="decide_totals"),
    path(SESSION, sessions.SessionDayView.as_view(), name="session_day"),
    path(f"{SESSION}start/", sessions.StartView.as_view(), name="start_session"),
    path(f"{SESSION}time/", sessions.TimeEverywhereView.as_view(), name="call_time_everywhere"),
    path(f"{SESSION}close/", sessions.CloseSessionView.as_view(), name="close_session"),
    path(f"{SESSION}reopen/", sessions.ReopenSessionView.as_view(), name="reopen_session"),
    path(f"{SESSION}official/", sessions.OfficialView.as_view(), name="make_official"),
    path(f"{SESSION}pause/", sessions.PauseView.as_view(), name="pause_clock"),
    path(f"{SESSION}resume/", sessions.ResumeView.as_view(), name="resume_clock"),
    path(f"{SESSION}extension/", sessions.ExtensionView.as_view(), name="extend_clock"),
    path("referee/tournaments/<slug:slug>/late/", late.LateEntriesView.as_view(), name="late_entries"),
    path(
        "referee/tournaments/<slug:slug>/late/<number:number>/",
        late.SettleView.as_view(),
        name="settle_late_entry",
    ),
    path(f"{STAFF}announcements/", announcements.AnnounceView.as_view(), name="announce"),
    path(
        f"{STAFF}announcements/<number:number>/end/",
        announcements.TakeDownView.as_view(),
        name="take_down",
    ),
    path(f"{STAFF}programme/", programme.AddItemView.as_view(), name="add_programme_item"),
    path(f"{STAFF}programme/starts/", programme.StartsView.as_view(), name="plan_starts"),
    path(
        f"{STAFF}programme/<number:number>/",
        programme.ChangeItemView.as_view(),
        name="change_programme_item",
    ),
    path(
        f"{STAFF}programme/<number:number>/remove/",
        programme.RemoveItemView.as_view(),
        name="remove_programme_item",
    ),
    path("schema/", docs.SchemaView.as_view(), name="schema"),
    path("docs/", docs.DocsView.as_view(), name="docs"),
    # With a slash at the end, so that an address without one is still sent to the right place.
    re_path(r"^.*/$", Nothing.as_view()),
]
