"""OTHER_RULES.md: who deals the next hand. A deal is four times the round from 0, and the chair that deals."""

from __future__ import annotations

import pytest

from scoring.dealing import DEALS, Ended, next_deal
from scoring.refusal import Refusal

DEALER_WINS, SOUTH_WINS, NOBODY = Ended((0,), 2), Ended((1,), 2), Ended()


@pytest.mark.parametrize(
    ("dealing", "dealer_wins", "other_wins", "nobody"),
    [
        ("rotates", 1, 1, 1),
        ("win_repeats", 0, 1, 1),
        ("win_or_draw_repeats", 0, 1, 0),
        ("winner_deals", 0, 1, 0),
    ],
)
def test_the_deal_after_the_first_hand(dealing: str, dealer_wins: int, other_wins: int, nobody: int) -> None:
    assert next_deal(dealing, 0, DEALER_WINS) == dealer_wins
    assert next_deal(dealing, 0, SOUTH_WINS) == other_wins
    assert next_deal(dealing, 0, NOBODY) == nobody


@pytest.mark.parametrize("dealing", ["rotates", "win_repeats", "win_or_draw_repeats"])
def test_after_the_last_deal_the_four_rounds_are_over(dealing: str) -> None:
    assert next_deal(dealing, DEALS - 1, SOUTH_WINS) == DEALS


def test_of_several_winners_the_discarder_deals() -> None:
    assert next_deal("winner_deals", 0, Ended((1, 3), 2)) == 2


def test_who_is_named_deals_after_a_drawn_hand() -> None:
    assert next_deal("winner_deals", 0, Ended(deals_next=3)) == 3
    assert next_deal("winner_deals", 0, Ended((1,), 2, deals_next=3)) == 1


def test_the_deal_passes_over_an_empty_chair() -> None:
    assert next_deal("rotates", 0, NOBODY, chairs=(0, 2)) == 2
    assert next_deal("rotates", 2, NOBODY, chairs=(0, 2)) == 4


@pytest.mark.parametrize(("dealing", "deal"), [("sometimes", 0), ("rotates", DEALS), ("rotates", -1)])
def test_no_other_deal_and_no_other_way_of_dealing(dealing: str, deal: int) -> None:
    with pytest.raises(Refusal):
        next_deal(dealing, deal, NOBODY)
