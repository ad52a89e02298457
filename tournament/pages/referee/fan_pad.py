"""The pad for tiles and for ticked fan: fetched by the page of a table when somebody first wants it."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from scoring.fan import FANS, Fan
from tournament.access import table_to_enter
from tournament.fan_texts import fan_words
from tournament.queries.counted_hands import fan_rules
from tournament.queries.initials import initials
from tournament.refusals import Refused


@dataclass(frozen=True)
class Choice:
    """A fan to tick, with what one copy of it gives under the rules of the tournament."""

    fan: Fan
    words: str
    points: int
    initials: str


@never_cache
@login_required
@require_GET
def fan_pad(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """The keyboard of tiles and the list of fan; nothing where the rulebook counts neither."""
    try:
        rules = fan_rules(table_to_enter(request.user, slug, session, number))
    except Refused as refused:
        raise Http404 from refused
    choices = [
        Choice(fan, fan_words(fan.zh), rules.points[fan.id], initials(fan.zh))
        for fan in FANS
        if rules.knows(fan)
    ]
    return render(request, "referee/_tally.html", {"choices": choices})
