"""The calculator: what a hand counts and why, and what 13 tiles wait for. A hand is an address that can be shared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from scoring.fan import NAMES, Way, rules_of
from scoring.rulebook import GUOBIAO, Rulebook, load
from tournament import fan_texts, live
from tournament.pages.words.fan_words import code_of, shown_reading, shown_wait
from tournament.queries.fan_questions import USUAL_RULEBOOK, Question, awaited, explained, shipped_rules
from tournament.refusals import Refused
from tournament.sharing import is_everybodys
from tournament.templatetags.quesai import WIND_NAMES, WINDS

WIND_LETTERS: Final = "ESWN"
HOWS: Final = ("self_drawn", "last_of_kind", "last_wall", "kong")
PARTS: Final = ("hand", "melds", "win")
# The same hand counts the same until the program itself is another one.
KEPT_SECONDS: Final = 300
# Longer than any hand that can be meant; what is longer is refused by its beginning.
MOST_LETTERS: Final = 100
_YES_OR_NO: Final[dict[str, bool]] = {"": False, "0": False, "1": True}
HOW_LABELS: Final = {
    "last_of_kind": gettext_lazy("Last of its kind"),
    "last_wall": gettext_lazy("Last tile of the wall"),
    "kong": gettext_lazy("Replacement tile after a kong, or robbing a kong"),
}
HOW_FAN: Final = {"last_of_kind": "和绝张", "last_wall": "妙手回春 · 海底捞月", "kong": "杠上开花 · 抢杠和"}


@dataclass
class Asked:
    """The form as it was filled in, with what is wrong at which field."""

    hand: str = ""
    melds: str = ""
    win: str = ""
    # Yes, no, or text that is neither and will be refused.
    self_drawn: bool | str = False
    last_of_kind: bool | str = False
    last_wall: bool | str = False
    kong: bool | str = False
    seat: str = "E"
    round: str = "E"
    flowers: str = "0"
    rulebook: str = USUAL_RULEBOOK
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def question(self) -> Question:
        """The same as it is asked."""
        flags: dict[str, Any] = {how: getattr(self, how) for how in HOWS}
        whole = self.flowers.isascii() and self.flowers.isdigit() and len(self.flowers) < 4
        flags |= {
            "seat": self.seat,
            "round": self.round,
            "flowers": int(self.flowers) if whole else self.flowers,
        }
        return Question(self.hand, self.melds.replace(",", " ").split(), self.win, flags, self.rulebook)

    def address(self, **other: Any) -> str:
        """Where this hand is shown, with other values for some fields."""
        values = {
            name: getattr(self, name) for name in (*PARTS, *HOWS, "seat", "round", "flowers", "rulebook")
        }
        values |= other
        usual = Asked()
        given = [(name, value) for name, value in values.items() if value != getattr(usual, name)]
        pairs = [(name, "1" if value is True else value) for name, value in given]
        return f"{reverse('public:fan')}?{urlencode(pairs)}"


def why_address(tiles: Mapping[str, Any], rulebook: Rulebook) -> str:
    """Where the tiles of a `models.Hand` are explained; "" where no rulebook of the calculator counts as this one."""
    if not tiles or rulebook.key not in GUOBIAO:
        return ""
    if shipped_rules(rulebook.key) is not rules_of(rulebook.fan, rulebook.minimum):
        return ""
    flags = tiles["flags"]
    asked = Asked(tiles["hand"], " ".join(tiles["melds"]), tiles["win"], rulebook=rulebook.key)
    return asked.address(**{**flags, "flowers": str(flags["flowers"])})


def _asked(given: QueryDict) -> Asked:
    texts: dict[str, Any] = {
        name: " ".join(str(given[name]).split())[:MOST_LETTERS]
        for name in (*PARTS, "seat", "round", "flowers")
        if given.get(name)
    }
    hows: dict[str, Any] = {how: _YES_OR_NO.get(given.get(how, ""), given.get(how, "")) for how in HOWS}
    found = Asked(**texts, **hows)
    rulebook = given.get("rulebook") or USUAL_RULEBOOK
    if rulebook in GUOBIAO:
        found.rulebook = rulebook
    else:
        found.errors["rulebook"] = _("There is no such rulebook. Choose one of the list.")
    return found


@require_safe
@gzip_page
def fan(request: HttpRequest) -> HttpResponse:
    """The form with its answer, or only the answer for the script of the page."""
    asked = _asked(request.GET)
    answer = _answer(asked) if asked.hand or asked.melds or asked.win else {}
    context = {
        "asked": asked,
        **answer,
        "hows": [
            (name, label, HOW_FAN[name], getattr(asked, name), asked.errors.get(name, ""))
            for name, label in HOW_LABELS.items()
        ],
        "winds": list(zip(WIND_LETTERS, WINDS, WIND_NAMES, strict=True)),
        "rulebooks": [(key, _name(key)) for key in sorted(GUOBIAO, key=lambda key: key != USUAL_RULEBOOK)],
        "flowers": [str(number) for number in range(9)],
    }
    template = "public/fan_answer.html" if live.asks_for_part(request) else "public/fan.html"
    response = render(request, template, context)
    if not is_everybodys(request):
        return live.asked_again(response)
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def _name(key: str) -> str:
    book = load(key)
    return book.name_zh if fan_texts.speaks_chinese() else book.name


def _answer(asked: Asked) -> dict[str, Any]:
    """What the hand counts, or what it waits for; a refusal is noted at its field."""
    if asked.errors:
        return {}
    try:
        return _explained(asked) if asked.win else _awaited(asked)
    except Refused as refused:
        wrong = refused.field if refused.field in (*PARTS, *HOWS, "seat", "round", "flowers") else "hand"
        asked.errors[wrong] = refused.message
        if refused.code == "wrong_number_of_tiles" and not asked.win:
            asked.errors[wrong] = _("%(reason)s With 14 tiles, write the winning tile on its own.") % {
                "reason": refused.message
            }
        return {}


def _explained(asked: Asked) -> dict[str, Any]:
    found = explained(asked.question)
    win = found.hand.win
    return {
        "found": found,
        "best": shown_reading(found.best, win),
        "equally_good": [shown_reading(reading, win) for reading in found.equally_good],
        "last_shown": str(fan_texts.WHY["last_shown"]) % {"tile": fan_texts.tile_word(NAMES[win])}
        if found.last_of_kind_shown
        else "",
        "flower": fan_texts.fan_words("花牌"),
        "win_code": code_of(win),
        "waits_url": asked.address(win="", **dict.fromkeys(HOWS, False)),
    }


def _awaited(asked: Asked) -> dict[str, Any]:
    def address(tile: int, way: Way) -> str:
        return asked.address(win=NAMES[tile], **{how: getattr(way, how) for how in HOWS})

    found = awaited(asked.question)
    return {
        "waits": [shown_wait(tile, address) for tile in found],
        "not_ready": not found,
        "minimum": asked.question.rules.minimum,
    }
