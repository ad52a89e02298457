"""Special prizes and places honoured, as the prize-giving announces them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.standard_points import show
from tournament.models import Tournament
from tournament.queries.play_words import amount_in_words
from tournament.queries.plays import counts_points
from tournament.queries.prizes import Prize, Winner
from tournament.queries.standings import Line, Standings
from tournament.templatetags.quesai import signed

NAMES: dict[str, Promise] = {
    "highest_hand": gettext_lazy("Highest hand"),
    "best_session": gettext_lazy("Best session"),
    "most_hands": gettext_lazy("Most hands won"),
}


@dataclass(frozen=True)
class ShownWinner:
    """Who has a prize; `where` says where he won it, `url` leads there, or to his page."""

    number: int
    name: str
    team: str
    player_url: str
    where: str
    url: str


@dataclass(frozen=True)
class ShownPrize:
    """A prize: what it is for, how much won it, and who; several where they are equal."""

    name: str
    value: str
    winners: tuple[ShownWinner, ...]


@dataclass(frozen=True)
class Honoured:
    """Somebody whose place is honoured."""

    place: int
    shared: bool
    number: int
    name: str
    team: str
    standard: str
    match: str


def prizes_in_words(tournament: Tournament, found: Sequence[Prize]) -> tuple[ShownPrize, ...]:
    """The special prizes as a page shows them."""
    in_points = counts_points(tournament.rulebook)
    return tuple(
        ShownPrize(
            _name(prize, in_points=in_points),
            _value(prize, in_points=in_points),
            tuple(_winner(tournament, winner) for winner in prize.winners),
        )
        for prize in found
    )


def honoured(tournament: Tournament, standings: Standings) -> tuple[Honoured, ...]:
    """Who stands on the places that are honoured; all of those who share the last one."""
    return tuple(
        Honoured(
            line.place,
            line.shared,
            line.number,
            line.name,
            line.team,
            show(line.standard),
            signed(line.match),
        )
        for line in standings.lines
        if line.place is not None and line.place <= tournament.places_honoured and _has_played(line)
    )


def _has_played(line: Line) -> bool:
    return bool(line.sessions)


def _name(prize: Prize, *, in_points: bool) -> str:
    # Its Chinese name speaks of fan.
    if prize.kind == "highest_hand" and in_points:
        return pgettext("in points", "Highest hand")
    return str(NAMES[prize.kind])


def _value(prize: Prize, *, in_points: bool) -> str:
    if prize.kind == "highest_hand":
        return amount_in_words(int(prize.value), points=in_points)
    if prize.kind == "best_session":
        return _("%(points)s match points") % {"points": signed(prize.value)}
    return ngettext("%(n)s hand", "%(n)s hands", int(prize.value)) % {"n": prize.value}


def _winner(tournament: Tournament, winner: Winner) -> ShownWinner:
    page = reverse("public:player", args=[tournament.slug, winner.number])
    where, url = "", page
    if winner.session is not None and winner.table is not None:
        url = reverse("public:table", args=[tournament.slug, winner.session, winner.table])
        words: dict[str, object] = {
            "session": winner.session,
            "table": winner.table,
            "hand": winner.hand,
            "how": winner.discarder,
        }
        where = _("session %(session)s, table %(table)s") % words
        if winner.hand is not None:
            where = (
                _("session %(session)s, table %(table)s, hand %(hand)s, self-draw")
                if winner.is_self_draw
                else _("session %(session)s, table %(table)s, hand %(hand)s, from %(how)s")
            ) % words
    return ShownWinner(winner.number, winner.name, winner.team, page, where, url)
