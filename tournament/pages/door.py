"""Logging in: whoever comes without having been on the way to a page is led to where he works."""

from __future__ import annotations

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path, reverse

from tournament.access import workplaces


class Door(LoginView):
    """The log-in page. An organiser goes on to his desk, a referee to his tables."""

    redirect_authenticated_user = True

    def get_success_url(self) -> str:
        """The page that he was on; the list of tournaments counts as no page, since everybody starts there."""
        wanted = self.get_redirect_url()
        return self.get_default_redirect_url() if wanted in ("", reverse("public:home")) else wanted

    def get_default_redirect_url(self) -> str:
        """His desk, else his tables, else the list of tournaments."""
        for place in workplaces(self.request.user):
            return reverse(f"{place}:home")
        return reverse("public:home")


urlpatterns = [
    path("login/", Door.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
]
