"""A draw that nobody can steer, and that anybody can check.

1. The plan is published as its SHA-256: who is drawn, how, and with which wishes.
2. With it the SHA-256 of a secret is published, the commitment, and what others will choose: dice thrown in the hall.
3. The seed is made of the secret, of what the others chose, of the plan, and of the how-manieth draw this is.

Whoever knows the secret cannot know the seed before the others have chosen, and cannot change the secret after; so
neither side can try out draws. The secret is published with the draw.
"""

from __future__ import annotations

from .plan import digest


def commitment(secret: str) -> str:
    """What is published of a secret before the draw."""
    return digest(secret)


def seed_of(secret: str, public_part: str, plan_hash: str, number: int) -> str:
    """The seed of the `number`-th draw of a tournament: the SHA-256 of the four, each on a line of its own."""
    return digest(f"{secret}\n{public_part}\n{plan_hash}\n{number}")
