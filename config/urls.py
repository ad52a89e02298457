"""All addresses: what everybody shares stands here, each audience has its own module."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

urlpatterns: list[URLPattern | URLResolver] = [
    # No token: a page that holds one is another one for each reader, and cannot be kept for all of them.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("accounts/", include("tournament.pages.door")),
    path("", include("tournament.pages.pairing")),
    path("organiser/", include("tournament.pages.organiser.urls")),
    path("referee/", include("tournament.pages.referee.urls")),
    path("api/", include("tournament.api.urls")),
    path("t/<slug:slug>/hall/", include("tournament.pages.hall.urls")),
    path("", include("tournament.pages.public.urls")),
]
