"""Check-in 检录: who is here for a session, one tap each."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions import sessions as acts
from tournament.models import Session, Tournament
from tournament.queries.presence import Roll, roll

from .desk import desk, me, session_or_404, unchanged, versioned, whole
from .frame import page

SHOWN = ("all", "missing", "present")


@desk("direct")
def check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The roll of a session. A form sends `present` or `absent` with a player's id, or `everybody`."""
    session = session_or_404(tournament, number)
    if request.method == "POST":
        return _act(request, session)
    version = str(tournament.version)
    if unchanged(request, version):
        return HttpResponse(status=204)
    context = _context(request, session)
    if "part" in request.GET:
        return versioned(render(request, "organiser/checkin/inside.html", context), version)
    return page(request, tournament, "organiser/check_in.html", context, current=f"session-{number}")


def _act(request: HttpRequest, session: Session) -> HttpResponse:
    tournament, by = session.tournament, me(request)
    show = request.POST.get("show", "all")
    address = f"{_address(session)}?show={show if show in SHOWN else 'all'}"
    everybody = request.POST.get("everybody")
    if everybody in ("present", "absent"):
        people = [row.player.pk for row in roll(session).rows if (row.at is None) == (everybody == "present")]
        if people:
            acts.check_in(tournament, session.number, people, everybody == "present", by)
        text = (
            ngettext("%(n)s player was checked in.", "%(n)s players were checked in.", len(people))
            if everybody == "present"
            else ngettext(
                "The check-in of %(n)s player was taken back.",
                "The check-in of %(n)s players was taken back.",
                len(people),
            )
        )
        messages.success(request, text % {"n": len(people)})
        return redirect(address)
    present = "present" in request.POST
    player = whole(request.POST.get("present" if present else "absent"))
    row = next((r for r in roll(session).rows if r.player.pk == player), None)
    if row is None:
        messages.error(request, _("There is no such player. Reload the page."))
        return redirect(address)
    if (row.at is not None) != present:
        acts.check_in(tournament, session.number, [row.player.pk], present, by)
    if request.headers.get("HX-Request"):
        return _row(request, session, row.player.pk)
    return redirect(f"{address}#p{row.player.number}")


def _row(request: HttpRequest, session: Session, player: int) -> HttpResponse:
    """The row that was tapped, and the counts beside it."""
    context = _context(request, session)
    row = next(r for r in context["roll"].rows if r.player.pk == player)
    return render(request, "organiser/checkin/tapped.html", context | {"row": row})


def _address(session: Session) -> str:
    return reverse("organiser:check_in", args=[session.tournament.slug, session.number])


def _context(request: HttpRequest, session: Session) -> dict[str, Any]:
    found: Roll = roll(session)
    show = request.GET.get("show", "all")
    show = show if show in SHOWN else "all"
    address = _address(session)
    wanted = {
        "all": found.rows,
        "missing": tuple(r for r in found.rows if r.at is None),
        "present": tuple(r for r in found.rows if r.at is not None),
    }
    names = {"all": _("all"), "missing": _("missing"), "present": _("present")}
    return {
        "tournament": session.tournament,
        "session": session,
        "version": str(session.tournament.version),
        "address": address,
        "roll": found,
        "rows": wanted[show],
        "show": show,
        "choices": [
            {
                "key": key,
                "name": names[key],
                "count": len(wanted[key]),
                "url": f"{address}?show={key}",
                "current": key == show,
            }
            for key in SHOWN
        ],
        "others": [
            {
                "name": _("Session %(n)s") % {"n": n},
                "current": n == session.number,
                "url": reverse("organiser:check_in", args=[session.tournament.slug, n]),
            }
            for n in session.tournament.sessions.exclude(state=Session.State.CLOSED)
            .order_by("number")
            .values_list("number", flat=True)
        ],
    }
