"""Whom and what the next draw is about, and what no draw can do for them: crowds larger than the tables, and wishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Player, Session, Stage, Team, Tournament, Wish
from tournament.seating import Limits, limits

from .draws import DRAWABLE
from .plans import drawn_players
from .wishes import GivenWishes, wishes_of


@dataclass(frozen=True)
class Crowd:
    """People who should stay apart and are more than there are tables: some of them meet in every session.

    `who` is a team, or a wish, of clubs and countries with the one in `of`. `meetings` is the least number of pairs
    of them that every session has.
    """

    who: Team | Wish
    of: str
    size: int
    meetings: int


@dataclass(frozen=True)
class NextDraw:
    """The next draw: its first session, all sessions of that stage that can be drawn, and who plays there."""

    session: Session
    sessions: tuple[Session, ...]
    players: tuple[Player, ...]
    planned: int
    given: GivenWishes

    @property
    def stage(self) -> Stage | None:
        """The stage, None where there are none."""
        return self.session.stage

    @property
    def in_groups(self) -> bool:
        """Whether groups play among themselves, each at tables of its own."""
        return self.stage is not None and self.stage.form == Stage.Form.GROUPS

    @property
    def tables(self) -> int:
        """How many tables of four these players fill."""
        return len(self.players) // 4

    @property
    def teams(self) -> dict[Team, int]:
        """How many players of each team there are."""
        return Counter(player.team for player in self.players if player.team is not None)

    @property
    def limits(self) -> Limits | None:
        """What is possible for these people in the sessions of the stage; None with fewer than four people."""
        if len(self.players) < 4:
            return None
        sizes = list(self.teams.values())
        return limits(len(self.players), max(self.planned, 1), sizes, self.given.wishes)

    @property
    def crowds(self) -> tuple[Crowd, ...]:
        """The teams and wishes with more people than there are tables."""
        teams = list(self.teams)
        found = []
        for one in self.limits.forced if self.limits else ():
            if one.team is not None:
                found.append(Crowd(teams[one.team], "", one.size, one.meetings))
            elif one.apart is not None:
                source = self.given.apart[one.apart]
                found.append(Crowd(source.wish, source.of, one.size, one.meetings))
        return tuple(found)


def waits(session: Session) -> bool:
    """Whether a session cannot be drawn yet, because its stage has no players."""
    return session.stage is not None and session.stage.filled_at is None


def next_draw(tournament: Tournament, sessions: Sequence[Session] | None = None) -> NextDraw | None:
    """The draw that comes next: of the first session without one, else of the first draft. None: nothing to draw.

    `sessions` are those of the tournament with their stages, where they are at hand.
    """
    if sessions is None:
        sessions = list(tournament.sessions.select_related("stage").order_by("number"))
    drawable = [session for session in sessions if session.state in DRAWABLE and not waits(session)]
    undrawn = [session for session in drawable if session.state == Session.State.PLANNED]
    if not drawable:
        return None
    first = (undrawn or drawable)[0]
    own = [session for session in sessions if session.stage_id == first.stage_id]
    players = drawn_players(tournament, first)
    numbers = [session.number for session in drawable if session.stage_id == first.stage_id]
    return NextDraw(
        session=first,
        sessions=tuple(session for session in own if session.number in numbers),
        players=tuple(players),
        planned=len(own),
        given=wishes_of(tournament, players, numbers),
    )
