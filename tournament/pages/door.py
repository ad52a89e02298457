"""Logging in and out: whoever comes without having been on the way to a page is led to where he works."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.access import phone_of, workplaces
from tournament.actions.accounts import leave, log_out_everywhere
from tournament.locks import waiting_sentence
from tournament.phones import ENDED, PHONE


class Door(LoginView):
    """The log-in page. An organiser goes on to his desk, a referee to his tables."""

    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Whether this is a telephone that was logged out: it is told so until it is logged in again."""
        return super().get_context_data(**kwargs) | {"phone_ended": ENDED in self.request.session}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Name and password open the whole account, also on what was a paired telephone before."""
        for key in (PHONE, ENDED):
            self.request.session.pop(key, None)
        return super().form_valid(form)

    def get_success_url(self) -> str:
        """The page that he was on; the list of tournaments counts as no page, since everybody starts there."""
        wanted = self.get_redirect_url()
        return self.get_default_redirect_url() if wanted in ("", reverse("public:home")) else wanted

    def get_default_redirect_url(self) -> str:
        """His desk, else his tables, else the list of tournaments."""
        for place in workplaces(self.request.user):
            return reverse(f"{place}:home")
        return reverse("public:home")


def locked(
    request: HttpRequest, response: HttpResponse, credentials: dict[str, Any] | None = None
) -> HttpResponse:
    """The page for a name that is locked after wrong passwords: how long to wait."""
    sentence = waiting_sentence(str((credentials or {}).get("username", "")), address_of(request))
    return render(
        request, "registration/locked.html", {"sentence": sentence}, status=HTTPStatus.TOO_MANY_REQUESTS
    )


def address_of(request: HttpRequest) -> str:
    """The address by which wrong passwords are counted for this request."""
    return str(getattr(request, "axes_ip_address", ""))


@require_POST
def leave_here(request: HttpRequest) -> HttpResponse:
    """Log this browser out; a paired telephone is none any more."""
    if isinstance(request.user, User):
        leave(request.user, phone_of(request.user))
    logout(request)
    return redirect("public:home")


@login_required
@require_POST
def leave_everywhere(request: HttpRequest) -> HttpResponse:
    """End all browsers, telephones and programs of the account. A paired telephone cannot: it ends itself only."""
    if not isinstance(request.user, User) or phone_of(request.user) is not None:
        raise Http404
    log_out_everywhere(request.user)
    logout(request)
    messages.success(request, _("You are logged out everywhere: all browsers, telephones and programs."))
    return redirect("login")


urlpatterns = [
    path("login/", Door.as_view(), name="login"),
    path("logout/", leave_here, name="logout"),
    path("logout/everywhere/", leave_everywhere, name="logout_everywhere"),
]
