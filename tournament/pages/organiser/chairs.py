"""Wrong chairs: players sat elsewhere than drawn, and the chief referee puts down who really sat where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.dealing import MOST_HANDS
from tournament.actions.remap import TableChange, preview_remap, remap_seats
from tournament.models import Seat, Session, Table, Tournament
from tournament.queries.changes import Sits, sits
from tournament.queries.draws import seated
from tournament.refusals import Refused

from .desk import desk, me, session_or_404, whole
from .frame import page


@dataclass(frozen=True)
class Chosen:
    """A seat of the form: who was drawn to it, and the player (id, None for nobody) who is said to have sat there."""

    seat: Seat
    sits: Sits
    player: int | None
    moved: bool


@dataclass(frozen=True)
class Row:
    """One chair in the preview: who sat there by the draw and with what result, and who by the form."""

    before: Seat
    after: Seat
    moved: bool


@dataclass(frozen=True)
class Asked:
    """The session with its tables, the numbers of those chosen, and seat id → player id as the form says."""

    session: Session
    tables: list[tuple[Table, list[Seat]]]
    numbers: list[int]
    typed: dict[int, int | None]


@desk("direct")
def chairs(request: HttpRequest, tournament: Tournament, session: int) -> HttpResponse:
    """Choose tables, say who sat where, look at the new results, put it down."""
    found = session_or_404(tournament, session)
    if not found.is_drawn_publicly:
        raise Http404
    asked = _asked(request, found)
    if request.method != "POST":
        return _page(request, asked)
    try:
        if request.POST.get("act") == "store":
            return _store(request, asked)
        preview = preview_remap(tournament, session, asked.typed)
        refused = None
        if not preview:
            refused = Refused("nobody_moves", _("Everybody stays in his chair. Choose who sat elsewhere."))
    except Refused as problem:
        refused, preview = problem, _again(asked, problem)
    status = 200 if refused is None else 409 if refused.code == "stale" else 422
    return _page(request, asked, preview, refused, status)


def _store(request: HttpRequest, asked: Asked) -> HttpResponse:
    session = asked.session
    tournament = session.tournament
    seen = {
        int(number): int(version)
        for number, _dash, version in (word.partition("-") for word in request.POST.getlist("seen"))
        if whole(number) is not None and whole(version) is not None
    }
    count = remap_seats(
        tournament, session.number, asked.typed, request.POST.get("reason", ""), me(request), seen=seen
    )
    text = ngettext(
        "It is put down who sat where; %(n)s table was computed anew.",
        "It is put down who sat where; %(n)s tables were computed anew.",
        count,
    )
    messages.success(request, text % {"n": count})
    return redirect(f"{reverse('organiser:board', args=[tournament.slug])}?session={session.number}")


def _again(asked: Asked, problem: Refused) -> list[TableChange]:
    """The preview beside a refusal that is about something else than who sat where."""
    if problem.code not in ("stale", "reason_missing", "reason_too_long"):
        return []
    return preview_remap(asked.session.tournament, asked.session.number, asked.typed)


def _asked(request: HttpRequest, session: Session) -> Asked:
    """What is asked for; a table that there is not is left out, and whoever was not sent stays where he is."""
    tables = seated(session)
    sent = request.POST if request.method == "POST" else request.GET
    wanted = {whole(word) for word in sent.getlist("table")}
    numbers = [table.number for table, _seats in tables if table.number in wanted]
    typed: dict[int, int | None] = {}
    for table, four in tables:
        for seat in four if table.number in numbers else []:
            word = request.POST.get(f"seat-{seat.pk}")
            typed[seat.pk] = seat.player_id if word is None else whole(word)
    return Asked(session, tables, numbers, typed)


def _page(
    request: HttpRequest,
    asked: Asked,
    preview: list[TableChange] | None = None,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    session = asked.session
    chosen = [
        (table, [_chosen(seat, asked.typed[seat.pk]) for seat in four])
        for table, four in asked.tables
        if table.number in asked.numbers
    ]
    people = [one.seat for _table, four in chosen for one in four]
    context: dict[str, Any] = {
        "session": session,
        "address": reverse("organiser:chairs", args=[session.tournament.slug, session.number]),
        "tables": asked.tables,
        "numbers": asked.numbers,
        "chosen": chosen,
        "people": [seat for seat in people if seat.player],
        "has_empty": any(seat.player is None for seat in people),
        "preview": [
            (change.number, [_row(b, a) for b, a in zip(change.before, change.after, strict=True)])
            for change in preview or []
        ],
        "refused": refused,
        "reason": request.POST.get("reason", ""),
    }
    current = f"session-{session.number}"
    return page(request, session.tournament, "organiser/chairs.html", context, current=current, status=status)


def _chosen(seat: Seat, player: int | None) -> Chosen:
    return Chosen(seat, sits(seat, MOST_HANDS), player, player != seat.player_id)


def _row(before: Seat, after: Seat) -> Row:
    return Row(before, after, before.player_id != after.player_id)
