"""How numbers, winds, places, tiles and times are written on a page."""

import datetime
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from django.template import Context, Engine
from django.utils import translation

from scoring.seats import moves_before_round
from tests.machine import ROOT
from tournament.templatetags import arrows

LIBRARIES = {"quesai": "tournament.templatetags.quesai", "i18n": "django.templatetags.i18n"}
ENGINE = Engine(dirs=[str(ROOT / "templates")], libraries=LIBRARIES)


def show(source: str, **values: Any) -> str:
    """What a template with the shared tags gives, in English."""
    with translation.override("en"):
        return ENGINE.from_string("{% load quesai %}" + source).render(Context(values))


@pytest.mark.parametrize(
    ("value", "text"), [(12, "+12"), (-48, "−48"), (0, "0"), (None, ""), (Fraction(25, 2), "+12½")]
)
def test_a_signed_number_carries_a_plus_or_a_real_minus(value: Any, text: str) -> None:
    assert show("{{ value|signed }}", value=value) == text


def test_a_score_is_coloured_by_its_sign_and_zero_is_not() -> None:
    assert show("{% score 8 %}") == '<span class="gain">+8</span>'
    assert show("{% score value %}", value=-8) == '<span class="loss">−8</span>'
    assert 'class="even"' in show("{% score 0 %}")


@pytest.mark.parametrize(("value", "text"), [(42, "3½"), (28, "2⅓"), (Fraction(7, 2), "3½"), (None, "")])
def test_standard_points_of_a_seat_are_twelfths_and_totals_are_points(value: Any, text: str) -> None:
    assert show("{{ value|points }}", value=value) == text


def test_a_wind_is_the_same_character_in_every_language_and_named_in_the_readers() -> None:
    badge = show("{% wind_badge 2 dealer=True %}")
    assert ">西<" in badge
    assert 'aria-label="West, dealer"' in badge
    assert "wind--dealer" in badge
    assert "wind--dealer" not in show("{% wind_badge 2 %}")


def test_only_the_first_three_places_have_a_medal() -> None:
    assert "place--3" in show("{% place 3 %}")
    assert "place--" not in show("{% place 4 %}")


def test_a_shared_place_says_so_in_words_too() -> None:
    html = show("{% place 2 shared=True %}")
    assert "place--shared" in html
    assert ">shared<" in html


def test_an_unplaced_player_has_a_dash() -> None:
    assert ">–<" in show("{% place value %}", value=None)


def test_every_tile_has_a_picture_and_a_name() -> None:
    sprite = (ROOT / "static/img/tiles/tiles.svg").read_text(encoding="utf-8")
    codes = [f"{suit}{rank}" for suit in "msp" for rank in range(1, 10)]
    codes += [f"f{rank}" for rank in range(1, 9)] + [*"ESWNCFP", "back"]
    for code in codes:
        assert f'<symbol id="{code}" ' in sprite
        assert 'aria-label="' in show("{% tile code %}", code=code)
    assert show("{{ 's7'|tile_name }}") == "7 of bamboos"


def test_every_icon_that_a_template_asks_for_is_drawn() -> None:
    import re

    sprite = (ROOT / "static/img/icons.svg").read_text(encoding="utf-8")
    for path in (ROOT / "templates").rglob("*.html"):
        for name in re.findall(r'{% icon "(\w+)"', path.read_text(encoding="utf-8")):
            assert f'id="{name}"' in sprite, f"{path.name} asks for the icon {name}"


def test_times_are_shown_in_the_tournaments_zone() -> None:
    moment = datetime.datetime(2025, 5, 1, 23, 30, tzinfo=datetime.UTC)
    chengdu = SimpleNamespace(zone="Asia/Shanghai")
    assert show("{{ m|clock:t }}", m=moment, t=chengdu) == "07:30"
    assert "2025-05-02 07:30" in show("{{ m|moment:t }}", m=moment, t=chengdu)
    assert show("{{ m|in_zone:t|date:'j.n. H:i' }}", m=moment, t=chengdu) == "2.5. 07:30"


def test_the_picture_of_a_rotation_says_in_words_who_moves() -> None:
    html = show("{% rotation moves %}", moves=moves_before_round("after_third", 4))
    assert "East moves to South; South moves to East; West moves to North; North moves to West" in html
    assert html.count("rotation__arrow") == 4


def test_a_rotation_in_which_nobody_moves_has_no_arrow() -> None:
    html = show("{% rotation moves %}", moves=moves_before_round("after_third", 2))
    assert "Nobody moves" in html
    assert "rotation__arrow" not in html


def test_the_arrow_from_a_chair_starts_on_its_side_of_the_table() -> None:
    # East is at the top, south at the left: the arrow goes down and to the left.
    x0, y0 = map(float, arrows.arrow(0, 1).path[1:].split("Q")[0].split())
    x1, y1 = map(float, arrows.arrow(0, 1).path.split(" ")[-2:])
    assert x1 < x0
    assert y1 > y0
