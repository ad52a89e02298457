"""The tiles and the fan of hands in a web archive: drawn without a server, and no link to what is not in it."""

import re

import pytest

from tests import making
from tests.pages.public_sheet import text_of
from tests.pages.test_web_archive import archive_of, check_links
from tournament.queries.counted_hands import Tiles

pytestmark = pytest.mark.django_db(transaction=True)


def test_hands_have_their_tiles_and_fan_in_the_archive() -> None:
    event = making.drawn(4, 1)
    table = making.table(event)
    # South draws the last tile: 碰碰和 6, 幺九刻 4 × 1, 明杠 1, 自摸 1
    making.hand(table, 1, tiles=Tiles("55m99s", ("pung:WWW", "kong:NNNN", "pung:111p"), "9s"))
    making.close(table)

    files = archive_of(event, "en")

    check_links(files)
    for name in ("en/tables/1-1.html", "en/statistics.html"):
        page = files[name].decode()
        shown = page.partition('class="hand-tiles"')[2].partition("fan-list")[0]
        used = re.findall(r'<use href="#([^"]+)"', shown)
        # 55m 99s, 西 three times, 北 four times, 1p three times, and the winning 9s
        assert [used.count(f"tiles-tiles-{code}") for code in ("m5", "s9", "W", "N", "p1")] == [2, 3, 3, 4, 3]
        assert all(f'id="{symbol}"' in page for symbol in re.findall(r'<use href="#([^"]+)"', page))
        assert "碰碰和 All Pungs 6" in text_of(page)
        assert "Fan calculator" not in text_of(page)
    assert "1 hand whose fan are known, of 1 won" in text_of(files["en/statistics.html"].decode())
