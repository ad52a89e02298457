"""Hands for the tests: from a line of `answers.txt`, from a row of the shared examples, and at random."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from scoring.fan import Evaluation, Hand, Rules, evaluate, hand_of, rules_of
from scoring.rulebook import load

Parts = tuple[str, list[str], str, dict[str, Any]]
MIL = dict(load("mil2025").fan)
RULES = rules_of(MIL)
ANSWERS = Path(__file__).parent / "answers.txt"
TILES = [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)] + list("ESWNCFP")


def flags(**given: Any) -> dict[str, Any]:
    """All flags, none of them set but those given."""
    none = dict.fromkeys(("self_drawn", "last_of_kind", "last_wall", "kong"), False)
    return {**none, "seat": "E", "round": "E", "flowers": 0, **given}


def counted(hand: str, win: str, *melds: str, rules: Rules = RULES, **given: Any) -> Evaluation:
    """What such a hand counts."""
    return evaluate(hand_of(hand, list(melds), win, flags(**given)), rules)


def of_row(row: dict[str, Any]) -> Hand:
    """The hand of a row of the shared examples."""
    return hand_of(row["hand"], row["melds"], row["win"], row["flags"])


def answers() -> list[tuple[Parts, int]]:
    """Hands, each with the total that another engine counts (bench/fan_answers.py)."""
    found = []
    for line in ANSWERS.read_text(encoding="utf-8").splitlines():
        concealed, melds, win, ways, winds, flowers, total = line.split()
        names = ("self_drawn", "last_of_kind", "last_wall", "kong")
        how: dict[str, Any] = {name: letter == "1" for name, letter in zip(names, ways, strict=True)}
        how |= {"seat": winds[0], "round": winds[1], "flowers": int(flowers)}
        found.append(((concealed, [] if melds == "-" else melds.split(","), win, how), int(total)))
    return found


def text_of(tiles: list[str]) -> str:
    """Tiles one by one, in their order: "1m2mE"."""
    return "".join(tiles)


@st.composite
def winning_hands(draw: st.DrawFn) -> Parts:
    """Four sets and a pair, often close together, sometimes laid out, won with any of the concealed tiles."""
    pool = draw(
        st.sampled_from((TILES, TILES[:9], TILES[:18], TILES[20:25], TILES[27:] + TILES[:9], TILES[9:15]))
    )
    lows = [tile for tile in pool if len(tile) == 2 and tile[0] < "8"]
    sets: list[tuple[str, list[str]]] = []
    for _ in range(4):
        if draw(st.booleans()) and lows:
            low = draw(st.sampled_from(lows))
            sets.append(("chi", [f"{int(low[0]) + step}{low[1]}" for step in range(3)]))
        else:
            kind = draw(st.sampled_from(("pung", "pung", "kong", "ckong")))
            sets.append((kind, [draw(st.sampled_from(pool))] * (3 if kind == "pung" else 4)))
    laid = draw(st.integers(0, 4))
    melds = [
        f"{kind}:{text_of(tiles)}" for at, (kind, tiles) in enumerate(sets) if at < laid or "kong" in kind
    ]
    concealed = [
        tile for at, (kind, tiles) in enumerate(sets) if at >= laid and "kong" not in kind for tile in tiles
    ]
    concealed += [draw(st.sampled_from(pool))] * 2
    held = Counter([*concealed, *(tile for meld in melds for tile in _tiles(meld))])
    assume(max(held.values()) <= 4)
    win = concealed.pop(draw(st.integers(0, len(concealed) - 1)))
    return text_of(concealed), melds, win, draw(ways(win, concealed, melds))


def _tiles(meld: str) -> list[str]:
    text = meld.partition(":")[2]
    return [text[at : at + 2] for at in range(0, len(text), 2)] if text[0].isdigit() else list(text)


@st.composite
def ways(draw: st.DrawFn, win: str, concealed: list[str], melds: list[str]) -> dict[str, Any]:
    """Flags that can be with these tiles."""
    drawn, wall = draw(st.booleans()), draw(st.integers(0, 5)) == 0
    elsewhere = any(win in _tiles(meld) for meld in melds)
    can = (
        any("kong" in meld for meld in melds)
        if drawn
        else not elsewhere and win not in concealed and not wall
    )
    return flags(
        self_drawn=drawn,
        last_wall=wall,
        last_of_kind=win not in concealed and draw(st.integers(0, 5)) == 0,
        kong=can and draw(st.booleans()),
        seat=draw(st.sampled_from("ESWN")),
        round=draw(st.sampled_from("ESWN")),
        flowers=draw(st.integers(0, 8)),
    )
