"""Hands in, fan out: one JSON object a line, as in the neutral files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from scoring.fan.evaluate import evaluate
from scoring.fan.notation import hand_of
from scoring.fan.rules import Rules
from scoring.refusal import Refusal

# No hand needs a longer line, whatever stands beside it.
LONGEST: Final = 20_000


def answer_line(line: str, rules: Rules, said: Callable[[Refusal], str] = str) -> dict[str, Any]:
    """`{"total": 24, "fans": {"七对": 1}}` for one line with a hand, `{"error": "…"}` where it is refused.

    `said` puts a refusal into words; without it they are the plain English ones.
    """
    try:
        return answer(read_line(line), rules)
    except Refusal as refusal:
        return {"error": said(refusal)}


def answer(row: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """The total and the fan of a hand given as a table: `hand`, `melds`, `win` and `flags`; raises `Refusal`."""
    for name in ("hand", "win"):
        if name not in row:
            raise Refusal("row_incomplete", f"{name} is missing.", name=name)
    hand = hand_of(row["hand"], row.get("melds", []), row["win"], row.get("flags"))
    found = evaluate(hand, rules)
    result: dict[str, Any] = {"total": found.total, "fans": found.fans}
    if found.below_minimum:
        result["below_minimum"] = True
    return result


def read_line(line: str) -> dict[str, Any]:
    """The JSON object of one line; raises `Refusal` for any other text."""
    if len(line) > LONGEST:
        message = f"The line is too long: more than {LONGEST} characters."
        raise Refusal("row_too_long", message, most=LONGEST)
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Refusal("row_not_json", "The line is not JSON.") from error
    if not isinstance(row, dict):
        raise Refusal("row_not_an_object", "The line is not a JSON object with a hand.")
    return row
