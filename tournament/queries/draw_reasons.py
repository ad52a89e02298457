"""What a draw does not fulfil, of the rules and of the wishes, with the people and the reason for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.models import Drawing, Player, Session, Team, Tournament
from tournament.seating import unfulfilled
from tournament.seating.plan import Plan, Tables, read_plan
from tournament.seating.why import Reason, reasons

from .drawings import current
from .draws import tables_of_sessions
from .wishes import GivenWishes, Source, wishes_of


@dataclass(frozen=True)
class Missed:
    """A wish that one session does not fulfil: two people who meet, or one who sits at another table."""

    session: int
    players: tuple[Player, ...]
    source: Source


@dataclass(frozen=True)
class Explained:
    """One thing that the draw does not fulfil, and why; the team or the wish that it is about, if any.

    `form` is how the draw was made, "" where nobody knows, `price` how many places a repeat was worth in it.
    """

    reason: Reason
    team: Team | None = None
    source: Source | None = None
    form: str = ""
    price: int | None = None


@dataclass(frozen=True)
class Pulled:
    """Who sits at another table than the order of places says, in a draw that follows it. Places count from 1."""

    player: Player
    place: int
    table: int
    by_order: int


@dataclass(frozen=True)
class DrawReasons:
    """What the sessions that were drawn together do not fulfil.

    `wished`: whether anything was wished for them. `pulled`: of a session that follows the standings, who moved.
    """

    sessions: tuple[int, ...]
    wished: bool
    missed: tuple[Missed, ...]
    explained: tuple[Explained, ...]
    pulled: tuple[Pulled, ...]

    def missed_in(self, session: int) -> tuple[Missed, ...]:
        """The wishes that one of the sessions does not fulfil."""
        return tuple(one for one in self.missed if one.session == session)


def draw_reasons(tournament: Tournament, session: Session) -> DrawReasons:
    """Judge the draw of a session, and of those drawn together with it, by today's wishes."""
    players = list(tournament.players.select_related("team").order_by("number"))
    index = {player.pk: person for person, player in enumerate(players, 1)}
    drawn = tables_of_sessions(tournament, index)
    last = current(list(tournament.drawings.filter(state=Drawing.State.MADE)))
    mine = last.get(session.number)
    together = [number for number, drawing in last.items() if drawing == mine] if mine else [session.number]
    numbers = tuple(sorted(number for number in together if number in drawn))
    given = wishes_of(tournament, players, numbers)
    tables = [drawn[number] for number in numbers]
    played = [drawn[number] for number in sorted(drawn) if number not in numbers]
    plan = read_plan(mine.plan) if mine else None
    groups = _groups(plan, players) if plan else []
    found = reasons(tables, given.wishes, [player.team_id for player in players], played, groups)
    return DrawReasons(
        sessions=numbers,
        wished=bool(given.wishes.apart or given.wishes.tables),
        missed=_missed(tables, numbers, players, given),
        explained=tuple(_explained(one, players, given, plan) for one in found),
        pulled=_pulled(plan, drawn[session.number], players) if plan else (),
    )


def _missed(
    tables: Sequence[Tables], numbers: Sequence[int], players: Sequence[Player], given: GivenWishes
) -> tuple[Missed, ...]:
    found = []
    for one in unfulfilled(tables, given.wishes):
        source = given.apart[one.apart] if one.apart is not None else given.tables[one.table or 0]
        people = tuple(players[person - 1] for person in one.players)
        found.append(Missed(numbers[one.session - 1], people, source))
    return tuple(found)


def _groups(plan: Plan, players: Sequence[Player]) -> list[list[int]]:
    """The groups of a draw, of people as they are counted here."""
    person = {player.number: at for at, player in enumerate(players, 1)}
    return [
        [person[plan.people[p - 1]] for p in group if plan.people[p - 1] in person] for group in plan.groups
    ]


def _explained(reason: Reason, players: Sequence[Player], given: GivenWishes, plan: Plan | None) -> Explained:
    one = Explained(reason, form=plan.form if plan else "", price=plan.repeat_price if plan else None)
    if reason.place is None:
        return one
    if reason.kind == "team":
        return replace(one, team=next(p.team for p in players if p.team_id == reason.place))
    sources = given.tables if reason.kind == "table" else given.apart
    return replace(one, source=sources[reason.place])


def _pulled(plan: Plan, tables: Tables, players: Sequence[Player]) -> tuple[Pulled, ...]:
    """Who sits elsewhere than by the order: the tables by the sum of their places should hold 1 to 4, 5 to 8 …

    Whoever has a bye is left out of the order; empty chairs come last.
    """
    if plan.form != "standings":
        return ()
    by_number = {player.number: player for player in players}
    seated = {players[person - 1].number for four in tables for person in four if person}
    place = {plan.people[p - 1]: at for at, p in enumerate(plan.order, 1)}
    ordered = [number for number in sorted(place, key=lambda n: place[n]) if number in seated]
    rank = {number: at for at, number in enumerate(ordered)}
    empty = iter(range(len(rank), 4 * len(tables)))
    held = [
        (sorted(rank.get(players[p - 1].number, len(rank)) if p else next(empty) for p in four), number)
        for number, four in enumerate(tables, 1)
    ]
    held.sort(key=lambda table: (sum(table[0]), table[0]))
    number_at = [number for _ranks, number in held]
    return tuple(
        Pulled(by_number[ordered[one]], place[ordered[one]], number_at[at], number_at[one // 4])
        for at, (ranks, _number) in enumerate(held)
        for one in ranks
        if one < len(ordered) and one // 4 != at
    )
