"""How good and how quick draws by standings are: `python bench/standings_draws.py [--tournaments 5] [--solve 3]`.

Tournaments are played through: a random skill for everybody, luck at every table, the first session drawn, the others
by standings. A row is one session of all tournaments of one kind. Where a draw has repeats or team-mates, and for the
first few draws of each row, a solver looks for the best session there is: columns and reduced costs by linear
programming, then CP-SAT. It is OR-tools, which the program does not need and which is in none of its lists; a
virtual environment of its own will do:

    python -m venv --system-site-packages /tmp/solver && /tmp/solver/bin/pip install ortools
    /tmp/solver/bin/python bench/standings_draws.py
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournament.seating import draw
from tournament.seating.by_standings import StandingsDraw, draw_by_standings
from tournament.seating.exact import groups_within

try:
    import numpy as np  # type: ignore[import-not-found]
    from ortools.linear_solver import pywraplp  # type: ignore[import-not-found]
    from ortools.sat.python import cp_model  # type: ignore[import-not-found]
except ImportError:
    cp_model = None

SESSIONS = 8
# players, size of teams (0: none), how many times more tournaments than asked for
KINDS = [(32, 0, 2), (32, 4, 2), (52, 0, 1), (52, 4, 1), (64, 0, 1), (64, 4, 1), (128, 0, 1), (128, 4, 1)]
MOST_SOLVED = 64  # players; the solver takes too long for more
SECONDS = 20


@dataclass
class Row:
    """What one session of all tournaments of one kind came to."""

    draws: list[StandingsDraw] = field(default_factory=list)
    dead_ends: int = 0
    avoidable: int = 0
    ratios: list[float] = field(default_factory=list)
    bounds: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    chairs: int = 0


def play_through(players: int, size: int, number: int, rows: list[Row], solve: int) -> None:
    """One tournament; its sessions from the second are added to the rows."""
    luck = random.Random(f"{players} {size} {number}")
    teams = [player // size for player in range(players)] if size else None
    skill = [luck.gauss(0, 1) for _ in range(players)]
    points = [0.0] * players
    played = list(draw(players, 1, teams=teams, seed=str(number)).sessions)
    for row in rows:
        for table in played[-1]:
            ranked = sorted(table, key=lambda p: -skill[p - 1] - luck.gauss(0, 1.5))
            for player, gained in zip(ranked, (4, 2, 1, 0), strict=True):
                points[player - 1] += gained + luck.random() / 100
        order = sorted(range(1, players + 1), key=lambda p: -points[p - 1])
        start = time.process_time()
        made = draw_by_standings(order, teams=teams, seed=f"{number}/{len(played)}", played=played)
        row.milliseconds.append(1000 * (time.process_time() - start))
        row.draws.append(made)
        if made.repeats + made.together:
            row.dead_ends += made.proved
        if cp_model is not None and players <= MOST_SOLVED:
            judge_by_solver(row, made, allowed(order, teams, played), len(row.draws) <= solve)
        played.append(made.session)
        row.chairs = max(row.chairs, chair_spread(played, players))


def allowed(order: list[int], teams: list[int] | None, played: list) -> list[int]:
    """For every rank whom he may meet, as bits."""
    met = {pair for session in played for t in session for pair in combinations(sorted(t), 2)}
    masks = [0] * len(order)
    for a, b in combinations(range(len(order)), 2):
        pair = (min(order[a], order[b]), max(order[a], order[b]))
        if pair not in met and not (teams and teams[pair[0] - 1] == teams[pair[1] - 1]):
            masks[a] |= 1 << b
            masks[b] |= 1 << a
    return masks


def chair_spread(sessions: list, players: int) -> int:
    counts = [[0] * 4 for _ in range(players + 1)]
    for session in sessions:
        for table in session:
            for chair, player in enumerate(table):
                counts[player][chair] += 1
    return max(max(row) - min(row) for row in counts[1:])


def judge_by_solver(row: Row, made: StandingsDraw, masks: list[int], wanted: bool) -> None:
    broken = made.repeats + made.together
    if not (broken or wanted):
        return
    groups = np.array(groups_within(masks, (1 << len(masks)) - 1), dtype=np.int32).reshape(-1, 4)
    costs = 3 * (groups[:, 3] - groups[:, 0]) + groups[:, 2] - groups[:, 1]
    if broken:
        row.avoidable += exact_cover(groups, costs, len(masks))[0] in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        return
    bound, reduced = relaxed(groups, costs, len(masks))
    near = reduced <= made.cost - bound + 1e-6
    status, best = exact_cover(groups[near], costs[near], len(masks))
    if status == cp_model.OPTIMAL:
        row.ratios.append(made.cost / best)
    else:
        row.bounds.append(made.cost / bound)


def relaxed(groups: np.ndarray, costs: np.ndarray, people: int) -> tuple[float, np.ndarray]:
    """The optimum of the linear relaxation, and the reduced cost of every table (column generation)."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    once = [solver.Constraint(1, 1) for _ in range(people)]
    goal = solver.Objective()
    goal.SetMinimization()

    def add(members: list[int], cost: float) -> None:
        chosen = solver.NumVar(0, solver.infinity(), "")
        goal.SetCoefficient(chosen, cost)
        for p in members:
            once[p].SetCoefficient(chosen, 1)

    for p in range(people):
        add([p], 100.0 * people)
    new = np.argsort(costs, kind="stable")[: 40 * people]
    while len(new):
        for k in new:
            add([int(p) for p in groups[k]], float(costs[k]))
        solver.Solve()
        dual = np.array([constraint.dual_value() for constraint in once])
        reduced = costs - dual[groups].sum(1)
        new = np.nonzero(reduced < -1e-6)[0]
        new = new[np.argsort(reduced[new])][: 20 * people]
    return goal.Value(), reduced


def exact_cover(groups: np.ndarray, costs: np.ndarray, people: int) -> tuple[int, float]:
    """The cheapest tables in which everybody sits once, by CP-SAT: its status and the cost."""
    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(len(groups))]
    own: list[list] = [[] for _ in range(people)]
    for variable, group in zip(chosen, groups, strict=True):
        for p in group:
            own[p].append(variable)
    for variables in own:
        model.add(sum(variables) == 1)
    model.minimize(sum(int(cost) * variable for cost, variable in zip(costs, chosen, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    return status, solver.objective_value if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else 0


def show(players: int, size: int, session: int, row: Row) -> None:
    broken = [made for made in row.draws if made.repeats + made.together]
    over = statistics.median(made.cost / made.ideal for made in row.draws)
    ratio = (
        f"{statistics.median(row.ratios):.3f} {max(row.ratios):.3f} ({len(row.ratios)})"
        if row.ratios
        else "-"
    )
    bound = f"{max(row.bounds):.3f} ({len(row.bounds)})" if row.bounds else "-"
    repeats = sum(made.repeats for made in row.draws)
    together = sum(made.together for made in row.draws)
    print(
        f"{players:7} {size or '-':>5} {session:7} {len(row.draws):6} {len(broken):6} {row.dead_ends:6}"
        f" {row.avoidable:9} {repeats:7} {together:5} {row.chairs:6} {over:10.2f}  {ratio:18} {bound:12}"
        f" {statistics.median(row.milliseconds):5.0f} {max(row.milliseconds):5.0f}",
        flush=True,
    )


def large() -> None:
    """1,024 players over eight sessions: processor time of the draws."""
    rows = [Row() for _ in range(SESSIONS - 1)]
    play_through(1024, 4, 0, rows, 0)
    for session, row in enumerate(rows, 2):
        show(1024, 4, session, row)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--tournaments", type=int, default=5, help="of each kind; twice as many of 32 players"
    )
    parser.add_argument("--solve", type=int, default=3, help="draws of each row whose optimum is looked for")
    parser.add_argument("--players", type=int, help="only tournaments of so many")
    asked = parser.parse_args()
    if cp_model is None:
        print("OR-tools is not installed: no optimum, no count of what could be avoided (see --help).\n")
    print(
        "broken: draws with repeats or team-mates; proved: there was no other; avoidable: the solver finds one"
    )
    print("ratio: cost by the optimum, median, worst (of how many); by bound: where the solver gave up")
    print("chairs: worst spread; ms: median, worst\n")
    print(
        f"{'players':>7} {'teams':>5} {'session':>7} {'draws':>6} {'broken':>6} {'proved':>6} {'avoidable':>9}"
        f" {'repeats':>7} {'mates':>5} {'chairs':>6} {'cost/ideal':>10}  {'ratio':18} {'by bound':12} {'ms':>11}"
    )
    for players, size, times in KINDS:
        if asked.players in (None, players):
            rows = [Row() for _ in range(SESSIONS - 1)]
            for number in range(times * asked.tournaments):
                play_through(players, size, number, rows, asked.solve)
            for session, row in enumerate(rows, 2):
                show(players, size, session, row)
    if asked.players in (None, 1024):
        large()


if __name__ == "__main__":
    main()
