"""Adding up fan that somebody ticked in a list, without any tiles, and refusing what cannot be together."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from typing import Final

from scoring.fan.evaluate import Evaluation
from scoring.fan.names import BY_NAME, FANS, FLOWER, Fan
from scoring.fan.rules import Rules
from scoring.refusal import Refusal, is_whole, shown

# At most one of each line can be true of a hand.
_ONE_OF: Final = tuple(
    line.split()
    for line in (
        "边张 坎张 单钓将",
        "清一色 混一色 缺一门 五门齐 字一色",
        "全大 全中 全小 大于五 小于五",
        "全带幺 全带五 断幺",
        "混幺九 清幺九 字一色 断幺",
        "七对 连七对 十三幺 七星不靠 全不靠 平和 碰碰和",
        "七对 连七对 十三幺 七星不靠 全不靠 平和 四杠",
        "七对 连七对 十三幺 七星不靠 全不靠 平和 四暗刻",
        "四杠 三杠 双暗杠 双明杠 明暗杠",
        "四杠 三杠 双暗杠 双明杠 暗杠",
        "大四喜 小四喜 三风刻",
        "大三元 小三元 双箭刻",
        "门前清 全求人 不求人",
        "海底捞月 抢杠和",
        "一色四同顺 一色四步高 一色三同顺 一色三步高 清龙 花龙 三色三同顺 三色三步高 三色双龙会 一色双龙会",
        "一色四节高 一色三节高 三色三节高 三同刻",
    )
)
# Nothing of the first half can be true together with anything of the second.
_NOT_BOTH: Final = tuple(
    (first.split(), second.split())
    for first, second in (
        ("自摸 不求人 妙手回春 杠上开花", "海底捞月 抢杠和 门前清 全求人"),
        (
            "无字 断幺 清一色 平和 全带五 全双刻 大于五 小于五 全大 全中 全小",
            "大四喜 小四喜 三风刻 大三元 小三元 双箭刻 箭刻 圈风刻 门风刻 "
            "字一色 混一色 混幺九 五门齐 十三幺 七星不靠 全不靠",
        ),
        (
            "七对 连七对 十三幺 七星不靠 全不靠",
            "一般高 喜相逢 连六 老少副 幺九刻 箭刻 双暗刻 明杠 暗杠 全求人",
        ),
    )
)


def _sizes(names: dict[int, str]) -> dict[str, int]:
    return {name: size for size, line in names.items() for name in line.split()}


# How many of the four sets such a fan joins.
_CHOWS: Final = _sizes(
    {
        2: "一般高 喜相逢 连六 老少副",
        3: "一色三同顺 一色三步高 清龙 花龙 三色三同顺 三色三步高",
        4: "一色四同顺 一色四步高 三色双龙会 一色双龙会",
    }
)
_PUNGS: Final = _sizes(
    {
        2: "双同刻 双箭刻 小三元",
        3: "一色三节高 三色三节高 三同刻 三风刻 小四喜 大三元",
        4: "一色四节高 大四喜",
    }
)
_SETS: Final = 4
# How many pungs of which 幺九刻 is not counted; of each line the first that is ticked.
_OWN_PUNGS: Final = (
    {"三风刻": 3, "小四喜": 3, "圈风刻": 1, "门风刻": 1},
    {"大三元": 3, "小三元": 2, "双箭刻": 2, "箭刻": 1},
    {"九莲宝灯": 3},
)


def add_up(ticked: Mapping[str, object], rules: Rules) -> Evaluation:
    """The total of ticked fan, by their Chinese names with how often; 花牌 are the flowers.

    Raises `Refusal` for a name that is no fan, a count that cannot be, and fan that exclude or contradict each
    other, naming both.
    """
    counts = {BY_NAME[name]: count for name, count in _checked(ticked)}
    flowers = counts.pop(FLOWER, 0)
    _refuse_excluded(counts, rules)
    _refuse_outside_pungs(counts)
    _refuse_contradictions({fan.zh: fan for fan in counts}, rules)
    _refuse_too_many_sets({fan.zh: count for fan, count in counts.items()})
    points = sum(rules.points[fan.id] * count for fan, count in counts.items())
    counted = tuple((fan.zh, counts[fan]) for fan in FANS if fan in counts)
    return Evaluation(points + flowers, flowers, counted, points < rules.minimum)


def _checked(ticked: Mapping[str, object]) -> list[tuple[str, int]]:
    result = []
    for name, count in ticked.items():
        fan = BY_NAME.get(name) if isinstance(name, str) else None
        if fan is None:
            raise Refusal("no_such_fan", f"{shown(name)} is not a fan.", fan=shown(name))
        if not is_whole(count) or not isinstance(count, int) or not 0 <= count <= fan.copies:
            message = f"{fan.zh} can be counted 0 to {fan.copies} times, not {shown(count)}."
            raise Refusal("fan_count", message, fan=fan.zh, most=fan.copies, count=shown(count))
        if count:
            result.append((name, count))
    return result


def _refuse_outside_pungs(counts: Mapping[Fan, int]) -> None:
    """Refuse more 幺九刻 than there are pungs left for it."""
    outside = BY_NAME["幺九刻"]
    left = _SETS
    taking = []
    for sizes in _OWN_PUNGS:
        fan = next((BY_NAME[name] for name in sizes if BY_NAME[name] in counts), None)
        if fan:
            taking.append(fan.zh)
            left -= sizes[fan.zh]
    if counts.get(outside, 0) > left:
        by = ", ".join(taking)
        message = f"Beside {by}, {outside.zh} is counted {left} times at most."
        raise Refusal("fan_excluded", message, fan=outside.zh, by=by)


def _refuse_excluded(counts: Mapping[Fan, int], rules: Rules) -> None:
    for by in counts:
        for name in rules.excludes(by):
            if BY_NAME[name] in counts:
                raise Refusal("fan_excluded", f"{name} is not counted beside {by.zh}.", fan=name, by=by.zh)
    alone = next((fan for fan in counts if fan.zh == "无番和"), None)
    if alone and len(counts) > 1:
        other = next(fan for fan in counts if fan is not alone)
        _contradict(alone, other)


def _refuse_contradictions(ticked: Mapping[str, Fan], rules: Rules) -> None:
    mixed = BY_NAME["明暗杠"]
    if rules.knows(mixed):
        if "明杠" in ticked and "暗杠" in ticked:
            raise Refusal("fan_is_another", "明杠 and 暗杠 together are counted as 明暗杠.", fan="明暗杠")
    elif mixed.zh in ticked:
        raise Refusal(
            "fan_not_in_rulebook", "This rulebook counts 明杠 and 暗杠 instead of 明暗杠.", fan=mixed.zh
        )
    for group in _ONE_OF:
        for one, other in combinations([ticked[name] for name in group if name in ticked], 2):
            _contradict(one, other)
    for first, second in _NOT_BOTH:
        for name, other_name in product(first, second):
            if name in ticked and other_name in ticked:
                _contradict(ticked[name], ticked[other_name])


def _contradict(one: Fan, other: Fan) -> None:
    message = f"{one.zh} and {other.zh} cannot be counted for one hand."
    raise Refusal("fan_contradict", message, fan=one.zh, other=other.zh)


def _refuse_too_many_sets(counts: Mapping[str, int]) -> None:
    """Each combination connects sets that were not connected, so they need one set more than they have joints."""
    needed = 0
    for sizes in (_CHOWS, _PUNGS):
        joints = sum((sizes[name] - 1) * count for name, count in counts.items() if name in sizes)
        needed += joints + 1 if joints else 0
    if needed > _SETS:
        names = ", ".join(name for name in counts if name in _CHOWS or name in _PUNGS)
        message = f"{names}: so many combinations need {needed} sets, and a hand has four."
        raise Refusal("fan_too_many_sets", message, fans=names, sets=needed)
