"""The calculator as a reader sees it without a script: an address is a hand, and the page its answer.

The hand of most tests: 2355p beside the melds 666m, 123s, 789s. With 4p the sets are 234p, 666m, 123s, 789s, the pair
55p: 老少副 (123s 789s) 1 and 无字 1. With 1p they are 123p instead: 喜相逢 (123p 123s) 1 more.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages.public_sheet import text_of

pytestmark = pytest.mark.django_db
HAND = {"hand": "2355p", "melds": "pung:666m chi:123s chi:789s"}


def page(client: Client, language: str = "en", **asked: Any) -> str:
    answer = client.get(reverse("public:fan"), asked, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def answer_of(html: str) -> str:
    answer = html.partition('id="answer"')[2].partition(">")[2]
    return text_of(re.sub(r"<template.*?</template>", "", answer, flags=re.DOTALL)).strip()


def wrong_at(html: str, field: str) -> str:
    found = re.search(rf'<div id="error_{field}"[^>]*>(.*?)</div>', html, re.DOTALL)
    assert found
    return text_of(found[1]).strip()


def test_a_hand_is_counted_with_each_fan_in_both_languages(client: Client) -> None:
    said = answer_of(page(client, **HAND, win="4p"))
    assert re.search(r"\b2 fan below the minimum of 8", said)
    assert "老少副 Two Terminal Chows 1 无字 No Honors 1" in said
    chinese = answer_of(page(client, "zh-hans", **HAND, win="4p"))
    assert "老少副 1 无字 1" in chinese
    assert "Two Terminal Chows" not in chinese


def test_what_is_not_counted_stands_there_with_what_excludes_it(client: Client) -> None:
    # 234s 567s 345p 678p and the pair 88s: 平和 2 (takes 无字), 断幺 2, 连六 twice, 缺一门 1, 坎张 1
    said = answer_of(page(client, hand="88s34568p", melds="chi:234s chi:567s", win="7p"))
    assert said.startswith("8 fan")
    assert "连六 Short Straight 1 × 2 2" in said
    assert "Not counted 无字 No Honors Not counted beside 平和 All Chows." in said


def test_thirteen_tiles_say_what_they_wait_for_and_each_number_leads_to_its_reasons(client: Client) -> None:
    html = page(client, **HAND)
    said = answer_of(html)
    # 1p: discard 3, self-draw one more; 4p one less. 1p as the last tile of the wall: 海底捞月 8 more.
    assert re.search(r"On a discard 3 Self-draw 4 .* On a discard 2 Self-draw 3", said)
    assert re.search(r"last tile of the wall 11 11", said)
    links = [found.replace("&amp;", "&") for found in re.findall(r'href="(/fan/\?[^"]*)"', html)]
    one = next(link for link in links if "win=1p" in link and "last_wall=1" in link and "self" not in link)
    explained = client.get(one, headers={"accept-language": "en"}).content.decode()
    assert answer_of(explained).startswith("11 fan")
    assert "海底捞月 Last Tile Claim 8" in answer_of(explained)


def test_a_tile_of_which_the_hand_holds_all_four_is_shown_as_exhausted(client: Client) -> None:
    # 111m is a set, so the fourth 1m waits for a fifth as its pair.
    said = answer_of(page(client, hand="1111m", melds="chi:234s chi:567s pung:EEE"))
    assert "exhausted: all four are in the hand" in said


@pytest.mark.parametrize(
    ("asked", "field", "words"),
    [
        ({"hand": "2355"}, "hand", "2355 has no suit. Write m, s or p behind it."),
        (
            {"hand": "23555p", "melds": HAND["melds"]},
            "hand",
            "5 concealed tiles beside 3 melds: without the winning tile there must be 4. "
            "With 14 tiles, write the winning tile on its own.",
        ),
        ({**HAND, "melds": "pung:666m chi:891s"}, "melds", "does not run across the end of a suit"),
        ({**HAND, "win": "9p"}, "win", "The hand does not win with 9 of dots."),
        ({**HAND, "win": "5p", "hand": "2355p", "last_of_kind": "1"}, "last_of_kind", "another 5 of dots"),
        ({**HAND, "win": "4p", "self_drawn": "1", "kong": "1"}, "kong", "the hand has no kong"),
        ({**HAND, "win": "4p", "flowers": "9"}, "flowers", "0 to 8 flowers"),
        ({**HAND, "win": "4p", "seat": "Q"}, "seat", "one of E, S, W, N"),
        ({**HAND, "win": "4p", "last_wall": "perhaps"}, "last_wall", "true or false"),
        ({**HAND, "rulebook": "nobodys"}, "rulebook", "no such rulebook"),
        ({"hand": "9" * 5000}, "hand", "More tiles than a hand can have"),
    ],
)
def test_what_is_refused_says_so_beside_its_field_and_keeps_what_was_typed(
    client: Client, asked: dict[str, str], field: str, words: str
) -> None:
    html = page(client, **asked)
    assert re.search(words, wrong_at(html, field))
    assert f'name="hand" value="{asked["hand"][:100]}"' in html
    assert "This cannot be counted" in answer_of(html)


def test_the_rulebook_decides_where_authorities_differ(client: Client) -> None:
    # A kong of each kind: 5 by MIL, 6 by WMO; in 1998 明杠 1 and 暗杠 2. Beside them 123456m and the pair 99m: 连六 1,
    # 缺一门 1, 无字 1, 单钓将 1.
    asked = {"hand": "1234569m", "melds": "kong:2222s ckong:8888s", "win": "9m"}
    for rulebook, kongs in (("mil2025", 5), ("wmo2006", 6), ("cn1998", 3)):
        said = answer_of(page(client, **asked, rulebook=rulebook))
        assert said.startswith(f"{kongs + 4} fan"), rulebook


def test_everybodys_answer_may_be_kept_and_nobody_elses(client: Client, admin_client: Client) -> None:
    address = reverse("public:fan")
    assert client.get(address, HAND).headers["Cache-Control"] == "public, max-age=300"
    assert "private" in admin_client.get(address, HAND).headers["Cache-Control"]
    assert {"Cookie", "Accept-Language"} <= set(client.get(address, HAND).headers["Vary"].split(", "))


def test_the_front_page_and_the_foot_lead_to_the_calculator(client: Client) -> None:
    assert client.get("/").content.decode().count('href="/fan/"') == 2
