"""The results sheet of the European Mahjong Association (EMA): 19 columns, one line for each player, as XLSX.

An EMA number is text: it may begin with 0, and one that was typed without its 0 stays as it was typed. "Table points"
are the standard points and "score" the match points of the players' standings, with the places of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.rulebook import Rulebook
from scoring.settlement import Win, settle
from tournament.models import Player, Tournament
from tournament.queries.plays import has_house_rules
from tournament.queries.standings import Line, player_standings
from tournament.refusals import Refused

from .workbook_file import HEAD, TEXT, MadeFile, Sheet, Styled, Value, written

COLUMNS = (
    *(
        "Tournament",
        "Participants",
        "Place",
        "First name",
        "Last name",
        "EMA number",
        "Table points",
        "Score",
    ),
    *(
        "EMA member",
        "Country",
        "Date",
        "Host country",
        "City",
        "MERS",
        "Short name",
        "Rules",
        "Period",
        "Days",
    ),
    "Extra",
)
WIDTHS = (30, 11, 7, 18, 22, 12, 12, 9, 12, 14, 12, 14, 16, 8, 14, 9, 9, 7, 20)
# A name with any of these is written as one word, the family name first.
_WHOLE = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]")
# Small words in front of a family name that belong to it.
_PARTICLES = frozenset(
    (
        *(
            "af",
            "al",
            "ap",
            "ben",
            "bin",
            "da",
            "dal",
            "de",
            "dei",
            "del",
            "della",
            "den",
            "der",
            "des",
            "di",
        ),
        *("do", "dos", "du", "el", "la", "le", "op", "ten", "ter", "van", "vom", "von", "zu", "zum", "zur"),
    )
)
# Hands that Guobiao settles like this (RULES §2): with 24 fan on a discard, and drawn by oneself.
_GUOBIAO = ((Win(0, 24, 1), (48, -32, -8, -8)), (Win(0, 24), (96, -32, -32, -32)))


@dataclass(frozen=True)
class Asked:
    """What the program does not know of a tournament: its weight for the ranking (MERS), and texts of the organiser."""

    mers: str = ""
    short_name: str = ""
    period: str = ""
    extra: str = ""


def ema_workbook(tournament: Tournament, asked: Asked) -> MadeFile:
    """The sheet of the newest standings in total, for those who are not stand-ins. Refuses house rules."""
    fresh = Tournament.objects.get(pk=tournament.pk)
    if has_house_rules(fresh.rulebook):
        text = _("The European association ranks tournaments of Guobiao only; this one has house rules.")
        raise Refused("house_rules", text)
    standings = player_standings(fresh)
    people = Player.objects.filter(tournament=fresh).in_bulk()
    lines = standings.lines if standings.as_of else ()
    sheet = Sheet("Results", WIDTHS, frozen="A2")
    sheet.add(COLUMNS, HEAD)
    for line in lines:
        if line.id in people:
            sheet.add(_cells(fresh, asked, line, people[line.id], len(lines)))
    name = f"{fresh.slug}-ema-session-{standings.as_of}-v{fresh.version}.xlsx"
    return MadeFile(written([sheet], fresh.name), name, fresh.version)


def names_of(player: Player) -> tuple[str, str]:
    """First and last name. Where family and given name are known they are these.

    Else the name is split: Chinese, Japanese and Korean names are a last name as a whole; what stands before a comma is
    the last name; so are words in capitals, if others are not; else the last word with the small words before it (van
    der Berg). A name of one word is a last name.
    """
    if player.family_name or player.given_name:
        return player.given_name, player.family_name
    name = " ".join(player.name.split())
    if _WHOLE.search(name):
        return "", name
    last, comma, first = name.partition(",")
    if comma:
        return first.strip(), last.strip()
    words = name.split()
    capitals = [word for word in words if word.isupper() and sum(map(str.isalpha, word)) > 1]
    small = [word for word in words if word not in capitals]
    if capitals and small:
        return " ".join(small), " ".join(capitals)
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    return " ".join(words[: max(at, 0)]), " ".join(words[max(at, 0) :])


def rules_name(book: Rulebook) -> str:
    """ "MCR" for every rulebook that settles hands as Guobiao does; another one has its own name."""
    plain = book.minimum <= 24 and all(settle(win, book) == scores for win, scores in _GUOBIAO)
    return "MCR" if plain else book.name


def _cells(
    tournament: Tournament, asked: Asked, line: Line, player: Player, participants: int
) -> Iterator[Value | Styled]:
    first, last = names_of(player)
    yield from (tournament.name, participants, line.place, first, last)
    yield Styled(player.ema_number, TEXT)
    yield from (_number(line.standard), _number(line.match))
    yield from ("yes" if player.ema_number.strip() else "no", player.country)
    starts, ends = tournament.starts_on, tournament.ends_on
    yield starts or ends
    yield from (tournament.country, tournament.city)
    yield from (_typed(asked.mers), asked.short_name, rules_name(tournament.rulebook), asked.period)
    yield (ends - starts).days + 1 if starts and ends else 1 if starts or ends else None
    yield asked.extra


def _number(points: Fraction) -> Value:
    """Points as a plain number, as the ranking reads it: thirds with as many places as a spreadsheet keeps."""
    if points.denominator == 1:
        return int(points)
    return Context(prec=15).divide(Decimal(points.numerator), Decimal(points.denominator))


def _typed(text: str) -> Value:
    """A number where one was typed."""
    text = text.strip()
    return Decimal(text.replace(",", ".")) if re.fullmatch(r"[0-9]{1,6}([.,][0-9]{1,6})?", text) else text
