"""What no font can print, before it is printed."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Tournament
from tournament.sheets.fonts import uncovered
from tournament.sheets.lines import printable


@dataclass(frozen=True)
class NotCovered:
    """A text with characters that will be boxes on paper, and their code points."""

    text: str
    codes: str


def not_covered(tournament: Tournament) -> list[NotCovered]:
    """The names that paper cannot show whole: of the tournament, its officials, players, teams and clubs."""
    texts = [tournament.name, tournament.city, tournament.country, tournament.officials]
    for name, club, country in tournament.players.values_list("name", "club", "country"):
        texts += [name, club, country]
    texts += tournament.teams.values_list("name", flat=True)
    found = []
    for text in dict.fromkeys(texts):
        boxes = uncovered(printable(text))
        if boxes:
            found.append(NotCovered(text, " ".join(f"U+{ord(char):04X}" for char in boxes)))
    return found
