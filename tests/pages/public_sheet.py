"""A small tournament whose every figure is known by heart, for the tests of the public pages.

Sixteen players in four teams, two sessions, rulebook cn2014 (300 starting points, standard points 4-3-2-1).
At table 1 of session 1 two hands of 8 fan are won on discards:

    hand                    东    南    西    北
    1  东 from 南          +32   −16    −8    −8
    2  南 from 西           −8   +32   −16    −8
                           +24   +16   −24   −16      places 1 2 4 3, standard points 4 3 1 2
"""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

from tests import making
from tournament.models import Player, Table, Tournament


def sitter(at: Table, chair: int) -> Player:
    """Who was drawn to a chair."""
    player = at.seats.get(chair=chair).player
    assert player is not None
    return player


def played(**rules: object) -> Tournament:
    """The tournament with the two hands played and the table closed."""
    made = making.drawn(16, 2, **rules)
    table = making.table(made)
    making.hand(table, winner=0, fan=8, discarder=1)
    making.hand(table, winner=1, fan=8, discarder=2)
    making.close(table)
    return made


def text_of(html: str) -> str:
    """What a reader sees, with single blanks."""
    shown = re.sub(r"<(template|script|style)\b.*?</\1>", " ", html, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", shown)).split())


def row_of(html: str, row_id: str) -> str:
    """The text of the element with this id, a row, a card or a list item."""
    found = re.search(
        rf'<(tr|section|a|li)\b[^>]*\bid="{row_id}"[^>]*>.*?</\1>(?=\s*(?:<|$))', html, flags=re.S
    )
    assert found, f"there is no row {row_id}"
    return text_of(found.group())


def read(path: str, client: Client | None = None) -> str:
    """A page as English readers get it."""
    response = (client or Client()).get(path, HTTP_ACCEPT_LANGUAGE="en")
    assert response.status_code == 200, f"{path}: {response.status_code}"
    return response.content.decode()
