"""The regulation in short, as it stands in the books: what a rulebook sets, in the languages of the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from scoring.dealing import DEALS
from scoring.rulebook import SHIPPED, Rulebook, load
from scoring.standard_points import show
from tournament.queries.plays import has_house_rules

from .blocks import Block, Entry, entries
from .book import ROOM, Edition, Part, part
from .penalty_sheet import Punished, how, what
from .regulation_house import COLONS, COMMAS, house_entries, house_examples
from .words import Words

Pair = tuple[str, str]
WORDS: dict[str, Pair] = {
    "title": ("规程摘要", "Regulation in short"),
    "rulebook": ("竞赛规则", "Rules"),
    "sessions": ("局数", "Sessions"),
    "length": ("每局时间", "Length of a session"),
    "length_text": ("{minutes} 分钟，最多 {hands} 盘", "{minutes} minutes, {hands} hands at most"),
    "rounds_text": (
        "{minutes} 分钟，四圈，最多 {hands} 盘",
        "{minutes} minutes, four rounds, {hands} hands at most",
    ),
    "warning_text": ("结束前 {minutes} 分钟提醒", "warning {minutes} minutes before the end"),
    "break_text": ("中间休息 {minutes} 分钟", "a break of {minutes} minutes in the middle"),
    "at_time": ("时间到时", "When time is called"),
    "rotation": ("换位方式", "How chairs rotate"),
    "minimum": ("起和番数", "Least fan of a win"),
    "minimum_text": ("{minimum} 番，不计花牌；底分 {base}", "{minimum}, without flowers; base points {base}"),
    "start": ("基础比赛分", "Starting points"),
    "scale": ("标准分", "Standard points"),
    "order": ("名次排列", "Ranking"),
    "teams": ("团体名次", "Teams"),
    "teams_text": (
        "排团体名次：队员标准分之和，再比比赛分之和",
        "ranked: the sum of the members' standard points, then of their match points",
    ),
    "late": ("迟到", "Lateness"),
    "late_text": ("{minutes} 分钟以内扣 {amount} 分", "up to {minutes} minutes: {amount} deducted"),
    "forfeit_text": (
        "超过 {minutes} 分钟判弃权：标准分 0，比赛分 {points}",
        "after {minutes} minutes forfeit: no standard points, match points {points}",
    ),
    "bye": ("轮空", "Bye"),
    "bye_text": (
        "标准分 {standard}，比赛分 {match}",
        "standard points {standard}, match points {match}",
    ),
    "appeal": ("申诉", "Appeals"),
    "appeal_text": (
        "每局结束后 {minutes} 分钟内书面提出",
        "in writing, within {minutes} minutes after a session",
    ),
    "check": ("复核", "Second check"),
    "check_text": (
        "每桌成绩经第二人核对后有效",
        "the result of a table counts when a second person has confirmed it",
    ),
    "penalties": ("罚则", "Penalties"),
    "penalties_as_shipped": ("按上述规则", "as in these rules"),
    "penalties_rest": ("其余按上述规则", "all others as in these rules"),
}
AT_TIME: dict[str, Pair] = {
    "void_current": (
        "正在打的一盘作废，已罚的分保留",
        "the running hand counts nothing; penalties already given stay",
    ),
    "finish_current": ("正在打的一盘打完有效", "the running hand is played to its end and counts"),
}
ROTATIONS: dict[str, Pair] = {
    "none": ("不换位", "nobody moves"),
    "after_third": ("第三圈后换位一次", "one swap after the third round"),
    "before_third": ("第三圈前换位一次", "one swap before the third round"),
    "every_round": ("每圈换位", "a new chair every round"),
}


def regulation_part(edition: Edition, book: Rulebook, sessions: int) -> Part:
    """The chapter on the regulation; `sessions` are those that are planned."""
    blocks = [regulation(edition.words, book, sessions)]
    if has_house_rules(book):
        blocks += house_examples(edition.words, book)
    return part(edition, edition.words.pick(WORDS["title"]), blocks)


def regulation(words: Words, book: Rulebook, sessions: int) -> Block:
    """What a rulebook sets, one line for each thing; what it does not have is left out."""
    listed: list[Entry] = [
        (words.pick(WORDS["rulebook"]), words.pick((book.name_zh, book.name))),
        (words.pick(WORDS["sessions"]), (str(sessions),)),
        (words.pick(WORDS["length"]), _joined(words, *_length(book))),
        (words.pick(WORDS["at_time"]), words.pick(AT_TIME[book.at_time])),
        (words.pick(WORDS["rotation"]), words.pick(ROTATIONS[book.rotation])),
    ]
    if has_house_rules(book):
        listed += house_entries(words, book)
    else:
        minimum = words.pick(WORDS["minimum_text"], minimum=book.minimum, base=book.base)
        listed.append((words.pick(WORDS["minimum"]), minimum))
    if book.starting_points:
        listed.append((words.pick(WORDS["start"]), (str(book.starting_points),)))
    listed += [
        (words.pick(WORDS["scale"]), words.lines("scale_text", scale=book.scale_name)),
        (words.pick(WORDS["order"]), words.ranking(book.tie_breaks)),
    ]
    if book.team_ranking:
        listed.append((words.pick(WORDS["teams"]), words.pick(WORDS["teams_text"])))
    listed.append((words.pick(WORDS["late"]), _joined(words, *_lateness(book))))
    listed.append((words.pick(WORDS["bye"]), words.pick(WORDS["bye_text"], **_bye(book))))
    if book.appeal_minutes:
        listed.append(
            (words.pick(WORDS["appeal"]), words.pick(WORDS["appeal_text"], minutes=book.appeal_minutes))
        )
    if book.second_check:
        listed.append((words.pick(WORDS["check"]), words.pick(WORDS["check_text"])))
    listed.append((words.pick(WORDS["penalties"]), tuple(_penalties(words, book))))
    return entries(listed, ROOM)


def _length(book: Rulebook) -> Iterator[Pair]:
    rotates = book.dealing == "rotates"
    key = "rounds_text" if book.dealing in ("win_repeats", "win_or_draw_repeats") else "length_text"
    yield _filled(key, minutes=book.minutes, hands=min(book.hands, DEALS) if rotates else book.hands)
    if book.break_minutes:
        yield _filled("break_text", minutes=book.break_minutes)
    if book.warning_minutes:
        yield _filled("warning_text", minutes=book.warning_minutes)


def _lateness(book: Rulebook) -> Iterator[Pair]:
    for step in book.lateness:
        yield _filled("late_text", minutes=step["up_to"], amount=step["amount"])
    points = str(book.forfeit_match_points).replace("-", "\N{MINUS SIGN}")
    yield _filled("forfeit_text", minutes=book.forfeit_after, points=points)


def _bye(book: Rulebook) -> dict[str, str]:
    return {
        "standard": show(Fraction(book.bye_score["standard_points"])),
        "match": show(Fraction(book.bye_score["match_points"])),
    }


def _penalties(words: Words, book: Rulebook) -> Iterator[str]:
    """The rules of single kinds that are not those of the rulebook that ships; all of them where none ships."""
    shipped = load(book.key).false_win if book.key in SHIPPED else {}
    changed = {kind: rule for kind, rule in book.false_win.items() if shipped.get(kind) != rule}
    for kind, rule in changed.items():
        punished = Punished(
            kind, Fraction(rule["amount"]), rule["mode"], False, "", rule["dead_hand"], rule["disqualifies"]
        )
        for language in words.languages_in_order:
            one = Words((language,))
            yield what(one, punished) + COLONS[language] + how(one, punished)
    if shipped:
        yield from words.pick(WORDS["penalties_rest" if changed else "penalties_as_shipped"])


def _filled(key: str, **values: object) -> Pair:
    chinese, english = (text.format(**values) for text in WORDS[key])
    return chinese, english


def _joined(words: Words, *pairs: Pair) -> tuple[str, ...]:
    """Several statements as one, for each language."""
    said = [words.pick(pair) for pair in pairs]
    return tuple(
        COMMAS[language].join(one[at] for one in said) for at, language in enumerate(words.languages_in_order)
    )
