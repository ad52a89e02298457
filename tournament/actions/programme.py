"""The programme of the days: items of the organiser's own, and when sessions are planned to start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.models import ProgrammeItem, Tournament
from tournament.refusals import Refused

from .announcements import one_line
from .base import log_action, writing
from .sessions import get_session

MOST_ITEMS = 200
LONGEST_TITLE, LONGEST_PLACE = 200, 100
YEARS = range(2000, 2100)


@dataclass(frozen=True)
class ItemFacts:
    """One line of the programme that is no session. The moments know their zone; no end is needed."""

    title: str
    starts_at: datetime
    ends_at: datetime | None = None
    place: str = ""


def moment_of(tournament: Tournament, local: datetime, field: str) -> tuple[datetime, bool]:
    """The moment that a clock on the wall of the tournament's zone shows, and whether it shows it twice that day.

    Where clocks are set back an hour comes twice, and its first time is meant; one that is left out where they are set
    forward is refused.
    """
    if local.year not in YEARS:
        raise Refused("no_such_day", _("Enter a day with a year from 2000 to 2099."), field=field)
    first = local.replace(tzinfo=tournament.tz, fold=0)
    if first.astimezone(UTC).astimezone(tournament.tz).replace(tzinfo=None) != local:
        raise Refused(
            "no_such_time",
            _(
                "There is no %(time)s on %(day)s in %(zone)s: clocks are set forward over it. Choose another time."
            )
            % {"time": f"{local:%H:%M}", "day": f"{local:%Y-%m-%d}", "zone": tournament.zone},
            field=field,
        )
    twice = first.utcoffset() != first.replace(fold=1).utcoffset()
    return first.astimezone(UTC), twice


def add_item(tournament: Tournament, facts: ItemFacts, by: User) -> ProgrammeItem:
    """Put an item into the programme; the same one sent twice is one. Raises `Refused`."""
    facts = _checked(facts)
    with writing(tournament) as locked:
        same = locked.programme.filter(
            title=facts.title, place=facts.place, starts_at=facts.starts_at, ends_at=facts.ends_at
        ).first()
        if same is not None:
            return same
        if locked.programme.count() >= MOST_ITEMS:
            raise Refused(
                "too_many",
                _("The programme has %(n)s items already. Remove one first.") % {"n": MOST_ITEMS},
                field="title",
            )
        item = ProgrammeItem(tournament=locked)
        return _stored(locked, item, facts, "programme_item_added", by)


def change_item(tournament: Tournament, number: int, facts: ItemFacts, by: User) -> ProgrammeItem:
    """Change an item of the programme, by its id. Raises `Refused`."""
    facts = _checked(facts)
    with writing(tournament) as locked:
        return _stored(locked, _item(locked, number), facts, "programme_item_changed", by)


def remove_item(tournament: Tournament, number: int, by: User) -> None:
    """Take an item out of the programme, by its id. Raises `Refused`."""
    with writing(tournament) as locked:
        item = _item(locked, number)
        item.delete()
        log_action(locked, "programme_item_removed", by, title=item.title)


def plan_starts(tournament: Tournament, starts: Mapping[int, datetime | None], by: User) -> list[int]:
    """Say when sessions, by their numbers, are planned to start; None: that is open. Returns those that changed.

    The others keep what they have. Sessions start in their order, and no two at the same time. Raises `Refused` with
    the field `session-N` of the first that does not fit.
    """
    for number, starts_at in starts.items():
        if starts_at is not None:
            _refuse_year(starts_at, f"session-{number}")
    with writing(tournament) as locked:
        for number in starts:
            get_session(locked, number)
        sessions = list(locked.sessions.order_by("number"))
        changed = []
        for session in sessions:
            if session.number in starts and session.starts_at != starts[session.number]:
                session.starts_at = starts[session.number]
                changed.append(session)
        planned = [(s.number, s.starts_at) for s in sessions if s.starts_at is not None]
        for (before, early), (number, late) in pairwise(planned):
            if late <= early:
                raise Refused(
                    "order",
                    _("Session %(n)s starts after session %(before)s. Choose a later time.")
                    % {"n": number, "before": before},
                    field=f"session-{number}",
                )
        for session in changed:
            session.save(update_fields=["starts_at"])
        if changed:
            told = {str(s.number): _told(locked, s.starts_at) if s.starts_at else "–" for s in changed}
            log_action(locked, "session_starts_planned", by, starts=told)
        return [session.number for session in changed]


def _stored(
    tournament: Tournament, item: ProgrammeItem, facts: ItemFacts, action: str, by: User
) -> ProgrammeItem:
    item.title, item.place = facts.title, facts.place
    item.starts_at, item.ends_at = facts.starts_at, facts.ends_at
    item.save()
    log_action(tournament, action, by, title=item.title, starts_at=_told(tournament, item.starts_at))
    return item


def _checked(facts: ItemFacts) -> ItemFacts:
    title, place = (one_line(text) for text in (facts.title, facts.place))
    if not title or len(title) > LONGEST_TITLE:
        raise Refused(
            "title", _("Say what happens, in at most %(n)s characters.") % {"n": LONGEST_TITLE}, field="title"
        )
    if len(place) > LONGEST_PLACE:
        raise Refused(
            "place", _("The place has at most %(n)s characters.") % {"n": LONGEST_PLACE}, field="place"
        )
    _refuse_year(facts.starts_at, "starts_at")
    if facts.ends_at is not None:
        _refuse_year(facts.ends_at, "ends_at")
        if facts.ends_at <= facts.starts_at:
            raise Refused(
                "ends_early", _("It ends before it begins. Choose a later end, or none."), field="ends_at"
            )
    return ItemFacts(title, facts.starts_at, facts.ends_at, place)


def _refuse_year(moment: datetime, field: str) -> None:
    if moment.year not in YEARS:
        raise Refused("no_such_day", _("Enter a day with a year from 2000 to 2099."), field=field)


def _item(tournament: Tournament, number: int) -> ProgrammeItem:
    item = tournament.programme.filter(pk=number).first()
    if item is None:
        raise Refused("no_such_item", _("There is no such item in the programme. Look at the list again."))
    return item


def _told(tournament: Tournament, moment: datetime) -> str:
    """A moment as the history keeps it: in the tournament's zone."""
    return f"{moment.astimezone(tournament.tz):%Y-%m-%d %H:%M}"
