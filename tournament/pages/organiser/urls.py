"""Addresses of the organiser's desk. What sets a tournament up stands here, the running day in `running_urls`."""

from django.urls import path

from . import events, running_urls

app_name = "organiser"
urlpatterns = [
    path("", events.home, name="home"),
    path("new/", events.new, name="new"),
    path("<slug:slug>/", events.overview, name="tournament"),
    path("<slug:slug>/describe/", events.describe, name="describe"),
    path("<slug:slug>/public/", events.public, name="public"),
    path("<slug:slug>/remove/", events.remove, name="remove"),
    *running_urls.urlpatterns,
]
