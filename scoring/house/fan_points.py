"""`fan_points`: points for fan, doubled where the dealer wins or pays; the contest with 111 chips.

Origin: OTHER_RULES.md, `fan_points`. What it leaves open is told in docs/house-rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.house.accounts import Accounts
from scoring.house.form import Each, Field, Form, Label, Number, Person, Switch
from scoring.house.play import WAYS, Play, Winner
from scoring.house.settlement import HandScores, Settlement, Terms, refusal
from scoring.house.terms import check_of, choice, number
from scoring.house.values import each, person, switch
from scoring.house.values import number as entered
from scoring.settlement import REFUSE_ABOVE

MOST_POINTS = 100_000

_TERMS = (
    number("minimum", Label("Least fan of a win", "起和番数"), 0, REFUSE_ABOVE),
    choice(
        "discard_paid_by",
        Label("A win on a discard is paid by", "点和由谁付"),
        {"all": Label("All three", "三家都付"), "discarder": Label("The discarder alone", "点炮者一家付")},
    ),
    choice(
        "doublings",
        Label("Self-draw, replacement tile, robbed kong and last tile double", "自摸、杠开、抢杠、海底翻倍"),
        {
            "once": Label("Once, however many of them", "只翻一次"),
            "each": Label("Each of them", "每项各翻一次"),
        },
        "once",
    ),
    choice(
        "false_winner_pays",
        Label("A false winner ahead of the real one pays", "诈和在真和之前者付"),
        {
            "whole": Label("The whole win, for everybody", "包付全部"),
            "share": Label("His own share", "付自己一份"),
        },
        "whole",
    ),
    choice(
        "counted",
        Label("What is entered of a win", "和牌录入"),
        {
            "fan": Label("Its fan", "番数"),
            "points": Label("What each player pays", "各家所付分数"),
            "either": Label("Its fan, or what each player pays", "番数或各家所付分数"),
        },
        "fan",
    ),
)


def _form(terms: Terms) -> Form:
    winner: list[Field] = []
    if terms["counted"] == "fan":
        winner.append(Number("fan", Label("Fan", "番"), terms["minimum"], REFUSE_ABOVE, None))
    elif terms["counted"] == "either":
        winner.append(Number("fan", Label("Fan", "番"), 0, REFUSE_ABOVE))
    if terms["counted"] != "points":
        winner += _doubling_fields(terms)
    if terms["counted"] != "fan":
        winner.append(Each("pays", Label("What each pays", "各家付"), 0, MOST_POINTS))
    hand: tuple[Field, ...] = ()
    if terms["counted"] != "points" and _false_winner_matters(terms):
        label = Label("False winner ahead of this win", "在此和之前诈和者")
        hand = (Person("false_winner", label, loser=True, when=WAYS),)
    return Form(winner=tuple(winner), hand=hand)


def _doubling_fields(terms: Terms) -> list[Field]:
    """What doubles beside the way in which the hand is won; once it has doubled, nothing more is asked."""
    last = Label("Last tile", "海底")
    if terms["doublings"] == "once":
        return [Switch("last_tile", last, when=("discard",))]
    return [
        Switch("replacement", Label("Replacement tile", "杠上开花"), when=("self_draw",)),
        Switch("last_tile", last, when=("self_draw", "discard")),
    ]


def _false_winner_matters(terms: Terms) -> bool:
    """Where everybody pays a win, the false winner's own share is no payment of its own."""
    return (terms["discard_paid_by"], terms["false_winner_pays"]) != ("all", "share")


def _check(play: Play, terms: Terms) -> None:
    """Either fan or points, and no points of the winner. Refuses `fan_and_points`, `no_points`, `winner_pays`."""
    for one in play.winners if terms["counted"] != "fan" else ():
        pays = each(one.values, "pays")
        if pays[one.seat]:
            text = Label("The winner pays himself nothing.", "和牌者不付自己。")
            raise refusal("winner_pays", text)
        typed, fan = any(pays), entered(one.values, "fan")
        if typed and (fan or person(play.values, "false_winner") is not None or _doublings(play, one)[1]):
            text = Label("Enter the fan, or what each pays, not both.", "番数与各家所付只填一种。")
            raise refusal("fan_and_points", text)
        if not typed and terms["counted"] == "points":
            raise refusal("no_points", Label("Say what each pays.", "请填各家所付。"))
        if not typed and fan < terms["minimum"]:
            least = terms["minimum"]
            text = Label(f"A win has at least {least} fan.", f"至少{least}番起和。")
            raise refusal("below_minimum", text)


def _doublings(play: Play, winner: Winner) -> tuple[int, int]:
    """How many things double by the way of winning, and how many by what was entered."""
    named = switch(winner.values, "replacement") + switch(winner.values, "last_tile")
    return int(play.way in ("self_draw", "robbed_kong")), named


def _scores(play: Play, terms: Terms) -> HandScores:
    accounts = Accounts(play)
    for winner in play.winners:
        pays = each(winner.values, "pays")
        if any(pays):
            for seat in play.others(winner.seat):
                accounts.pay(seat, winner.seat, pays[seat])
        else:
            _pay_fan(play, winner, terms, accounts)
    return accounts.scores()


def _pay_fan(play: Play, winner: Winner, terms: Terms, accounts: Accounts) -> None:
    doublings = sum(_doublings(play, winner))
    if terms["doublings"] == "once":
        doublings = min(doublings, 1)
    fan = entered(winner.values, "fan") * 2**doublings
    false_winner = person(play.values, "false_winner")
    owing = set(play.others(winner.seat))
    if terms["discard_paid_by"] == "discarder" and play.discarder is not None:
        owing = {play.discarder}
        if false_winner is not None and terms["false_winner_pays"] == "share":
            owing.add(false_winner)
    for seat in owing:
        amount = 2 * fan if play.dealer in (seat, winner.seat) else fan
        whole = false_winner is not None and terms["false_winner_pays"] == "whole"
        accounts.pay(false_winner if false_winner is not None and whole else seat, winner.seat, amount)


def _plays(terms: Terms) -> Iterator[tuple[Label, Play]]:
    if terms["counted"] == "points":
        title = Label("South wins; the others pay 10, 5 and 5", "南家和牌，三家付10、5、5")
        yield title, Play(0, (Winner(1, {"pays": (10, 0, 5, 5)}),))
        return
    fan = max(terms["minimum"], 1)
    won = {"fan": fan}
    yield (
        Label(f"{fan} fan on a discard, won by a player", f"闲家点和{fan}番"),
        Play(0, (Winner(1, won),), "discard", 2),
    )
    yield (
        Label(f"{fan} fan on a discard, won by the dealer", f"庄家点和{fan}番"),
        Play(0, (Winner(0, won),), "discard", 2),
    )
    yield (
        Label(f"{fan} fan by self-draw of a player", f"闲家自摸{fan}番"),
        Play(0, (Winner(1, won),)),
    )
    yield (
        Label(f"{fan} fan by self-draw of the dealer", f"庄家自摸{fan}番"),
        Play(0, (Winner(0, won),)),
    )
    yield (
        Label(f"{fan} fan on the last discard", f"海底点和{fan}番"),
        Play(0, (Winner(1, {**won, "last_tile": True}),), "discard", 2),
    )
    if _false_winner_matters(terms):
        yield (
            Label(f"{fan} fan on West's discard; North won falsely before", f"点和{fan}番，北家在前诈和"),
            Play(0, (Winner(1, won),), "discard", 2, {"false_winner": 3}),
        )


SETTLEMENT = Settlement(
    Label("Fan as points", "番数计分"), check_of(*_TERMS), _TERMS, _form, _scores, _plays, _check
)
