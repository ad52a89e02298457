"""Seat cards: what each player takes along, with the seats of all published sessions."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Session
from tournament.models.event import PUBLIC_STATES
from tournament.queries.seats import Sitter, byes_of, people_of, seated_tables, where_they_sit
from tournament.refusals import Refused
from tournament.sheets.document import Document
from tournament.sheets.seat_card import ABSENT, INSTEAD, REPLACED, CardRow, SeatCard, seat_cards_document

from .catalogue import Asked, Choice, Number, printed
from .draw_lists import event, start_text

PAPER = Choice(
    "paper",
    gettext_lazy("Paper"),
    (("a4", gettext_lazy("A4, four cards to cut")), ("a6", gettext_lazy("A6, one card a page"))),
)
PLAYER = Number("player", gettext_lazy("Number of the player"))


@printed(
    "seat_cards",
    gettext_lazy("Seat cards"),
    gettext_lazy(
        "One for each player: table and chair of every published session, and a code that leads to the player's page."
    ),
    when="session",
    fields=(PAPER, PLAYER),
)
def seat_cards(asked: Asked) -> Document:
    """The cards by number. Refuses before a session is published, and for a number that has no seat. Four queries."""
    tournament = asked.tournament
    sessions = list(tournament.sessions.filter(state__in=PUBLIC_STATES).order_by("number"))
    if not sessions:
        text = _(
            "No session is published yet: a seat card shows published seats only. Publish the draw first."
        )
        raise Refused("not_published", text)
    tables, byes = seated_tables(tournament), byes_of(tournament)
    people = people_of(tables, byes)
    number = asked.number("player")
    if number is not None:
        people = [person for person in people if person.number == number]
        if not people:
            text = _(
                "Nobody with the number %(n)s has a seat or a bye in a published session. Check the number."
            )
            raise Refused("player", text % {"n": number}, field="player")
    seats = {
        (player, sitter.session): sitter
        for player, places in where_they_sit(tables).items()
        for sitter, _table in places
    }
    free = {(one.id, one.session) for one in byes}
    starts = {session.pk: start_text(tournament, session, "%m-%d %H:%M") for session in sessions}

    def row(player: int, session: Session) -> CardRow:
        sitter = seats.get((player, session.number))
        if sitter is None:
            return CardRow(session.number, starts[session.pk], is_bye=(player, session.number) in free)
        note, about = _note(player, sitter)
        start = starts[session.pk]
        return CardRow(session.number, start, sitter.table, sitter.chair, note=note, about=about)

    cards = [
        SeatCard(
            person.number,
            person.name,
            person.team,
            asked.address + reverse("public:player", args=[tournament.slug, person.number]),
            tuple(row(person.id, session) for session in sessions),
        )
        for person in people
    ]
    return seat_cards_document(event(asked), cards, asked.options.get("paper") or "a4")


def _note(player: int, sitter: Sitter) -> tuple[tuple[str, str] | None, str]:
    """What is different in a seat, and whom that is about: somebody plays for another, or the chair is empty."""
    substitute = sitter.substitute
    if substitute is not None and substitute.id == player:
        return INSTEAD, sitter.name
    if substitute is not None:
        return REPLACED, substitute.name
    return ABSENT if sitter.is_absent else None, ""
