"""Groups without repeats from four columns that slide past each other.

Let q be the number of tables. Write the 4q players in four columns of q rows; the rows are the elements of
a group, say the numbers 0 .. q - 1 with addition modulo q. In one session column j is shifted by s(j), and
table t holds the player of row t + s(j) of every column. Players of one column never meet. Two players of
columns i and j, in rows x and y, meet in the sessions where s(i) - s(j) = x - y; so nobody meets twice if,
for every two columns, the difference of their shifts is another one in every session. A fifth column with
the same property gives table numbers: nobody sits at one table twice.

Shifts that do it: s(j) = r * m(j) in session r, for fixed multipliers m(j). Modulo q this is right exactly
if the order of m(i) - m(j), which is q / gcd(q, m(i) - m(j)), is at least the number of sessions.
Multipliers 0, 1, 2, 3, 4 do for every q >= 4 * sessions. A field GF(q) gives q sessions with any
multipliers. For some other q, shifts found by search are in `found.py`. In session r = 0
the tables are the rows: if this session is left out, teams of four can be the rows, and team-mates never
meet either.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

from .found import DIGITS, SHIFTS
from .groups import Group, Groups, in_fours

# q: (p, the coefficients of x**k = ... from the lowest, for an irreducible polynomial of degree k over GF(p))
_FIELDS = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    16: (2, (1, 1, 0, 0)),
    27: (3, (2, 1, 0)),
    32: (2, (1, 0, 1, 0, 0)),
}
_REACH = 24  # multipliers are looked for below this


@lru_cache(maxsize=256)
def multipliers(q: int, classes: int) -> tuple[int, ...] | None:
    """Four or five multipliers modulo q for `classes` sessions; None if there are none.

    Preferred are four whose differences are all different, so that two rows never meet more than once in a
    session, with a fifth for the tables.
    """

    def fits(chosen: tuple[int, ...], m: int) -> bool:
        return all(q // gcd(q, m - other) >= classes for other in chosen)

    def distinct(chosen: tuple[int, ...]) -> bool:
        differences = [(a - b) % q for a in chosen for b in chosen if a != b]
        return len(set(differences)) == len(differences)

    best: tuple[int, ...] | None = None
    best_worth = -1
    reach = min(q, _REACH)
    for a in range(1, reach):
        for b in range(a + 1, reach):
            for c in range(b + 1, reach):
                chosen = (0, a, b, c)
                if not (fits((0,), a) and fits((0, a), b) and fits((0, a, b), c)):
                    continue
                fifth = next((m for m in range(1, reach) if m not in chosen and fits(chosen, m)), None)
                worth = 2 * (fifth is not None) + distinct(chosen)
                if worth > best_worth:
                    best, best_worth = chosen if fifth is None else (*chosen, fifth), worth
                if worth == 3:
                    return best
    return best


def by_columns(q: int, sessions: int, rows: bool) -> list[Groups]:
    """Every way known to slide columns of q rows for so many sessions, best first; with `rows`, with rows."""
    classes = sessions + rows
    ways = []
    chosen = multipliers(q, classes)
    if chosen is not None:
        ways.append(_slide(_residues(q), [[r * m % q for m in chosen] for r in range(classes)], rows))
    if q in _FIELDS and classes <= q + (q % 4 == 0):
        plus, times = _field(q)
        shifts = [[times[r][m] for m in range(min(q, 5))] for r in range(min(q, classes))]
        ways.append(_slide(plus, shifts, rows, columns_too=classes > q))
    if q in SHIFTS and classes <= len(SHIFTS[q][0]) + (q % 4 == 0):
        columns = [[DIGITS.index(digit) for digit in column] for column in SHIFTS[q]]
        shifts = [list(shift) for shift in zip(*columns, strict=True)]
        ways.append(_slide(_residues(q), shifts[:classes], rows, columns_too=classes > len(shifts)))
    return sorted(ways, key=lambda way: -way.numbered)


def _slide(
    plus: Sequence[Sequence[int]], shifts: Sequence[Sequence[int]], rows: bool, columns_too: bool = False
) -> Groups:
    """The sessions of the given shifts. The first session is taken for the rows if they are wanted.

    With `columns_too` one more session is made of the columns, four neighbours to a table.
    """
    q = len(plus)
    made: list[list[Group]] = []
    for shift in shifts:
        a, b, c, d = ([j * q + plus[t][shift[j]] for t in range(q)] for j in range(4))
        groups: list[Group] = list(zip(a, b, c, d, strict=True))
        if len(shift) == 5:
            placed = groups[:]
            for t in range(q):
                placed[plus[t][shift[4]]] = groups[t]
            groups = placed
        made.append(groups)
    first = made.pop(0) if rows else None
    numbered = len(made) if len(shifts[0]) == 5 else 0
    if columns_too:
        made.append(in_fours(range(4 * q)))
    return Groups(made, first, numbered)


def _residues(q: int) -> list[list[int]]:
    line = list(range(q)) * 2
    return [line[a : a + q] for a in range(q)]


@lru_cache(maxsize=8)
def _field(q: int) -> tuple[list[list[int]], list[list[int]]]:
    """The tables of addition and multiplication of GF(q). The digits of an element are its coefficients."""
    prime, power = _FIELDS[q]
    size = len(power)

    def digits(number: int) -> list[int]:
        return [number // prime**k % prime for k in range(size)]

    def number(coefficients: Sequence[int]) -> int:
        return sum(c % prime * prime**k for k, c in enumerate(coefficients))

    def product(a: list[int], b: list[int]) -> int:
        total = [0] * size
        for coefficient in reversed(a):
            carry = total[-1]
            total = [0, *total[:-1]]
            total = [t + carry * w + coefficient * x for t, w, x in zip(total, power, b, strict=True)]
            total = [t % prime for t in total]
        return number(total)

    elements = [digits(k) for k in range(q)]
    plus = [[number([x + y for x, y in zip(a, b, strict=True)]) for b in elements] for a in elements]
    times = [[product(a, b) for b in elements] for a in elements]
    return plus, times
