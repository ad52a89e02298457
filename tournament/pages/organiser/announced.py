"""A draw that anyone can check: announced first, made with what others choose, or given up with a reason."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.actions.ceremony import announce_draw, give_up_draw, hold_draw
from tournament.actions.jobs import start_job
from tournament.models import Drawing, Tournament
from tournament.pages.words.drawing_words import told
from tournament.queries.drawings import Known
from tournament.refusals import Refused

from . import draw_work
from .desk import desk, me
from .draw_form import kept_script, read_form
from .frame import page

# What belongs to the page, not to the draw that is asked for.
OF_THE_PAGE = ("csrfmiddlewaretoken", "act", "public_source", "seed", "script")


def announced_draws(tournament: Tournament) -> list[Drawing]:
    """The draws that are announced and not made yet."""
    return list(tournament.drawings.filter(state=Drawing.State.COMMITTED))


def announce(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask what others will choose, then announce. It takes what the form of the draw sent, and asks on a second page.

    Raises Refused for everything that is wrong with the draw itself.
    """
    sessions = list(tournament.sessions.select_related("stage").order_by("number"))
    numbers, asked = read_form(request, tournament, sessions)
    source = request.POST.get("public_source")
    if source is None:
        return _ask(request, tournament, numbers)
    try:
        made = announce_draw(tournament, numbers, source, me(request), **asked)
    except Refused as refused:
        if refused.field != "public_source":
            raise
        return _ask(request, tournament, numbers, refused)
    messages.success(request, _("The draw is announced. Everybody can see its fingerprints from now on."))
    return redirect("organiser:announced", tournament.slug, made.number)


def _ask(
    request: HttpRequest, tournament: Tournament, numbers: list[int], refused: Refused | None = None
) -> HttpResponse:
    sent = [(name, one) for name, many in request.POST.lists() if name not in OF_THE_PAGE for one in many]
    script = kept_script(request)  # it may have been uploaded: a file cannot be asked for again
    context: dict[str, Any] = {
        "numbers": numbers,
        "sent": [*sent, ("script", script)] if script else sent,
        "source": request.POST.get("public_source", ""),
        "refused": refused,
    }
    status = 422 if refused else 200
    return page(request, tournament, "organiser/announced/ask.html", context, current="draw", status=status)


@desk("manage")
def announced(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """An announced draw: what hangs on the wall, and the forms to make it or to give it up."""
    drawing = tournament.drawings.filter(number=number).first()
    if drawing is None or not drawing.is_verifiable:
        raise Http404
    if request.method != "POST":
        return _page(request, tournament, drawing)
    deeds = {"hold": _hold, "give_up": _give_up}
    act = request.POST.get("act", "")
    if act not in deeds:
        raise Http404
    try:
        address = deeds[act](request, tournament, drawing)
    except Refused as refused:
        return _page(request, tournament, drawing, refused)
    return redirect(address)


def _hold(request: HttpRequest, tournament: Tournament, drawing: Drawing) -> str:
    """Make the draw at once, or as long work where it takes long."""
    draw_work.refuse_second(tournament)
    part = request.POST.get("public_part", "")
    try:
        hold_draw(tournament, drawing.number, part, me(request), draw_work.patience())
    except draw_work.TakesLong:
        arguments = {"sessions": drawing.sessions, "drawing": drawing.number, "public_part": part}
        made = start_job("hold_draw", arguments, me(request), tournament)
        return f"{reverse('organiser:draw', args=[tournament.slug])}?job={made.pk}"
    messages.success(
        request, _("The draw is made, as a draft. Publish it now, before the eyes of those who chose.")
    )
    return f"{reverse('organiser:draw', args=[tournament.slug])}?session={drawing.sessions[0]}"


def _give_up(request: HttpRequest, tournament: Tournament, drawing: Drawing) -> str:
    give_up_draw(tournament, drawing.number, request.POST.get("reason", ""), me(request))
    messages.success(request, _("The announced draw is given up. It stays in the list with your reason."))
    return reverse("organiser:draw", args=[tournament.slug])


def _page(
    request: HttpRequest, tournament: Tournament, drawing: Drawing, refused: Refused | None = None
) -> HttpResponse:
    public = reverse("public:drawing", args=[tournament.slug, drawing.number])
    context = {
        "drawing": drawing,
        "told": told(Known(drawing, (), waits=drawing.state == Drawing.State.MADE, is_open=False)),
        "waits": drawing.state == Drawing.State.COMMITTED,
        "public_address": request.build_absolute_uri(public),
        "refused": refused,
        "failed": request.POST.get("act", ""),
        "typed": request.POST,
    }
    status = 422 if refused else 200
    return page(request, tournament, "organiser/announced/page.html", context, current="draw", status=status)
