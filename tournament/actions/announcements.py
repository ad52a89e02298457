"""Announcements to everybody: published, and taken down. What is wrong with one is taken down and said anew."""

from __future__ import annotations

import unicodedata
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Announcement, Tournament
from tournament.queries.announcements import current
from tournament.refusals import Refused

from .base import log_action, writing

MOST_CHARACTERS = 300
MOST_MINUTES = 24 * 60
MOST_AT_ONCE = 20


def announce(
    tournament: Tournament, text: str, by: User, *, minutes: int | None = None, urgent: bool = False
) -> Announcement:
    """Show a text on all screens and phones for so many minutes; None: until it is taken down.

    The same announcement sent twice is one. Raises `Refused`.
    """
    text = _checked(text)
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        raise Refused(
            "minutes",
            _("An announcement stands 1 to %(n)s minutes, or until it is taken down.") % {"n": MOST_MINUTES},
            field="minutes",
        )
    with writing(tournament) as locked:
        locked.leaves_standings = True
        now = timezone.now()
        standing = current(locked, now)
        for one in standing:
            if one.text == text:
                return _same(one, minutes, urgent)
        if len(standing) >= MOST_AT_ONCE:
            raise Refused(
                "too_many",
                _("%(n)s announcements stand already, and nobody reads more. Take one down first.")
                % {"n": MOST_AT_ONCE},
                field="text",
            )
        ends_at = None if minutes is None else now + timedelta(minutes=minutes)
        made = Announcement.objects.create(
            tournament=locked, text=text, urgent=urgent, ends_at=ends_at, by=by
        )
        log_action(locked, "announced", by, text=text, urgent=urgent, minutes=minutes)
        return made


def take_down(tournament: Tournament, number: int, by: User) -> Announcement:
    """Take an announcement down, by its id. One that is down, or past its end, stays as it is."""
    with writing(tournament) as locked:
        locked.leaves_standings = True
        found = Announcement.objects.filter(tournament=locked, pk=number).first()
        if found is None:
            raise Refused("no_such_announcement", _("There is no such announcement. Look at the list again."))
        now = timezone.now()
        if found.ended_at is None and (found.ends_at is None or found.ends_at > now):
            found.ended_at = now
            found.save(update_fields=["ended_at"])
            log_action(locked, "announcement_taken_down", by, text=found.text)
        return found


def one_line(text: str) -> str:
    """The text on one line, without what no database and no screen can hold."""
    kept = (" " if unicodedata.category(one) in ("Cc", "Cs") else one for one in text)
    return " ".join("".join(kept).split())


def _checked(text: str) -> str:
    """The text on one line, or a refusal."""
    text = one_line(text)
    if not any(character.isprintable() and not character.isspace() for character in text):
        raise Refused("text", _("Type what everybody is to read."), field="text")
    if len(text) > MOST_CHARACTERS:
        raise Refused(
            "text_too_long",
            _("The announcement has %(n)s characters, and %(most)s fit. Shorten it.")
            % {"n": len(text), "most": MOST_CHARACTERS},
            field="text",
        )
    return text


def _same(standing: Announcement, minutes: int | None, urgent: bool) -> Announcement:
    """The announcement that stands, where nothing else was asked for."""
    lasts = None if standing.ends_at is None else round((standing.ends_at - standing.at).total_seconds() / 60)
    if (lasts, standing.urgent) != (minutes, urgent):
        raise Refused(
            "announced_already",
            _("This is announced already. Take it down first if it is to stand in another way."),
            field="text",
        )
    return standing
