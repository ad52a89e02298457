"""One table for the chief referee: the sheet, corrections with a reason, penalties, closing and opening again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from scoring.dealing import MOST_HANDS
from tournament.actions.tables import last_undoable
from tournament.models import Session, Sitting, Staff, Table, Tournament
from tournament.queries.changes import free_stand_ins, sat
from tournament.queries.clock import clock, clock_mark
from tournament.queries.plays import counts_points, has_house_rules
from tournament.queries.sentences import describe_act
from tournament.queries.standings import player_standings
from tournament.queries.table_state import TableState, table_state
from tournament.queries.totals import differences, expected_of
from tournament.refusals import Refused
from tournament.wording import clauses

from . import sheet
from .day_forms import DisputeForm, ExtendForm, RuleForm
from .desk import desk, new_client_id, session_or_404, stamp, unchanged, versioned, whole
from .frame import page
from .penalty_forms import PenaltyForm, WithdrawForm
from .presence_forms import AbsentForm, ArriveForm, NoPlayForm
from .table_forms import ActForm, AnswerForm, CheckForm, CloseForm, CorrectForm, ReopenForm, UndoForm
from .totals_form import DecideForm, TotalsForm, Typed
from .whole_sheet_rows import has_whole_sheet

ASIDE = "table-side"  # the element beside the board in which this page can stand


@dataclass
class Filled:
    """A form that came in, and which."""

    act: str
    form: ActForm
    number: int | None = None


@desk("direct")
def table(request: HttpRequest, tournament: Tournament, session: int, number: int) -> HttpResponse:
    """The page of one table; its forms post here with the word of their act."""
    found = session_or_404(tournament, session)
    if not found.is_drawn_publicly:
        raise Http404
    one = found.tables.filter(number=number).first()
    if one is None:
        raise Http404
    one.session = found
    if request.method == "POST":
        return _act(request, one)
    version = _version(one)
    if unchanged(request, version):
        return HttpResponse(status=204)
    return _show(request, one)


def _show(request: HttpRequest, one: Table, filled: Filled | None = None, status: int = 200) -> HttpResponse:
    context = _context(request, one, filled)
    version = context["version"]
    if "part" in request.GET:
        return versioned(render(request, "organiser/table/inside.html", context), version)
    if request.headers.get("HX-Target") == ASIDE:
        return render(request, "organiser/table/aside.html", context, status=status)
    tournament = one.session.tournament
    current = f"session-{one.session.number}"
    return page(request, tournament, "organiser/table.html", context, current=current, status=status)


# ── What is sent


def _act(request: HttpRequest, one: Table) -> HttpResponse:
    state = table_state(one)
    filled = _filled(request, state)
    if "ask" in request.POST:
        return _answer(request, state, filled.form)
    if not filled.form.is_valid():
        return _show(request, one, filled, status=422)
    before = places(state) if one.is_closed else {}
    try:
        said = filled.form.carry_out(one, stamp(request))
    except Refused as refused:
        filled.form.refuse(refused)
        one.refresh_from_db()
        status = 409 if refused.code in ("stale", "id_reused") else 422
        return _show(request, one, filled, status=status)
    messages.success(request, said)
    if before and one.is_closed:
        messages.info(request, places_moved(state, before))
    hand = f"?hand={filled.number}" if filled.number else ""
    return redirect(f"{_address(one)}{hand}")


def _answer(request: HttpRequest, state: TableState, form: ActForm) -> HttpResponse:
    """What the server says about a form that is still being filled in; nothing is stored."""
    if isinstance(form, TotalsForm):
        typed = Typed.of(form, expected_of(state.penalties))
        return render(request, "organiser/totals/check.html", {"typed": typed})
    if isinstance(form, PenaltyForm):
        return render(request, "organiser/table/offer.html", {"offered": form.offered()})
    raise Http404


def _filled(request: HttpRequest, state: TableState) -> Filled:
    """The form of this act with what was typed; 404 for an act that this page does not have."""
    act = request.POST.get("act", "")
    number = whole(request.POST.get("hand"))
    forms: dict[str, Callable[[], ActForm]] = {
        "correct": lambda: CorrectForm(state, number or 0, request.POST),
        "penalty": lambda: PenaltyForm(state, request.POST),
        "withdraw": lambda: WithdrawForm(request.POST),
        "undo": lambda: UndoForm(request.POST),
        "close": lambda: CloseForm(state.seats, request.POST),
        "reopen": lambda: ReopenForm(request.POST),
        "answer": lambda: AnswerForm(request.POST),
        "check": lambda: CheckForm(request.POST),
        "absent": lambda: AbsentForm(state.seats, free_stand_ins(state.table.session), request.POST),
        "arrived": lambda: ArriveForm(state.seats, request.POST),
        "no_play": lambda: NoPlayForm(request.POST),
        "totals": lambda: TotalsForm(request.POST, auto_id="paper_%s"),
        "decide": lambda: DecideForm(request.POST),
        "dispute": lambda: DisputeForm(state.next_hand, request.POST),
        "rule": lambda: RuleForm(request.POST),
        "extend": lambda: ExtendForm(request.POST),
    }
    if act not in forms or (act == "correct" and not _may_correct(state, number or 0)):
        raise Http404
    return Filled(act, forms[act](), number if act == "correct" else None)


def _may_correct(state: TableState, number: int) -> bool:
    """Whether a hand is corrected here: under house rules it is on the referee's page, which knows what is asked."""
    return 1 <= number <= state.last_hand and not has_house_rules(state.book)


# ── What a change does to the standings


def places(state: TableState) -> dict[int, int | None]:
    """The places of the four players in the standings as they are."""
    four = {seat.player_id for seat in state.seats if seat.player_id}
    standings = player_standings(state.table.session.tournament)
    return {line.id: line.place for line in standings.lines if line.id in four}


def places_moved(state: TableState, before: dict[int, int | None]) -> str:
    """What became of these places, in words."""
    after = places(state)
    words = []
    for seat in state.seats:
        if seat.player is None or seat.player_id not in after:
            continue
        old, new = before.get(seat.player_id), after[seat.player_id]
        text = _("%(name)s stays at place %(new)s") if old == new else _("%(name)s: place %(old)s → %(new)s")
        words.append(text % {"name": seat.player.name, "old": old or "–", "new": new or "–"})
    return _("In the standings: %(places)s.") % {"places": clauses(words)}


# ── What is shown


def _context(request: HttpRequest, one: Table, filled: Filled | None) -> dict[str, Any]:
    state = table_state(one)
    tournament, session = one.session.tournament, one.session
    who = dict(Staff.objects.filter(tournament=tournament).values_list("user_id", "name"))
    hand = filled.number if filled and filled.number else _hand(request)
    last = last_undoable(one)
    totals = sheet.ledger_totals(state)
    has_paper = any(seat.paper_points is not None for seat in state.seats)
    paper_alone = has_paper and not one.hands_played  # nothing was entered that paper could differ from
    differs = (False,) * 4 if paper_alone else sheet.differing(state.seats, totals)
    context: dict[str, Any] = {
        "tournament": tournament,
        "session": session,
        "table": one,
        "state": state,
        "version": _version(one),
        "address": _address(one),
        "client_id": new_client_id,
        "lines": sheet.lines(state),
        "marks": sheet.MARKS.values(),
        "outside": sheet.outside_hands(state),
        "totals": totals,
        "has_paper": has_paper,
        "paper_alone": paper_alone,
        "seats": list(zip(state.seats, totals, differs, strict=True)),
        "sitting": [(one, sat(one.seat)) for one in state.sits],
        "few_present": sum(seat.is_present and not seat.is_forfeit for seat in state.seats) <= 2,
        "somebody_absent": any(seat.is_forfeit for seat in state.seats),
        "penalties": sheet.penalty_lines(state, who),
        "who": who,
        "hand": hand,
        "last": describe_act(last) if last else "",
        "ended": state.all_played or one.time_called_at is not None,
        "session_closed": session.state == Session.State.CLOSED,
        "filled": filled.act if filled else "",
        "refused_form": filled.form if filled else None,
        "neighbours": _neighbours(one),
        "calls": list(one.calls.filter(answered_at__isnull=True)),
        "wants_check": one.is_closed and state.book.second_check and one.checked_at is None,
        "entry_url": _entry_url(one),
        "house": has_house_rules(state.book),
        "in_points": counts_points(state.book),
        "has_whole_sheet": has_whole_sheet(state.book),
    }
    forms = _forms(state, hand, filled)
    return context | forms | _hand_context(state, hand, who) | _day_context(state, forms, totals, who)


def _day_context(
    state: TableState, forms: dict[str, ActForm], totals: list[int], who: dict[int, str]
) -> dict[str, Any]:
    """The clock, the disputes and the paper sheet of the table."""
    table, session = state.table, state.table.session
    paper = forms["totals_form"]
    open_ = session.state == Session.State.RUNNING and not table.is_closed
    return {
        "reading": clock(session, state.book, table) if open_ and session.ends_at else None,
        "clock_mark": clock_mark(session, table),
        "disputes": sheet.dispute_lines(state, who),
        "typed": Typed.of(paper, expected_of(state.penalties)) if isinstance(paper, TotalsForm) else None,
        "paper_fields": [(one, paper[f"total_{one.seat.chair}"]) for one in state.sits],
        "differences": differences(state.seats, totals),
    }


def _hand_context(state: TableState, hand: int | None, who: dict[int, str]) -> dict[str, Any]:
    if hand is None:
        return {}
    return {
        "revisions": sheet.revisions(state, hand, who),
        "correctable": hand < state.next_hand,
        "hand_name": state.rows[hand - 1].seating.name,
    }


def _forms(state: TableState, hand: int | None, filled: Filled | None) -> dict[str, Any]:
    """A fresh form for each act, and the one that came in as it was filled in."""
    forms: dict[str, ActForm] = {
        "penalty": PenaltyForm(state, initial={"hand_number": _hand_played(state)}),
        "withdraw": WithdrawForm(),
        "undo": UndoForm(),
        "close": CloseForm(state.seats),
        "reopen": ReopenForm(),
        "answer": AnswerForm(),
        "check": CheckForm(),
        "absent": AbsentForm(state.seats, free_stand_ins(state.table.session)),
        "arrived": ArriveForm(state.seats),
        "no_play": NoPlayForm(),
        "totals": TotalsForm.of(state.table, state.seats, auto_id="paper_%s"),
        "decide": DecideForm(),
        "dispute": DisputeForm(state.next_hand, initial={"hand_number": hand or ""}),
        "rule": RuleForm(),
        "extend": ExtendForm(),
    }
    if hand is not None and not has_house_rules(state.book):
        forms["correct"] = CorrectForm(state, hand)
    if filled is not None:
        forms[filled.act] = filled.form
    return {f"{act}_form": form for act, form in forms.items()}


def _hand_played(state: TableState) -> str:
    """The hand to which a penalty given now belongs; none at a closed table."""
    return "" if state.table.is_closed or state.all_played else str(state.next_hand)


def _hand(request: HttpRequest) -> int | None:
    number = whole(request.GET.get("hand"))
    return number if number is not None and 1 <= number <= MOST_HANDS else None


def _version(one: Table) -> str:
    """What differs as soon as this page would look different: also who substitutes whom, and the clock."""
    sittings = Sitting.objects.filter(seat__table=one).aggregate(Max("pk"), Count("pk"))
    time = [clock_mark(one.session, one), one.session.paused_at is not None]
    return "-".join(map(str, [one.version, one.session.state, *sittings.values(), *time]))


def _address(one: Table) -> str:
    session = one.session
    return reverse("organiser:table", args=[session.tournament.slug, session.number, one.number])


def _entry_url(one: Table) -> str:
    """The referee's page of this table."""
    session = one.session
    try:
        return reverse("referee:table", args=[session.tournament.slug, session.number, one.number])
    except NoReverseMatch:
        return ""


def _neighbours(one: Table) -> dict[str, int]:
    numbers = list(one.session.tables.order_by("number").values_list("number", flat=True))
    here = numbers.index(one.number)
    return {
        "before": numbers[here - 1] if here else 0,
        "after": numbers[here + 1] if here + 1 < len(numbers) else 0,
    }
