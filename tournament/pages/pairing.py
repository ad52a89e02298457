"""What is scanned: a code that makes a telephone somebody's own, and the code that lies on a table."""

from __future__ import annotations

import re
from http import HTTPStatus
from urllib.parse import urlsplit

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import public_tournament, tables_to_enter, tournaments_of
from tournament.actions.devices import pair
from tournament.models import Device, Staff
from tournament.pages.referee.lists import current_session
from tournament.phones import log_in_phone
from tournament.queries.devices import device_with_code, kept_by
from tournament.refusals import Refused

# What a browser says that it runs on, and how people call that. The first that fits.
PHONES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("HarmonyOS", "HarmonyOS"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
APPS = (
    ("MicroMessenger", "WeChat"),
    ("Edg", "Edge"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)


def qr(address: str) -> str:
    """A QR code as an image that stands in the page itself."""
    return str(segno.make(address, error="m").svg_data_uri(scale=6, border=3, dark="#000", light="#fff"))


def only_here(address: str) -> bool:
    """Whether an address means the computer itself, so that no telephone can reach it."""
    return urlsplit(address).hostname in ("127.0.0.1", "localhost", "::1")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, code: str) -> HttpResponse:
    """Say whose telephone this becomes, and make it so when the button is pressed.

    Looking uses nothing up: programs that preview links look, too.
    """
    device = device_with_code(code)
    if device is None:
        return _void(request)
    if request.method != "POST":
        return render(request, "pairing/confirm.html", _whose(request, device))
    try:
        paired = pair(device, _name(request))
    except Refused:
        return _void(request)
    log_in_phone(request, paired)
    return redirect(_workplace(paired.staff))


@never_cache
@require_safe
def table_code(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The table with this number in the session being played, else in the next one that is published.

    Whoever may record there comes to his page of the table, everybody else to the public one.
    """
    tournament = tournaments_of(request.user, "enter").filter(slug=slug).first()
    tournament = tournament or public_tournament(request.user, slug)
    session = current_session(tournament)
    table = session.tables.filter(number=number).first() if session else None
    if table is None or session is None:
        context = {"tournament": tournament, "session": session, "number": number}
        return render(request, "pairing/no_table.html", context)
    if tables_to_enter(request.user, tournament).filter(pk=table.pk).exists():
        return redirect("referee:table", slug, session.number, number)
    public_tournament(request.user, slug)
    return redirect("public:table", slug, session.number, number)


def _void(request: HttpRequest) -> HttpResponse:
    return render(request, "pairing/void.html", status=HTTPStatus.GONE)


def _whose(request: HttpRequest, device: Device) -> dict[str, object]:
    staff = device.staff
    kept = kept_by(staff) if staff.role == Staff.Role.KEEPER else None
    return {
        "tournament": staff.tournament,
        "member": staff,
        "kept": kept.table if kept else None,
        "other": request.user.is_authenticated,
        "until": device.code_until,
    }


def _name(request: HttpRequest) -> str:
    """How the list of telephones calls this one, by what its browser says of itself."""
    agent = request.headers.get("User-Agent", "")
    found = [next((name for mark, name in marks if re.search(mark, agent)), "") for marks in (PHONES, APPS)]
    return " · ".join(name for name in found if name) or _("telephone")


def _workplace(staff: Staff) -> str:
    """Where somebody goes on whose telephone was paired just now."""
    kept = kept_by(staff) if staff.role == Staff.Role.KEEPER else None
    if kept is not None:
        table = kept.table
        return reverse("referee:table", args=[staff.tournament.slug, table.session.number, table.number])
    if staff.role in (Staff.Role.ORGANISER, Staff.Role.CHIEF_REFEREE):
        return reverse("organiser:tournament", args=[staff.tournament.slug])
    return reverse("referee:home")


urlpatterns = [
    path("pair/<str:code>/", confirm, name="pair"),
    path("t/<slug:slug>/tables/<int:number>/", table_code, name="table_code"),
]
