"""What everybody is to read: announced from a page of its own or from the board, and taken down."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.announcements import MOST_CHARACTERS, announce, take_down
from tournament.models import Session, Tournament
from tournament.queries.announcements import current, past
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page

# How long an announcement can stand, in minutes as the form sends them.
DURATIONS: dict[str, Promise] = {
    "5": gettext_lazy("5 minutes"),
    "15": gettext_lazy("15 minutes"),
    "30": gettext_lazy("30 minutes"),
    "": gettext_lazy("until it is taken down"),
}
USUAL = "15"


@desk("direct")
def announcements(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What stands now, with the form of a new one; what stood before is below."""
    if request.method == "POST":
        return _act(request, tournament)
    return _page(request, tournament)


def quick_announcement(tournament: Tournament, session: Session | None) -> dict[str, Any]:
    """What the form of a new announcement needs, on whichever page it stands."""
    return {
        "durations": list(DURATIONS.items()),
        "usual": USUAL,
        "most": MOST_CHARACTERS,
        "ready": _ready(tournament, session),
        "announced": current(tournament, timezone.now()),
    }


def _ready(tournament: Tournament, session: Session | None) -> list[str]:
    """Sentences that are often needed, for this moment of the tournament."""
    found = []
    if session is not None and session.state == Session.State.RUNNING:
        minutes = tournament.rulebook.warning_minutes or 15
        found.append(_("%(n)s minutes are left in this session.") % {"n": minutes})
    following = (
        tournament.sessions.exclude(state__in=(Session.State.RUNNING, Session.State.CLOSED))
        .order_by("number")
        .first()
    )
    if following is not None and following.starts_at is not None:
        time = f"{following.starts_at.astimezone(tournament.tz):%H:%M}"
        found.append(_("Session %(n)s begins at %(time)s.") % {"n": following.number, "time": time})
    elif following is not None:
        found.append(_("Session %(n)s begins soon.") % {"n": following.number})
    return [
        *found,
        _("Please take your seats."),
        _("It is time for lunch."),
        _("The results are being checked. Please wait."),
    ]


def _act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    act = request.POST.get("act", "")
    try:
        if act == "announce":
            said = _announce(request, tournament)
        elif act == "take_down":
            take_down(tournament, whole(request.POST.get("announcement")) or 0, me(request))
            said = _("The announcement is taken down.")
        else:
            raise Http404
    except Refused as refused:
        return _page(request, tournament, refused, status=422)
    messages.success(request, said)
    session = whole(request.POST.get("board"))
    if session is not None:
        return redirect(f"{reverse('organiser:board', args=[tournament.slug])}?session={session}")
    return redirect("organiser:announcements", tournament.slug)


def _announce(request: HttpRequest, tournament: Tournament) -> str:
    minutes = request.POST.get("minutes", "")
    announce(
        tournament,
        request.POST.get("text", ""),
        me(request),
        # What is no number the action refuses.
        minutes=(whole(minutes) or 0) if minutes else None,
        urgent=request.POST.get("urgent") == "1",
    )
    return _("It is announced on all screens and phones.")


def _page(
    request: HttpRequest, tournament: Tournament, refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    running = tournament.sessions.filter(state=Session.State.RUNNING).first()
    typed = {name: request.POST.get(name, "") for name in ("text", "minutes", "urgent")} if refused else None
    context = quick_announcement(tournament, running) | {
        "past": past(tournament, timezone.now()),
        "typed": typed,
        "refused": refused,
    }
    return page(
        request, tournament, "organiser/announcements.html", context, current="announcements", status=status
    )
