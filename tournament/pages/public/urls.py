"""Addresses of the public pages."""

from django.urls import path

from . import (
    draws,
    enter,
    fan,
    follow,
    home,
    penalties,
    people,
    programme,
    seats,
    standings,
    standings_files,
    statistics,
    tables,
)

app_name = "public"

urlpatterns = [
    path("", home.home, name="home"),
    path("fan/", fan.fan, name="fan"),
    path("t/<slug:slug>/", home.tournament_home, name="tournament"),
    path("t/<slug:slug>/standings/", standings.players, name="standings"),
    path("t/<slug:slug>/teams/", standings.teams, name="teams"),
    path("t/<slug:slug>/standings.pdf", standings.pdf, name="standings_pdf"),
    path("t/<slug:slug>/standings.xlsx", standings_files.xlsx, name="standings_xlsx"),
    path("t/<slug:slug>/standings.csv", standings_files.csv, name="standings_csv"),
    path("t/<slug:slug>/follow/", follow.follow, name="follow"),
    path("t/<slug:slug>/follow/cards/", follow.cards, name="follow_cards"),
    path("t/<slug:slug>/seats/", seats.seats, name="seats"),
    path("t/<slug:slug>/sessions/<int:number>/", tables.session, name="session"),
    path("t/<slug:slug>/sessions/<int:number>/tables/<int:table>/", tables.table, name="table"),
    path("t/<slug:slug>/draw/", draws.draws, name="draws"),
    path("t/<slug:slug>/draw/<int:number>/", draws.drawing, name="drawing"),
    path("t/<slug:slug>/draw/<int:number>/check/", draws.check, name="drawing_check"),
    path("t/<slug:slug>/draw/<int:number>.json", draws.file, name="drawing_file"),
    path("t/<slug:slug>/programme/", programme.programme, name="programme"),
    path("t/<slug:slug>/penalties/", penalties.penalties, name="penalties"),
    path("t/<slug:slug>/statistics/", statistics.statistics, name="statistics"),
    path("t/<slug:slug>/enter/", enter.enter, name="enter"),
    path("t/<slug:slug>/enter/<str:secret>/", enter.entry, name="entry"),
    path("t/<slug:slug>/players/", people.players, name="players"),
    path("t/<slug:slug>/players/<int:number>/", people.player, name="player"),
]
