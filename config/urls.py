"""All addresses: what everybody shares stands here, each audience has its own module."""

from importlib.util import find_spec

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

AUDIENCES = (
    ("organiser/", "tournament.pages.organiser", "urls"),
    ("referee/", "tournament.pages.referee", "urls"),
    ("api/", "tournament.api", "urls"),
    ("", "tournament.pages.public", "urls"),
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", set_language, name="set_language"),
    path("accounts/login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
]


def _exists(package: str, module: str) -> bool:
    try:
        return find_spec(f"{package}.{module}") is not None
    except ModuleNotFoundError:
        return False


urlpatterns += [
    path(prefix, include(f"{package}.{module}"))
    for prefix, package, module in AUDIENCES
    if _exists(package, module)
]
