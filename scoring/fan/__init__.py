"""The fan of Guobiao: what a hand counts, why, what it waits for, and what ticked fan add up to.

    rules = rules_of(rulebook.fan, rulebook.minimum)
    hand = hand_of("2355p", ["pung:666m", "chi:123s", "chi:789s"], "4p", {"self_drawn": True, "seat": "S"})
    evaluate(hand, rules).total

Whatever cannot be is refused with `scoring.refusal.Refusal`.
"""

from scoring.fan.evaluate import Evaluation, evaluate
from scoring.fan.explain import WHY, ExplainedReading, Explanation, Group, Line, NotCounted, explain
from scoring.fan.hand import Hand, Meld
from scoring.fan.lines import answer, answer_line
from scoring.fan.names import BY_NAME, FANS, FLOWER, Fan
from scoring.fan.notation import hand_of, parse_codes, parse_meld, parse_tile, parse_tiles, ready_of, write
from scoring.fan.ready import Way, WinningTile, winning_tiles
from scoring.fan.rules import Rules, rules_of
from scoring.fan.ticks import add_up
from scoring.fan.tiles import NAMES, NAMES_ZH, text_of

__all__ = [
    "BY_NAME",
    "FANS",
    "FLOWER",
    "NAMES",
    "NAMES_ZH",
    "WHY",
    "Evaluation",
    "ExplainedReading",
    "Explanation",
    "Fan",
    "Group",
    "Hand",
    "Line",
    "Meld",
    "NotCounted",
    "Rules",
    "Way",
    "WinningTile",
    "add_up",
    "answer",
    "answer_line",
    "evaluate",
    "explain",
    "hand_of",
    "parse_codes",
    "parse_meld",
    "parse_tile",
    "parse_tiles",
    "ready_of",
    "rules_of",
    "text_of",
    "winning_tiles",
    "write",
]
