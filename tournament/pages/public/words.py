"""The rules of a tournament in a few sentences, for players and spectators."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.dealing import DEALS
from scoring.rulebook import Rulebook
from tournament.pages.words.rule_words import AT_TIME, DEALING, TIE_BREAKS, book_name
from tournament.pages.words.schemes import NAMES as ROTATIONS
from tournament.pages.words.term_words import settlement_name
from tournament.queries.plays import has_house_rules
from tournament.wording import listed


@dataclass(frozen=True)
class Rule:
    """One line: what it is about, and what holds."""

    name: str
    text: str


def rules_in_short(book: Rulebook) -> tuple[Rule, ...]:
    """What a player wants to know before he sits down."""
    rules = [Rule(_("Rulebook"), book_name(book)), Rule(_("Session"), _length(book))]
    if has_house_rules(book):
        rules.append(Rule(_("How hands are paid"), settlement_name(book)))
        rules.append(Rule(_("Dealer"), str(DEALING[book.dealing])))
    rules.append(Rule(_("Chairs"), str(ROTATIONS[book.rotation])))
    if book.minimum or not has_house_rules(book):
        rules.append(Rule(_("Least fan"), str(book.minimum)))
    rules.append(
        Rule(
            _("Standard points"),
            _("%(scale)s for places 1 to 4 at the table; equal players share the points of their places")
            % {"scale": book.scale_name},
        )
    )
    if book.starting_points:
        text = _("%(n)s a session, shown on top of the match points; they rank nobody")
        rules.append(Rule(_("Starting points"), text % {"n": book.starting_points}))
    rules.append(Rule(_("Order of places"), order_of_places(book)))
    return tuple(rules)


def _length(book: Rulebook) -> str:
    if book.dealing == "rotates":
        text = _("%(hands)s hands, or %(minutes)s minutes; at time: %(at_time)s")
    elif book.dealing == "winner_deals":
        text = _("at most %(hands)s hands, or %(minutes)s minutes; at time: %(at_time)s")
    else:
        text = _("four rounds, at most %(hands)s hands, or %(minutes)s minutes; at time: %(at_time)s")
    return text % {
        "hands": min(book.hands, DEALS) if book.dealing == "rotates" else book.hands,
        "minutes": book.minutes,
        "at_time": AT_TIME[book.at_time],
    }


def order_of_places(book: Rulebook) -> str:
    """The tie-breaks in their order."""
    names = [str(TIE_BREAKS[key]) for key in book.tie_breaks]
    return _("%(keys)s; still equal: the same place") % {"keys": listed(names)}
