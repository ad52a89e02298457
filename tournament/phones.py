"""The middleware of paired telephones: whoever comes with one is nobody outside its tournament.

A telephone that was logged out by the organiser, or whose owner lost his role, is logged out at its next request; the
log-in page then says so. What was entered and not sent stays on the telephone, whose pages keep it.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from tournament.access import limit_to_phone
from tournament.actions.devices import seen, stays_until
from tournament.models import Device
from tournament.queries.devices import paired_device

# In the session of the browser: the telephone that it is, and whether it was one that counts no more.
PHONE, ENDED = "quesai_phone", "quesai_phone_ended"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def phones(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Tell `access` with which telephone somebody comes, before any page asks."""

    def answer(request: HttpRequest) -> HttpResponse:
        # Whoever has no session is no telephone; asking it would make every public page depend on its cookie.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and PHONE in request.session:
            device = paired_device(request.session[PHONE], request.user.pk)
            if device is None or not isinstance(request.user, User):
                logout(request)
                request.session[ENDED] = True
            else:
                seen(device)
                limit_to_phone(request.user, device)
        return get_response(request)

    return answer


def log_in_phone(request: HttpRequest, device: Device) -> None:
    """Log this browser in as the paired telephone, for as long as the tournament lasts."""
    logout(request)
    login(request, device.staff.user, backend=BACKEND)
    request.session[PHONE] = device.pk
    request.session.set_expiry(stays_until(device.staff.tournament))
