"""A recorded hand is shown with its tiles and its fan, in pictures and in words."""

from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

from tournament.models import Hand

HAND = Hand(
    fan=17,
    tiles={
        "hand": "2355p",
        "melds": ["pung:666m", "ckong:EEEE", "chi:789s"],
        "win": "4p",
        "flags": {"self_drawn": True},
    },
    fans={"幺九刻": 2, "双暗杠": 1, "花牌": 4, "圈风刻": 1, "自摸": 1, "双暗刻": 1},
)


def shown(tag: str, hand: Any = HAND) -> str:
    with translation.override("en"):
        return Template("{% load hand_tiles %}{% " + tag + " hand %}").render(Context({"hand": hand}))


def test_tiles_are_named_for_screen_readers_and_the_winning_one_stands_apart() -> None:
    html = shown("hand_tiles")
    assert (
        'aria-label="2 of dots, 3 of dots, 5 of dots, 5 of dots, pung: 6 of characters, 6 of characters, '
        "6 of characters, concealed kong: east wind, east wind, east wind, east wind, chow: 7 of bamboos, "
        '8 of bamboos, 9 of bamboos; winning tile: 4 of dots"'
    ) in html
    assert html.count("#p4") == 1
    assert html.index("hand-tiles__win") < html.index("#p4")


def test_of_a_concealed_kong_the_outer_tiles_lie_face_down() -> None:
    html = shown("hand_tiles")
    assert (html.count("#E"), html.count("#back")) == (2, 2)


def test_what_a_fan_gave_is_told_by_the_total_that_was_recorded() -> None:
    """2 + 4 + 2 + 1 + 2 = 11 without the two concealed kongs, which give 6 or, by the WMO's book, 8 (RULES §11)."""
    six, eight = (
        shown("fan_list", Hand(fan=17, fans=HAND.fans)),
        shown("fan_list", Hand(fan=19, fans=HAND.fans)),
    )
    assert six.startswith(
        '<ul class="fan-list"><li><span class="fan-list__name"><span lang="zh-Hans">双暗杠</span> Two Concealed Kongs'
        "</span> "
        '<span class="fan-list__points">6</span>'
    )
    assert 'Two Concealed Kongs</span> <span class="fan-list__points">8</span>' in eight
    assert 'Pung of Terminals/Honors × 2</span> <span class="fan-list__points">2</span>' in six


@pytest.mark.parametrize("tag", ["hand_tiles", "fan_list"])
def test_nothing_is_shown_where_only_the_number_was_entered(tag: str) -> None:
    assert shown(tag, Hand(fan=8)) == ""


def test_where_another_number_was_declared_its_reason_stands_there() -> None:
    assert "agreed &lt;by all" in shown("fan_list", Hand(fan=9, fan_reason="agreed <by all"))
