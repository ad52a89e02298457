"""The rulebook in words: what each setting means, what its values are called, how a rulebook differs from another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.house.settlements import HOUSE
from scoring.rulebook import SHIPPED, Rulebook, load
from tournament.queries.sentences import PENALTY_KINDS
from tournament.rulebook_texts import ABOUT, LABELS
from tournament.wording import clauses, listed

from .schemes import NAMES as ROTATIONS
from .term_words import settlement_name, terms_in_words

HELP: dict[str, Promise] = {
    "minutes": gettext_lazy(
        "Counted from the start of the session. Tables that have not played all hands by then stop."
    ),
    "warning_minutes": gettext_lazy("The clock announces it, so that nobody is surprised."),
    "break_minutes": gettext_lazy("It is added to the length. 0: no break."),
    "minimum": gettext_lazy("Counted without flowers. A hand with fewer fan is refused and is a false win."),
    "base": gettext_lazy("What every loser pays on top of fan: to the winner, on every win."),
    "settlement": gettext_lazy(
        "Guobiao: on a discard the discarder pays base and fan, the others the base; on a self-draw all three pay both."
    ),
    "starting_points": gettext_lazy(
        "Shown on top of the match points, as on the paper sheets. They never rank anybody."
    ),
    "scale": gettext_lazy(
        "What the places at a table are worth. Players who tie share the points of their places exactly."
    ),
    "forfeit_after": gettext_lazy("Whoever comes later than this gets no standard points in the session."),
    "forfeit_match_points": gettext_lazy("What stands in the forfeiting player's account: 0 or less."),
    "appeal_minutes": gettext_lazy(
        "Until then the results of a session are provisional. 0: official at once."
    ),
    "team_ranking": gettext_lazy(
        "A team has the sum of its members' standard points, then of their match points, then the same order."
    ),
}
AT_TIME: dict[str, Promise] = {
    "void_current": gettext_lazy("the running hand counts nothing; penalties already given stay"),
    "finish_current": gettext_lazy("the running hand is played to its end and counts"),
}
SUBSTITUTE_RESULT: dict[str, Promise] = {
    "place": gettext_lazy("belongs to the place: to the player in whose stead he plays"),
    "person": gettext_lazy("belongs to himself, for every session that he plays from its beginning"),
}
REPEAT_SCOPES: dict[str, Promise] = {
    "hand": gettext_lazy("per player and hand"),
    "session": gettext_lazy("per player and session"),
}
REPEATS_TOGETHER = gettext_lazy("One counter for all warnings of a player")
MODES: dict[str, Promise] = {
    "deduct": gettext_lazy("deduct: nobody receives it"),
    "pay_each": gettext_lazy("pay each of the others"),
    "pay_one": gettext_lazy("pay the player who was harmed"),
}
DEALING: dict[str, Promise] = {
    "rotates": gettext_lazy("the deal goes round"),
    "win_repeats": gettext_lazy("a dealer who wins deals again"),
    "win_or_draw_repeats": gettext_lazy(
        "a dealer deals again after a win of his own, and after a drawn hand"
    ),
    "winner_deals": gettext_lazy("the winner deals the next hand"),
}
TIE_BREAKS: dict[str, Promise] = {
    "standard_points": gettext_lazy("standard points"),
    "match_points": gettext_lazy("match points"),
    "best_session_standard_points": gettext_lazy("standard points of the best session"),
    "sorted_session_standard_points": gettext_lazy("standard points of all sessions, best first"),
    "firsts": gettext_lazy("number of first places"),
    "seconds": gettext_lazy("number of second places"),
    "thirds": gettext_lazy("number of third places"),
    "hands_won": gettext_lazy("hands won"),
    "highest_hand": gettext_lazy("highest hand"),
    "lots": gettext_lazy("lots, drawn and recorded with a reason"),
}
FAN_LABELS: dict[str, Promise] = {
    "two_concealed_kongs": gettext_lazy("Two concealed kongs"),
    "mixed_kongs": gettext_lazy("One concealed and one melded kong"),
    "concealed_self_draw": gettext_lazy("Always-concealed hand on self-draw"),
    "knitted_body_wait": gettext_lazy("Knitted straight with an edge, closed or single wait"),
}
FAN_CHOICES: dict[str, list[tuple[str, int | str | bool, Promise]]] = {
    "two_concealed_kongs": [("6", 6, gettext_lazy("6 fan")), ("8", 8, gettext_lazy("8 fan"))],
    "mixed_kongs": [
        ("5", 5, gettext_lazy("5 fan")),
        ("6", 6, gettext_lazy("6 fan")),
        ("separate", "separate", gettext_lazy("both counted separately: melded kong and concealed kong")),
    ],
    "concealed_self_draw": [
        ("self_draw", "self_draw", gettext_lazy("adds self-drawn (1 fan)")),
        ("fully_concealed", "fully_concealed", gettext_lazy("adds fully concealed hand (4 fan)")),
    ],
    "knitted_body_wait": [
        ("yes", True, gettext_lazy("the wait counts")),
        ("no", False, gettext_lazy("the wait does not count")),
    ],
}


@dataclass(frozen=True)
class BookSummary:
    """A rulebook on a card: its name and a few short lines."""

    key: str
    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """One value that is not that of the rulebook that ships."""

    label: str
    shipped: str
    now: str


def book_name(book: Rulebook) -> str:
    """The rulebook's name in the reader's language."""
    return book.name_zh if (get_language() or "").startswith("zh") else book.name


def kind_name(kind: str) -> str:
    """A kind of penalty in words."""
    return str(PENALTY_KINDS.get(kind, kind))


def summary(book: Rulebook) -> BookSummary:
    """What distinguishes rulebooks, in a few lines."""
    under, deep = book.false_win["false_win_below_minimum"], book.false_win["false_win_not_ready"]
    pays = (
        _("False win: pays each %(under)s, not ready %(deep)s")
        if under["mode"] == "pay_each"
        else _("False win: %(under)s deducted, not ready %(deep)s")
    )
    lines = [
        _("%(n)s minutes a session") % {"n": book.minutes},
        _("Standard points %(scale)s") % {"scale": book.scale_name},
        pays % {"under": under["amount"], "deep": deep["amount"]},
        _("Chairs: %(rotation)s") % {"rotation": ROTATIONS[book.rotation]},
        _("At time: %(at_time)s") % {"at_time": AT_TIME[book.at_time]},
    ]
    house = HOUSE.get(book.settlement)
    if house is not None:
        lines = [
            _("%(n)s minutes a session") % {"n": book.minutes},
            settlement_name(book),
            str(DEALING[book.dealing]),
            _("Chairs: %(rotation)s") % {"rotation": ROTATIONS[book.rotation]},
        ]
    if book.starting_points:
        lines.insert(0, _("Sheets start at %(n)s points") % {"n": book.starting_points})
    name = book_name(book)
    return BookSummary(book.key, name, tuple(line for line in lines if line != name))


def differences(book: Rulebook) -> list[Difference] | None:
    """What differs from the rulebook that ships under the same key; None where none ships."""
    return compared(load(book.key), book) if book.key in SHIPPED else None


def compared(before: Rulebook, after: Rulebook) -> list[Difference]:
    """What one rulebook says otherwise than another."""
    was, now = _leaves(before), _leaves(after)
    return [
        Difference(label, was.get(label, "—"), now.get(label, "—"))
        for label in dict.fromkeys([*was, *now])
        if was.get(label) != now.get(label)
    ]


def _leaves(book: Rulebook) -> dict[str, str]:
    """Every value of a rulebook by its label, both in words."""
    plain = book.to_mapping()
    leaves = {
        str(label): _shown(name, plain[name])
        for name, label in LABELS.items()
        if name not in ("false_win", "penalty_sizes", "bye_score", "fan", "repeats", "terms", "settlement")
    }
    leaves[str(ABOUT["name"])] = book_name(book)
    leaves[str(LABELS["settlement"])] = settlement_name(book)
    leaves |= terms_in_words(book)
    for kind, rule in plain["false_win"].items():
        leaves[_("Penalty: %(kind)s") % {"kind": kind_name(kind)}] = _rule(rule)
    for kind, sizes in plain["penalty_sizes"].items():
        leaves[_("Sizes: %(kind)s") % {"kind": sizes_name(kind)}] = " ".join(str(size) for size in sizes)
    leaves[_("Bye: standard points")] = str(plain["bye_score"]["standard_points"])
    leaves[_("Bye: match points")] = str(plain["bye_score"]["match_points"])
    leaves[str(LABELS["repeats"])] = str(REPEAT_SCOPES[plain["repeats"]["scope"]])
    leaves[str(REPEATS_TOGETHER)] = _("yes") if plain["repeats"]["together"] else _("no")
    for option, value in plain["fan"].items():
        words = [str(text) for _code, known, text in FAN_CHOICES[option] if known == value]
        leaves[str(FAN_LABELS[option])] = words[0] if words else str(value)
    return leaves


def sizes_name(kind: str) -> str:
    """The name of a list of sizes: of a kind of penalty, of all others, or in standard points."""
    if kind == "default":
        return _("all other kinds")
    if kind == "standard_points":
        return _("in standard points")
    return kind_name(kind)


def _rule(rule: dict[str, Any]) -> str:
    words = [str(rule["amount"]), str(MODES[rule["mode"]])]
    if rule["dead_hand"]:
        words.append(_("dead hand"))
    if rule["disqualifies"]:
        words.append(_("disqualified"))
    return listed(words)


def _shown(name: str, value: Any) -> str:
    if name == "scale":
        return "-".join(map(str, value))
    if name == "tie_breaks":
        return " → ".join(str(TIE_BREAKS[key]) for key in value)
    if name == "lateness":
        steps = [
            _("to %(minutes)s min: %(amount)s") % {"minutes": s["up_to"], "amount": s["amount"]}
            for s in value
        ]
        return clauses(steps) or "—"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    named: dict[str, dict[str, Promise]] = {
        "rotation": ROTATIONS,
        "at_time": AT_TIME,
        "dealing": DEALING,
        "substitute_result": SUBSTITUTE_RESULT,
    }
    return str(named.get(name, {}).get(value, value))
