"""The prize-giving 颁奖: place by place from the last to the first, one call for one press.

Every press says what its author saw (`Seen`): a double press, or the same press at two laptops, calls one place.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.models import PrizeGiving, Tournament
from tournament.queries.prize_giving import (
    Call,
    calls_computed,
    can_go_on,
    going_on,
    lines_in,
    mark_of,
    progress,
    still_to_call,
)
from tournament.refusals import Refused

from .base import log_action, writing

MOST_PLACES = 100


@dataclass(frozen=True)
class Seen:
    """The prize-giving that somebody had before him, and how many had been called in it."""

    giving: int
    called: int


def start(tournament: Tournament, places: int, by: User, *, teams: bool = False) -> PrizeGiving:
    """Begin a prize-giving of the first `places` places; nothing is called yet."""
    if not 1 <= places <= MOST_PLACES:
        raise Refused("places", _("1 to %(n)s places can be called.") % {"n": MOST_PLACES}, field="places")
    with writing(tournament) as locked:
        locked.leaves_standings = True
        if going_on(locked) is not None:
            raise Refused(
                "going_on", _("A prize-giving is going on already. Go on with it, or end it before this one.")
            )
        return _begin(locked, places, by, teams=teams)


def begin_again(tournament: Tournament, seen: Seen, by: User) -> PrizeGiving:
    """The same prize-giving from its beginning, on the standings as they are now."""
    with writing(tournament) as locked:
        locked.leaves_standings = True
        giving = _seen(locked, seen)
        honoured, teams = progress(giving).honoured, giving.of_teams
        giving.delete()
        return _begin(locked, honoured, by, teams=teams)


def call_next(tournament: Tournament, seen: Seen, by: User) -> Call:
    """Call the next place, with all who share it.

    Refused when the results changed so that other people would be called than when it began.
    """
    with writing(tournament) as locked:
        locked.leaves_standings = True
        giving = _seen(locked, seen)
        told = progress(giving)
        calls = calls_computed(locked, teams=giving.of_teams, places=told.honoured)
        if mark_of(calls) != told.mark:
            raise Refused(
                "standings_changed",
                _(
                    "The results have changed since this prize-giving began, and other people would be called. "
                    "Go on with the new standings where that is offered, or begin again."
                ),
            )
        left = still_to_call(calls, giving.called)
        if not left:
            raise Refused("all_called", _("All places have been called. End the prize-giving."))
        giving.called += len(left[0].people)
        giving.standings_version = locked.standings_version
        giving.save(update_fields=["called", "standings_version"])
        log_action(locked, "place_called", by, **left[0].figures)
        return left[0]


def call_back(tournament: Tournament, seen: Seen, by: User) -> Call:
    """Take the last call back: the screens show it no longer."""
    with writing(tournament) as locked:
        locked.leaves_standings = True
        giving = _seen(locked, seen)
        called = progress(giving).called
        if not called:
            raise Refused("none_called", _("Nothing has been called yet, so there is nothing to take back."))
        giving.called -= len(called[-1].people)
        giving.save(update_fields=["called"])
        log_action(
            locked,
            "place_called_back",
            by,
            place=called[-1].place,
            names=[one.name for one in called[-1].people],
        )
        return called[-1]


def go_on(tournament: Tournament, seen: Seen, by: User) -> None:
    """Go on with changed standings; refused where somebody who has been called has another place now."""
    with writing(tournament) as locked:
        locked.leaves_standings = True
        giving = _seen(locked, seen)
        told = progress(giving)
        calls = calls_computed(locked, teams=giving.of_teams, places=told.honoured)
        if not can_go_on(calls, told.called):
            raise Refused(
                "called_changed",
                _("Somebody who has been called has another place now. Begin the prize-giving again."),
            )
        giving.places, giving.standings_version = lines_in(calls), locked.standings_version
        giving.save(update_fields=["places", "standings_version"])
        log_action(locked, "prize_giving_renewed", by, honoured=told.honoured, mark=mark_of(calls))


def end(tournament: Tournament, seen: Seen, by: User) -> None:
    """End the prize-giving: the screens show what they showed before it."""
    with writing(tournament) as locked:
        locked.leaves_standings = True
        _seen(locked, seen).delete()
        log_action(locked, "prize_giving_ended", by)


def _begin(locked: Tournament, places: int, by: User, *, teams: bool) -> PrizeGiving:
    calls = calls_computed(locked, teams=teams, places=places)
    if not calls:
        raise Refused(
            "nobody_placed", _("Nobody has a place yet. Close the tables first, then begin the prize-giving.")
        )
    made = PrizeGiving.objects.create(
        tournament=locked,
        of_teams=teams,
        places=lines_in(calls),
        standings_version=locked.standings_version,
        by=by,
    )
    action = "prize_giving_of_teams_started" if teams else "prize_giving_started"
    log_action(locked, action, by, honoured=places, mark=mark_of(calls))
    return made


def _seen(locked: Tournament, seen: Seen) -> PrizeGiving:
    """The prize-giving as its author saw it; refused where it has moved on."""
    giving = going_on(locked)
    if giving is None:
        raise Refused("no_prize_giving", _("No prize-giving is going on. Begin one first."))
    if (giving.pk, giving.called) != (seen.giving, seen.called):
        raise Refused(
            "stale",
            _(
                "Somebody pressed at the same time, or twice: that place was dealt with once. Look at what is next."
            ),
        )
    return giving
