"""Hands, penalties and acts as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.dealing import MOST_HANDS
from scoring.fan import BY_NAME
from scoring.standard_points import TWELFTHS, show
from tournament.fan_texts import fan_words
from tournament.models import Act, Hand, Penalty, Staff, Table, Tournament
from tournament.wording import listed

from .changes import WITH_SITTINGS, name_in

PENALTY_KINDS: dict[str, Promise] = {
    "false_win": gettext_lazy("false win"),
    "false_win_below_minimum": gettext_lazy("false win: under the minimum"),
    "false_win_wrong_tile": gettext_lazy("false win: wrong tile"),
    "false_win_not_ready": gettext_lazy("false win: not ready"),
    "false_win_deliberate": gettext_lazy("false win: deliberate"),
    "wrong_tile_count": gettext_lazy("wrong tile count"),
    "empty_call": gettext_lazy("empty call"),
    "early_draw": gettext_lazy("drew early"),
    "wrong_call": gettext_lazy("wrong call"),
    "exposed_tiles": gettext_lazy("exposed another's tiles"),
    "concealed_kong": gettext_lazy("concealed kong not shown"),
    "late": gettext_lazy("late"),
    "conduct": gettext_lazy("conduct"),
    "other": gettext_lazy("other"),
}


def person(user: User | None, tournament: Tournament) -> str:
    """How a member of the staff is called in this tournament."""
    if user is None:
        return ""
    staff = Staff.objects.filter(tournament=tournament, user=user).first()
    return staff.name if staff else user.get_username()


def names_at(table: Table, hand: int = MOST_HANDS) -> list[str]:
    """The names by drawn seat of who sits there in this hand; an empty chair has a dash."""
    seats = table.seats.select_related("player").prefetch_related(WITH_SITTINGS).order_by("chair")
    return [name_in(seat, hand) for seat in seats]


def describe_hand(figures: Mapping[str, Any], names: Sequence[str]) -> str:
    """A hand in words, from the figures of a log entry or an act: "hand 7: 王芳 wins from 陈伟, 24 fan (七对)"."""
    what = _outcome(figures, names)
    main = _main_fan(figures)
    return _("%(what)s (%(fan)s)") % {"what": what, "fan": main} if main else what


def _main_fan(figures: Mapping[str, Any]) -> str:
    """The fan of a won hand that gives most, where its fan are known."""
    counted = figures.get("fans")
    fans = [BY_NAME[name] for name in counted if name in BY_NAME] if isinstance(counted, Mapping) else []
    return fan_words(max(fans, key=lambda fan: fan.points).zh) if fans else ""


def _outcome(figures: Mapping[str, Any], names: Sequence[str]) -> str:
    words = {"hand": figures.get("hand"), "fan": figures.get("fan")}
    outcome = figures.get("outcome")
    if figures.get("play") and outcome in (Hand.Outcome.WIN, Hand.Outcome.DRAWN):
        return _played(figures, names)
    if outcome == Hand.Outcome.WIN:
        words["winner"] = names[figures["winner"]]
        if figures.get("discarder") is None:
            return _("hand %(hand)s: %(winner)s, self-draw, %(fan)s fan") % words
        words["discarder"] = names[figures["discarder"]]
        if figures.get("robbed_kong"):
            return _("hand %(hand)s: %(winner)s robs the kong of %(discarder)s, %(fan)s fan") % words
        return _("hand %(hand)s: %(winner)s wins from %(discarder)s, %(fan)s fan") % words
    if outcome == Hand.Outcome.DRAWN:
        return _("hand %(hand)s: drawn") % words
    if outcome == Hand.Outcome.REPLAY:
        return _("hand %(hand)s: void, to be replayed") % words
    return _("hand %(hand)s: taken back") % words


def _played(figures: Mapping[str, Any], names: Sequence[str]) -> str:
    """A hand under house rules, with what it gave each where that is known."""
    play = figures["play"]
    words = {
        "hand": figures.get("hand"),
        "winner": listed(names[one["seat"]] for one in play.get("winners", ())),
        "discarder": names[play["discarder"]] if play.get("discarder") is not None else "",
    }
    if not words["winner"]:
        what = _("hand %(hand)s: drawn") % words
    elif not words["discarder"]:
        what = _("hand %(hand)s: %(winner)s, self-draw") % words
    elif play.get("way") == "robbed_kong":
        what = _("hand %(hand)s: %(winner)s robs the kong of %(discarder)s") % words
    else:
        what = _("hand %(hand)s: %(winner)s wins from %(discarder)s") % words
    scores = figures.get("scores") or ()
    if not any(scores):
        return what
    changes = listed(f"{name} {_signed(score)}" for name, score in zip(names, scores, strict=True) if score)
    return _("%(what)s (%(fan)s)") % {"what": what, "fan": changes}


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def describe_penalty(figures: Mapping[str, Any], name: str, victim: str = "") -> str:
    """A penalty in words: "王芳: false win: wrong tile, pays each 10"."""
    kind = str(PENALTY_KINDS.get(figures["kind"], figures["kind"]))
    standard = figures["currency"] == Penalty.Currency.STANDARD
    amount = show(Fraction(figures["amount"], TWELFTHS)) if standard else str(figures["amount"])
    words = {"name": name, "kind": kind, "amount": amount, "victim": victim}
    if not figures["amount"]:
        dead = figures.get("dead_hand")
        text = _("%(name)s: %(kind)s, no points") if dead else _("%(name)s: %(kind)s, a warning")
    elif standard:
        text = _("%(name)s: %(kind)s, %(amount)s standard points deducted")
    else:
        text = {
            Penalty.Mode.DEDUCT: _("%(name)s: %(kind)s, %(amount)s deducted"),
            Penalty.Mode.PAY_EACH: _("%(name)s: %(kind)s, pays %(amount)s to each"),
            Penalty.Mode.PAY_ONE: _("%(name)s: %(kind)s, pays %(amount)s to %(victim)s"),
        }[Penalty.Mode(figures["mode"])]
    sentence = text % words
    return _("%(sentence)s, dead hand") % {"sentence": sentence} if figures.get("dead_hand") else sentence


def penalty_figures(penalty: Penalty) -> dict[str, Any]:
    """A stored penalty as the log and the sentences use it."""
    return {
        "penalty": penalty.pk,
        "seat": penalty.seat,
        "victim": penalty.victim,
        "kind": penalty.kind,
        "hand": penalty.hand_number,
        "amount": penalty.amount,
        "currency": penalty.currency,
        "mode": penalty.mode,
        "dead_hand": penalty.dead_hand,
    }


def hand_figures(hand: Hand) -> dict[str, Any]:
    """A revision of a hand as the log and the sentences use it."""
    return {
        "hand": hand.number,
        "outcome": hand.outcome,
        "winner": hand.winner,
        "discarder": hand.discarder,
        "fan": hand.fan,
        "flowers": hand.flowers,
        "robbed_kong": hand.robbed_kong,
        "scores": hand.scores,
    } | {name: value for name, value in (("fans", hand.fans), ("play", hand.play)) if value}


WITH_HAND = ("hand", "correction", "replay")
WITH_PENALTY = ("penalty", "withdrawal")


def describe_act(act: Act) -> str:
    """The last act at a table in words, with the hand or the penalty that it wrote."""
    answer, hand, penalty = act.answer, None, None
    names = names_at(act.table, answer.get("hand") or MOST_HANDS)
    if act.kind in WITH_HAND:
        hand = Hand.objects.get(table=act.table, number=answer["hand"], revision=answer["revision"])
    elif act.kind in WITH_PENALTY:
        penalty = Penalty.objects.get(pk=answer["penalty"])
    return act_sentence(act, names, hand, penalty)


def act_sentence(act: Act, names: Sequence[str], hand: Hand | None, penalty: Penalty | None) -> str:
    """The same from what was read already: who sat there, and the hand or the penalty that it wrote. No query."""
    if hand is not None and act.kind in WITH_HAND:
        what = describe_hand(hand_figures(hand), names)
        return _("corrected: %(what)s") % {"what": what} if act.kind == "correction" else what
    if penalty is not None and act.kind in WITH_PENALTY:
        victim = names[penalty.victim] if penalty.victim is not None else ""
        what = describe_penalty(penalty_figures(penalty), names[penalty.seat or 0], victim)
        return _("withdrawn: %(what)s") % {"what": what} if act.kind == "withdrawal" else what
    return str(ACTS.get(act.kind, act.kind))


ACTS: dict[str, Promise] = {
    "round": gettext_lazy("the chairs of the next round were confirmed"),
    "time": gettext_lazy("time was called"),
    "close": gettext_lazy("the table was closed"),
    "reopen": gettext_lazy("the table was opened again"),
    "undo": gettext_lazy("the last act was taken back"),
    "counting": gettext_lazy("fan were being counted when time fell"),
    "presence": gettext_lazy("somebody was marked as absent, or arrived"),
    "no_play": gettext_lazy("the table does not play"),
    "totals": gettext_lazy("the totals of the paper sheet"),
    "dispute": gettext_lazy("something was put in dispute"),
    "ruling": gettext_lazy("a dispute was ruled on"),
    "call": gettext_lazy("the chief referee was called"),
    "answer": gettext_lazy("the chief referee answered a call"),
    "check": gettext_lazy("a second person confirmed the table"),
}
