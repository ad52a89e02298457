"""What the organiser wishes of draws: noted and taken back. Draws made before keep what they were made with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.models import Player, Tournament, Wish
from tournament.refusals import Refused
from tournament.wording import listed

from .base import log_action, writing

MOST_TABLES = 1024
LONGEST_NAME = 100


@dataclass(frozen=True)
class WishFacts:
    """A wish as it is typed. `players` are numbers of the list of entries, `sessions` numbers, empty for all."""

    kind: str
    name: str = ""
    must: bool = False
    players: Sequence[int] = field(default_factory=tuple)
    table: int | None = None
    sessions: Sequence[int] = field(default_factory=tuple)


def add_wish(tournament: Tournament, facts: WishFacts, by: User) -> Wish:
    """Note a wish for all draws from now on."""
    if facts.kind not in Wish.Kind.values:
        raise Refused("no_such_kind", _("Choose what you wish."), field="kind")
    name = " ".join(facts.name.split())
    if len(name) > LONGEST_NAME:
        raise Refused("too_long", _("At most %(n)s characters, please.") % {"n": LONGEST_NAME}, field="name")
    with writing(tournament) as locked:
        players = _players(locked, facts)
        table = _table(facts)
        sessions = _sessions(locked, facts)
        only_once = facts.kind in (Wish.Kind.CLUBS, Wish.Kind.COUNTRIES, Wish.Kind.STREAM)
        if only_once and locked.wishes.filter(kind=facts.kind).exists():
            raise Refused(
                "wished_already", _("This wish is there already. Take it back first."), field="kind"
            )
        made = Wish.objects.create(
            tournament=locked,
            kind=facts.kind,
            name=name,
            must=facts.must or facts.kind == Wish.Kind.TABLE,
            table_number=table,
            sessions=sessions,
        )
        made.players.set(players)
        _log(locked, "wish_added", made, players, by)
        return made


def remove_wish(tournament: Tournament, wish_id: int, by: User) -> None:
    """Take a wish back."""
    with writing(tournament) as locked:
        wish = locked.wishes.filter(pk=wish_id).first()
        if wish is None:
            raise Refused("no_such_wish", _("This wish was taken back already."))
        _log(locked, "wish_removed", wish, list(wish.players.order_by("number")), by)
        wish.delete()


def _log(tournament: Tournament, action: str, wish: Wish, players: Sequence[Player], by: User) -> None:
    log_action(
        tournament,
        action,
        by,
        kind=wish.kind,
        name=wish.name,
        must=wish.must,
        players=[player.number for player in players],
        table_number=wish.table_number,
        sessions=wish.sessions,
    )


def _players(tournament: Tournament, facts: WishFacts) -> list[Player]:
    """Who the wish is about: two or more to keep apart, one for a table, nobody for the others."""
    if facts.kind not in (Wish.Kind.APART, Wish.Kind.TABLE):
        return []
    found = list(tournament.players.filter(number__in=facts.players).order_by("number"))
    unknown = sorted(set(facts.players) - {player.number for player in found})
    if unknown:
        raise Refused(
            "no_such_player", _("No player has number %(n)s.") % {"n": listed(unknown)}, field="players"
        )
    if facts.kind == Wish.Kind.APART and len(found) < 2:
        raise Refused("two_players", _("Name at least two players to keep apart."), field="players")
    if facts.kind == Wish.Kind.TABLE and len(found) != 1:
        raise Refused("one_player", _("Name the one player who sits at this table."), field="players")
    if facts.kind == Wish.Kind.TABLE:
        _refuse_second_table(tournament, found[0], facts)
    else:
        _refuse_same_people(tournament, found)
    return found


def _refuse_same_people(tournament: Tournament, players: Sequence[Player]) -> None:
    """The same people apart a second time would be counted twice, or be must and not must at once."""
    for other in tournament.wishes.filter(kind=Wish.Kind.APART).prefetch_related("players"):
        if set(other.players.all()) == set(players):
            raise Refused(
                "wished_already",
                _("These people are wished apart already. Take that wish back first."),
                field="players",
            )


def _refuse_second_table(tournament: Tournament, player: Player, facts: WishFacts) -> None:
    """Nobody sits at two tables of a session, and two at one fixed table would meet in every session."""
    wanted = set(facts.sessions)
    for other in tournament.wishes.filter(kind=Wish.Kind.TABLE).prefetch_related("players"):
        if wanted and other.sessions and not wanted & set(other.sessions):
            continue
        [who] = other.players.all() or [None]
        if who == player:
            raise Refused(
                "two_tables",
                _("%(name)s has a fixed table already: %(table)s. Take that wish back first.")
                % {"name": player, "table": other.table_number},
                field="players",
            )
        if who is not None and other.table_number == facts.table:
            raise Refused(
                "table_taken",
                _(
                    "Table %(table)s is fixed for %(name)s: the two would meet. Choose another table, or sessions."
                )
                % {"name": who, "table": facts.table},
                field="table",
            )


def _table(facts: WishFacts) -> int | None:
    if facts.kind not in (Wish.Kind.TABLE, Wish.Kind.STREAM):
        return None
    if facts.table is None or not 1 <= facts.table <= MOST_TABLES:
        raise Refused("no_table", _("Which table? Type its number."), field="table")
    return facts.table


def _sessions(tournament: Tournament, facts: WishFacts) -> list[int]:
    if facts.kind != Wish.Kind.TABLE:
        return []
    unknown = sorted(set(facts.sessions) - set(tournament.sessions.values_list("number", flat=True)))
    if unknown:
        raise Refused(
            "no_such_session", _("There is no session %(n)s.") % {"n": unknown[0]}, field="sessions"
        )
    return sorted(set(facts.sessions))
