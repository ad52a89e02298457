"""The fan: their names, points, and what each excludes (不重复). This is the one table of exclusions.

The order is that of the 1998 book. `excludes` is never counted beside the fan. `in_own_sets` is not counted for the
sets that the fan is made of, but may be for the others. Of `one_less`, one is not counted. A fan that is itself
excluded excludes nothing. `always_concealed` marks the hands that cannot be won any other way than concealed: whether
they add 自摸 or 不求人 on a self-draw is an option of the rulebook.

What cannot be counted because its sets are joined already (不拆移, 套算一次) is not in the table: `combinations`
decides it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """One fan. `copies` is how often a hand can have it; `id` is 82 for 明暗杠, which the book of 1998 does not have.

    A set of fan is a number with `bit` set for the first copy of each, and the bits above it, within `field`, for
    the others.
    """

    id: int
    zh: str
    en: str
    points: int
    excludes: tuple[str, ...] = ()
    in_own_sets: tuple[str, ...] = ()
    one_less: tuple[str, ...] = ()
    copies: int = 1
    always_concealed: bool = False
    bit: int = 0
    field: int = 0

    def count_in(self, present: int) -> int:
        """How many copies of this fan a set of fan holds."""
        return (present & self.field).bit_count()


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _placed(fans: tuple[Fan, ...]) -> Iterator[Fan]:
    """The fan with their bits: the lowest for the highest points."""
    at = 0
    for fan in fans:
        yield replace(fan, bit=1 << at, field=(1 << fan.copies) - 1 << at)
        at += fan.copies


_KONGS_BELOW = "双明杠 双暗杠 明暗杠 明杠 暗杠"
_FANS = (
    Fan(1, "大四喜", "Big Four Winds", 88, _words("小四喜 三风刻 碰碰和 圈风刻 门风刻 幺九刻")),
    Fan(2, "大三元", "Big Three Dragons", 88, _words("双箭刻 箭刻"), ("幺九刻",)),
    Fan(3, "绿一色", "All Green", 88, _words("混一色 缺一门")),
    Fan(
        4,
        "九莲宝灯",
        "Nine Gates",
        88,
        _words("清一色 门前清 无字"),
        one_less=("幺九刻",),
        always_concealed=True,
    ),
    Fan(5, "四杠", "Four Kongs", 88, _words(f"三杠 {_KONGS_BELOW} 碰碰和 单钓将")),
    Fan(
        6,
        "连七对",
        "Seven Shifted Pairs",
        88,
        _words("七对 清一色 门前清 单钓将 无字"),
        always_concealed=True,
    ),
    Fan(7, "十三幺", "Thirteen Orphans", 88, _words("混幺九 五门齐 门前清 单钓将"), always_concealed=True),
    Fan(8, "清幺九", "All Terminals", 64, _words("混幺九 碰碰和 全带幺 双同刻 幺九刻 无字")),
    Fan(9, "小四喜", "Little Four Winds", 64, ("三风刻",), ("幺九刻",)),
    Fan(10, "小三元", "Little Three Dragons", 64, _words("双箭刻 箭刻"), ("幺九刻",)),
    Fan(11, "字一色", "All Honors", 64, _words("混幺九 碰碰和 全带幺 幺九刻 缺一门")),
    Fan(
        12,
        "四暗刻",
        "Four Concealed Pungs",
        64,
        _words("三暗刻 双暗刻 门前清 碰碰和"),
        always_concealed=True,
    ),
    Fan(13, "一色双龙会", "Pure Terminal Chows", 64, _words("平和 七对 清一色 一般高 老少副 无字")),
    Fan(
        14,
        "一色四同顺",
        "Quadruple Chow",
        48,
        _words("一色三同顺 一色三节高 一般高 喜相逢 连六 老少副 四归一"),
    ),
    Fan(15, "一色四节高", "Four Pure Shifted Pungs", 48, _words("一色三同顺 一色三节高 碰碰和")),
    Fan(16, "一色四步高", "Four Shifted Chows", 32, _words("一色三步高 一般高 喜相逢 连六 老少副")),
    Fan(17, "三杠", "Three Kongs", 32, _words(_KONGS_BELOW)),
    Fan(18, "混幺九", "All Terminals and Honors", 32, _words("碰碰和 全带幺 幺九刻")),
    Fan(19, "七对", "Seven Pairs", 24, _words("门前清 单钓将"), always_concealed=True),
    Fan(
        20,
        "七星不靠",
        "Greater Honors & Knitted",
        24,
        _words("全不靠 五门齐 门前清 单钓将"),
        always_concealed=True,
    ),
    Fan(21, "全双刻", "All Even Pungs", 24, _words("碰碰和 断幺 无字")),
    Fan(22, "清一色", "Full Flush", 24, ("无字",)),
    Fan(23, "一色三同顺", "Pure Triple Chow", 24, ("一色三节高",), ("一般高",)),
    Fan(24, "一色三节高", "Pure Shifted Pungs", 24, ("一色三同顺",)),
    Fan(25, "全大", "Upper Tiles", 24, _words("大于五 无字")),
    Fan(26, "全中", "Middle Tiles", 24, _words("断幺 无字")),
    Fan(27, "全小", "Lower Tiles", 24, _words("小于五 无字")),
    Fan(28, "清龙", "Pure Straight", 16),
    Fan(29, "三色双龙会", "Three-Suited Terminal Chows", 16, _words("喜相逢 老少副 无字 平和")),
    Fan(30, "一色三步高", "Pure Shifted Chows", 16),
    Fan(31, "全带五", "All Fives", 16, _words("断幺 无字")),
    Fan(32, "三同刻", "Triple Pung", 16, ("双同刻",)),
    Fan(33, "三暗刻", "Three Concealed Pungs", 16, ("双暗刻",)),
    Fan(
        34,
        "全不靠",
        "Lesser Honors & Knitted",
        12,
        _words("五门齐 门前清 单钓将"),
        always_concealed=True,
    ),
    Fan(35, "组合龙", "Knitted Straight", 12),
    Fan(36, "大于五", "Upper Four", 12, ("无字",)),
    Fan(37, "小于五", "Lower Four", 12, ("无字",)),
    Fan(38, "三风刻", "Big Three Winds", 12, (), ("幺九刻",)),
    Fan(39, "花龙", "Mixed Straight", 8),
    Fan(40, "推不倒", "Reversible Tiles", 8, ("缺一门",)),
    Fan(41, "三色三同顺", "Mixed Triple Chow", 8),
    Fan(42, "三色三节高", "Mixed Shifted Pungs", 8),
    Fan(43, "无番和", "Chicken Hand", 8),
    Fan(44, "妙手回春", "Last Tile Draw", 8, ("自摸",)),
    Fan(45, "海底捞月", "Last Tile Claim", 8),
    Fan(46, "杠上开花", "Out with Replacement", 8, ("自摸",)),
    Fan(47, "抢杠和", "Robbing the Kong", 8, ("和绝张",)),
    Fan(48, "碰碰和", "All Pungs", 6),
    Fan(49, "混一色", "Half Flush", 6),
    Fan(50, "三色三步高", "Mixed Shifted Chows", 6),
    Fan(51, "五门齐", "All Types", 6),
    Fan(52, "全求人", "Melded Hand", 6, ("单钓将",)),
    Fan(53, "双暗杠", "Two Concealed Kongs", 6, _words("暗杠 双暗刻")),
    Fan(54, "双箭刻", "Two Dragon Pungs", 6, ("箭刻",), ("幺九刻",)),
    Fan(82, "明暗杠", "One Melded and One Concealed Kong", 5, _words("明杠 暗杠")),
    Fan(55, "全带幺", "Outside Hand", 4),
    Fan(56, "不求人", "Fully Concealed Hand", 4, ("自摸",)),
    Fan(57, "双明杠", "Two Melded Kongs", 4, ("明杠",)),
    Fan(58, "和绝张", "Last Tile", 4),
    Fan(59, "箭刻", "Dragon Pung", 2, (), ("幺九刻",)),
    Fan(60, "圈风刻", "Prevalent Wind", 2, (), ("幺九刻",)),
    Fan(61, "门风刻", "Seat Wind", 2, (), ("幺九刻",)),
    Fan(62, "门前清", "Concealed Hand", 2),
    Fan(63, "平和", "All Chows", 2, ("无字",)),
    Fan(64, "四归一", "Tile Hog", 2, copies=3),
    Fan(65, "双同刻", "Double Pung", 2, copies=2),
    Fan(66, "双暗刻", "Two Concealed Pungs", 2),
    Fan(67, "暗杠", "Concealed Kong", 2),
    Fan(68, "断幺", "All Simples", 2, ("无字",)),
    Fan(69, "一般高", "Pure Double Chow", 1, copies=2),
    Fan(70, "喜相逢", "Mixed Double Chow", 1, copies=2),
    Fan(71, "连六", "Short Straight", 1, copies=2),
    Fan(72, "老少副", "Two Terminal Chows", 1, copies=2),
    Fan(73, "幺九刻", "Pung of Terminals/Honors", 1, copies=4),
    Fan(74, "明杠", "Melded Kong", 1),
    Fan(75, "缺一门", "One Voided Suit", 1),
    Fan(76, "无字", "No Honors", 1),
    Fan(77, "边张", "Edge Wait", 1),
    Fan(78, "坎张", "Closed Wait", 1),
    Fan(79, "单钓将", "Single Wait", 1),
    Fan(80, "自摸", "Self-Drawn", 1),
)
# 1 each, on top of a hand that reaches the minimum without them.
_FLOWER = Fan(81, "花牌", "Flower", 1, copies=8)

*_PLACED, FLOWER = _placed((*_FANS, _FLOWER))
FANS: tuple[Fan, ...] = tuple(_PLACED)
BY_NAME: dict[str, Fan] = {fan.zh: fan for fan in (*FANS, FLOWER)}


def bits(*names: str) -> int:
    """A set of fan as a number, one copy of each that is named."""
    mask = 0
    for name in names:
        mask |= BY_NAME[name].bit
    return mask


def copies(name: str, count: int) -> int:
    """`count` copies of one fan, as a number."""
    fan = BY_NAME[name]
    return ((1 << min(count, fan.copies)) - 1) * fan.bit
