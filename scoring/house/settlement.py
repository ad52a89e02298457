"""What a settlement of house rules consists of; each module of this package makes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.house.form import Form, Label
from scoring.house.play import Play
from scoring.rulebook_checks import Check

HandScores = tuple[int, int, int, int]
# The settings of a rulebook that its settlement knows: `terms` of the rulebook, checked.
Terms = Mapping[str, Any]


@dataclass(frozen=True)
class Example:
    """A hand worked out for the reader of a rulebook: what happened, and what the four get by drawn seat."""

    title: Label
    play: Play
    scores: HandScores


@dataclass(frozen=True)
class Settlement:
    """How hands are paid under house rules.

    `terms` checks the settings, `names` says what each is called (nested ones dotted), `form` what the referee enters,
    `scores` what a checked play pays (it sums to zero), `examples` are worked out for people.
    """

    name: Label
    terms: Check
    names: Mapping[str, Label]
    form: Callable[[Terms], Form]
    scores: Callable[[Play, Terms], HandScores]
    examples: Callable[[Terms], tuple[Example, ...]]
