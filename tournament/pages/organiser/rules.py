"""The rules of a tournament at the organiser's desk: its own copy of a rulebook as a form that explains itself."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.actions.events import change_rules, has_hands
from tournament.actions.rule_preview import preview_rules
from tournament.models import Tournament
from tournament.pages.words.rule_words import FAN_CHOICES, book_name, kind_name
from tournament.pages.words.schemes import schemes
from tournament.pages.words.term_words import settlement_name
from tournament.refusals import Refused

from .desk import desk, me
from .frame import page
from .rule_effects import PenaltyExample, effects
from .rule_form import RULED, SIZED, RulesForm
from .rule_moves import Moved, fingerprint, places_moved
from .rule_term_parts import parts_of


@dataclass(frozen=True)
class PenaltyRow:
    """The fields of one kind of penalty."""

    kind: str
    name: str
    amount: BoundField
    mode: BoundField
    dead_hand: BoundField
    disqualifies: BoundField
    example: PenaltyExample | None

    @property
    def errors(self) -> list[str]:
        """What is wrong in this row."""
        return [str(e) for f in (self.amount, self.mode, self.dead_hand, self.disqualifies) for e in f.errors]


@desk("manage")
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every value of the rulebook, with what it changes. Once hands are recorded, what moves is shown before saving."""
    reason = has_hands(tournament)
    more = request.POST.get("more", "")
    data = request.POST if request.method == "POST" else None
    form = RulesForm(tournament.rulebook, data, reason=reason, more=more)
    moved: Moved | None = None
    if request.method == "POST" and not more and form.is_valid():
        try:
            if reason and _wants_preview(request, tournament, form):
                moved = places_moved(preview_rules(tournament, form.changes), tournament)
            else:
                change_rules(tournament, form.changes, me(request), form.cleaned_data.get("reason", ""))
                messages.success(request, _("The rules are saved."))
                return redirect("organiser:rules", tournament.slug)
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, refused.message)
            moved = _seen_before(request, tournament, form) if refused.field == "reason" else None
    context = _context(form) | {
        "has_hands": reason,
        "schemes": schemes(),
        "moved": moved,
        "previewed": fingerprint(tournament, form.changes) if moved else "",
    }
    return page(
        request,
        tournament,
        "organiser/rules.html",
        context,
        current="rules",
        status=422 if form.errors and not more else 200,
    )


def _wants_preview(request: HttpRequest, tournament: Tournament, form: RulesForm) -> bool:
    """Whether what changes is to be shown: asked for, or it is not what was shown when the form was sent."""
    seen = request.POST.get("previewed")
    return request.POST.get("act") == "preview" or (
        seen is not None and seen != fingerprint(tournament, form.changes)
    )


def _seen_before(request: HttpRequest, tournament: Tournament, form: RulesForm) -> Moved | None:
    """What was shown already, where only the reason is missing."""
    if "previewed" not in request.POST:
        return None
    return places_moved(preview_rules(tournament, form.changes), tournament)


@desk("manage")
def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The examples for what is typed at this moment, stored nowhere: parts of the page that htmx puts in place."""
    form = RulesForm(tournament.rulebook, request.POST, reason=False)
    form.is_valid()
    return render(request, "organiser/parts/rule_examples.html", _context(form) | {"oob": True})


def _context(form: RulesForm) -> dict[str, object]:
    book = form.book or form.current
    shown = effects(book, form.current)
    order = [form[name] for name in form.fields if name.startswith("tie_breaks-")]
    if not form.is_bound:
        order.sort(key=lambda field: field.initial or 99)
    return {
        "form": form,
        "book": book,
        "book_name": book_name(book),
        "effects": shown,
        "unverified": book.unverified,
        "scale": [form[f"scale-{at}"] for at in range(1, 5)],
        "penalties": [_penalty_row(form, kind, shown.penalties.get(kind)) for kind in RULED],
        "sizes": [form[f"penalty_sizes-{kind}"] for kind in SIZED],
        "late_steps": [
            (form[name], form[name.replace("up_to", "amount")])
            for name in form.fields
            if name.startswith("lateness-") and name.endswith("up_to")
        ],
        "order": order,
        "fan": [] if form.house else [form[f"fan-{option}"] for option in FAN_CHOICES],
        "house": form.house,
        "terms": parts_of(form.terms, form),
        "settlement": settlement_name(book),
        "repeats": (form["repeats-scope"], form["repeats-together"]),
        "bye": (form["bye_score-standard_points"], form["bye_score-match_points"]),
    }


def _penalty_row(form: RulesForm, kind: str, example: PenaltyExample | None) -> PenaltyRow:
    place = f"false_win-{kind}"
    return PenaltyRow(
        kind,
        kind_name(kind),
        form[f"{place}-amount"],
        form[f"{place}-mode"],
        form[f"{place}-dead_hand"],
        form[f"{place}-disqualifies"],
        example,
    )
