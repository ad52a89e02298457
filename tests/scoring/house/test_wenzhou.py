"""OTHER_RULES.md, `wenzhou`. South wins, West gives, East deals unless a test says otherwise."""

from __future__ import annotations

import pytest

from scoring.house.play import Payment, Play
from scoring.rulebook import load
from tests.scoring.house import EAST, SOUTH, WEST, discard, drawn, paid, refused, self_draw, with_terms, won

BOOK = load("wenzhou")
KINDS = {"soft": 1, "hard": 2, "double": 4}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("repeats", "factor"), [(0, 2), (1, 4), (2, 6), (3, 8), (7, 8)])
def test_the_dealer_pays_and_gets_more_with_every_repeat(kind: str, repeats: int, factor: int) -> None:
    worth = KINDS[kind]
    player = Play(EAST, won(SOUTH, kind=kind), repeats=repeats)
    assert paid(BOOK, player) == (-factor * worth, (factor + 2) * worth, -worth, -worth)
    each = factor * worth
    dealer = Play(SOUTH, won(SOUTH, kind=kind), repeats=repeats)
    assert paid(BOOK, dealer) == (-each, 3 * each, -each, -each)


def test_everybody_pays_a_discard_too() -> None:
    assert discard(BOOK, SOUTH, WEST, kind="hard") == self_draw(BOOK, SOUTH, kind="hard") == (-4, 8, -2, -2)


@pytest.mark.parametrize(
    ("payment", "scores"),
    [
        (Payment("exposed_kong", SOUTH, WEST), (-2, 5, -2, -1)),
        (Payment("concealed_kong", SOUTH), (-4, 10, -3, -3)),
    ],
)
def test_kongs_are_paid_beside_the_win(payment: Payment, scores: tuple[int, ...]) -> None:
    assert paid(BOOK, Play(EAST, won(SOUTH, kind="soft"), payments=(payment,))) == scores


def test_the_tiles_of_wealth_count_three_times_minus_those_of_the_others() -> None:
    """East 1, South 2, West 0, North 1: 3−3, 6−2, 0−4, 3−3, beside (−2, 4, −1, −1) for the soft win."""
    play = Play(EAST, won(SOUTH, kind="soft"), values={"caishen": (1, 2, 0, 1)})
    assert paid(BOOK, play) == (-2 + 0, 4 + 4, -1 - 4, -1 + 0)


def test_there_are_four_tiles_of_wealth() -> None:
    play = Play(EAST, won(SOUTH, kind="soft"), values={"caishen": (1, 2, 1, 1)})
    refusal = refused(BOOK, play)
    assert refusal.code == "too_many_caishen"
    assert "5" in str(refusal.params["zh"])


def test_a_drawn_hand_pays_kongs_and_wealth_only_where_the_rulebook_says_so() -> None:
    kong = Payment("concealed_kong", SOUTH)
    assert drawn(BOOK, kong, caishen=[0, 1, 0, 0]) == (0, 0, 0, 0)
    book = with_terms("wenzhou", paid_when_drawn=True)
    assert drawn(book, kong, caishen=[0, 1, 0, 0]) == (-3, 9, -3, -3)
    assert "terms.paid_when_drawn" in BOOK.unverified
