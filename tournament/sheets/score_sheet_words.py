"""The words of the table score sheet, and what it says of one table: plain data in, text in its languages out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .words import Words

Pair = tuple[str, str]
WINDS: tuple[Pair, ...] = (("东", "E"), ("南", "S"), ("西", "W"), ("北", "N"))
ROUNDS: tuple[Pair, ...] = (
    ("东风圈", "East round"),
    ("南风圈", "South round"),
    ("西风圈", "West round"),
    ("北风圈", "North round"),
)
# The symbols of the official sheet (RULES §10); × stands for every penalty beside the false win.
LEGEND: dict[str, Pair] = {
    "dealer": ("庄家", "dealer"),
    "discard": ("点炮", "discard"),
    "self_draw": ("自摸", "self-draw"),
    "drawn": ("荒牌", "drawn hand"),
    "false_win": ("错和", "false win"),
    "warning": ("警告、罚分", "warning, other penalty"),
}
WORDS: dict[str, Pair] = {
    "title": ("记分表", "Table score sheet"),
    "session": ("局", "Session"),
    "group": ("组", "Group"),
    "table": ("桌", "Table"),
    "date": ("日期", "Date"),
    "start": ("开始", "Start"),
    "end": ("结束", "End"),
    "chairs": ("座位、编号", "Chair, number"),
    "name": ("姓名", "Name"),
    "team": ("单位", "Team"),
    "hand": ("盘", "Hand"),
    "win": ("和牌名称", "Winning hand"),
    "symbol": ("符号", "Mark"),
    "gain": ("得", "Gain"),
    "loss": ("失", "Loss"),
    "running": ("累计", "Total"),
    "seat": ("座", "chair"),
    "totals": ("合计", "Total"),
    "outside": ("盘外罚分", "Outside hands"),
    "paper": ("纸质总分", "On paper"),
    "paper_counts": ("纸质（为准）", "Paper, counts"),
    "match": ("比赛分", "Match points"),
    "place": ("名次", "Place"),
    "standard": ("标准分", "Standard points"),
    "signature": ("选手签名", "Signature"),
    "referee": ("裁判", "Referee"),
    "chief_referee": ("裁判长", "Chief referee"),
    "draft": ("草案", "DRAFT"),
    "legend": ("符号", "Marks"),
    "see_notes": ("见说明", "see the notes"),
    "fan": ("{fan} 番", "{fan} fan"),
    "flowers": ("花 {n}", "flowers {n}"),
    "robbed": ("抢杠", "robbed kong"),
    "drawn": ("荒牌", "drawn"),
    "continued": ("第 {session} 局 第 {table} 桌（续）", "Session {session}, table {table}, continued"),
    "outline": ("第 {table} 桌", "Table {table}"),
    "agreed": ("同意", "agrees"),
    "signed": ("纸签", "signed on paper"),
    "refused": ("拒绝签字", "refuses to sign"),
    # of a person
    "empty_chair": ("空座", "Empty chair"),
    "stand_in": ("陪打", "stand-in"),
    "absent": ("缺席，空座", "absent, empty chair"),
    "forfeit": ("弃权", "forfeit"),
    "instead": ("替 {name}", "for {name}"),
    "from_hand": ("第 {hand} 盘起：{name}", "from hand {hand}: {name}"),
    "credited": ("成绩归 {name}", "result goes to {name}"),
    # labels of notes
    "penalties": ("罚分", "Penalties"),
    "corrections": ("更正", "Corrected"),
    "state": ("说明", "Note"),
    "check": ("核对", "Check"),
    "hands": ("和牌", "Wins"),
    "beside": ("其他收付", "Besides"),
    # notes
    "at_hand": ("第 {hand} 盘", "hand {hand}"),
    "no_hand": ("盘外", "outside hands"),
    "withdrawn": ("已撤销：{why}", "WITHDRAWN: {why}"),
    "corrected": ("第 {hand} 盘已更正：{why}", "hand {hand} was corrected: {why}"),
    "replayed": ("第 {hand} 盘曾作废重打", "hand {hand} was void once and replayed"),
    "open": ("本桌尚未结束，仅为目前成绩", "the table is not closed: as it stands now"),
    "no_play": ("到场人数不足，本桌不打", "too few were present: no play"),
    "dispute": ("第 {hand} 盘有争议，待裁决：{text}", "hand {hand} waits for a ruling: {text}"),
    "dispute_table": ("本桌有争议，待裁决：{text}", "the table waits for a ruling: {text}"),
    "paper_alone": ("成绩取自纸质总分", "the totals on paper are the result"),
    "paper_beside": (
        "以各盘记录为准，纸质总分仅供对照",
        "the hands count; the totals on paper are shown beside them",
    ),
    "paper_reason": ("裁定理由：{why}", "why that was decided: {why}"),
    "changed": ("本桌结束后更正于 {at}", "the result was changed after the table was closed, at {at}"),
    "sum": ("四家合计 {sum}，扣分 {deducted}", "the four accounts sum to {sum}; deductions {deducted}"),
    "imbalance": ("差额理由：{why}", "why the sum differs: {why}"),
    "forfeits": (
        "弃权者比赛分按规程；座位账户：{accounts}",
        "match points of a forfeit by the rulebook; accounts of the chairs: {accounts}",
    ),
}


@dataclass(frozen=True)
class Said:
    """Something that the sheet says: a key of `WORDS`, and what stands in its places."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def text(self, words: Words) -> str:
        """The sentence in the languages of the sheet."""
        return say(words, self.key, **self.values)


@dataclass(frozen=True)
class Told:
    """Something that the sheet says in words that were found elsewhere, in Chinese and English."""

    texts: Pair

    def text(self, words: Words) -> str:
        """The sentence in the languages of the sheet."""
        return " ".join(dict.fromkeys(words.pick(self.texts)))


def say(words: Words, key: str, **values: object) -> str:
    """The words of a key on one line. Two languages that say the same say it once."""
    return " ".join(dict.fromkeys(words.pick(WORDS[key], **values)))


def wind(words: Words, chair: int) -> str:
    """A wind in one character: 东, or E where the sheet is in English only."""
    return words.pick(WINDS[chair])[0]


def deal_name(words: Words, deal: int) -> str:
    """The name of deal 0–15 (RULES §4): 南风西, or "S–W" where the sheet is in English only."""
    round_, dealer = divmod(deal, 4)
    between = "风" if words.languages_in_order[0] == "zh" else "–"
    return f"{wind(words, round_)}{between}{wind(words, dealer)}"
