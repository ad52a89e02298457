"""What every public page of a tournament has in common: its tabs, its living part, and how it is answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import wraps
from inspect import unwrap
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournament import live
from tournament.access import public_tournament
from tournament.models import Table, Tournament
from tournament.queries.overview import SessionSummary, current_session, public_sessions
from tournament.sharing import OfThisSecond, for_everybody, is_everybodys, page_asked

from .head import build_head

PEOPLE_SHOWN = 12


@dataclass(frozen=True)
class Living:
    """A page with a living part.

    `build` makes the part. With `keep` it is kept for all readers: it names everything that the part depends on
    besides tournament and language. `context` is for the page around it, `tab` the tab that is open. The part is made
    anew when the version of the tournament has changed, or with `since` when that has: `tables_since` makes one.
    """

    template: str
    build: live.Build
    tab: str
    sessions: tuple[SessionSummary, ...]
    keep: str = ""
    since: tuple[int, ...] = ()
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class _Made:
    """A page as it was made: its living part, what stands `before` it, and the mark of what is `above` it."""

    tournament: Tournament
    page: Living
    part: live.Part
    before: str
    above: str


# Of a large tournament some hold half a megabyte, and more than these are hardly asked for in one second.
_of_this_second: OfThisSecond[_Made] = OfThisSecond(64)
PageView = Callable[..., Living]


def public_page(view: PageView) -> Callable[..., HttpResponse]:
    """A page that everybody may read while its tournament is public: `view(request, tournament, …)` describes it.

    For those who have not logged in the answer is made once and shared (`tournament.sharing`), and so is the content
    from which it is made: all who ask in a second, whatever they have, then have the same, and ask for the same
    in the next one. A question of somebody else for the living part of a page is answered before the view is asked,
    where nothing has changed.
    """

    @require_safe
    @gzip_page
    @wraps(view)
    def answer(request: HttpRequest, slug: str, **where: Any) -> HttpResponse:
        began = time.time()

        def make() -> _Made:
            # Read behind the turn: whoever has waited for it would have an old one.
            tournament = public_tournament(request.user, slug)
            return _made(tournament, view(request, tournament, **where))

        if is_everybodys(request):
            made = _of_this_second.get(page_asked(request), make, lambda made: made.tournament.is_public)
            answered = _answer(request, made)
            return for_everybody(answered, began) if made.tournament.is_public else answered
        tournament = public_tournament(request.user, slug)
        return _same(request, tournament) or _answer(
            request, _made(tournament, view(request, tournament, **where))
        )

    return answer


def made_apart(
    view: Callable[..., HttpResponse], request: HttpRequest, tournament: Tournament, **where: Any
) -> HttpResponse:
    """What `public_page` answers, for somebody who asks for all pages once: nothing is kept for other readers.

    `tournament` must be one that the visitor may see.
    """
    page: Living = unwrap(view)(request, tournament, **where)
    return _answer(request, _made(tournament, replace(page, keep="")))


def _same(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """204 where the reader has this version of the living part already, with what stands above it."""
    seen = request.GET.get("v", "") if live.asks_for_part(request) else ""
    above = _head(tournament).mark if seen else ""
    return live.up_to_date(request, tournament.version) if seen.endswith(above) else None


def tables_since(tournament: Tournament, tables: QuerySet[Table] | None = None) -> tuple[int, ...]:
    """What a part depends on that shows these tables as they are played, and else only what counts: one query.

    What happens at an open table raises its version, everything else the version of the standings.
    """
    if tables is None:
        return (tournament.standings_version,)
    return tournament.standings_version, tables.aggregate(sum=Sum("version"))["sum"] or 0


def _made(tournament: Tournament, page: Living) -> _Made:
    since = page.since or (tournament.version,)
    if page.keep:
        key = f"{tournament.pk}:{page.keep}"
        part = live.kept_part(key, tournament.version, page.build, since)
    else:
        part = live.make_part(tournament.version, page.build)
    above = _head(tournament, page.sessions)
    return _Made(tournament, page, part, above.html + _stamp(tournament), above.mark)


def _answer(request: HttpRequest, made: _Made) -> HttpResponse:
    """The whole page, or what is new in its living part."""
    page, part = made.page, made.part
    if live.asks_for_part(request):
        return live.part_answer(request, part, made.before, made.above)
    context = {
        "tournament": made.tournament,
        "sessions": page.sessions,
        "tabs": tabs(made.tournament, page.tab, page.sessions),
        "part": part,
        "token": part.token + made.above,
        "before": made.before,
        "part_url": part_address(request),
    }
    return live.asked_again(render(request, page.template, context | dict(page.context)))


@dataclass(frozen=True)
class _Above:
    """What stands above the living part, for all readers of a language: made for this version, good until then."""

    version: int
    until: datetime | None
    html: SafeString
    mark: str

    def is_good_for(self, tournament: Tournament) -> bool:
        return self.version == tournament.version and (self.until is None or timezone.now() < self.until)


def _head(tournament: Tournament, sessions: Sequence[SessionSummary] | None = None) -> _Above:
    """Announcements and the clock, made anew when the tournament or time alone has changed them."""
    key = f"head:{live.RELEASE}:{get_language()}:{tournament.pk}"
    kept: _Above | None = cache.get(key)
    if kept is not None and kept.is_good_for(tournament):
        return kept
    made = build_head(tournament, sessions_of(tournament) if sessions is None else sessions)
    above = _Above(tournament.version, made.until, made.html, live.mark_of(made.html) if made.html else "")
    cache.set(key, above, live.KEEP_SECONDS)
    return above


def part_address(request: HttpRequest) -> str:
    """The address of the living part of the page that is asked for."""
    asked = request.GET.copy()
    asked["part"] = "1"
    asked.pop("v", None)
    return f"{request.path}?{asked.urlencode()}"


def tabs(tournament: Tournament, current: str, sessions: Sequence[SessionSummary]) -> list[dict[str, Any]]:
    """The tabs of a tournament; those that have nothing to show yet are left out."""
    slug = tournament.slug
    now = current_session(sessions)
    found = [("tournament", _("Overview"), reverse("public:tournament", args=[slug]))]
    if now is not None:
        found += [
            ("seats", _("Seats"), reverse("public:seats", args=[slug])),
            ("standings", _("Standings"), reverse("public:standings", args=[slug])),
            ("tables", _("Tables"), reverse("public:session", args=[slug, now.number])),
        ]
    found.append(("players", _("Players"), reverse("public:players", args=[slug])))
    return [{"name": name, "url": url, "current": key == current} for key, name, url in found]


def number_asked(request: HttpRequest, name: str) -> int | None:
    """A number of the address, None where it is absent or none."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def sessions_of(tournament: Tournament) -> tuple[SessionSummary, ...]:
    """The published sessions: what tabs and pages are made from."""
    return public_sessions(tournament)


def _stamp(tournament: Tournament) -> SafeString:
    return render_to_string("public/stamp.html", {"tournament": tournament, "now": timezone.now()})
