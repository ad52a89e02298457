"""A whole draw as one text: whom it is for, how it is made, and everything that it depends on.

The same plan and the same seed give the same tables on every machine. So a plan can be published before the draw, as
its SHA-256, and checked by anybody afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import Any

from .by_standings import ALGORITHM as BY_STANDINGS
from .by_standings import draw_by_standings
from .draw import ALGORITHM as IN_ADVANCE
from .draw import Session, draw, draw_by_lots, draw_random
from .fixed_charts import draw_chart
from .given import ALGORITHM as AS_GIVEN
from .given import GivenSeating, seat_groups
from .small_tables import ALGORITHM as SMALL_TABLES
from .small_tables import draw_small_tables
from .snake import ALGORITHM as SNAKE
from .snake import draw_snake
from .stream import Stream
from .wishes import Apart, AtTable, Wishes

Tick = Callable[[int, int], None]
Tables = tuple[tuple[int | None, ...], ...]

FORMAT = "quesai-draw/1"
# The version of what is done for each form of a draw. It changes when the same plan and seed come to give other tables.
ALGORITHMS = {
    "advance": IN_ADVANCE,
    "groups": IN_ADVANCE,
    "lots": "lots-1",
    "random": "random-1",
    "standings": BY_STANDINGS,
    "snake": SNAKE,
    "chart": AS_GIVEN,
    "script": AS_GIVEN,
}


@dataclass(frozen=True)
class Plan:
    """What is drawn. People are 1 … N, in the order of `people`; `sessions` are the numbers of the sessions drawn.

    `form`: a key of ALGORITHMS. `people`: the number of each player on the list of entries. `teams`: his team or None,
    `stand_ins`: who never sits with another of them. `played`: the sessions that count for repeats, chairs and tables;
    who is not drawn is None there. `remainder`: "" where tables are filled, "byes" (`byes_had`: how many each had
    before) or "empty_chairs". `order`: from first to last place (standings, snake). `groups`: who plays among
    themselves, who is in none has a bye. `positions`: who drew number 1, 2, … by hand (lots, chart). `given`: the
    tables of a script, as people. `at_a_table`: how many play at one, two to four; the other chairs stay empty.
    """

    form: str
    people: tuple[int, ...]
    sessions: tuple[int, ...]
    teams: tuple[int | None, ...]
    stand_ins: tuple[int, ...] = ()
    played: tuple[Tables, ...] = ()
    wishes: Wishes = field(default_factory=Wishes)
    remainder: str = ""
    byes_had: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    repeat_price: int | None = None
    leaders_at: int = 1
    groups: tuple[tuple[int, ...], ...] = ()
    positions: tuple[int, ...] = ()
    given: tuple[Tables, ...] = ()
    keep_chairs: bool = False
    chart: str = ""
    at_a_table: int = 4

    @property
    def algorithm(self) -> str:
        """The version of the program's way to carry this plan out."""
        return ALGORITHMS[self.form] if self.at_a_table == 4 else SMALL_TABLES

    def canonical(self) -> str:
        """The plan as a text that is the same whenever the plan is the same."""
        said = asdict(self)
        if self.at_a_table == 4:
            del said["at_a_table"]  # plans of earlier versions do not have it, and keep their hash
        return canonical({"format": FORMAT, "algorithm": self.algorithm, **said})


@dataclass(frozen=True)
class Outcome:
    """Who sits where: per session the tables in order, chairs 东南西北, None for an empty chair; and who has a bye."""

    sessions: tuple[Tables, ...]
    byes: tuple[tuple[int, ...], ...]

    def canonical(self) -> str:
        """The outcome as a text that is the same whenever the outcome is the same."""
        return canonical(asdict(self))


def canonical(value: Any) -> str:
    """JSON with sorted keys, without spaces, in plain characters."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(text: str) -> str:
    """The SHA-256 of a text in UTF-8, in hexadecimal digits."""
    return sha256(text.encode("utf-8")).hexdigest()


def read_plan(text: str) -> Plan:
    """The plan of a canonical text. Raises ValueError (or KeyError, TypeError) for anything else."""
    found: dict[str, Any] = json.loads(text)
    if found.pop("format") != FORMAT:
        raise ValueError("not a plan of a draw")
    found.pop("algorithm")
    wishes = found.pop("wishes")
    made = Wishes(
        tuple(Apart(tuple(one["people"]), one["must"]) for one in wishes["apart"]),
        tuple(AtTable(one["player"], one["table"], tuple(one["sessions"])) for one in wishes["tables"]),
    )
    return Plan(wishes=made, **{key: _frozen(value) for key, value in found.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def carry_out(plan: Plan, seed: str, tick: Tick | None = None) -> Outcome:
    """Make the draw. `tick(done, total)` is called now and then, and may stop everything by raising.

    Raises DrawError where the plan makes no draw.
    """
    if plan.form == "chart":
        return _by_chart(plan, seed)
    if plan.form == "script":
        return _as_given(plan, seed)
    if plan.form == "groups":
        return _in_groups(plan, seed, tick)
    if plan.remainder == "byes" and len(plan.people) % plan.at_a_table:
        return _with_byes(plan, seed, tick)
    sessions = _seat(plan, seed, tick)
    return Outcome(sessions, ((),) * len(sessions))


def _seat(plan: Plan, seed: str, tick: Tick | None) -> tuple[Tables, ...]:
    """Everybody plays. Empty chairs are nobodies, who like stand-ins never sit together."""
    people = len(plan.people)
    chairs = people + (-people % 4 if plan.remainder == "empty_chairs" else 0)
    nobodies = {*plan.stand_ins, *range(people + 1, chairs + 1)}
    nobody = max((team for team in plan.teams if team is not None), default=0) + 1
    own = [*plan.teams, *([None] * (chairs - people))]
    teams = [nobody if team is None and p in nobodies else team for p, team in enumerate(own, 1)]
    order = [*plan.order, *range(people + 1, chairs + 1)]
    common: dict[str, Any] = {
        "teams": teams if any(team is not None for team in teams) else None,
        "seed": seed,
        "played": plan.played,
        "wishes": plan.wishes,
    }
    seated: Sequence[Session]
    if plan.at_a_table < 4:
        del common["wishes"]
        return draw_small_tables(people, plan.at_a_table, len(plan.sessions), tick=tick, **common)
    if plan.form == "standings":
        price, at = plan.repeat_price, plan.leaders_at
        seated = [draw_by_standings(order, repeat_price=price, leaders_at=at, tick=tick, **common).session]
    elif plan.form == "snake":
        seated = [draw_snake(order, **common).session]
    elif plan.form == "lots":
        by_hand = {key: value for key, value in common.items() if key != "played"}
        seated = draw_by_lots(chairs, len(plan.sessions), plan.positions, tick=tick, **by_hand).sessions
    elif plan.form == "random":
        seated = draw_random(chairs, len(plan.sessions), tick=tick, **common).sessions
    else:
        seated = draw(chairs, len(plan.sessions), tick=tick, **common).sessions
    return tuple(
        tuple(tuple(p if p <= people else None for p in four) for four in session) for session in seated
    )


def _with_byes(plan: Plan, seed: str, tick: Tick | None) -> Outcome:
    """Session by session: whoever had the fewest byes has one, so that nobody is two ahead of anybody.

    Among those it is a lot; in a draw by standings the last of them. Stand-ins are left out before anybody has a bye.
    """
    extra = set(plan.stand_ins)
    had = list(plan.byes_had)
    played = list(plan.played)
    sessions: list[Tables] = []
    byes: list[tuple[int, ...]] = []
    for at, number in enumerate(plan.sessions):
        lot = Stream(seed, f"byes {number}").permutation(len(had))
        rank = {p: -place for place, p in enumerate(plan.order)}
        waiting = sorted(
            range(1, len(had) + 1), key=lambda p: (p not in extra, had[p - 1], rank.get(p, 0), lot[p - 1])
        )
        free = sorted(waiting[: len(had) % plan.at_a_table])
        for p in free:
            had[p - 1] += 1
        here = [p for p in range(1, len(had) + 1) if p not in free]
        part = replace(_part(plan, here, at, played), remainder="")
        [made] = _seat(part, f"{seed} {number}", tick)
        named = tuple(tuple(here[p - 1] if p else None for p in four) for four in made)
        sessions.append(named)
        played.append(named)
        byes.append(tuple(p for p in free if p not in extra))
    return Outcome(tuple(sessions), tuple(byes))


def _part(plan: Plan, here: Sequence[int], at: int, played: Sequence[Tables]) -> Plan:
    """The plan for some of its people in one of its sessions, the `at`-th; they are 1 … in the order of `here`."""
    new = {p: i for i, p in enumerate(here, 1)}
    return replace(
        plan,
        people=tuple(plan.people[p - 1] for p in here),
        sessions=(plan.sessions[at],),
        teams=tuple(plan.teams[p - 1] for p in here),
        stand_ins=tuple(new[p] for p in plan.stand_ins if p in new),
        played=tuple(_renamed(session, new) for session in played),
        wishes=Wishes(
            _apart(plan, new),
            tuple(
                AtTable(new[wish.player], wish.table)
                for wish in plan.wishes.tables
                if wish.player in new and wish.holds_in(at + 1)
            ),
        ),
        order=tuple(new[p] for p in plan.order if p in new),
        positions=(),
    )


def _apart(plan: Plan, new: Mapping[int, int]) -> tuple[Apart, ...]:
    kept = (Apart(tuple(new[p] for p in one.people if p in new), one.must) for one in plan.wishes.apart)
    return tuple(one for one in kept if len(one.people) > 1)


def _renamed(session: Tables, new: Mapping[int, int]) -> Tables:
    return tuple(tuple(new.get(p) if p else None for p in four) for four in session)


def _in_groups(plan: Plan, seed: str, tick: Tick | None) -> Outcome:
    """Each group plays among itself, at tables of its own; who is in none has a bye."""
    sessions: list[list[tuple[int | None, ...]]] = [[] for _ in plan.sessions]
    for number, members in enumerate(plan.groups, 1):
        new = {p: i for i, p in enumerate(members, 1)}
        part = replace(
            plan,
            form="advance",
            people=tuple(plan.people[p - 1] for p in members),
            teams=(None,) * len(members),
            stand_ins=(),
            played=tuple(_renamed(session, new) for session in plan.played),
            wishes=Wishes(_apart(plan, new)),
            groups=(),
        )
        for at, made in enumerate(_seat(part, f"{seed} {number}", tick)):
            sessions[at] += [tuple(members[p - 1] if p else None for p in four) for four in made]
    seated = {p for members in plan.groups for p in members}
    free = tuple(p for p in range(1, len(plan.people) + 1) if p not in seated and p not in plan.stand_ins)
    return Outcome(tuple(map(tuple, sessions)), (free,) * len(sessions))


def _as_given(plan: Plan, seed: str) -> Outcome:
    """The tables are given; chairs are shared out anew, or kept. Who has no chair has a bye."""
    seating = seat_groups(
        len(plan.people),
        plan.given,
        teams=plan.teams,
        seed=seed,
        played=plan.played,
        keep_chairs=plan.keep_chairs,
    )
    return _outcome(plan, seating)


def _by_chart(plan: Plan, seed: str) -> Outcome:
    """A printed chart, with lots drawn by hand or by the seed."""
    lots = plan.positions or None
    seating = draw_chart(plan.chart, lots, len(plan.sessions), teams=plan.teams, seed=seed)
    return _outcome(plan, seating)


def _outcome(plan: Plan, seating: GivenSeating) -> Outcome:
    people = len(plan.people)
    sessions = tuple(tuple(tuple(four) for four in session) for session in seating.sessions)
    seated = [{p for four in session for p in four} for session in sessions]
    own = [p for p in range(1, people + 1) if p not in plan.stand_ins]
    return Outcome(sessions, tuple(tuple(p for p in own if p not in s) for s in seated))
