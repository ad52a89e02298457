"""How right and how quick the fan evaluator is: `python bench/fan.py [--hands 200000] [--rounds 5] [--compare-only]`.

It needs PyMahjongGB beside it, which is no part of the program, so it runs in an environment of its own:

    /usr/bin/python3 -m venv /tmp/fan && /tmp/fan/bin/pip install pymahjonggb    (a C++ compiler is needed)
    /tmp/fan/bin/python bench/fan.py

First the totals of random hands of all shapes are compared, and every hand on which the two differ is printed. Then
both count the same hands, in turns, on one core. Cold: a process of its own that has counted nothing yet counts its
first 1,000 and its first 100,000 hands. Warm: hands other than those that warmed it up. "From text" is what a line of
a file takes: notation in, names of fan out.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import fan_hands
import fan_oracle

from scoring.fan import evaluate, explain, hand_of, rules_of
from scoring.rulebook import load

RULES = rules_of(load("mil2025").fan)
COLD, FIRST, OTHERS = 100_000, 1_000, 20_000
MISSING = (
    "PyMahjongGB is not there. Install it into an environment of its own and run this script with it:\n"
    "  /usr/bin/python3 -m venv /tmp/fan && /tmp/fan/bin/pip install pymahjonggb\n"
    "  /tmp/fan/bin/python bench/fan.py"
)


def compare(count: int) -> int:
    """Print the hands whose totals differ, and return how many there are."""
    different = 0
    for number, parts in enumerate(fan_hands.hands(count, "compare")):
        ours, theirs = evaluate(hand_of(*parts), RULES), fan_oracle.fans(fan_oracle.call(parts))
        if ours.total != sum(theirs.values()):
            different += 1
            print(f"hand {number}: {parts}\n  here  {ours.total} {ours.fans}\n  there {theirs}")
    print(f"{count:,} random hands compared with PyMahjongGB: {different} with another total")
    return different


def seconds(work: Callable[[Any], object], things: Iterable[Any]) -> float:
    """How long it takes to do this to each of some things, in time of this process."""
    started = time.process_time()
    for thing in things:
        work(thing)
    return time.process_time() - started


def cold() -> None:
    """Count the first hands of this process; to be run in one of its own."""
    parsed = [hand_of(*parts) for parts in fan_hands.hands(COLD, "cold")]
    gc.collect()
    gc.freeze()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    first = seconds(lambda hand: evaluate(hand, RULES), parsed[:FIRST])
    rest = seconds(lambda hand: evaluate(hand, RULES), parsed[FIRST:])
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(FIRST / first, COLD / (first + rest), after / 1024, (after - before) / 1024)


def in_own_process() -> list[float]:
    """The figures of `cold`."""
    done = subprocess.run(
        [sys.executable, __file__, "--cold"], check=True, capture_output=True, text=True, env=os.environ
    )
    return [float(word) for word in done.stdout.split()]


def rate(times: Sequence[float], count: int) -> str:
    """Hands a second in the median of some rounds, and the least and most."""
    rates = sorted(count / each for each in times)
    return f"{statistics.median(rates):>9,.0f}   ({rates[0]:,.0f} to {rates[-1]:,.0f})"


def single(hands: Sequence[Any], work: Callable[[Any], object]) -> str:
    """Median and slowest of single calls, in microseconds of the clock."""
    took = []
    for hand in hands:
        started = time.perf_counter()
        work(hand)
        took.append((time.perf_counter() - started) * 1e6)
    took.sort()
    middle, most = took[len(took) // 2], took[len(took) * 99 // 100]
    return f"median {middle:.0f}, 99 % within {most:.0f}, slowest {took[-1]:.0f} µs"


def warm(rounds: int) -> None:
    """Print hands a second, ours and theirs on the same hands in turns."""
    for parts in fan_hands.hands(COLD, "cold"):
        evaluate(hand_of(*parts), RULES)
    ours: list[float] = []
    text: list[float] = []
    theirs: list[float] = []
    for number in range(rounds):
        hands = list(fan_hands.hands(OTHERS, f"other {number}"))
        parsed = [hand_of(*parts) for parts in hands]
        calls = [fan_oracle.call(parts) for parts in hands]
        gc.collect()
        gc.freeze()
        ours.append(seconds(lambda hand: evaluate(hand, RULES), parsed))
        theirs.append(seconds(fan_oracle.total, calls))
        text.append(seconds(lambda parts: evaluate(hand_of(*parts), RULES).fans, hands))
    print(f"warm, hands never seen, ready      {rate(ours, OTHERS)}")
    print(f"warm, from text to names           {rate(text, OTHERS)}")
    print(f"PyMahjongGB, the same hands        {rate(theirs, OTHERS)}")
    print("one hand:   ", single(parsed, lambda hand: evaluate(hand, RULES)))
    print("explaining: ", single(parsed[:2000], lambda hand: explain(hand, RULES)))


def main() -> None:
    """Compare, then measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=200_000, help="how many hands to compare")
    parser.add_argument("--rounds", type=int, default=5, help="how often to measure")
    parser.add_argument("--compare-only", action="store_true")
    parser.add_argument("--cold", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.cold:
        cold()
        return
    if importlib.util.find_spec("MahjongGB") is None:
        sys.exit(MISSING)
    different = compare(given.hands)
    if not given.compare_only:
        print(
            f"Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; hands a second"
        )
        figures = [in_own_process() for _ in range(given.rounds)]
        firsts, wholes, memory, grown = zip(*figures, strict=True)
        print(f"cold, the first {FIRST:,}               {rate([1 / each for each in firsts], 1)}")
        print(f"cold, the first {COLD:,}             {rate([1 / each for each in wholes], 1)}")
        print(
            f"memory {max(memory):.0f} MB with {COLD:,} hands in it, {max(grown):.0f} MB of them for counting"
        )
        warm(given.rounds)
        print(f"load at the end {os.getloadavg()[0]:.1f}")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
