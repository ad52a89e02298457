"""What becomes of the draws that are not played when people leave or join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from django.utils.translation import gettext as _

from scoring.seats import WINDS
from tournament.models import Act, Player, Session, Tournament
from tournament.refusals import Refused
from tournament.seating.leaving import People
from tournament.seating.plan import canonical, digest
from tournament.wording import listed

from .changes import may_be_drawn
from .draws import NOBODY, tables_of_sessions
from .field_batches import Changed, batches, change_batches, refuse_outsiders
from .wishes import wishes_of

Remainder = Literal["stand_ins", "empty_chairs"]
REMAINDERS = ("stand_ins", "empty_chairs")


@dataclass(frozen=True)
class Move:
    """Somebody who stays and changes his table; None: he had none before."""

    session: int
    player: Player
    before: int | None
    after: int | None


@dataclass(frozen=True)
class FieldChange:
    """The draws as they would be. `tables`: for each session its tables in order, players by key, () for none left.

    `new_repeats` are meetings after the first that the change brings. `fingerprint` changes with anything that would
    be written.
    """

    tables: Mapping[Session, Sequence[Sequence[int | None]]]
    moves: tuple[Move, ...]
    new_repeats: int
    fingerprint: str


def open_sessions(tournament: Tournament) -> list[Session]:
    """The sessions that are drawn and in which nothing has happened yet, by number."""
    drawn = tournament.sessions.select_related("stage").filter(
        state__in=(Session.State.DRAFT, Session.State.PUBLISHED)
    )
    begun = set(Act.objects.filter(table__session__in=drawn).values_list("table__session_id", flat=True))
    return [session for session in drawn.order_by("number") if session.pk not in begun]


def field_change(
    tournament: Tournament, leaving: Sequence[int], joining: Sequence[int], remainder: str
) -> FieldChange:
    """The fewest changes to all draws that are not played, when these numbers leave and those join.

    Raises Refused, and DrawError where the engine finds the change impossible.
    """
    if remainder not in REMAINDERS:
        raise Refused("no_such_remainder", _("Choose what fills the chairs."), field="remainder")
    if tournament.rulebook.players < len(WINDS):
        raise Refused(
            "fewer_than_four",
            _(
                "Where fewer than four play at a table a draw is not changed for who leaves or joins: draw again."
            ),
        )
    sessions = open_sessions(tournament)
    if not sessions:
        raise Refused(
            "nothing_drawn",
            _("No drawn session is still to begin: the next draw is made without them anyway."),
        )
    players = list(tournament.players.select_related("team").order_by("number"))
    person = {player.number: at for at, player in enumerate(players, 1)}
    for field, numbers in (("leaving", leaving), ("joining", joining)):
        unknown = sorted(set(numbers) - set(person))
        if unknown:
            raise Refused(
                "no_such_player", _("No player has number %(n)s.") % {"n": listed(unknown)}, field=field
            )
    index = {player.pk: at for at, player in enumerate(players, 1)}
    drawn = tables_of_sessions(tournament, index)
    open_numbers = [session.number for session in sessions]
    may = set(may_be_drawn(tournament, open_numbers[0]).values_list("pk", flat=True))
    _refuse_absent([player for player in players if player.number in joining and player.pk not in may])
    stand_ins = [
        index[player.pk]
        for player in players
        if player.is_stand_in and player.pk in may and player.number not in joining
    ]
    parts = batches(sessions, players)
    refuse_outsiders(parts, players, [person[number] for number in joining])
    changed = change_batches(
        parts,
        {
            number: [() if four == NOBODY else four for four in tables]
            for number, tables in sorted(drawn.items())
        },
        People(
            cast(Remainder, remainder),
            leaving=[person[number] for number in leaving],
            joining=[person[number] for number in joining],
            stand_ins=stand_ins,
        ),
        [player.team.number if player.team else None for player in players],
        {numbers: wishes_of(tournament, players, numbers).wishes for numbers in {p.sessions for p in parts}},
    )
    return _told(sessions, players, changed)


def _refuse_absent(players: Sequence[Player]) -> None:
    if players:
        raise Refused(
            "may_not_join",
            _("%(name)s has withdrawn, is a reserve or was disqualified. Change that first.")
            % {"name": players[0].name},
            field="joining",
        )


def _told(sessions: Sequence[Session], players: Sequence[Player], changed: Changed) -> FieldChange:
    tables = {
        session: [[players[p - 1].pk if p else None for p in four] for four in changed.drawn[session.number]]
        for session in sessions
    }
    moves = tuple(
        Move(session.number, players[player - 1], before, after)
        for session in sessions
        for player, before, after in changed.moves[session.number]
    )
    mark = digest(canonical({session.pk: made for session, made in tables.items()}))
    return FieldChange(tables, moves, changed.new_repeats, mark[:16])
