"""Wishes for draws at the organiser's desk: in words, with what the next draw can do, added and taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament.actions.wishes import WishFacts, add_wish, remove_wish
from tournament.models import Player, Tournament, Wish
from tournament.pages.words.draw_words import Fact
from tournament.pages.words.wish_words import outlook, wish_line
from tournament.queries.initials import initials
from tournament.queries.next_draw import NextDraw

from .desk import me, whole

BACK = "?top=1#wishes"


@dataclass(frozen=True)
class WishCard:
    """A wish as the page shows it."""

    wish: Wish
    text: str
    outlook: list[Fact]


def wish_cards(tournament: Tournament, found: NextDraw | None) -> list[WishCard]:
    """All wishes in words. Two queries."""
    wishes = tournament.wishes.prefetch_related("players")
    return [WishCard(wish, wish_line(wish), outlook(wish, found) if found else []) for wish in wishes]


def wish_form(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the form of a wish needs: who can be named, and what was ticked."""
    post = request.POST if request.POST.get("act") == "wish" else {}
    people: list[Player] = list(
        tournament.players.filter(disqualified_at__isnull=True).select_related("team").order_by("number")
    )
    return {
        "wish_people": [(player, initials(player.name)) for player in people],
        "wish_players": [whole(word) for word in request.POST.getlist("players")] if post else [],
        "wish_sessions": [whole(word) for word in request.POST.getlist("wish_sessions")] if post else [],
    }


def make_wish(request: HttpRequest, tournament: Tournament) -> str:
    """Note a wish; returns where on the page to go on."""
    post = request.POST
    wish = add_wish(
        tournament,
        WishFacts(
            kind=post.get("kind", ""),
            name=post.get("name", ""),
            must=post.get("must") == "must",
            players=[whole(word) or 0 for word in post.getlist("players")],
            table=whole(post.get("table")),
            sessions=[whole(word) or 0 for word in post.getlist("wish_sessions")],
        ),
        me(request),
    )
    messages.success(request, _("Wished from now on: %(wish)s.") % {"wish": wish_line(wish)})
    return BACK


def take_wish_back(request: HttpRequest, tournament: Tournament) -> str:
    """Take a wish back; returns where on the page to go on."""
    remove_wish(tournament, whole(request.POST.get("wish")) or 0, me(request))
    messages.success(request, _("The wish is taken back. Draws made before stay as they are."))
    return BACK
