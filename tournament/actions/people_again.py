"""A list of players read in once more: who is there already is changed where the list says so, the others are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.models import Player, Tournament
from tournament.refusals import Refused

from .base import log_action, writing
from .people import (
    PersonFacts,
    PersonProblem,
    check_people,
    drop_empty,
    new_players,
    refuse_errors,
    teams_named,
    tidied,
)

# What a list can say of somebody who is there already.
CHANGEABLE = (
    "number",
    "name",
    "family_name",
    "given_name",
    "team",
    "country",
    "club",
    "ema_number",
    "is_stand_in",
    "is_reserve",
)
# While numbers are exchanged nobody's old number is in the way.
ASIDE = 1_000_000


@dataclass(frozen=True)
class Meant:
    """Whom a line means: `player` is None for somebody new. `changes`: field → what it was, what it becomes."""

    facts: PersonFacts
    player: Player | None
    changes: dict[str, tuple[str, str]]

    @property
    def is_same(self) -> bool:
        """Whether the line says nothing that is not known."""
        return self.player is not None and not self.changes


@dataclass(frozen=True)
class Merged:
    """How many of a list were added, changed, and known as they are."""

    added: int
    changed: int
    same: int


def meant(tournament: Tournament, people: Sequence[PersonFacts], said: Collection[str]) -> list[Meant]:
    """Whom each line means, by EMA number, by name and team, by number, by name: the first that fits one player only.

    `said` are the fields that the list has columns for. An empty cell says nothing: what is known stays. (Only of
    stand-ins and reserves an empty cell says that one is none, as in a first list.)
    """
    people = [tidied(facts) for facts in people]
    players = list(tournament.players.select_related("team").order_by("number"))
    found: dict[int, Player] = {}
    for of_line, of_player in _KEYS:
        lines = Counter(of_line(facts) for facts in people)
        known = Counter(of_player(player) for player in players)
        there = {of_player(player): player for player in players}
        taken = {player.pk for player in found.values()}
        for index, facts in enumerate(people):
            key = of_line(facts)
            if index in found or not key or lines[key] != 1 or known[key] != 1 or there[key].pk in taken:
                continue
            found[index] = there[key]
    return [_meant(facts, found.get(index), said) for index, facts in enumerate(people)]


def check_again(tournament: Tournament, lines: Sequence[Meant]) -> list[PersonProblem]:
    """All problems of such a list: those of a first one, and what would happen to numbers and names."""
    known = [line.player.pk for line in lines if line.player is not None]
    problems = check_people(tournament, [line.facts for line in lines], besides=known)
    kept = {line.player.number for line in lines if line.player is not None and "number" not in line.changes}
    for index, line in enumerate(lines):
        change = line.changes.get("name")
        if change is not None:
            text = _("%(before)s becomes %(after)s. Is this the same person?")
            problems.append(
                PersonProblem(index, "name", "warning", text % {"before": change[0], "after": change[1]})
            )
        if line.facts.number in kept and (line.player is None or "number" in line.changes):
            text = _("Number %(n)s belongs to somebody of this list who keeps it.")
            problems.append(PersonProblem(index, "number", "error", text % {"n": line.facts.number}))
    return problems


def merge_people(
    tournament: Tournament, people: Sequence[PersonFacts], said: Collection[str], by: User
) -> Merged:
    """Change who is there already, add the others; all of them or, with an error, none. Twice is once."""
    if not people:
        raise Refused("nobody", _("There is nobody in the list. Type or paste one player a line."))
    with writing(tournament) as locked:
        lines = meant(locked, people, said)
        refuse_errors(check_again(locked, lines))
        changed = [line for line in lines if line.player is not None and line.changes]
        new = [line.facts for line in lines if line.player is None]
        _change(locked, changed)
        added = new_players(locked, new)
        if added:
            numbers = [player.number for player in added][:50]
            log_action(locked, "players_enrolled", by, count=len(added), numbers=numbers)
        if changed:
            log_action(locked, "players_updated", by, count=len(changed), changes=_logged(changed))
    return Merged(len(added), len(changed), len(lines) - len(added) - len(changed))


def _change(tournament: Tournament, lines: Sequence[Meant]) -> None:
    teams = teams_named(tournament, [line.facts.team for line in lines if "team" in line.changes])
    left = []
    for line in lines:
        player = line.player
        if player is None:
            continue
        for name in line.changes:
            if name == "team":
                left.append(player.team)
                player.team = teams.get(line.facts.team)
            elif name != "number":
                setattr(player, name, getattr(line.facts, name))
    moved = [line for line in lines if "number" in line.changes]
    for number, line in enumerate(moved, ASIDE):
        tournament.players.filter(pk=line.player.pk if line.player else 0).update(number=number)
    for line in moved:
        if line.player is not None and line.facts.number is not None:
            line.player.number = line.facts.number
    for line in lines:
        if line.player is not None:
            line.player.save()
    for team in {one for one in left if one is not None}:
        drop_empty(team)


def _meant(facts: PersonFacts, player: Player | None, said: Collection[str]) -> Meant:
    if player is None:
        return Meant(facts, None, {})
    changes = {}
    named = {"family_name", "given_name"} & set(said)
    for name in CHANGEABLE:
        # The whole name is made of its parts where the list has only these.
        if name not in said and not (name == "name" and named):
            continue
        before, after = _known(player, name), getattr(facts, name)
        if after in ("", None) or after == before:
            continue
        changes[name] = (_shown(before), _shown(after))
    return Meant(facts, player, changes)


def _known(player: Player, name: str) -> object:
    if name == "team":
        return player.team.name if player.team else ""
    return getattr(player, name)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _logged(lines: Sequence[Meant]) -> list[dict[str, object]]:
    return [
        {
            "player": line.player.number if line.player else None,
            "changes": {k: list(v) for k, v in line.changes.items()},
        }
        for line in lines[:50]
    ]


_KEYS: tuple[tuple[Callable[[PersonFacts], Hashable], Callable[[Player], Hashable]], ...] = (
    (lambda facts: facts.ema_number, lambda player: player.ema_number),
    (
        lambda facts: facts.name and facts.team and (facts.name.casefold(), facts.team),
        lambda player: player.team and (player.name.casefold(), player.team.name),
    ),
    (lambda facts: facts.number, lambda player: player.number),
    (lambda facts: facts.name.casefold(), lambda player: player.name.casefold()),
)
