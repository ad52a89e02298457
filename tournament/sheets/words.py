"""The words of the sheets in Chinese and English.

They are not translations of the interface: a printed sheet shows both languages side by side, whoever prints
it, so they do not go through gettext.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LANGUAGES = ("zh", "en")
WORDS: dict[str, tuple[str, str]] = {
    # what a sheet is
    "players": ("个人成绩表", "Individual results"),
    "teams": ("团体成绩表", "Team results"),
    "provisional": ("暂定", "PROVISIONAL"),
    "rehearsal": ("演练", "REHEARSAL"),
    # headings; they may be broken at "|"
    "unit": ("单位", "Team"),
    "team": ("队名", "Team"),
    "name": ("姓名", "Name"),
    "number": ("编号", "No."),
    "match_block": ("比赛分|（各局得分与名次）", "Match points, |with place at the table"),
    "match_block_teams": ("比赛分", "Match |points"),
    "standard_block": ("标准分", "Standard |points"),
    "total": ("合计", "Total"),
    "with_starting": ("含|基础分", "With |start"),
    "place": ("个人|名次", "Place"),
    "team_place": ("团体|名次", "Team |place"),
    "group": ("组", "Group"),
    "carried": ("带入", "Carried"),
    "nobody": ("尚无成绩", "No results yet"),
    # state and footer
    "as_of": ("截至第 {session} 局，共 {planned} 局", "After session {session} of {planned}"),
    "before_first": ("第 1 局尚未结束", "Before the end of session 1"),
    "edition_before_first": ("版本 {version}", "version {version}"),
    "edition": ("版本 {version}，截至第 {session} 局", "version {version}, as of session {session}"),
    "page": ("第 {page} 页，共 {pages} 页", "Page {page} of {pages}"),
    # notes
    "rulebook": ("竞赛规则", "Rules"),
    "scale": ("标准分", "Standard points"),
    "scale_text": (
        "每桌第一至第四名：{scale}；同分者平分所占名次的分数",
        "1st to 4th at a table: {scale}; equal players share the points of their places",
    ),
    "order": ("名次排列", "Ranking"),
    "order_end": ("仍相同者名次并列", "still equal: the same place"),
    "officials": ("工作人员", "Officials"),
    "state": ("说明", "Note"),
    "provisional_text": (
        "成绩尚未最后确认，可能更改；已结束 {closed} 局",
        "not yet official and may change; sessions closed: {closed}",
    ),
    "rehearsal_text": ("演练数据，并非真实成绩", "made up for a rehearsal, not real results"),
    "corrected": ("更正", "Corrected"),
    "corrected_text": (
        "第 {session} 局第 {table} 桌，{at}",
        "session {session}, table {table} at {at}",
    ),
    "boxes": ("方框", "Boxes"),
    "boxes_text": (
        "方框内为字体中没有的字符的编码：{codes}",
        "a box holds the code point of a character that the fonts lack: {codes}",
    ),
    # signatures
    "chief_referee": ("裁判长", "Chief referee"),
    "organiser": ("主办单位", "Organiser"),
    "date": ("日期", "Date"),
    # keys of the ranking, in the order of their weight as the rulebook gives it
    "key:standard_points": ("标准分", "standard points"),
    "key:match_points": ("比赛分", "match points"),
    "key:best_session_standard_points": ("单局最高标准分", "best session's standard points"),
    "key:sorted_session_standard_points": (
        "各局标准分由高到低逐一比较",
        "sessions' standard points compared from the best down",
    ),
    "key:firsts": ("第一名次数", "first places"),
    "key:seconds": ("第二名次数", "second places"),
    "key:thirds": ("第三名次数", "third places"),
    "key:hands_won": ("和牌盘数", "hands won"),
    "key:highest_hand": ("最大番数", "highest hand"),
    "key:lots": ("抽签", "drawing lots"),
}
# The offices as people type them; anything else is printed as it was typed.
OFFICES: dict[str, tuple[str, str]] = {
    "chief_referee": ("裁判长", "Chief referee"),
    "deputy_chief_referee": ("副裁判长", "Deputy chief referee"),
    "referee": ("裁判", "Referee"),
    "organiser": ("主办", "Organiser"),
    "recorder": ("编排记录", "Recorder"),
}


@dataclass(frozen=True)
class Words:
    """The table of words, read in one language or in both (Chinese first, as on the official forms)."""

    languages: tuple[str, ...] = LANGUAGES

    def __post_init__(self) -> None:
        if not self.languages or not set(self.languages) <= set(LANGUAGES):
            raise ValueError(f"the languages of a sheet are some of {LANGUAGES}, not {self.languages}")

    def lines(self, key: str, **values: object) -> tuple[str, ...]:
        """The words, one entry for each language of the sheet."""
        return self.pick(WORDS[key], **values)

    def line(self, key: str, between: str = " ", **values: object) -> str:
        """The words on one line."""
        return between.join(self.lines(key, **values))

    def pick(self, pair: tuple[str, str], **values: object) -> tuple[str, ...]:
        """Of a pair (Chinese, English) those that the sheet shows, the values filled in."""
        chosen = (pair[LANGUAGES.index(language)] for language in LANGUAGES if language in self.languages)
        return tuple(text.format(**values) if values else text for text in chosen)

    def office(self, role: str) -> str:
        """The office of an official in the languages of the sheet; unknown ones as they were typed."""
        known = office_key(role)
        return " ".join(self.pick(OFFICES[known])) if known else role

    def ranking(self, keys: Iterable[str]) -> tuple[str, ...]:
        """How places are found, as one sentence for each language."""
        keys = tuple(keys)
        sentences = []
        for language in self.languages_in_order:
            at = LANGUAGES.index(language)
            names = [WORDS[f"key:{key}"][at] if f"key:{key}" in WORDS else key for key in keys]
            sentences.append(" → ".join([*names, WORDS["order_end"][at]]))
        return tuple(sentences)

    @property
    def languages_in_order(self) -> tuple[str, ...]:
        """The languages as they stand on paper."""
        return tuple(language for language in LANGUAGES if language in self.languages)

    @property
    def code(self) -> str:
        """The language of the document for its metadata."""
        return "zh-CN" if "zh" in self.languages else "en"


def office_key(role: str) -> str | None:
    """Which office a typed role means, by its code, Chinese or English name; None where it is another."""
    wanted = role.strip().casefold()
    for key, (chinese, english) in OFFICES.items():
        if wanted in (key, key.replace("_", " "), chinese, english.casefold()):
            return key
    return None
