"""Random hands, penalties and tables for the property tests."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from scoring.penalties import KINDS, Penalty
from scoring.ranking import TIE_BREAKS, Candidate, SessionResult
from scoring.settlement import Win

seats = st.integers(0, 3)


@st.composite
def wins(draw: st.DrawFn) -> Win:
    """A win that reaches 8 fan without its flowers."""
    winner = draw(seats)
    flowers = draw(st.integers(0, 8))
    discarder = draw(st.none() | seats.filter(lambda seat: seat != winner))
    return Win(winner, flowers + draw(st.integers(8, 392)), discarder, flowers)


@st.composite
def penalties(draw: st.DrawFn) -> Penalty:
    """A penalty that makes sense, of any kind, in either currency."""
    seat = draw(seats)
    kind = draw(st.sampled_from(KINDS))
    if draw(st.integers(0, 3)) == 0:
        halves = Fraction(draw(st.integers(0, 20)), 2)
        return Penalty(seat, halves, "deduct", currency="standard_points", kind=kind)
    mode = draw(st.sampled_from(("deduct", "pay_each", "pay_one")))
    victim = draw(seats.filter(lambda other: other != seat)) if mode == "pay_one" else None
    return Penalty(seat, draw(st.integers(0, 200)), mode, victim, dead_hand=draw(st.booleans()), kind=kind)


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    """Up to eight candidates with few distinct values, so that ties are common."""
    field = []
    for number in range(1, draw(st.integers(0, 8)) + 1):
        results = tuple(
            SessionResult(
                session=session,
                standard=Fraction(draw(st.sampled_from((0, 12, 24, 28, 48))), 12),
                match=Fraction(draw(st.sampled_from((-40, 0, 40)))),
                place=draw(st.sampled_from((None, 1, 2, 3, 4))),
                hands_won=draw(st.integers(0, 2)),
                highest_hand=draw(st.sampled_from((0, 8, 24))),
            )
            for session in range(1, draw(st.integers(0, 3)) + 1)
        )
        field.append(Candidate(f"p{number}", number, results, lots=draw(st.none() | st.integers(1, 3))))
    return field


tie_break_orders = st.lists(st.sampled_from(TIE_BREAKS), unique=True)
