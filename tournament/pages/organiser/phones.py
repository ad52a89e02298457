"""Telephones at the organiser's desk: paired by a code, logged out; players who keep a table; codes for the tables."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.dealing import MOST_HANDS
from tournament.actions.devices import CODE_MINUTES, end_device, offer_code
from tournament.actions.keepers import end_keeper, name_keeper
from tournament.models import Session, Staff, Table, Tournament
from tournament.pages.pairing import only_here, qr
from tournament.pages.referee.lists import current_session
from tournament.queries.changes import Sits, all_sit
from tournament.queries.devices import keepers_of
from tournament.queries.progress import progress_of
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page


@desk("manage")
@never_cache
def pair_code(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A code for one telephone of this person, shown once, in the answer to the button that makes it."""
    member = tournament.staff.filter(pk=pk).first()
    if member is None:
        raise Http404
    if request.method != "POST":
        return redirect("organiser:staff", tournament.slug)
    return _code(request, tournament, member)


@desk("manage")
def end_phone(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Log a telephone out."""
    if not tournament.staff.filter(devices=pk).exists():
        raise Http404
    if request.method == "POST":
        try:
            device = end_device(tournament, pk, me(request))
        except Refused as refused:
            messages.error(request, refused.message)
        else:
            messages.success(
                request,
                _("The telephone of %(name)s is logged out. What was not sent yet stays on it.")
                % {"name": device.staff.name},
            )
    return redirect("organiser:staff", tournament.slug)


@desk("manage")
@never_cache
def keepers(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The players who keep the records of their own table, and a form to name one."""
    if request.method != "POST":
        return _keepers(request, tournament)
    try:
        if request.POST.get("act") == "end":
            ended = end_keeper(tournament, whole(request.POST.get("keeper")) or 0, me(request))
            messages.success(request, _("%(name)s no longer keeps the table.") % {"name": ended.staff.name})
            return redirect("organiser:keepers", tournament.slug)
        session, table, player = _chosen(request.POST.get("keeper", ""))
        named = name_keeper(tournament, session, table, player, me(request))
    except Refused as refused:
        return _keepers(request, tournament, refused.message)
    return _code(request, tournament, named.staff, named.table)


@desk("direct")
@never_cache
def table_codes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A sheet to print: a code for each table, which leads to the table in whatever session is being played."""
    count = progress_of([tournament])[tournament.pk].last_table
    codes = []
    for number in range(1, count + 1):
        address = request.build_absolute_uri(reverse("table_code", args=[tournament.slug, number]))
        codes.append((number, address, qr(address)))
    context = {"codes": codes, "only_here": bool(codes) and only_here(codes[0][1])}
    return page(request, tournament, "organiser/table_codes.html", context, current="staff")


def _code(
    request: HttpRequest, tournament: Tournament, member: Staff, table: Table | None = None
) -> HttpResponse:
    device, code = offer_code(tournament, member, me(request))
    address = request.build_absolute_uri(reverse("pair", args=[code]))
    context = {
        "member": member,
        "table": table,
        "address": address,
        "only_here": only_here(address),
        "qr": qr(address),
        "until": device.code_until,
        "minutes": CODE_MINUTES,
    }
    return page(request, tournament, "organiser/pair_code.html", context, current="staff")


def _keepers(request: HttpRequest, tournament: Tournament, error: str = "") -> HttpResponse:
    session = current_session(tournament)
    context = {
        "session": session,
        "keepers": keepers_of(tournament),
        "tables": _sitting(session) if session else [],
        "error": error,
    }
    status = 422 if error else 200
    return page(request, tournament, "organiser/keepers.html", context, current="staff", status=status)


def _sitting(session: Session) -> list[tuple[Table, list[Sits]]]:
    """The open tables of a session and who sits there at the end, in a fixed number of queries."""
    found = session.tables.filter(closed_at__isnull=True).order_by("number")
    return [
        (table, [one for one in all_sit(list(table.seats.all()), MOST_HANDS) if one.player is not None])
        for table in found.prefetch_related("seats__player", "seats__sittings__player")
    ]


def _chosen(text: str) -> tuple[int, int, int]:
    """Session, table and player as one choice of the list sends them."""
    parts = [whole(part) for part in text.split("-")]
    if len(parts) != 3 or None in parts:
        raise Refused("keeper", _("Choose a player from the list."), field="keeper")
    session, table, player = (part or 0 for part in parts)
    return session, table, player
