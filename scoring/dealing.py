"""Who deals: in Guobiao the deal goes round whatever happens; house rules let it stay, or give it to the winner.

A *deal* is a number: 4 × (round − 1) + the chair that deals, both from 0. Hand 7 of Guobiao is deal 6, 南风西.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.refusal import Refusal, is_whole, shown
from scoring.seats import HANDS

# The deal goes on after every hand; stays where the dealer wins; also after a drawn hand; or goes to the winner.
DEALING = ("rotates", "win_repeats", "win_or_draw_repeats", "winner_deals")
DEALS = HANDS
# No session has more hands than this, however often a dealer repeats.
MOST_HANDS = 99


@dataclass(frozen=True)
class Ended:
    """How a hand ended, by chair (not by drawn seat): who won, nobody in a drawn hand, and who discarded.

    `deals_next` was named to deal next, as who took the last tile: that counts in a drawn hand where the winner deals.
    """

    winners: tuple[int, ...] = ()
    discarder: int | None = None
    deals_next: int | None = None


def next_deal(dealing: str, deal: int, ended: Ended, chairs: Sequence[int] = (0, 1, 2, 3)) -> int:
    """The deal after this one; 16 when four rounds are over. `chairs` are those in which somebody sits.

    Where the winner deals there are no rounds: a winner deals the next hand, of several the discarder, and after a
    drawn hand who is named for it, else the same dealer. Refuses `unknown_dealing` and `no_such_deal`.
    """
    if dealing not in DEALING:
        text = shown(dealing)
        raise Refusal("unknown_dealing", f"There is no way of dealing {text}.", dealing=text)
    if not is_whole(deal) or not 0 <= deal < DEALS:
        text = shown(deal)
        raise Refusal("no_such_deal", f"There is no deal {text}: deals are 0 to {DEALS - 1}.", deal=text)
    if dealing == "winner_deals":
        return _winner_deals(deal, ended)
    stays = deal % 4 in ended.winners or (dealing == "win_or_draw_repeats" and not ended.winners)
    if dealing != "rotates" and stays:
        return deal
    following = deal + 1
    while following < DEALS and following % 4 not in chairs:
        following += 1
    return following


def _winner_deals(deal: int, ended: Ended) -> int:
    if not ended.winners:
        return deal if ended.deals_next is None else deal // 4 * 4 + ended.deals_next
    dealer = ended.winners[0] if len(ended.winners) == 1 or ended.discarder is None else ended.discarder
    return deal // 4 * 4 + dealer
