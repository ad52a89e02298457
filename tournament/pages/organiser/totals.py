"""Paper sheets of a whole session: four totals for each table on one page, every row saved by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.dealing import MOST_HANDS
from tournament.access import has_role
from tournament.actions.sessions import close_session
from tournament.models import Penalty, Session, Table, Tournament
from tournament.models.event import PUBLIC_STATES
from tournament.queries.changes import WITH_SITTINGS, Sits, all_sit
from tournament.queries.totals import expected_of
from tournament.refusals import Refused

from .desk import desk, me, new_client_id, session_or_404, stamp, whole
from .frame import page
from .totals_form import TotalsForm, Typed
from .whole_sheet_rows import has_whole_sheet


@dataclass(frozen=True)
class Row:
    """One table: who sat there, the fields of its totals, what they must sum to and what they sum to as they stand."""

    table: Table
    sits: list[Sits]
    form: TotalsForm
    typed: Typed
    client_id: str

    @property
    def has_totals(self) -> bool:
        """Whether all four totals are stored."""
        return all(one.seat.paper_points is not None for one in self.sits)

    @property
    def closes(self) -> bool:
        """Whether the table can be closed from here: its result are the totals alone."""
        return not self.table.is_closed and (not self.table.hands_played or self.table.totals_only)

    @property
    def needs_reason(self) -> bool:
        """Whether the field for a reason is shown."""
        return self.table.is_closed or self.form.wants_reason or bool(self.form["reason"].value())

    @property
    def pairs(self) -> list[tuple[Sits, Any]]:
        """Who sat there, and the field of that chair."""
        return [(one, self.form[f"total_{one.seat.chair}"]) for one in self.sits]


@desk("everywhere")
def totals(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All tables of a session with the totals of their paper sheets; each row posts by itself."""
    session = session_or_404(tournament, number)
    if not session.is_drawn_publicly:
        raise Http404
    if request.method == "POST":
        return _act(request, session)
    return _page(request, session)


def _page(
    request: HttpRequest,
    session: Session,
    filled: Mapping[int, TotalsForm] | None = None,
    *,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    rows = _rows(session, filled or {})
    around = _around(session)
    context = around | {
        "session": session,
        "address": _address(session),
        "rows": rows,
        "has_whole_sheet": has_whole_sheet(session.tournament.rulebook),
        "closed": sum(row.table.is_closed for row in rows),
        "refused": refused,
    }
    current = f"session-{session.number}"
    return page(request, session.tournament, "organiser/totals.html", context, current=current, status=status)


def _around(session: Session) -> dict[str, int | None]:
    """The published sessions before and after this one."""
    numbers = session.tournament.sessions.filter(state__in=PUBLIC_STATES).order_by("number")
    all_ = list(numbers.values_list("number", flat=True))
    here = all_.index(session.number)
    return {
        "before": all_[here - 1] if here else None,
        "after": all_[here + 1] if here + 1 < len(all_) else None,
    }


def _rows(session: Session, filled: Mapping[int, TotalsForm], only: int | None = None) -> list[Row]:
    """The rows in the order of the tables, in a fixed number of queries."""
    tables = session.tables.order_by("number")
    if only is not None:
        tables = tables.filter(number=only)
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    for penalty in Penalty.objects.filter(table__in=tables.order_by(), withdrawn_at__isnull=True):
        penalties[penalty.table_id or 0].append(penalty)
    seats: dict[int, list[Any]] = defaultdict(list)
    found = session.seats.filter(table__in=tables.order_by()).select_related("player__team")
    for seat in found.prefetch_related(WITH_SITTINGS).order_by("chair"):
        seats[seat.table_id].append(seat)
    rows = []
    for table in tables:
        table.session = session
        four = seats[table.pk]
        form = filled.get(table.number) or TotalsForm.of(table, four, auto_id=f"t{table.number}_%s")
        typed = Typed.of(form, expected_of(penalties[table.pk]))
        rows.append(Row(table, all_sit(four, MOST_HANDS), form, typed, new_client_id()))
    return rows


def _act(request: HttpRequest, session: Session) -> HttpResponse:
    if request.POST.get("act") == "close_session":
        if not has_role(request.user, session.tournament, "direct"):
            raise Http404
        return _close(request, session)
    number = whole(request.POST.get("table"))
    table = session.tables.filter(number=number).first() if number else None
    if table is None:
        raise Http404
    table.session = session
    form = TotalsForm(request.POST, auto_id=f"t{table.number}_%s")
    if "check" in request.POST:
        typed = Typed.of(form, expected_of(table.penalties.all()))
        return render(request, "organiser/totals/check.html", {"typed": typed})
    return _save(request, table, form)


def _save(request: HttpRequest, table: Table, form: TotalsForm) -> HttpResponse:
    session = table.session
    status, said = 200, ""
    if not form.is_valid():
        status = 422
    else:
        try:
            said = form.carry_out(table, stamp(request), close=request.POST.get("then") == "close")
        except Refused as refused:
            form.refuse(refused)
            status = 409 if refused.code in ("stale", "id_reused") else 422
    in_row = request.headers.get("HX-Request") == "true"
    if status == 200 and not in_row:
        messages.success(request, said)
        return redirect(f"{_address(session)}#row-{table.number}", permanent=False)
    filled = {} if status == 200 else {table.number: form}
    if not in_row:
        return _page(request, session, filled, status=status)
    (row,) = _rows(session, filled, only=table.number)
    context = {
        "row": row,
        "tournament": session.tournament,
        "session": session,
        "address": _address(session),
        "said": said,
        "has_whole_sheet": has_whole_sheet(session.tournament.rulebook),
        "may_direct": has_role(request.user, session.tournament, "direct"),
        "count": f"{session.tables.filter(closed_at__isnull=False).count()}",
    }
    return render(request, "organiser/totals/row.html", context, status=status)


def _close(request: HttpRequest, session: Session) -> HttpResponse:
    """Close the session, and go on with the next one that has tables."""
    try:
        close_session(session.tournament, session.number, me(request))
    except Refused as refused:
        return _page(request, session, refused=refused, status=422)
    messages.success(request, _("Session %(n)s is closed.") % {"n": session.number})
    after = _around(session)["after"]
    number = session.number if after is None else after
    return redirect(reverse("organiser:totals", args=[session.tournament.slug, number]))


def _address(session: Session) -> str:
    return reverse("organiser:totals", args=[session.tournament.slug, session.number])
