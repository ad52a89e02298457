"""A hand with tiles is corrected at the desk: what is recorded of it stays, must count as much, or is said to go."""

import secrets
from typing import Any

import pytest
from django.test import Client

from tests import making
from tournament.actions.hands import HandEntry, record_hand
from tournament.models import Hand, Staff, Table
from tournament.queries.counted_hands import Tiles

pytestmark = pytest.mark.django_db

# East on a discard, 18 fan: 推不倒 8, 混一色 6, 箭刻 2, 幺九刻 1, 明杠 1 (shared/data/fan_examples).
TILES = Tiles("22288sPP", ("chi:456s", "kong:9999s"), "P")
AS_IT_IS = {"winner": "0", "discarder": "1", "fan": "18", "flowers": "0", "keep": "on", "fan_reason": ""}


@pytest.fixture
def at() -> Table:
    table = making.table(making.drawn(8, 2))
    record_hand(table, HandEntry(1, 0, 1, 18, tiles=TILES), making.stamp(table))
    return table


@pytest.fixture
def chief(at: Table) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.referee(at.session.tournament, "carol", role=Staff.Role.CHIEF_REFEREE))
    return client


def url(at: Table) -> str:
    return f"/organiser/{at.session.tournament.slug}/tables/1/1/"


def sent(at: Table, **fields: Any) -> dict[str, Any]:
    at.refresh_from_db()
    base = {"act": "correct", "client_id": secrets.token_hex(16), "expected_version": at.version, "hand": 1}
    return base | AS_IT_IS | {"revision": current(at).revision, "reason": "as the four say"} | fields


def current(at: Table) -> Hand:
    return at.hands.get(number=1, is_current=True)


def test_the_form_shows_the_tiles_and_begins_with_what_is_recorded(chief: Client, at: Table) -> None:
    page = chief.get(url(at), {"hand": 1})
    form = page.context["correct_form"]
    assert {name: form.initial[name] for name in ("winner", "fan", "keep", "fan_reason")} == {
        "winner": "0", "fan": 18, "keep": True, "fan_reason": "",
    }  # fmt: skip
    html = page.content.decode()
    assert "winning tile: white dragon" in html
    assert 'name="keep"' in html
    making.hand(at, 1, 12)
    assert 'name="keep"' not in chief.get(url(at), {"hand": 2}).content.decode()


def test_another_discarder_leaves_the_tiles_whatever_they_would_count_today(chief: Client, at: Table) -> None:
    """The number that stands is not what they count, and its reason is known: neither is asked for again."""
    Hand.objects.update(fan=19, fan_reason="declared")
    assert chief.post(url(at), sent(at, discarder="2", fan="19", fan_reason="declared")).status_code == 302
    assert (current(at).discarder, current(at).tiles["win"]) == (2, "P")
    assert (current(at).fan, current(at).fan_reason) == (19, "declared")


def test_a_number_that_the_tiles_do_not_count_takes_a_reason(chief: Client, at: Table) -> None:
    refused = chief.post(url(at), sent(at, fan="24"))
    assert refused.status_code == 422
    assert "the program counts 18" in " ".join(refused.context["correct_form"].errors["fan"])
    again = sent(at, fan="24", fan_reason="declared and accepted")
    # Sent twice it is one correction, although the form is read against the hand as it is by then.
    assert [chief.post(url(at), again).status_code for _time in range(2)] == [302, 302]
    hand = current(at)
    assert (hand.fan, hand.fans, hand.fan_reason, hand.tiles["win"]) == (24, {}, "declared and accepted", "P")
    assert hand.revision == 2


def test_a_self_draw_is_counted_anew_with_the_same_tiles(chief: Client, at: Table) -> None:
    """PPP is concealed then, so 双暗刻 2, and 自摸 1: 21."""
    assert chief.post(url(at), sent(at, discarder="")).status_code == 422
    assert chief.post(url(at), sent(at, discarder="", fan="21")).status_code == 302
    assert (current(at).fans["双暗刻"], current(at).tiles["flags"]["self_drawn"]) == (1, True)


def test_tiles_go_where_the_chief_says_so(chief: Client, at: Table) -> None:
    assert chief.post(url(at), sent(at, keep="")).status_code == 302
    assert (current(at).fan, current(at).tiles, current(at).fans) == (18, {}, {})


def test_ticked_fan_stay_like_tiles_and_flowers_are_counted_beside_them(chief: Client, at: Table) -> None:
    record_hand(at, HandEntry(2, 1, 2, flowers=1, fans={"清一色": 1, "碰碰和": 1}), making.stamp(at))
    fields = {"hand": 2, "revision": 1, "winner": "1", "discarder": "2", "fan": "32", "flowers": "2"}
    assert chief.post(url(at), sent(at, **fields)).status_code == 302
    hand = at.hands.get(number=2, is_current=True)
    assert (hand.fan, hand.fans) == (32, {"清一色": 1, "碰碰和": 1, "花牌": 2})


def test_where_fan_are_not_counted_any_more_nothing_is_asked_of_the_tiles(
    chief: Client, at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.pages.organiser.table_forms.counts_fan", lambda book: False)
    assert "keep" not in chief.get(url(at), {"hand": 1}).context["correct_form"].fields
