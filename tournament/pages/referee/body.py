"""Reading what a phone sends: every value has its type and its bounds, or is refused in words at its field."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournament.pages.words.amounts import amount_typed
from tournament.refusals import Refused

# Larger than any number that means something here, small enough for every column and every sentence.
LARGEST = 1_000_000
LONGEST = 1000


class Body:
    """The JSON object of one entry. Getters raise `Refused` with the field's name."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def whole(self, name: str) -> int:
        """A whole number that must be there."""
        value = self.optional_whole(name)
        if value is None:
            raise Refused("malformed", _("A number is missing. Reload the page."), field=name)
        return value

    def optional_whole(self, name: str) -> int | None:
        """A whole number, or None where there is none."""
        value = self.values.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
            raise Refused("malformed", _("That is not a whole number of a sensible size."), field=name)
        return value

    def text(self, name: str) -> str:
        """Text as typed, without blanks around it; "" where there is none."""
        value = self.values.get(name, "")
        if not isinstance(value, str) or len(value) > LONGEST:
            raise Refused("malformed", _("That text is too long. Shorten it."), field=name)
        if any(unicodedata.category(letter) == "Cs" or letter == "\0" for letter in value):
            raise Refused(
                "malformed", _("That text has characters that cannot be stored. Type it again."), field=name
            )
        return value.strip()

    def flag(self, name: str) -> bool:
        """Yes or no; no where nothing was said."""
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            raise Refused("malformed", _("Say yes or no."), field=name)
        return value

    def amount(self, name: str) -> Fraction:
        """Points as typed: 10, 0.5, 0,5 or ½, in any width of digits."""
        typed = self.text(name)
        if not typed:
            raise Refused(
                "amount_missing", _("How much? Choose or type an amount; 0 is a warning."), field=name
            )
        value = amount_typed(typed)
        if value is None:
            raise Refused(
                "amount",
                _("“%(typed)s” is no amount. Type for example 10.") % {"typed": typed[:20]},
                field=name,
            )
        return value

    def part(self, name: str) -> Body | None:
        """An object within the entry, or None where there is none."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, Mapping):
            raise Refused("malformed", _("An answer is missing. Reload the page."), field=name)
        return None if value is None else Body(value)

    def counts(self, name: str) -> dict[str, int]:
        """Whole numbers by their names; none where nothing was said."""
        part = self.part(name)
        return {key: part.whole(key) for key in part.values} if part is not None else {}

    def words(self, name: str, number: int, longest: int = LONGEST - 1) -> list[str]:
        """A list of exactly so many words, short ones unless said otherwise."""
        value = self.values.get(name)
        if (
            not isinstance(value, list)
            or len(value) != number
            or not all(isinstance(word, str) and len(word) <= longest for word in value)
        ):
            raise Refused("malformed", _("An answer is missing. Reload the page."), field=name)
        return value

    def drawings(self, name: str, number: int) -> list[str]:
        """As many paths of drawings, "" where nothing was drawn; the action looks at what they say."""
        return self.words(name, number, LARGEST) if name in self.values else []
