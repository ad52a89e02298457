"""Recorded hands counted anew: the organiser sees where the number is not what the tiles count."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.rulebook import GUOBIAO, load
from scoring.settlement import counts_fan
from tournament import fan_texts
from tournament.models import Tournament
from tournament.queries.fan_questions import shipped_rules
from tournament.queries.recounting import recount

from .desk import desk
from .frame import page


@desk("direct")
@require_safe
def fan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list, by the rules of the tournament or by a rulebook that ships."""
    if not counts_fan(tournament.rulebook):
        return page(request, tournament, "organiser/recount.html", {"nothing": True})
    asked = request.GET.get("rulebook", "")
    rules = shipped_rules(asked) if asked in GUOBIAO else None
    zh = fan_texts.speaks_chinese()
    context = {
        "found": recount(tournament, rules),
        "rulebook": asked if rules else "",
        "rulebooks": [(key, load(key).name_zh if zh else load(key).name) for key in GUOBIAO],
    }
    return page(request, tournament, "organiser/recount.html", context)
