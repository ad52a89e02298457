"""What is wished of the draws of a tournament, as the engine takes it and as people read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Player, Tournament, Wish
from tournament.seating import Apart, AtTable, Wishes


@dataclass(frozen=True)
class Source:
    """Where a wish of a draw comes from: the organiser's wish, and of clubs and countries which one (else "")."""

    wish: Wish
    of: str = ""


@dataclass(frozen=True)
class GivenWishes:
    """The wishes of one draw. `apart` and `tables` say where those of `wishes` come from, in the same order."""

    wishes: Wishes
    apart: tuple[Source, ...]
    tables: tuple[Source, ...]
    leaders_at: int


def wishes_of(tournament: Tournament, players: Sequence[Player], sessions: Sequence[int]) -> GivenWishes:
    """The wishes for a draw of these players (1 … N in this order) in sessions of these numbers. Three queries."""
    person = {player.pk: at for at, player in enumerate(players, 1)}
    apart: list[tuple[Apart, Source]] = []
    tables: list[tuple[AtTable, Source]] = []
    leaders_at = 1
    for wish in tournament.wishes.prefetch_related("players"):
        if wish.kind == Wish.Kind.CLUBS:
            apart += _alike(wish, [player.club for player in players])
        elif wish.kind == Wish.Kind.COUNTRIES:
            apart += _alike(wish, [player.country for player in players])
        elif wish.kind == Wish.Kind.APART:
            people = tuple(sorted(person[p.pk] for p in wish.players.all() if p.pk in person))
            if len(people) > 1:
                apart.append((Apart(people, wish.must), Source(wish)))
        elif wish.kind == Wish.Kind.STREAM:
            leaders_at = wish.table_number or 1
        else:
            at = tuple(place for place, number in enumerate(sessions, 1) if number in wish.sessions)
            if at or not wish.sessions:
                tables += [
                    (AtTable(person[p.pk], wish.table_number or 1, at), Source(wish))
                    for p in wish.players.all()
                    if p.pk in person
                ]
    return GivenWishes(
        Wishes(tuple(one for one, _source in apart), tuple(one for one, _source in tables)),
        tuple(source for _one, source in apart),
        tuple(source for _one, source in tables),
        leaders_at,
    )


def _alike(wish: Wish, words: Sequence[str]) -> list[tuple[Apart, Source]]:
    """Everybody with the same word, however it is spaced and written large or small, apart from each other."""
    alike: dict[str, list[int]] = defaultdict(list)
    for person, word in enumerate(words, 1):
        key = " ".join(word.split()).casefold()
        if key:
            alike[key].append(person)
    return [
        (Apart(tuple(people), wish.must), Source(wish, " ".join(words[people[0] - 1].split())))
        for _key, people in sorted(alike.items())
        if len(people) > 1
    ]
