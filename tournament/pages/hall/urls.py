"""Addresses of the big screens; all below /t/SLUG/hall/."""

from django.urls import path

from . import views

app_name = "hall"

urlpatterns = [
    path("", views.screens, name="screens"),
    path("now/", views.now, name="now"),
    path("clock/", views.clock, name="clock"),
    path("seats/", views.seats, name="seats"),
    path("standings/", views.standings, name="standings"),
    path("draw/", views.draw, name="draw"),
    path("announcements/", views.announcements, name="announcements"),
    path("prizes/", views.prizes, name="prizes"),
]
