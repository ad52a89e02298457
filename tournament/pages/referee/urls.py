"""Addresses of the referee: his tables, one table, and one address for each kind of entry at it."""

from django.urls import path

from tournament.pages.referee import fan_pad, views, worker

app_name = "referee"
urlpatterns = [
    path("", views.home, name="home"),
    path("worker.js", worker.script, name="worker"),
    path("<slug:slug>/<int:session>/<int:number>/", views.table, name="table"),
    path("<slug:slug>/<int:session>/<int:number>/pad/", fan_pad.fan_pad, name="pad"),
    path("<slug:slug>/<int:session>/<int:number>/count/", views.count, name="count"),
    path("<slug:slug>/<int:session>/<int:number>/settle/", views.settle, name="settle"),
    path("<slug:slug>/<int:session>/<int:number>/<slug:kind>/", views.enter, name="enter"),
]
