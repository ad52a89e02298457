"""Sheets are made as long work: what a form asks for, and the job that makes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions.jobs import Progress, job, start_job
from tournament.actions.printing import keep_file
from tournament.models import Job, Tournament
from tournament.refusals import Refused
from tournament.sheets.document import render

from .catalogue import KINDS, LANGUAGE_CHOICES, Asked, Choice, Kind

KIND = "print"


def ask_for_sheets(
    tournament: Tournament, kind: str, values: Mapping[str, str], address: str, by: User
) -> Job:
    """Have sheets of a kind made. `values`: `languages`, `session` and the fields of the kind, as a form sends them.

    `address` is where telephones reach the site. Refused for an unknown kind, and for values that cannot be meant.
    """
    wanted = KINDS.get(kind)
    if wanted is None:
        raise Refused("kind", _("There is no such sheet. Reload the page."), field="kind")
    languages = values.get("languages") or "both"
    if languages not in LANGUAGE_CHOICES:
        raise Refused("languages", _("Choose the languages of the sheet."), field="languages")
    arguments: dict[str, Any] = {
        "kind": kind,
        "languages": languages,
        "address": address,
        "options": _options(wanted, values),
    }
    if wanted.of_session:
        arguments["session"] = _session(tournament, values.get("session", ""))
    return start_job(KIND, arguments, by, tournament)


def _options(kind: Kind, values: Mapping[str, str]) -> dict[str, str]:
    options = {}
    for field in kind.fields:
        value = values.get(field.key, "").strip()
        if isinstance(field, Choice):
            known = [key for key, _name in field.values]
            value = value or known[0]
            if value not in known:
                raise Refused("option", _("Choose one of the list."), field=field.key)
        elif value and not (value.isascii() and value.isdigit() and len(value) <= 6):
            raise Refused("option", _("Type a whole number, or leave the field empty."), field=field.key)
        options[field.key] = value
    return options


def _session(tournament: Tournament, typed: str) -> int:
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 6 else 0
    if not tournament.sessions.filter(number=number).exists():
        raise Refused("session", _("Choose a session."), field="session")
    return number


@job(KIND)
def print_sheets(job: Job, progress: Progress) -> str:
    """Make the sheets that a job asks for, and keep the file."""
    tournament = Tournament.objects.get(pk=job.tournament_id)
    kind = KINDS[job.arguments["kind"]]
    session = None
    if kind.of_session:
        session = tournament.sessions.filter(number=job.arguments["session"]).first()
        if session is None:
            raise Refused("session", _("The session does not exist any more."))
        session.tournament = tournament
    asked = Asked(
        tournament=tournament,
        languages=LANGUAGE_CHOICES[job.arguments["languages"]],
        session=session,
        address=job.arguments["address"],
        options=job.arguments["options"],
    )
    made = render(kind.make(asked), progress)
    where = f"-session-{session.number}" if session else ""
    keep_file(
        job,
        kind=kind.key,
        name=f"{tournament.slug}-{kind.key.replace('_', '-')}{where}-v{tournament.version}.pdf",
        content=made.content,
        pages=made.pages,
        boxes=" ".join(f"U+{ord(char):04X}" for char in made.boxes)[:500],
        version=tournament.version,
    )
    return ngettext("%(n)s page.", "%(n)s pages.", made.pages) % {"n": made.pages}
