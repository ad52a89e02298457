"""The paper sheet of one table: its hands by keyboard, and the totals on it, which are compared with them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.access import has_role
from tournament.actions.whole_sheet import Stored, sheet_problems, store_sheet
from tournament.models import Session, Table, Tournament
from tournament.queries.sentences import describe_act, person
from tournament.queries.table_state import table_state
from tournament.refusals import Refused

from . import sheet as recorded
from .desk import desk, new_client_id, session_or_404, stamp
from .frame import page
from .table import places, places_moved
from .whole_sheet_form import SheetForm
from .whole_sheet_rows import has_whole_sheet

NEWEST = 12  # acts of others that are told; more say nothing more


@desk("everywhere")
def whole_sheet(request: HttpRequest, tournament: Tournament, session: int, number: int) -> HttpResponse:
    """The sheet of one table; it posts here as a whole."""
    found = session_or_404(tournament, session)
    one = found.tables.filter(number=number).first() if found.is_drawn_publicly else None
    if one is None:
        raise Http404
    one.session = found
    if not has_whole_sheet(tournament.rulebook):
        return _elsewhere(request, one)
    if request.method == "POST":
        return _store(request, one)
    return _show(request, one, _form(request, one))


def _elsewhere(request: HttpRequest, one: Table) -> HttpResponse:
    """Where the hands of a table are entered that have no such sheet; nothing is taken here."""
    context = {"session": one.session, "table": one}
    current = f"session-{one.session.number}"
    status = 422 if request.method == "POST" else 200
    tournament = one.session.tournament
    return page(
        request, tournament, "organiser/hands_elsewhere.html", context, current=current, status=status
    )


def _form(request: HttpRequest, one: Table) -> SheetForm:
    data = request.POST if request.method == "POST" else None
    penalises = has_role(request.user, one.session.tournament, "penalise")
    return SheetForm(table_state(one), data, may_penalise=penalises)


def _store(request: HttpRequest, one: Table) -> HttpResponse:
    form = _form(request, one)
    if not form.is_readable:
        unread = [row.number for row in form.rows if row.errors]
        form.mark(sheet_problems(one, form.entries, unread))
        form.problem = _("Nothing was stored. Correct what is marked, and store it again.")
        return _show(request, one, form, status=422)
    before = places(form.state) if one.is_closed else {}
    try:
        done = store_sheet(one, form.sheet(), stamp(request))
    except Refused as refused:
        return _refuse(request, one, form, refused)
    for text in _said(one, done):
        messages.success(request, text)
    if done.waiting:
        text = ngettext(
            "The table was closed before. %(n)s entry is kept for the chief referee, who decides.",
            "The table was closed before. %(n)s entries are kept for the chief referee, who decides.",
            len(done.waiting),
        )
        messages.warning(request, text % {"n": len(done.waiting)})
    elif before:
        messages.info(request, places_moved(form.state, before))
    return redirect(f"{_address(one)}?stored=1")


def _refuse(request: HttpRequest, one: Table, form: SheetForm, refused: Refused) -> HttpResponse:
    one.refresh_from_db()
    meanwhile: list[str] = []
    if refused.code == "stale":
        meanwhile = _meanwhile(one, stamp(request).expected_version)
        form = _form(request, one)  # beside what was typed stands what is recorded now
        form.take_over()
    form.refuse(refused)
    status = 409 if refused.code in ("stale", "id_reused") else 422
    return _show(request, one, form, meanwhile=meanwhile, status=status)


def _meanwhile(one: Table, seen: int) -> list[str]:
    """What was done at the table since the version that was seen, the oldest first."""
    acts = one.acts.filter(answer__version__gt=seen).select_related("by", "table__session").order_by("-id")
    tournament = one.session.tournament
    return [f"{person(act.by, tournament)}: {describe_act(act)}" for act in reversed(acts[:NEWEST])]


def _said(one: Table, done: Stored) -> list[str]:
    """What was stored, in words."""
    if done.repeated:
        return [_("Table %(table)s: this sheet is stored already.") % {"table": one.number}]
    if done.waiting:
        return []
    said = []
    for numbers, text in (
        (
            done.recorded,
            ngettext(
                "Table %(table)s: %(n)s hand is recorded.",
                "Table %(table)s: %(n)s hands are recorded.",
                len(done.recorded),
            ),
        ),
        (
            done.corrected,
            ngettext(
                "Table %(table)s: %(n)s hand is corrected.",
                "Table %(table)s: %(n)s hands are corrected.",
                len(done.corrected),
            ),
        ),
    ):
        if numbers:
            said.append(text % {"table": one.number, "n": len(numbers)})
    if done.closed:
        said.append(_("Table %(n)s is closed.") % {"n": one.number})
    return said or [_("Table %(n)s: the sheet is stored.") % {"n": one.number}]


def _show(
    request: HttpRequest,
    one: Table,
    form: SheetForm,
    *,
    meanwhile: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament, session, state = one.session.tournament, one.session, form.state
    totals = form.add_up()
    stored = "stored" in request.GET and request.method != "POST"
    context: dict[str, Any] = {
        "session": session,
        "table": one,
        "form": form,
        "address": _address(one),
        "client_id": new_client_id(),
        "players": state.sits,
        "sums": _sums(form, totals),
        "differences": _differences(form, totals),
        "penalties": recorded.penalty_lines(state, {}),
        "meanwhile": meanwhile or [],
        "wants_reason": _wants_reason(one, form),
        "closed": one.is_closed or session.state == Session.State.CLOSED,
        "stored": stored,
        "focus": "" if stored else form.focus,
        "next": _next(one),
        "script": form.for_script(),
    }
    current = f"session-{session.number}"
    return page(request, tournament, "organiser/whole_sheet.html", context, current=current, status=status)


def _sums(form: SheetForm, totals: list[int]) -> list[dict[str, Any]]:
    """For each of the four what the hands sum to, what is typed in, and by how much that is more."""
    paper = form.paper
    return [
        {
            "sits": sits,
            "name": f"t{at}",
            "hands": totals[at],
            "typed": form.totals[at],
            "error": form.total_errors.get(at, ""),
            "more": paper[at] - totals[at] if paper and form.entries else None,
        }
        for at, sits in enumerate(form.state.sits)
    ]


def _differences(form: SheetForm, totals: list[int]) -> list[dict[str, Any]]:
    """Who stands otherwise on paper than by the hands, once it was asked which counts: both, and how much more."""
    paper, hands = form.paper, tuple(totals)
    if form.contradiction is not None:
        paper, hands = form.contradiction.paper, form.contradiction.hands
    elif not form.counts or paper is None:
        return []
    return [
        {"sits": sits, "paper": paper[at], "hands": hands[at], "more": paper[at] - hands[at]}
        for at, sits in enumerate(form.state.sits)
        if paper[at] != hands[at]
    ]


def _wants_reason(one: Table, form: SheetForm) -> bool:
    """Whether the field for a reason is shown: hands are there that can be corrected, or it was asked for."""
    return bool(
        one.hands_played or one.is_closed or form.reason or form.reason_error or form.contradiction
    ) or any(row.code == "dead_hand" or row.typed["lift"] for row in form.rows)


def _next(one: Table) -> int | None:
    """The next table of the session that has no result yet; after the last one the first."""
    open_ = one.session.tables.filter(closed_at__isnull=True, no_play=False).exclude(pk=one.pk)
    numbers = list(open_.order_by("number").values_list("number", flat=True))
    return next((number for number in numbers if number > one.number), numbers[0] if numbers else None)


def _address(one: Table) -> str:
    session = one.session
    return reverse("organiser:whole_sheet", args=[session.tournament.slug, session.number, one.number])
