"""The draw for the wall: who sits where, by table and by name. The organiser may print drafts: they say so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Session, Tournament
from tournament.queries.seats import Person, Sitter, drawn_byes, drawn_tables
from tournament.refusals import Refused
from tournament.sheets.cards import Event
from tournament.sheets.document import Document
from tournament.sheets.draw_lists import (
    DrawnSession,
    DrawnTable,
    Seated,
    by_name_document,
    by_table_document,
)

from .catalogue import Asked, Choice, printed

WHICH = Choice(
    "which",
    gettext_lazy("Which sessions"),
    (("one", gettext_lazy("this session")), ("all", gettext_lazy("all drawn sessions"))),
)


@printed(
    "draw_by_table",
    gettext_lazy("Draw by table"),
    gettext_lazy("Who sits at which table, in large letters for the wall. A draft says so on every page."),
    when="session",
    of_session=True,
    fields=(WHICH,),
)
def draw_by_table(asked: Asked) -> Document:
    """Table after table of one session or of all. Refuses where nothing is drawn."""
    return by_table_document(event(asked), _drawn(asked))


@printed(
    "draw_by_name",
    gettext_lazy("Draw by name"),
    gettext_lazy("Everybody by name with table and chair, for the wall. A draft says so on every page."),
    when="session",
    of_session=True,
    fields=(WHICH,),
)
def draw_by_name(asked: Asked) -> Document:
    """Everybody of one session, or of all with a column for each. Refuses where nothing is drawn."""
    return by_name_document(event(asked), _drawn(asked))


def event(asked: Asked) -> Event:
    """The tournament as lists and cards name it."""
    tournament = asked.tournament
    return Event(
        tournament.name, tournament.version, asked.made_at, asked.words, is_rehearsal=tournament.is_rehearsal
    )


def start_text(tournament: Tournament, session: Session, form: str) -> str:
    """The planned start of a session in the tournament's zone; "" where none is planned."""
    if session.starts_at is None:
        return ""
    return f"{timezone.localtime(session.starts_at, tournament.tz):{form}}"


def listed_name(name: str, family: str, given: str) -> str:
    """A name as a list by name has it: "Kővári, Ágnes" where the family name is known and does not come first."""
    return f"{family}, {given}" if family and given and not name.startswith(family) else name


def _drawn(asked: Asked) -> list[DrawnSession]:
    """The sessions that are asked for, with tables and byes. Five queries."""
    tournament = asked.tournament
    sessions = tournament.sessions.exclude(state=Session.State.PLANNED).order_by("number")
    if asked.options.get("which") != "all":
        sessions = sessions.filter(pk=asked.the_session().pk)
    found = list(sessions.select_related("stage"))
    listed = _listed(tournament)
    tables: dict[int, list[DrawnTable]] = defaultdict(list)
    for table in drawn_tables(found):
        chairs = tuple(_seated(sitter, listed) for sitter in table.sitters)
        tables[table.session].append(DrawnTable(table.number, chairs, is_played=table.is_played))
    byes: dict[int, list[Seated]] = defaultdict(list)
    for free in drawn_byes(found):
        byes[free.session].append(_of(free, listed))
    drawn = [
        DrawnSession(
            session.number,
            tuple(tables[session.number]),
            tuple(byes[session.number]),
            stage=session.stage.name if session.stage else "",
            starts=start_text(tournament, session, "%Y-%m-%d %H:%M"),
            is_draft=not session.is_drawn_publicly,
        )
        for session in found
        if tables[session.number] or byes[session.number]
    ]
    if not drawn:
        raise Refused("not_drawn", _("Nothing is drawn yet. Make the draw first, then print it."))
    return drawn


def _listed(tournament: Tournament) -> dict[int, str]:
    """Player id → the name as a list by name has it, of those whose family name is known."""
    known = tournament.players.exclude(family_name="").values_list("pk", "name", "family_name", "given_name")
    return {pk: listed_name(*names) for pk, *names in known}


def _seated(sitter: Sitter | None, listed: Mapping[int, str]) -> Seated | None:
    """Who sits in a chair: its player, or who plays for him now; None where nobody was drawn to it."""
    if sitter is None:
        return None
    if sitter.substitute is not None:
        return _of(sitter.substitute, listed, instead_of=sitter.name)
    return _of(sitter, listed, is_absent=sitter.is_absent)


def _of(person: Person, listed: Mapping[int, str], instead_of: str = "", is_absent: bool = False) -> Seated:
    name = listed.get(person.id, person.name)
    return Seated(person.number, person.name, name, person.team, instead_of=instead_of, is_absent=is_absent)
