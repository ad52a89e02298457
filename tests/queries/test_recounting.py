"""Recorded hands counted anew.

55m99s with 西西西 北北北北 111p and 9s, self-drawn by 南 in the east round: 碰碰和 6, 幺九刻 4, 明杠 1, 自摸 1: 12;
recorded once as that, and once as 14 with a reason. The other hand, on a discard: kongs 2222s 8888s concealed beside
123456m and 99m: 双暗杠 6 (WMO 8), 门前清 2, 连六 1, 缺一门 1, 无字 1, 单钓将 1, together 12 (14).
"""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests import making
from tournament.actions.tables import undo_last
from tournament.models import Hand, Tournament
from tournament.queries.counted_hands import Tiles
from tournament.queries.fan_questions import shipped_rules
from tournament.queries.recounting import recount

pytestmark = pytest.mark.django_db
PUNGS = Tiles("55m99s", ("pung:WWW", "kong:NNNN", "pung:111p"), "9s")
KONGS = Tiles("1234569m", ("ckong:2222s", "ckong:8888s"), "9m")


@pytest.fixture
def event() -> Tournament:
    """Hand 1 as counted, hand 2 declared as 14, hand 3 the kongs, hand 4 without tiles, hand 5 taken back."""
    made = making.drawn(8, 1)
    table = making.table(made)
    making.hand(table, 1, tiles=PUNGS)
    making.hand(table, 2, 14, tiles=PUNGS, fan_reason="accepted by all four")
    making.hand(table, 0, 12, 1, tiles=KONGS)
    making.hand(table, 0, 8, 1)
    making.hand(table, 1, tiles=KONGS, discarder=0)
    undo_last(table, making.stamp(table))
    return made


def test_only_hands_whose_number_is_another_one_are_listed(event: Tournament) -> None:
    with CaptureQueriesContext(connection) as asked:
        found = recount(event)
    assert len(asked) == 1
    assert (found.counted, found.without_tiles) == (3, 1)
    # 西 wins hand 2, where the south chair deals: he is south, and 西 is no wind of his own.
    (one,) = found.differing
    assert (one.session, one.table, one.hand.number, one.hand.fan, one.counted) == (1, 1, 2, 14, 12)
    assert one.fans == {"碰碰和": 1, "幺九刻": 4, "明杠": 1, "自摸": 1}
    assert one.reason == "accepted by all four"


def test_another_rulebook_counts_in_its_own_way_and_changes_nothing(event: Tournament) -> None:
    before = list(Hand.objects.order_by("pk").values())
    found = recount(event, shipped_rules("wmo2006"))
    assert [(one.hand.number, one.hand.fan, one.counted) for one in found.differing] == [
        (2, 14, 12),
        (3, 12, 14),
    ]
    assert list(Hand.objects.order_by("pk").values()) == before


def test_tiles_that_are_refused_are_listed_with_the_reason(event: Tournament) -> None:
    hand = Hand.objects.get(number=1, is_current=True)
    Hand.objects.filter(pk=hand.pk).update(tiles={**hand.tiles, "win": "8s"})
    with translation.override("en"):
        one = recount(event).differing[0]
    assert (one.hand.number, one.counted) == (1, None)
    assert one.refused == "The hand does not win with 8 of bamboos."


def test_the_command_prints_the_list(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    out, err = io.StringIO(), io.StringIO()
    call_command("rescore_hands", event.slug, stdout=out, stderr=err)
    assert out.getvalue().splitlines() == [
        "session\ttable\thand\trecorded\tcounted\treason",
        "1\t1\t2\t14\t12\taccepted by all four",
    ]
    assert "3 hands counted, 1 differ; 1 wins have no tiles." in err.getvalue()
    with pytest.raises(CommandError, match="no rulebook"):
        call_command("rescore_hands", event.slug, "--rulebook", "ours")
    with pytest.raises(CommandError, match="no tournament"):
        call_command("rescore_hands", "nowhere")


def test_the_organiser_has_the_same_list_on_a_page(event: Tournament, client: Client) -> None:
    client.force_login(making.user())
    address = reverse("organiser:recount", args=[event.slug])
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "session 1, table 1, hand 2" in page
    assert "hand 3" not in page
    assert "accepted by all four" in page
    assert "碰碰和 All Pungs" in page
    wmo = client.get(address, {"rulebook": "wmo2006"}, headers={"accept-language": "en"}).content.decode()
    assert "session 1, table 1, hand 3" in wmo
