"""A second, slow way to count a hand under the default reading, for the tests: everything is tried, nothing remembered.

It shares nothing with `scoring.fan` but the rules. Tiles are their names ("3m", "E"), fan are their Chinese names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, pairwise, permutations
from typing import Any

POINTS = {
    name: int(points)
    for points, names in (
        line.split(maxsplit=1)
        for line in """88 大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺
64 清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会
48 一色四同顺 一色四节高
32 一色四步高 三杠 混幺九
24 七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小
16 清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻
12 全不靠 组合龙 大于五 小于五 三风刻
8 花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和
6 碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻
5 明暗杠
4 全带幺 不求人 双明杠 和绝张
2 箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺
1 一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸""".splitlines()
    )
    for name in names.split()
}
# What is not counted beside what, once both are there.
NOT_BESIDE = {
    "大四喜": "圈风刻 门风刻 碰碰和 幺九刻",
    "大三元": "箭刻",
    "绿一色": "混一色 缺一门",
    "九莲宝灯": "清一色 门前清 不求人 无字",
    "四杠": "碰碰和 单钓将",
    "连七对": "清一色 门前清 不求人 无字",
    "十三幺": "五门齐 门前清 不求人 混幺九",
    "清幺九": "碰碰和 双同刻 无字 全带幺 幺九刻",
    "小三元": "箭刻",
    "字一色": "碰碰和 全带幺 幺九刻 混幺九",
    "四暗刻": "门前清 不求人 碰碰和",
    "一色双龙会": "平和 清一色 无字",
    "一色四同顺": "四归一",
    "一色四节高": "碰碰和",
    "混幺九": "碰碰和 全带幺 幺九刻",
    "七对": "门前清 不求人",
    "七星不靠": "五门齐 门前清 不求人",
    "全不靠": "五门齐 门前清 不求人",
    "全双刻": "碰碰和 断幺 无字",
    "清一色": "无字",
    "全大": "无字",
    "全中": "断幺 无字",
    "全小": "无字",
    "三色双龙会": "平和 无字",
    "全带五": "断幺 无字",
    "大于五": "无字",
    "小于五": "无字",
    "推不倒": "缺一门",
    "妙手回春": "自摸",
    "杠上开花": "自摸",
    "抢杠和": "和绝张",
    "全求人": "单钓将",
    "双箭刻": "箭刻",
    "不求人": "自摸",
    "平和": "无字",
    "断幺": "无字",
}
SUITS, WINDS, DRAGONS = "msp", "ESWN", "CFP"
ALL = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)] + list(WINDS + DRAGONS)
OUTSIDE = {tile for tile in ALL if len(tile) == 1 or tile[0] in "19"}
GREEN = {"2s", "3s", "4s", "6s", "8s", "F"}
REVERSIBLE = {"P", *(f"{rank}p" for rank in "1234589"), *(f"{rank}s" for rank in "245689")}
KNITTED = [
    [f"{start + step}{suit}" for start, suit in enumerate(order, 1) for step in (0, 3, 6)]
    for order in permutations(SUITS)
]
Set = tuple[str, ...]


def tiles_of(text: str) -> list[str]:
    """The tiles of a text in the notation."""
    found, digits = [], ""
    for letter in text:
        if letter.isdigit():
            digits += letter
        elif letter in SUITS:
            found += [digit + letter for digit in digits]
            digits = ""
        else:
            found.append(letter)
    return found


def rank(tile: str) -> int:
    return int(tile[0])


def divisions(tiles: list[str], pair: bool = True) -> Iterator[tuple[list[Set], str | None]]:
    """Every way to split tiles into sets, and one pair if there is still to be one."""
    if not tiles:
        if not pair:
            yield [], None
        return
    first, rest = tiles[0], Counter(tiles)
    wanted: list[Set] = [(first,) * 3]
    if len(first) == 2:
        wanted.append(tuple(f"{rank(first) + step}{first[1]}" for step in range(3)))
    if pair:
        wanted.append((first,) * 2)
    for group in wanted:
        if all(rest[tile] >= count for tile, count in Counter(group).items()):
            left = sorted((rest - Counter(group)).elements())
            for sets, found in divisions(left, pair and len(group) == 3):
                yield ([group, *sets], found) if len(group) == 3 else (sets, first)


def is_pairs(tiles: list[str]) -> bool:
    return len(tiles) == 14 and not any(count % 2 for count in Counter(tiles).values())


def relation(sets: list[Set]) -> str:
    """The fan that these sets make together by their places, or nothing."""
    lows = sorted(group[0] for group in sets)
    suits = {low[1:] for low in lows}
    if all(len(set(group)) == 1 for group in sets):
        if set(lows) <= set(WINDS):
            return {3: "三风刻", 4: "大四喜"}.get(len(lows), "")
        if set(lows) <= set(DRAGONS):
            return {2: "双箭刻", 3: "大三元"}.get(len(lows), "")
        if any(len(low) == 1 for low in lows):
            return ""
        names = {(2, 2, 0): "双同刻", (3, 3, 0): "三同刻", (3, 3, 1): "三色三节高"}
        names |= {(3, 1, 1): "一色三节高", (4, 1, 1): "一色四节高"}
    elif any(len(set(group)) == 1 for group in sets):
        return ""
    else:
        names = {(2, 2, 0): "喜相逢", (2, 1, 0): "一般高", (2, 1, 3): "连六", (2, 1, 6): "老少副"}
        names |= {(3, 3, 0): "三色三同顺", (3, 3, 1): "三色三步高", (3, 3, 3): "花龙", (3, 1, 3): "清龙"}
        names |= {(3, 1, 0): "一色三同顺", (3, 1, 1): "一色三步高", (3, 1, 2): "一色三步高"}
        names |= {(4, 1, 0): "一色四同顺", (4, 1, 1): "一色四步高", (4, 1, 2): "一色四步高"}
    ranks = sorted(map(rank, lows))
    steps = {after - before for before, after in pairwise(ranks)}
    return names.get((len(lows), len(suits), steps.pop()), "") if len(steps) == 1 else ""


def together(sets: list[Set], pair: str) -> Iterator[tuple[str, frozenset[int]]]:
    """Every fan that joins sets, with the places of those; the pair is the last place."""
    places = range(len(sets))
    for some in chain.from_iterable(combinations(places, size) for size in (2, 3, 4)):
        if name := relation([sets[place] for place in some]):
            yield name, frozenset(some)
    lows = [group[0] for group in sets]
    winds, dragons = ([at for at in places if lows[at] in kind] for kind in (WINDS, DRAGONS))
    if pair in DRAGONS and len(dragons) == 2:
        yield "小三元", frozenset([*dragons, len(sets)])
    if pair in WINDS and len(winds) == 3:
        yield "小四喜", frozenset([*winds, len(sets)])
    chows = all(len(set(group)) == 3 for group in sets)
    if len(sets) == 4 and chows and pair[0] == "5":
        others = [suit for suit in SUITS if suit != pair[1]]
        if sorted(lows) == sorted(f"{low}{suit}" for suit in others for low in "17"):
            yield "三色双龙会", frozenset(range(5))
        if sorted(lows) == sorted(f"{low}{pair[1]}" for low in "1177"):
            yield "一色双龙会", frozenset(range(5))


def may_be_together(chosen: tuple[tuple[str, frozenset[int]], ...]) -> bool:
    """Whether one can add these one after the other, each joining only what is not connected yet."""
    connected = [{place} for place in range(6)]
    for _, places in chosen:
        touched = [group for group in connected if group & places]
        if any(len(group & places) > 1 for group in touched):
            return False
        connected = [group for group in connected if not group & places] + [set().union(*touched)]
    return True


def selections(sets: list[Set], pair: str) -> Iterator[tuple[tuple[str, frozenset[int]], ...]]:
    found = list(together(sets, pair))
    # A hand is a chicken only where nothing could be counted.
    for size in range(1 if found else 0, min(len(found), 4) + 1):
        yield from filter(may_be_together, combinations(found, size))


def of_all(tiles: list[str]) -> list[str]:
    """Fan of the kinds of tiles."""
    kinds = set(tiles)
    numbers = {tile for tile in kinds if len(tile) == 2}
    honours = kinds - numbers
    suits = {tile[1] for tile in numbers}
    found = ["绿一色"] if kinds <= GREEN else []
    found += ["推不倒"] if kinds <= REVERSIBLE else []
    found += ["字一色"] if not numbers else []
    found += ["清幺九"] if kinds <= OUTSIDE and not honours else []
    found += ["混幺九"] if kinds <= OUTSIDE and honours and numbers else []
    found += ["断幺"] if not kinds & OUTSIDE else []
    found += ["无字"] if not honours else []
    found += ["缺一门"] if len(suits) == 2 else []
    if len(suits) == 1:
        found.append("混一色" if honours else "清一色")
    if len(suits) == 3 and honours & set(WINDS) and honours & set(DRAGONS):
        found.append("五门齐")
    ranks = {rank(tile) for tile in numbers}
    if not honours:
        for name, few in (("全小", {1, 2, 3}), ("全中", {4, 5, 6}), ("全大", {7, 8, 9})):
            found += [name] if ranks <= few else []
        found += ["小于五"] if ranks <= {1, 2, 3, 4} and 4 in ranks else []
        found += ["大于五"] if ranks <= {6, 7, 8, 9} and 6 in ranks else []
    return found


def of_winning(melds: list[tuple[str, list[str]]], win: str, flags: dict[str, Any]) -> list[str]:
    drawn = flags["self_drawn"]
    exposed = [tiles for kind, tiles in melds if kind != "ckong"]
    found = ["自摸"] if drawn else []
    found += [("妙手回春" if drawn else "海底捞月")] if flags["last_wall"] else []
    found += [("杠上开花" if drawn else "抢杠和")] if flags["kong"] else []
    found += [("不求人" if drawn else "门前清")] if not exposed else []
    found += ["全求人"] if len(exposed) == 4 and not drawn else []
    shown = sum(tiles.count(win) for tiles in exposed) == 3
    return found + (["和绝张"] if flags["last_of_kind"] or shown else [])


def add_up(names: list[str]) -> int:
    """The points of these fan without what stands beside something that excludes it."""
    left = list(names)
    for name in sorted(set(names), key=lambda each: -POINTS[each]):
        if name in left:
            gone = NOT_BESIDE.get(name, "").split()
            left = [each for each in left if each not in gone]
    return sum(POINTS[name] for name in left) or POINTS["无番和"]


def waited_for(before: list[str], knitted: bool) -> set[str]:
    """The tiles with which these would have been sets and a pair, or pairs."""
    return {
        tile
        for tile in ALL
        if any(True for _ in divisions(sorted([*before, tile])))
        or (not knitted and is_pairs([*before, tile]))
    }


def of_sets(
    concealed: list[Set], pair: str, melds: list[tuple[str, list[str]]], win: str, flags: dict[str, Any]
) -> Iterator[list[str]]:
    """Fan of the sets, once for each selection of what joins them."""
    sets = [*concealed, *(tuple(tiles[:3]) for _, tiles in melds)]
    pungs = [group for group in sets if len(set(group)) == 1]
    in_chow = any(win in group and len(set(group)) == 3 for group in concealed)
    hidden = [group for group in concealed if len(set(group)) == 1]
    count = len(hidden) + sum(kind == "ckong" for kind, _ in melds)
    if not flags["self_drawn"] and (win,) * 3 in hidden and not in_chow:
        count -= 1
    open_kongs, closed_kongs = (sum(kind == name for kind, _ in melds) for name in ("kong", "ckong"))
    base = ["四暗刻"] if count == 4 else ["三暗刻"] if count == 3 else []
    base += ["双暗刻"] if count == 2 and (open_kongs, closed_kongs) != (0, 2) else []
    if open_kongs + closed_kongs > 2:
        base.append("三杠" if open_kongs + closed_kongs == 3 else "四杠")
    else:
        kongs = {(1, 0): "明杠", (0, 1): "暗杠", (2, 0): "双明杠", (0, 2): "双暗杠", (1, 1): "明暗杠"}
        base += [kongs[open_kongs, closed_kongs]] if (open_kongs, closed_kongs) in kongs else []
    base += ["碰碰和"] if len(pungs) == 4 else []
    base += ["平和"] if not pungs and len(pair) == 2 else []
    groups = [*sets, (pair, pair)]
    if len(sets) == 4:
        base += ["全带幺"] if all(set(group) & OUTSIDE for group in groups) else []
        base += ["全带五"] if all(any(tile[0] == "5" for tile in group) for group in groups) else []
        base += ["全双刻"] if all(len(set(g)) == 1 and g[0][0] in "2468" for g in groups) else []
    for chosen in selections(sets, pair):
        names = [name for name, _ in chosen]
        outside = 0
        for at, group in enumerate(sets):
            if len(set(group)) == 1 and group[0] in OUTSIDE:
                named = ["箭刻"] if group[0] in DRAGONS else []
                named += ["圈风刻"] if group[0] == flags["round"] else []
                named += ["门风刻"] if group[0] == flags["seat"] else []
                in_big = {name for name, places in chosen if at in places}
                outside += not named and not in_big & {"三风刻", "小四喜", "大四喜"}
                names += named
        yield base + names + ["幺九刻"] * outside


def total(hand: str, melds: list[str], win: str, flags: dict[str, Any]) -> int:
    """The highest total over all readings, flowers included; 0 where the hand does not win."""
    laid = [(kind, tiles_of(tiles)) for kind, _, tiles in (meld.partition(":") for meld in melds)]
    tiles = sorted([*tiles_of(hand), win])
    everything = [*tiles, *chain.from_iterable(tiles for _, tiles in laid)]
    kongs = {tiles[0] for kind, tiles in laid if "kong" in kind}
    common = of_winning(laid, win, flags) + of_all(everything)
    common += ["四归一" for tile, count in Counter(everything).items() if count == 4 and tile not in kongs]
    best = [add_up([*common, *names]) for names in readings(tiles, laid, win, flags)]
    return max(best) + int(flags["flowers"]) if best else 0


def readings(
    tiles: list[str], laid: list[tuple[str, list[str]]], win: str, flags: dict[str, Any]
) -> Iterator[list[str]]:
    """The fan of every reading, apart from those that all have in common."""
    before = list(tiles)
    before.remove(win)
    straights = [s for s in KNITTED if len(laid) < 2 and set(s) <= set(tiles)]
    for straight in [[], *straights]:
        rest = sorted((Counter(tiles) - Counter(straight)).elements())
        for concealed, pair in divisions(rest):
            assert pair
            names = ["组合龙"] if straight else []
            sorted_nine = "".join(tile[0] for tile in before)
            if not laid and sorted_nine == "1112345678999" and {t[1:] for t in tiles} == {win[1:]}:
                names.append("九莲宝灯")
            wait = waits(concealed, pair, win)
            without = sorted((Counter(rest) - Counter([win])).elements())
            if wait and waited_for(without, bool(straight or laid)) == {win}:
                names.append(wait)
            for found in of_sets(concealed, pair, laid, win, flags):
                if "九莲宝灯" in names and "幺九刻" in found:
                    found.remove("幺九刻")
                yield names + found
    if is_pairs(tiles):
        ranks = sorted(tile[0] for tile in set(tiles) if len(tile) == 2)
        row = len(ranks) == 7 and len({tile[1] for tile in tiles}) == 1 and int(ranks[6]) - int(ranks[0]) == 6
        yield ["连七对"] if row else ["七对"]
    if not laid and set(tiles) == OUTSIDE:
        yield ["十三幺"]
    numbers = {tile for tile in tiles if len(tile) == 2}
    if len(set(tiles)) == 14 and any(numbers <= set(straight) for straight in KNITTED):
        yield ["七星不靠"] if len(numbers) == 7 else ["全不靠", "组合龙"] if len(numbers) == 9 else ["全不靠"]


def waits(concealed: list[Set], pair: str, win: str) -> str:
    """The fan of waiting that the winning tile's place allows."""
    for group in concealed:
        if len(set(group)) == 3 and win in group:
            if group[1] == win:
                return "坎张"
            if (win[0], group[0][0]) in (("3", "1"), ("7", "7")):
                return "边张"
    return "单钓将" if pair == win else ""
