"""The words of the files for spreadsheets, in Chinese and English side by side, whoever opens them.

Like the words of printed sheets they are no translations of the interface and do not go through gettext.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournament.queries.sentences import PENALTY_KINDS
from tournament.wording import in_both_languages

WORDS: dict[str, tuple[str, str]] = {
    # the sheets
    "about": ("说明", "About"),
    "players": ("选手", "Players"),
    "teams": ("团体", "Teams"),
    "session_sheet": ("第{n}局", "Session {n}"),
    "hands": ("各盘", "Hands"),
    # people
    "place": ("名次", "Place"),
    "group": ("组", "Group"),
    "number": ("编号", "No."),
    "name": ("姓名", "Name"),
    "team": ("队", "Team"),
    "team_number": ("队号", "Team no."),
    "team_penalties": ("团体罚分", "Penalties of the team"),
    # points
    "standard": ("标准分", "Standard points"),
    "match": ("比赛分", "Match points"),
    "carried": ("带入", "Carried over"),
    "deducted": ("扣罚", "Deducted"),
    "total": ("合计", "Total"),
    "with_starting": ("含基础分", "With starting points"),
    "session": ("局", "Session"),
    "session_n": ("第{n}局", "S{n}"),
    "note": ("说明", "Note"),
    # tables
    "table": ("桌", "Table"),
    "chair": ("座位", "Chair"),
    "of_hands": ("各盘合计", "Sum of hands"),
    "penalties": ("罚分", "Penalties"),
    "account": ("账面分", "Account"),
    "result": ("比赛分（成绩）", "Match points (result)"),
    "table_place": ("本桌名次", "Place at the table"),
    "sum": ("本桌合计", "Sum of the table"),
    "deducted_match": ("罚分扣除 {n} 分，无人得分", "penalties took {n}, nobody received it"),
    "bye": ("轮空", "Bye"),
    "open_tables": ("尚无最后成绩的桌", "Tables without a final result"),
    "empty": ("空位", "empty chair"),
    "stand_in": ("陪打，不计名次", "stand-in, not ranked"),
    "forfeit": ("弃权", "forfeit"),
    "no_play": ("未比赛", "not played"),
    "paper": ("以成绩单总分为准", "totals of the paper sheet count"),
    "sat": ("{name} 上场（第 {first}–{last} 盘）", "{name} sat here (hands {first}–{last})"),
    "credited": ("成绩归 {name}", "the result counts for {name}"),
    "disqualified": ("取消资格，不计名次", "disqualified, not ranked"),
    "withdrawn": ("退赛", "withdrawn"),
    "in_hand": ("第 {n} 盘", "hand {n}"),
    "warning": ("警告", "warning"),
    "dead_hand": ("停和", "dead hand"),
    "deduct": ("扣 {n}", "deduct {n}"),
    "pay_each": ("向每家付 {n}", "pay {n} to each"),
    "pay_one": ("向 {name} 付 {n}", "pay {n} to {name}"),
    "standard_deduct": ("扣标准分 {n}", "{n} standard points deducted"),
    # hands
    "hand": ("盘", "Hand"),
    "outcome": ("结果", "Outcome"),
    "winner": ("和牌座位", "Winner's chair"),
    "winner_name": ("和牌", "Winner"),
    "discarder": ("点炮座位", "Discarder's chair"),
    "discarder_name": ("点炮", "Discarder"),
    "fan": ("番", "Fan"),
    "flowers": ("其中花", "of these flowers"),
    "points_of": ("{chair}家盘分", "Score of {chair}"),
    "check": ("合计", "Sum"),
    "fan_names": ("番种", "Fan by name"),
    "self_draw": ("自摸", "self-draw"),
    "discard": ("点和", "win on a discard"),
    "robbed": ("抢杠", "robbed kong"),
    "robbed_kong": ("抢杠和", "robbed kong"),
    "deal": ("风圈与庄家", "Round and dealer"),
    "won_points": ("和牌得分", "Points won"),
    "kinds": ("牌型", "Kind of hand"),
    "beside": ("其他", "Besides"),
    "drawn": ("荒牌", "drawn hand"),
    # the first sheet
    "tournament": ("赛事", "Tournament"),
    "where": ("地点", "Where"),
    "days": ("日期", "Dates"),
    "stage": ("阶段", "Stage"),
    "version": ("版本", "Version"),
    "made": ("生成时间", "Made at"),
    "as_of": ("截至", "As of"),
    "as_of_text": ("第 {n} 局，共 {planned} 局", "session {n} of {planned}"),
    "nothing_yet": ("尚无成绩", "no results yet"),
    "rulebook": ("竞赛规则", "Rulebook"),
    "base_minimum": ("底分 / 起和", "Base points / minimum"),
    "base_minimum_text": ("{base} 分 / {minimum} 番", "{base} points / {minimum} fan"),
    "scale": ("标准分（第一至第四名）", "Standard points (1st to 4th)"),
    "ranking": ("名次排列", "Ranking"),
    "rehearsal": ("演练", "Rehearsal"),
    "rehearsal_text": ("演练数据，并非真实成绩", "made up for a rehearsal, not real results"),
    "columns": ("各表各列的含义", "What the sheets and columns mean"),
}
TIE_BREAKS: dict[str, tuple[str, str]] = {
    "standard_points": ("标准分", "standard points"),
    "match_points": ("比赛分", "match points"),
    "best_session_standard_points": ("单局最高标准分", "best session's standard points"),
    "sorted_session_standard_points": (
        "各局标准分由高到低逐一比较",
        "sessions' standard points from the best down",
    ),
    "firsts": ("第一名次数", "first places"),
    "seconds": ("第二名次数", "second places"),
    "thirds": ("第三名次数", "third places"),
    "hands_won": ("和牌盘数", "hands won"),
    "highest_hand": ("最大番数", "highest hand"),
    "lots": ("抽签", "drawing lots"),
}
EXPLAINED: tuple[tuple[str, str], ...] = (
    (
        "版本：赛事每次更改，版本加一。文件名为下载时的版本；从本页的版本到那时，本文件的内容没有变化。",
        "Version: it rises with every change of the tournament. The name of the file has the version at the time of "
        "the download; between the version on this sheet and that one nothing in this file changed.",
    ),
    (
        "只列入已有最后成绩的桌；仍在进行的桌不在其中。",
        "Only tables with a final result count and are listed; those still being played are not.",
    ),
    (
        "选手：名次由程序按规则排出；“2=”为并列。标准分为精确分数（如 =7/3），合计 = 带入 + 各局 + 扣罚（负数）。",
        "Players: places are those of the program; “2=” is shared. Standard points are exact fractions (such as "
        "=7/3); a total is the SUM of what was carried over, the sessions, and what was deducted (negative).",
    ),
    (
        "比赛分合计 = 带入 + 各局，含比赛罚分；基础分只作显示，不参与排名。",
        "Match points: the total is the SUM of what was carried over and the sessions, with penalties. Starting points "
        "are only shown and never rank anybody.",
    ),
    (
        "团体：粗体行为各队，其下为队员；队的各列为队员各行之和。规则不排团体名次时，名次一列为空。",
        "Teams: each team in bold with its members below; its figures are the SUM of their rows. Where the rulebook "
        "ranks no teams the place is empty.",
    ),
    (
        "各局：每桌四家。各盘合计为“各盘”表中该桌各盘之和；账面分 = 各盘合计 + 罚分；四家账面分之和等于负的扣除分。"
        "比赛分（成绩）通常等于账面分，弃权者按规则另计。",
        "Sessions: the four chairs of each table. “Sum of hands” adds up the rows of the table on the sheet “Hands”; "
        "the account is that and the penalties; the four accounts sum to minus the deductions. The result is the "
        "account, except where the rules give another (a forfeit).",
    ),
)
# How the scores of hands come about: by their fan, or under house rules.
HANDS_BY_FAN = (
    "各盘：四家盘分由番数算出：自摸每家付 底分+番；点和点炮者付 底分+番，其余两家付底分。座位为抽签座位。",
    "Hands: the four scores are computed from the fan: on a self-draw each pays base + fan; on a discard the "
    "discarder pays base + fan and the others pay the base. Chairs are those of the draw.",
)
HANDS_BY_PLAY = (
    "各盘：每盘如裁判所录；四家盘分按规则算出，直接写入。风圈与庄家如“东风南”，风圈不定时只写庄家。座位为抽签座位。",
    "Hands: each as the referee entered it; the four scores are what the rules give, as plain numbers. “东风南” is the "
    "East round with South dealing; where there are no rounds it is the dealer alone. Chairs are those of the draw.",
)


def pair(key: str, **values: object) -> tuple[str, str]:
    """The words in Chinese and in English, the values filled in."""
    chinese, english = WORDS[key]
    return chinese.format(**values), english.format(**values)


def both(key: str, **values: object) -> str:
    """The words in both languages on one line, as headings are."""
    return " ".join(pair(key, **values))


def in_both(say: Callable[[], Sequence[str]]) -> list[str]:
    """What is said of several things, each in both languages; once where these say the same."""
    return [" ".join(dict.fromkeys(one)) for one in in_both_languages(say)]


def kind_of(kind: str) -> str:
    """A kind of penalty in both languages, as the interface calls it."""
    return in_both(lambda: [str(PENALTY_KINDS.get(kind, kind))])[0]
