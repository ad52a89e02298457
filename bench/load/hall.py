"""The hall at which saves are measured."""

from phones import HANDS

from load.world import MOVES_BEFORE, World

WORLD = World(1000, 10)
# Tables at which the next hand can be recorded at once, without a word about chairs.
APART = [n for n in range(1, 100) if 0 < WORLD.played(n) < HANDS and WORLD.played(n) + 1 not in MOVES_BEFORE][
    :60
]
