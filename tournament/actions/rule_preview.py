"""What a change of the rules would do to the places: computed by doing it, and taking all of it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db import transaction

from scoring.rulebook import Rulebook
from tournament.models import Tournament
from tournament.queries.standings import Line, computed_standings

from .events import NO_RESULTS, apply_rules, replaced


@dataclass(frozen=True)
class Standing:
    """A place in the standings with the points behind it; place is None for who is not ranked."""

    place: int | None
    shared: bool
    standard: Fraction
    match: Fraction


@dataclass(frozen=True)
class Effect:
    """A player or a team whose place or points would change."""

    number: int
    name: str
    before: Standing
    after: Standing

    @property
    def moves(self) -> bool:
        """Whether the place itself changes."""
        return (self.before.place, self.before.shared) != (self.after.place, self.after.shared)


@dataclass(frozen=True)
class RulesPreview:
    """What a change would do: to the players, to the teams, in the order of the places afterwards."""

    players: tuple[Effect, ...]
    teams: tuple[Effect, ...]

    @property
    def places(self) -> int:
        """How many places of players change."""
        return sum(effect.moves for effect in self.players)


class _TakeBack(Exception):
    """Leaves the transaction, so that nothing of it is stored."""


def preview_rules(tournament: Tournament, changes: Mapping[str, Any] | Rulebook) -> RulesPreview:
    """What changing the rules, or taking others, would do to the standings. Nothing is stored, nothing is logged.

    The change is carried out in a transaction that is rolled back, so the answer is what `change_rules` would bring
    about. Raises `Refused` for whatever `change_rules` refuses, except a missing reason.
    """
    found: list[RulesPreview] = []
    try:
        with transaction.atomic():
            locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
            found.append(_effects(locked, replaced(locked.rulebook, changes)))
            raise _TakeBack
    except _TakeBack:
        return found[0]


def _effects(tournament: Tournament, book: Rulebook) -> RulesPreview:
    old, new = tournament.rulebook.to_mapping(), book.to_mapping()
    if {key for key, value in new.items() if old.get(key) != value} <= NO_RESULTS:
        return RulesPreview((), ())
    kinds = (False, True) if tournament.teams.exists() else (False,)
    before = [computed_standings(tournament, teams=teams).lines for teams in kinds]
    apply_rules(tournament, book)
    after = [computed_standings(tournament, teams=teams).lines for teams in kinds]
    effects = [_compared(*pair) for pair in zip(before, after, strict=True)]
    return RulesPreview(effects[0], effects[1] if len(effects) > 1 else ())


def _compared(before: tuple[Line, ...], after: tuple[Line, ...]) -> tuple[Effect, ...]:
    was = {line.id: _standing(line) for line in before}
    pairs = ((line, was[line.id], _standing(line)) for line in after if line.id in was)
    return tuple(Effect(line.number, line.name, old, new) for line, old, new in pairs if old != new)


def _standing(line: Line) -> Standing:
    return Standing(line.place, line.shared, line.standard, line.match)
