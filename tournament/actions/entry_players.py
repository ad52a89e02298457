"""The players that an accepted entry becomes, and their end."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Entrant, Entry, Player, Tournament
from tournament.queries.entries import LEADER, SUBSTITUTE
from tournament.refusals import Refused

from .base import log_action
from .people import PersonFacts, enrol, remove_player


def enrol_entry(tournament: Tournament, entry: Entry, by: User | None) -> list[Player]:
    """Accept an entry of a locked tournament: its players are enrolled, with their team, and get numbers.

    Refused where a team of this name is there already: the players would become its members. `by` None: the program
    accepts it as the organiser has set.
    """
    if entry.is_team and tournament.teams.filter(name=entry.team).exists():
        raise Refused(
            "team_taken",
            _("Entry %(n)s: there is a team “%(name)s” already. Rename that one, or ask for another name.")
            % {"n": entry.number, "name": entry.team},
        )
    people = [one for one in entry.people.order_by("place") if one.place != LEADER]
    players = enrol(tournament, [as_entered(entry, one) for one in people], by)
    for one, player in zip(people, players, strict=True):
        one.player = player
        one.save(update_fields=["player"])
    entry.state, entry.decided_at = Entry.State.ACCEPTED, timezone.now()
    entry.waiting_since, entry.reason = None, ""
    entry.save()
    log_action(
        tournament, "entry_accepted", by, entry=entry.number, players=[player.number for player in players]
    )
    return players


def enrol_one(tournament: Tournament, entrant: Entrant, facts: PersonFacts) -> None:
    """Enrol somebody who came into an accepted entry later."""
    entrant.player = enrol(tournament, [facts], None)[0]
    entrant.save(update_fields=["player"])


def seated(entry: Entry) -> bool:
    """Whether somebody of the entry sits in a draw, be it a draft, or the ledger speaks of him."""
    players = Player.objects.filter(entrant__entry=entry)
    return players.filter(seats__isnull=False).exists() or players.filter(penalties__isnull=False).exists()


def remove_players(tournament: Tournament, entry: Entry, by: User | None) -> None:
    """Remove the players of an entry; none of them may be `seated`."""
    for pk in list(Player.objects.filter(entrant__entry=entry).values_list("pk", flat=True)):
        remove_player(tournament, pk, by)


def as_entered(entry: Entry, one: Entrant) -> PersonFacts:
    """Somebody of an entry as he is enrolled; the substitute as a reserve."""
    return PersonFacts(
        name=one.name,
        team=entry.team,
        country=entry.country,
        club=entry.club,
        ema_number=one.ema_number,
        is_reserve=one.place == SUBSTITUTE,
    )
