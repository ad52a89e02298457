"""Who pays whom in a hand: whatever is paid, the four accounts sum to zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.house.play import Play
from scoring.house.settlement import HandScores


class Accounts:
    """The accounts of the four drawn seats in one hand; nobody but who is present pays or is paid."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._points = [0, 0, 0, 0]

    def pay(self, giver: int, taker: int, amount: int) -> None:
        """One player pays another."""
        self._points[giver] -= amount
        self._points[taker] += amount

    def from_each(self, taker: int, amount: int) -> None:
        """Everybody else pays one player."""
        for giver in self._play.others(taker):
            self.pay(giver, taker, amount)

    def pairwise(self, worth: Sequence[int], seats: Sequence[int]) -> None:
        """Each two of these seats settle with each other: who has less pays the difference."""
        for at, one in enumerate(seats):
            for other in seats[at + 1 :]:
                self.pay(other, one, worth[one] - worth[other])

    def payments(self, amounts: Mapping[str, int]) -> None:
        """The payments beside the win, each worth its amount by kind, from the one who gives or from everybody else."""
        for payment in self._play.payments:
            amount = amounts[payment.kind] * payment.count
            if payment.giver is None:
                self.from_each(payment.seat, amount)
            else:
                self.pay(payment.giver, payment.seat, amount)

    def scores(self) -> HandScores:
        """What the four have got, by drawn seat."""
        east, south, west, north = self._points
        return east, south, west, north
