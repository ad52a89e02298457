"""Addresses of the organiser's desk. What sets a tournament up stands here, the running day in `running_urls`."""

from django.urls import path

from . import (
    events,
    importing,
    phones,
    players,
    prints,
    prize_giving,
    rehearsals,
    rules,
    running_urls,
    staff,
    stages,
    standings,
    teams,
)

app_name = "organiser"
urlpatterns = [
    path("", events.home, name="home"),
    path("new/", events.new, name="new"),
    path("<slug:slug>/", events.overview, name="tournament"),
    path("<slug:slug>/describe/", events.describe, name="describe"),
    path("<slug:slug>/public/", events.public, name="public"),
    path("<slug:slug>/remove/", events.remove, name="remove"),
    path("<slug:slug>/rehearse/", rehearsals.rehearse, name="rehearse"),
    path("<slug:slug>/jobs/", rehearsals.jobs, name="jobs"),
    path("<slug:slug>/jobs/<int:pk>/", rehearsals.job, name="job"),
    path("<slug:slug>/rules/", rules.rules, name="rules"),
    path("<slug:slug>/rules/preview/", rules.preview, name="rules_preview"),
    path("<slug:slug>/players/", players.players, name="players"),
    path("<slug:slug>/players/import/", importing.read, name="import"),
    path("<slug:slug>/players/<int:number>/", players.player, name="player"),
    path("<slug:slug>/players/<int:number>/remove/", players.remove, name="player_remove"),
    path("<slug:slug>/teams/", teams.teams, name="teams"),
    path("<slug:slug>/staff/", staff.staff, name="staff"),
    path("<slug:slug>/staff/<int:pk>/remove/", staff.remove, name="staff_remove"),
    path("<slug:slug>/staff/<int:pk>/pair/", phones.pair_code, name="staff_pair"),
    path("<slug:slug>/staff/phones/<int:pk>/end/", phones.end_phone, name="phone_end"),
    path("<slug:slug>/staff/keepers/", phones.keepers, name="keepers"),
    path("<slug:slug>/table-codes/", phones.table_codes, name="table_codes"),
    path("<slug:slug>/stages/", stages.stages, name="stages"),
    path("<slug:slug>/standings/", standings.standings, name="standings"),
    path("<slug:slug>/print/", prints.prints, name="prints"),
    path("<slug:slug>/print/<int:pk>/", prints.printed, name="printed"),
    path("<slug:slug>/prize-giving/", prize_giving.prize_giving, name="prize_giving"),
    *running_urls.urlpatterns,
]
