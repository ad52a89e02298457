"""The draw for the wall: who sits where, by table and by name. The organiser may print drafts: they say so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Bye, Seat, Session, Sitting, Tournament
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
PERSON = ("number", "name", "family_name", "given_name", "team__name")


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
    """The sessions that are asked for, with tables and byes. Four queries."""
    tournament = asked.tournament
    sessions = tournament.sessions.exclude(state=Session.State.PLANNED).order_by("number")
    if asked.options.get("which") != "all":
        sessions = sessions.filter(pk=asked.the_session().pk)
    found = list(sessions.select_related("stage"))
    tables, byes = _tables(found), _byes(found)
    drawn = [
        DrawnSession(
            session.number,
            tuple(tables[session.pk]),
            tuple(byes[session.pk]),
            stage=session.stage.name if session.stage else "",
            starts=start_text(tournament, session, "%Y-%m-%d %H:%M"),
            is_draft=not session.is_drawn_publicly,
        )
        for session in found
        if tables[session.pk] or byes[session.pk]
    ]
    if not drawn:
        raise Refused("not_drawn", _("Nothing is drawn yet. Make the draw first, then print it."))
    return drawn


def _tables(sessions: Sequence[Session]) -> dict[int, list[DrawnTable]]:
    """Session → its tables in order, drafts, too. Of those who sat in a chair the last one sits there."""
    sat = {
        seat: person
        for seat, *person in Sitting.objects.filter(seat__session__in=sessions)
        .order_by("from_hand", "id")
        .values_list("seat_id", *(f"player__{field}" for field in PERSON))
    }
    seats = Seat.objects.filter(session__in=sessions).order_by("session__number", "table__number", "chair")
    rows = seats.values_list(
        "pk", "session_id", "table__number", "table__no_play", "is_vacant", *(f"player__{f}" for f in PERSON)
    )
    chairs: dict[tuple[int, int, bool], list[Seated | None]] = {}
    for pk, session, table, no_play, vacant, *person in rows:
        chairs.setdefault((session, table, no_play), []).append(_seated(person, sat.get(pk), vacant))
    found: dict[int, list[DrawnTable]] = defaultdict(list)
    for (session, table, no_play), four in chairs.items():
        found[session].append(DrawnTable(table, tuple(four), is_played=not no_play))
    return found


def _seated(person: Sequence[Any], now: Sequence[Any] | None, is_vacant: bool) -> Seated | None:
    """Who sits in a chair: its player, or who plays for him `now`; None where nobody was drawn to it."""
    if person[0] is None:
        return None
    if now is not None and now[0] != person[0] and not is_vacant:
        return _of(now, instead_of=person[1])
    return _of(person, is_absent=is_vacant)


def _of(person: Iterable[Any], instead_of: str = "", is_absent: bool = False) -> Seated:
    number, name, family, given, team = person
    listed = listed_name(name, family, given)
    return Seated(number, name, listed, team or "", instead_of=instead_of, is_absent=is_absent)


def _byes(sessions: Sequence[Session]) -> dict[int, list[Seated]]:
    found: dict[int, list[Seated]] = defaultdict(list)
    rows = Bye.objects.filter(session__in=sessions).order_by("player__number")
    for session, *person in rows.values_list("session_id", *(f"player__{field}" for field in PERSON)):
        found[session].append(_of(person))
    return found
