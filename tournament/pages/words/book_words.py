"""What each rulebook that ships is, in one sentence, for whoever chooses among them."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.rulebook import Rulebook

from .term_words import settlement_name

SENTENCES: dict[str, Promise] = {
    "cn2014": _("The Chinese event regulation of 2014, for 52 players and five sessions."),
    "cn1998": _(
        "The national rules of 1998 in their trial version, with sessions of three hours and a break."
    ),
    "mil2025": _("The Mahjong International League with its supplement of 2025."),
    "wmo2006": _(
        "The green book of the World Mahjong Organization of 2006, with the championship regulation of 2007."
    ),
    "club111": _(
        "Everybody has 111 points and pays a point a fan, twice as much where the dealer wins or pays."
    ),
    "nanchang": _(
        "Kinds of hand with a table of what each player pays; on a discard all three pay, the discarder most."
    ),
    "lianyungang": _(
        "Six levels of hands, the smaller ones lifted by a replacement tile; several may win on one discard."
    ),
    "zhuoji": _(
        "Guiyang: a table of kinds, kongs that are paid in drawn hands too, and hot discards after a kong."
    ),
    "zhuanzhuan": _(
        "One rate, multiplied by the birds that hit; kongs are paid beside it, in drawn hands too."
    ),
    "shanghai": _("Base and flowers, doubled by every fan up to a cap, with guarantors who pay for others."),
    "minnan": _("Quanzhou: gold tiles, and flowers and kongs that the losers settle among themselves, too."),
    "wenzhou": _("Soft, hard and double hands; a dealer who wins again and again plays for more and more."),
    "own_table": _("For all other rules: you type in the kinds of hand, and what each player pays for them."),
}


def sentence_of(book: Rulebook) -> str:
    """One sentence about a rulebook; of one without a sentence how it pays."""
    return str(SENTENCES.get(book.key, settlement_name(book)))
