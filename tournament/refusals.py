"""What the program refuses, in sentences that say what is wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.refusal import Refusal
from tournament import fan_texts, house_texts

# Codes of `scoring`, as sentences. %(…)s come from the refusal's params.
SCORING_TEXTS: dict[str, Promise] = {
    "fan_below_minimum": _(
        "%(fan)s fan with %(flowers)s flowers is under the minimum of %(minimum)s without flowers. "
        "Enter the right fan, or record a false win."
    ),
    "fan_below_minimum_no_flowers": _(
        "%(fan)s fan is under the minimum of %(minimum)s. Enter the right fan, or record a false win."
    ),
    "fan_too_high": _("%(fan)s fan cannot be: more than %(limit)s is refused. Enter the fan again."),
    "winner_is_discarder": _("The winner cannot be the discarder. Choose another discarder, or self-draw."),
    "no_such_seat": _("There is no such seat at this table. Choose one of the four players."),
    "flowers_out_of_range": _("A hand has 0 to 8 flowers. Enter the number of flowers again."),
    "not_whole_number": _("A whole number is expected. Enter it again."),
    "no_such_hand": _("There is no such hand in a session."),
    "no_such_round": _("Rounds are numbered 1 to 4."),
    "unknown_kind": _("What happened? Choose a kind of penalty from the list."),
    "unknown_mode": _("Choose how the penalty is paid: deduct, pay each, or pay one."),
    "unknown_currency": _("Choose match points or standard points."),
    "amount_negative": _("A penalty cannot be less than 0. Enter how much is taken."),
    "amount_too_high": _("This penalty is impossibly high. Enter the amount again."),
    "amount_not_whole": _("Match points are whole. Enter a whole number."),
    "amount_not_half": _("Standard points are taken in halves and wholes. Enter 0.5, 1, 1.5 …"),
    "standard_points_deduct_only": _("Standard points can only be deducted: nobody receives them."),
    "victim_missing": _("Who receives the points? Choose the player who was harmed."),
    "victim_is_offender": _("A player cannot be paid by himself. Choose another player."),
    "victim_not_present": _("The harmed player is not at this table. Choose another player."),
    "fan_do_not_sum": _("These fan are %(sum)s together, not %(fan)s."),
    "fan_flowers_differ": _("There are %(count)s flowers among the fan, but the hand has %(flowers)s."),
    "fan_not_a_table": _("Fan are expected as names with how often each is counted."),
    "tiles_not_a_hand": _("Tiles are expected as an object of hand, melds, win and flags."),
}

# The input that a code of `scoring` is about.
SCORING_FIELDS: dict[str, str] = {
    "fan_below_minimum": "fan",
    "fan_too_high": "fan",
    "winner_is_discarder": "discarder",
    "flowers_out_of_range": "flowers",
    "unknown_kind": "kind",
    "unknown_mode": "mode",
    "unknown_currency": "currency",
    "amount_negative": "amount",
    "amount_too_high": "amount",
    "amount_not_whole": "amount",
    "amount_not_half": "amount",
    "standard_points_deduct_only": "mode",
    "victim_missing": "victim",
    "victim_is_offender": "victim",
    "victim_not_present": "victim",
}


# The table is not what the client thought: it must look again before it sends anything else.
CONFLICTS = ("stale", "id_reused", "wrong_hand", "settled")


class Refused(Exception):
    """Somebody asked for what cannot be done.

    `code` is a stable word for programs, `message` a sentence in the reader's language, `field` the input it
    belongs to (or ""), `current` what is there instead (JSON-able), such as the hand somebody else entered.
    """

    def __init__(
        self, code: str, message: str | Promise, *, field: str = "", current: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(code, str(message))
        self.code = code
        self.message = str(message)
        self.field = field
        self.current = dict(current or {})

    @property
    def is_conflict(self) -> bool:
        """Whether it is about what others did meanwhile, rather than about the rules."""
        return self.code in CONFLICTS


class Kept(Refused):
    """An entry that was not carried out but is kept for the chief referee: `code` is waits, or what became of it."""


def from_scoring(refusal: Refusal) -> Refused:
    """The same refusal in the reader's language; a code without a sentence of its own keeps the plain one."""
    plainer = "" if refusal.params.get("flowers") else "_no_flowers"
    text = SCORING_TEXTS.get(refusal.code + plainer) or SCORING_TEXTS.get(refusal.code)
    params: Mapping[str, object] = refusal.params
    if text is None and refusal.code in fan_texts.REFUSALS:
        text, params = fan_texts.REFUSALS[refusal.code], fan_texts.in_words(params)
    if text is None and refusal.code in house_texts.REFUSALS:
        text, params = house_texts.REFUSALS[refusal.code], house_texts.in_words(params)
    sentence = str(text) % params if text else house_texts.own_words(refusal)
    field = SCORING_FIELDS.get(refusal.code) or fan_texts.FIELDS.get(refusal.code, "")
    return Refused(refusal.code, sentence, field=field)


@contextmanager
def refused_at(
    place: str, named: Callable[[Refusal, str], str] = lambda refusal, field: field
) -> Iterator[None]:
    """What `scoring` refuses inside, in the reader's language and at this place.

    `named` says of a refusal and the field that it belongs to, "" for none, where a more exact place is.
    """
    try:
        yield
    except Refusal as refusal:
        refused = from_scoring(refusal)
        raise Refused(
            refused.code, refused.message, field=named(refusal, refused.field) or place
        ) from refusal
