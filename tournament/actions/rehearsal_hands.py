"""Hands with which rehearsals are won: tiles that are worth a certain number of fan.

They are worth it whoever wins in whichever round, because no wind is tripled, whichever suits they are of, and under
every rulebook that ships: a test counts them all.
"""

from __future__ import annotations

import random
from typing import Final

from tournament.queries.counted_hands import Tiles

# By fan: concealed tiles, melds, and the winning tile last.
ON_DISCARD: Final[dict[int, tuple[str, ...]]] = {
    8: ("34m789pEE chi:345p chi:345s 5m", "123m56pNN chi:789s chi:567m 4p"),
    9: (
        "11345pWW pung:CCC chi:234p 1p",
        "777m77s99p pung:111m pung:666m 9p",
        "46pWWCCC chi:567m chi:234s 5p",
        "66m12344s pung:444p pung:555s 6m",
    ),
    10: (
        "123m6678p chi:345m chi:456s 9p",
        "6699sPPP pung:111s chi:567s 9s",
        "33m67s567p chi:456m chi:345m 8s",
        "11123m89s chi:123p chi:789m 7s",
    ),
    11: (
        "2666888s pung:CCC chi:345s 2s",
        "4456s234p chi:234m chi:345p 4s",
        "23m123s55p chi:123m chi:123p 1m",
        "123m4588p chi:123s chi:789s 6p",
    ),
    12: (
        "1123s234p pung:444m pung:333m 1s",
        "66789s66p pung:777m pung:888p 6p",
        "39m258s147pPP chi:678m 6m",
        "147m58s36pESWNFP 9p",
    ),
    13: (
        "5s pung:CCC pung:FFF chi:567s pung:444m 5s",
        "35569m14s258p pung:888s 7s",
        "789s78pEE chi:789m chi:123m 9p",
        "99pFFPPP chi:456p chi:789p F",
    ),
    14: (
        "345sNNFF chi:456p chi:567m F",
        "33666sEE pung:111s pung:999s 3s",
        "5777pPPP pung:FFF chi:123p 5p",
        "14m258s36779p chi:123p 7m",
    ),
    15: ("WCCCPPP pung:444s chi:123s W", "789m11s23p chi:789p chi:789s 1p"),
    16: ("55m555sWW pung:555p chi:678s 5m", "12378m55p chi:123s chi:789s 9m"),
    17: ("23789mWW chi:678p chi:456m 1m", "34m789pCC chi:456m chi:678m 2m"),
    18: ("334455m5p pung:555s chi:456p 5p", "12378m66p chi:456m chi:234s 9m"),
    19: ("45678m88p chi:789m chi:123m 6m", "66m34567s chi:123m chi:456s 5s"),
    20: ("5678999s pung:999p pung:999m 8s", "222555sWCCC chi:345m W"),
    21: ("2234456s chi:234m chi:567s 5s", "123m13s11p chi:123p pung:444s 2s"),
    22: ("12345pFF chi:789p chi:234p 6p", "56778pSS chi:789p pung:444p 6p"),
    23: ("11555s22p pung:222m pung:222s 2p", "23456sWW chi:789s chi:789s 1s"),
    24: ("3355588p pung:777p chi:123p 8p", "112299m2233s5pCC 5p"),
    25: ("3367899p chi:567p chi:567p 3p",),
    26: ("2444888s pung:666m pung:222p 2s",),
    27: ("345s2233p pung:444p pung:555p 3p",),
    28: ("6667999p chi:345p pung:111p 7p",),
    29: ("3335558s pung:222s chi:678s 8s",),
    30: ("77m88s33668pEECC 8p",),
    31: ("1144999m pung:666m pung:888m 4m",),
    32: ("1m8899s8888pSSPP 1m",),
    33: ("777m666s7p pung:666p pung:888p 7p",),
    34: ("11s44p pung:444m pung:444s pung:333s 4p",),
    35: ("22m45678s chi:567s chi:789s 6s",),
    36: ("11s11199p pung:CCC pung:111m 9p",),
    39: ("12233s22334444p 1s",),
    42: ("2444888s pung:888p pung:888m 2s",),
    45: ("33455m55p chi:345p chi:345m 4m",),
    61: ("111122223333sE E",),
    69: ("5m666999s111pCCC 5m",),
    74: ("555pCCCF pung:333s pung:PPP F",),
    97: ("11m555sCCPPP pung:FFF C",),
}
SELF_DRAWN: Final[dict[int, tuple[str, ...]]] = {
    8: ("567s46pEE chi:345m pung:888s 5p",),
    9: ("33mCCCPP chi:456p pung:888s P", "34m789pEE chi:345p chi:345s 5m"),
    10: ("777m66sEE pung:333m pung:555m 6s", "46pWWCCC chi:567m chi:234s 5p"),
    11: ("1177pPPP pung:333p chi:456p 7p", "33m67s567p chi:456m chi:345m 8s"),
    12: ("777m77s99p pung:111m pung:666m 9p", "444pEEFF chi:123m chi:123s F"),
    13: ("4555689p chi:789s chi:123m 7p", "66m444s66p pung:555m chi:678m 6p"),
    14: ("789s78pEE chi:789m chi:123m 9p", "23m789pEE chi:789s pung:FFF 1m"),
    15: ("345sNNFF chi:456p chi:567m F",),
    16: ("66677pCC pung:111p pung:444p 7p",),
    17: ("333s22444pCC chi:123m 2p",),
    18: ("34m789pCC chi:456m chi:678m 2m",),
    19: ("12378m66p chi:456m chi:234s 9m",),
    20: ("45678m88p chi:789m chi:123m 6m",),
    21: ("66m78s777p pung:888m pung:666s 9s",),
    22: ("456m35s55p chi:345m chi:456s 4s",),
    23: ("22277888sFF chi:456s 7s",),
    24: ("369m147s258pNNCC C",),
    25: ("45m666s66p pung:555s pung:444p 6m",),
    26: ("34m456sSS chi:345m chi:345m 5m",),
    27: ("112233m1p pung:333s pung:222p 1p",),
    28: ("88s89p pung:999m pung:888m chi:789s 7p",),
    29: ("1166888p chi:456p pung:999p 1p",),
    30: ("1114499s chi:345s chi:678s 9s",),
    31: ("666s44477pNN pung:888m 7p",),
    32: ("2235678p chi:345p chi:567p 4p",),
    33: ("22m22s444p pung:333p pung:333s 2m",),
    34: ("1144999m pung:666m pung:888m 4m",),
    35: ("11s44p pung:444m pung:444s pung:333s 4p",),
    36: ("55m56p chi:567s chi:345p chi:567p 4p",),
    39: ("567m34455667s55p 5s",),
    42: ("11s11pFFF pung:CCC pung:999s 1s",),
    45: ("1278999s chi:345s chi:234s 3s",),
    61: ("4566788s chi:345s chi:567s 8s",),
    69: ("333444555m2s pung:222m 2s",),
    74: ("CCCFFPP chi:456s chi:123s F",),
    97: ("55567sCCPPP pung:FFF C",),
}
_SUITS: Final = ("msp", "mps", "smp", "spm", "pms", "psm")


def some_hand(fan: int, self_drawn: bool, dice: random.Random) -> Tiles | None:
    """A hand that counts so many fan, in suits that the dice choose; None where there is none for that number."""
    known = (SELF_DRAWN if self_drawn else ON_DISCARD).get(fan)
    if known is None:
        return None
    suits = str.maketrans("msp", dice.choice(_SUITS))
    hand, *melds, win = dice.choice(known).split()
    kinds = [meld.partition(":") for meld in melds]
    return Tiles(
        hand.translate(suits),
        tuple(f"{kind}:{tiles.translate(suits)}" for kind, _colon, tiles in kinds),
        win.translate(suits),
    )
