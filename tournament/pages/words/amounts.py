"""Points as people type them."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction


def amount_typed(text: str) -> Fraction | None:
    """Points as typed: 10, 0.5, 0,5, 1½ or 1/2, in any width of digits; None where it is none."""
    spaced = re.sub(r"(?<=[0-9０-９])(?=[½¼¾⅓⅔])", " ", text.strip())
    typed = unicodedata.normalize("NFKC", spaced).replace("⁄", "/").replace(",", ".")
    match = re.fullmatch(
        r"([-−]?)(?:([0-9]{1,6})[ ](?=[0-9]+/))?([0-9]{1,6})(?:\.([0-9]{1,2}))?(?:/([1-9][0-9]?))?", typed
    )
    if match is None:
        return None
    sign, whole, before, after, below = match.groups()
    value = int(whole or 0) + Fraction(f"{before}.{after or 0}") / int(below or 1)
    return -value if sign else value
