"""The board: all tables of a session at a glance, and the controls of the session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.actions import clock as clocks
from tournament.actions import sessions as acts
from tournament.models import Session, Tournament
from tournament.models.event import PUBLIC_STATES
from tournament.queries.attention import attention
from tournament.queries.board import QUIET_AFTER, Card
from tournament.queries.board import board as read_board
from tournament.queries.clock import clock as read_clock
from tournament.queries.clock import clock_mark
from tournament.queries.late import late_count, late_tables
from tournament.queries.official import standing_of
from tournament.refusals import Refused

from .announcements import quick_announcement
from .desk import desk, me, new_client_id, session_or_404, signed_whole, unchanged, versioned, whole
from .frame import page

STATES: dict[str, Promise] = {
    "not_started": gettext_lazy("not started"),
    "playing": gettext_lazy("playing"),
    "quiet": gettext_lazy("quiet for long"),
    "called": gettext_lazy("time called"),
    "objection": gettext_lazy("objection"),
    "dispute": gettext_lazy("in dispute"),
    "check": gettext_lazy("to be confirmed"),
    "closed": gettext_lazy("closed"),
}


@dataclass(frozen=True)
class Filter:
    """One choice of the filter by state, with the number of tables that it shows."""

    state: str
    name: str
    count: int
    url: str
    current: bool
    calls: bool


@desk("direct")
def board(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The running session, or the one that is asked for; its controls post here."""
    if request.method == "POST":
        return _act(request, tournament)
    version = str(tournament.version)
    if unchanged(request, version):
        return HttpResponse(status=204)
    session = _chosen(tournament, request.GET.get("session"))
    context = _context(request, tournament, session)
    if "part" in request.GET:
        return versioned(render(request, "organiser/board/inside.html", context), version)
    return _page(request, tournament, session, context)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    session: Session | None,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    current = f"session-{session.number}" if session else ""
    return page(request, tournament, "organiser/board.html", context, current=current, status=status)


def _act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    number = whole(request.POST.get("session"))
    if number is None:
        raise Http404
    session = session_or_404(tournament, number)
    reason = request.POST.get("reason", "")
    try:
        said = _carry_out(request.POST.get("act", ""), session, reason, request)
    except Refused as refused:
        session = session_or_404(tournament, number)
        typed = {"reason": reason, "minutes": request.POST.get("minutes", "")}
        context = _context(request, tournament, session) | {"refused": refused, "typed": typed}
        status = 409 if refused.code == "stale" else 422
        return _page(request, tournament, session, context, status=status)
    messages.success(request, said)
    return redirect(f"{reverse('organiser:board', args=[tournament.slug])}?session={number}", permanent=False)


def _carry_out(act: str, session: Session, reason: str, request: HttpRequest) -> str:
    """Do it, and say what was done."""
    tournament, number, by = session.tournament, session.number, me(request)
    if act == "start":
        acts.start_session(tournament, number, by)
        return _("Session %(n)s has started.") % {"n": number}
    if act == "time":
        reached = acts.call_time_everywhere(tournament, number, by)
        text = ngettext("Time is called at %(n)s table.", "Time is called at %(n)s tables.", reached)
        return text % {"n": reached}
    if act == "close":
        acts.close_session(tournament, number, by)
        return _("Session %(n)s is closed. Its results stand in the standings.") % {"n": number}
    if act == "reopen":
        acts.reopen_session(tournament, number, reason, by)
        return _("Session %(n)s is open again. Its tables stay closed until you open one.") % {"n": number}
    if act == "official":
        acts.make_official(tournament, number, by)
        return _("The results of session %(n)s are official.") % {"n": number}
    return _move_clock(act, session, request)


def _move_clock(act: str, session: Session, request: HttpRequest) -> str:
    """Stop the clock, let it go on, or give all tables more time."""
    tournament, number, by = session.tournament, session.number, me(request)
    if act == "pause":
        clocks.pause_clock(tournament, number, by)
        return _("The clock of session %(n)s stands.") % {"n": number}
    if act == "resume":
        clocks.resume_clock(tournament, number, by)
        return _("The clock of session %(n)s goes on.") % {"n": number}
    if act == "extend":
        minutes = signed_whole(request.POST.get("minutes")) or 0
        clocks.extend_clock(tournament, number, minutes, by, seen=request.POST.get("seen", ""))
        if minutes < 0:
            text = ngettext("%(n)s minute is taken back.", "%(n)s minutes are taken back.", -minutes)
        else:
            text = ngettext(
                "All tables have %(n)s minute more.", "All tables have %(n)s minutes more.", minutes
            )
        return text % {"n": abs(minutes)}
    raise Http404


def _chosen(tournament: Tournament, asked: str | None) -> Session | None:
    """The session asked for, else the one that is running, about to start, or played last."""
    if asked is not None:
        number = whole(asked)
        if number is None:
            raise Http404
        session = session_or_404(tournament, number)
        if not session.is_drawn_publicly:
            raise Http404
        return session
    drawn = list(tournament.sessions.filter(state__in=PUBLIC_STATES).order_by("number"))
    for state, index in (
        (Session.State.RUNNING, -1),
        (Session.State.PUBLISHED, 0),
        (Session.State.CLOSED, -1),
    ):
        fitting = [s for s in drawn if s.state == state]
        if fitting:
            fitting[index].tournament = tournament
            return fitting[index]
    return None


def _context(request: HttpRequest, tournament: Tournament, session: Session | None) -> dict[str, Any]:
    show = request.GET.get("state", "")
    show = show if show in STATES else ""
    address = reverse("organiser:board", args=[tournament.slug])
    context: dict[str, Any] = {
        "tournament": tournament,
        "session": session,
        "version": str(tournament.version),
        "address": address,
        "show": show,
        "state_names": STATES,
        "now": timezone.now(),
        "quiet_after": int(QUIET_AFTER.total_seconds() // 60),
        "late_count": late_count(tournament),
    }
    if session is None:
        return context
    cards = read_board(session)
    closed = sum(card.table.is_closed for card in cards)
    rules = tournament.rulebook
    return context | {
        "cards": [(card, str(STATES[card.state])) for card in cards],
        "filters": _filters(cards, show, f"{address}?session={session.number}", rules.second_check),
        "closed": closed,
        "all_closed": closed == len(cards),
        "open_tables": len(cards) - closed,
        "to_call": sum(not card.table.is_closed and card.table.time_called_at is None for card in cards),
        "reading": read_clock(session, rules),
        "clock_mark": clock_mark(session),
        "ends_at": None if session.paused_at else session.ends_at,
        "minutes": rules.minutes,
        "standing": standing_of(session, rules),
        "late_tables": late_tables(session),
        "waiting": attention(tournament),
        "client_id": new_client_id,
        "voids_hand": rules.at_time == "void_current",
        **quick_announcement(tournament, session),
    }


def _filters(cards: Sequence[Card], show: str, address: str, second_check: bool) -> list[Filter]:
    counts = Counter(card.state for card in cards)
    every = Filter("", _("all"), len(cards), address, not show, False)
    return [every] + [
        Filter(
            state,
            str(name),
            counts[state],
            f"{address}&state={state}",
            show == state,
            state in ("called", "objection", "dispute", "check") and counts[state] > 0,
        )
        for state, name in STATES.items()
        if state != "check" or second_check
    ]
