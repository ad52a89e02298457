"""The rulebook of a tournament as a form: one field for each value, named by its place (`scale-1`, `fan-mixed_kongs`).

The form holds no rule: what was typed is handed to the rulebook's own checks, and every problem is put at its field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.dealing import DEALING
from scoring.penalties import KINDS, MODES
from scoring.ranking import TIE_BREAKS
from scoring.rulebook import AT_TIME, SUBSTITUTE_RESULT, Problem, Rulebook, RulebookError
from scoring.seats import SCHEMES
from scoring.settlement import SETTLEMENTS
from tournament.pages.words import rule_words as words
from tournament.pages.words.term_words import SETTLEMENTS as SETTLEMENT_NAMES
from tournament.rulebook_texts import ABOUT, problem_sentence, setting_in_words
from tournament.wording import labelled

from .rule_terms import START, TermFields, box_of

WHOLE = (
    "minutes",
    "warning_minutes",
    "break_minutes",
    "minimum",
    "base",
    "starting_points",
    "forfeit_after",
    "forfeit_match_points",
    "appeal_minutes",
)
# Values of one field each that are neither numbers nor lists.
PLAIN = (
    "rotation",
    "at_time",
    "settlement",
    "team_ranking",
    "stand_in_takes_place",
    "substitute_result",
    "second_check",
)
# The same of house rules only.
HOUSE_PLAIN = ("name", "name_zh", "dealing")
# Kinds of penalty with a rule of their own: every one but the false win of unknown kind.
RULED = tuple(kind for kind in KINDS if kind != "false_win")
SIZED = ("default", "standard_points", *RULED)
LATENESS_SPARE, LATENESS_MOST = 2, 20
_GLYPHS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅙": "1/6", "⅚": "5/6"}


def parse_points(text: str) -> Fraction | None:
    """Points as people write them: 3, 2.5, 5/2, 2½, 2 1/2. None where it is no such number."""
    text = text.strip().replace("−", "-").replace(",", ".")
    for glyph, plain in _GLYPHS.items():
        text = text.replace(glyph, f" {plain}")
    match = re.fullmatch(
        r"(-?)\s*(\d{1,6}(?:\.\d{1,4})?)?\s*(?:(?<![.\d])(\d{1,4})/([1-9]\d{0,3}))?", text, re.ASCII
    )
    if match is None or not (match[2] or match[3]):
        return None
    value = Fraction(match[2] or 0) + (Fraction(int(match[3]), int(match[4])) if match[3] else 0)
    return -value if match[1] else value


def show_points(value: Any) -> str:
    """A number of points as it is typed: 3, 5/2."""
    return str(Fraction(value))


class RulesForm(forms.Form):
    """All values of a rulebook. After `is_valid()`, `book` is the rulebook as it would be, `changes` what changes.

    `more` names a list of the terms that is to have another row.
    """

    def __init__(
        self,
        current: Rulebook,
        data: Mapping[str, Any] | None = None,
        *,
        reason: bool = False,
        more: str = "",
    ) -> None:
        super().__init__(data)
        self.current = current
        self.house = current.settlement not in SETTLEMENTS
        self.terms = TermFields(current, data, more)
        self.book: Rulebook | None = None
        self.changes: dict[str, Any] = {}
        self._plain = current.to_mapping()
        self._steps = self._count_steps(data)
        self._step_rows: list[int] = []
        self._add_choices()
        self._add_numbers()
        self._add_penalties()
        self._add_lists()
        for name, field in self.terms.fields():
            self.fields[name] = field
        if reason:
            self._text("reason", "", _("Why do the rules change?"), required=False)
            self.fields["reason"].help_text = _("It stands in the history.")

    # ── Fields

    def _count_steps(self, data: Mapping[str, Any] | None) -> int:
        posted = [int(m[1]) for key in data or {} if (m := re.fullmatch(r"lateness-(\d{1,2})-up_to", key))]
        return min(max([len(self.current.lateness) + LATENESS_SPARE, *posted]), LATENESS_MOST)

    def _add(self, name: str, field: forms.Field, value: Any, css: str = "input") -> None:
        field.initial = value
        if css:
            field.widget.attrs["class"] = css
        self.fields[name] = field

    def _whole(self, name: str, value: Any, label: Any, *, required: bool = True) -> None:
        field = forms.IntegerField(
            label=str(label), required=required, help_text=str(words.HELP.get(name, ""))
        )
        self._add(name, field, value, "input input--number")

    def _text(self, name: str, value: Any, label: Any, *, required: bool = True) -> None:
        widget = forms.TextInput({"autocomplete": "off"})
        self._add(
            name, forms.CharField(label=str(label), max_length=500, required=required, widget=widget), value
        )

    def _select(self, name: str, value: Any, label: Any, choices: Sequence[tuple[str, Any]]) -> None:
        self._add(name, forms.ChoiceField(label=str(label), choices=choices), value)

    def _flag(self, name: str, value: bool, label: Any) -> None:
        self._add(name, forms.BooleanField(label=str(label), required=False), value, "")

    def _add_choices(self) -> None:
        plain, labels = self._plain, words.LABELS
        self._select(
            "rotation", plain["rotation"], labels["rotation"], [(s, words.ROTATIONS[s]) for s in SCHEMES]
        )
        self._select("at_time", plain["at_time"], labels["at_time"], [(a, words.AT_TIME[a]) for a in AT_TIME])
        self.fields["at_time"].widget = forms.RadioSelect(choices=[(a, words.AT_TIME[a]) for a in AT_TIME])
        if self.house:
            self._text("name", plain["name"], ABOUT["name"], required=False)
            self._text("name_zh", plain["name_zh"], ABOUT["name_zh"], required=False)
            self._select(
                "dealing", plain["dealing"], labels["dealing"], [(d, words.DEALING[d]) for d in DEALING]
            )
        else:
            known = [(key, SETTLEMENT_NAMES.get(key, key)) for key in SETTLEMENTS]
            self._select("settlement", plain["settlement"], labels["settlement"], known)
        self._flag("team_ranking", plain["team_ranking"], labels["team_ranking"])
        self._flag("stand_in_takes_place", plain["stand_in_takes_place"], labels["stand_in_takes_place"])
        self._flag("second_check", plain["second_check"], labels["second_check"])
        results = [(r, words.SUBSTITUTE_RESULT[r]) for r in SUBSTITUTE_RESULT]
        self._select("substitute_result", plain["substitute_result"], labels["substitute_result"], results)
        scopes = list(words.REPEAT_SCOPES.items())
        self._select("repeats-scope", plain["repeats"]["scope"], labels["repeats"], scopes)
        self._flag("repeats-together", plain["repeats"]["together"], words.REPEATS_TOGETHER)
        for option, choices in () if self.house else words.FAN_CHOICES.items():
            value = next((code for code, fan, _name in choices if fan == plain["fan"][option]), "")
            self._select(
                f"fan-{option}", value, words.FAN_LABELS[option], [(c, text) for c, _known, text in choices]
            )

    @property
    def _whole_names(self) -> tuple[str, ...]:
        """The settings of one number each: least fan and base are those of Guobiao, hands and players of others."""
        if not self.house:
            return WHOLE
        return (*(name for name in WHOLE if name not in ("minimum", "base")), "hands", "players")

    def _add_numbers(self) -> None:
        plain = self._plain
        for name in self._whole_names:
            self._whole(name, plain[name], words.LABELS[name])
        for at, value in enumerate(plain["scale"], 1):
            self._whole(f"scale-{at}", value, _("place %(n)s") % {"n": at})
        bye = plain["bye_score"]
        self._text(
            "bye_score-standard_points", show_points(bye["standard_points"]), _("Standard points of a bye")
        )
        self.fields["bye_score-standard_points"].widget.attrs["class"] = "input input--number"
        self._whole("bye_score-match_points", bye["match_points"], _("Match points of a bye"))

    def _add_penalties(self) -> None:
        modes = [(mode, words.MODES[mode]) for mode in MODES]
        for kind in RULED:
            rule = self._plain["false_win"].get(kind, {})
            place, name = f"false_win-{kind}", {"kind": words.kind_name(kind)}
            self._whole(f"{place}-amount", rule.get("amount"), _("%(kind)s: points") % name, required=False)
            self._select(
                f"{place}-mode", rule.get("mode", "deduct"), _("%(kind)s: how it is paid") % name, modes
            )
            self._flag(f"{place}-dead_hand", rule.get("dead_hand", False), _("%(kind)s: dead hand") % name)
            self._flag(
                f"{place}-disqualifies", rule.get("disqualifies", False), _("%(kind)s: disqualified") % name
            )
        for kind in SIZED:
            sizes = " ".join(map(str, self._plain["penalty_sizes"].get(kind, [])))
            self._text(f"penalty_sizes-{kind}", sizes, words.sizes_name(kind), required=kind == "default")

    def _add_lists(self) -> None:
        steps = self._plain["lateness"]
        for at in range(1, self._steps + 1):
            step = steps[at - 1] if at <= len(steps) else {}
            until, amount = _("step %(n)s: up to minutes"), _("step %(n)s: match points")
            self._whole(f"lateness-{at}-up_to", step.get("up_to"), until % {"n": at}, required=False)
            self._whole(f"lateness-{at}-amount", step.get("amount"), amount % {"n": at}, required=False)
        order = self._plain["tie_breaks"]
        for key in TIE_BREAKS:
            place = order.index(key) + 1 if key in order else None
            self._whole(f"tie_breaks-{key}", place, words.TIE_BREAKS[key], required=False)
        for name in dict.fromkeys(map(box_of, self.current.unverified)):
            self._flag(f"decided-{name}", False, _("We have decided: it stays as it is"))

    # ── What was typed

    def clean(self) -> dict[str, Any]:
        """Hand the values to the rulebook's checks; every problem goes to its field."""
        data = super().clean() or {}
        self.changes = {
            **{name: data[name] for name in (*self._whole_names, *PLAIN, *HOUSE_PLAIN) if name in data},
            "false_win": self._typed_penalties(data),
            "penalty_sizes": self._typed_sizes(data),
            "lateness": self._typed_lateness(data),
            "tie_breaks": self._typed_order(data),
            "bye_score": self._typed_bye(data),
            "repeats": {
                name: data[f"repeats-{name}"] for name in ("scope", "together") if f"repeats-{name}" in data
            },
        } | ({"terms": self.terms.typed(data)} if self.house else {"fan": self._typed_fan(data)})
        scale = [data.get(f"scale-{at}") for at in range(1, 5)]
        if None not in scale:
            self.changes["scale"] = scale
        try:
            book = self.current.replace(self.changes)
            left = [name for name in book.unverified if not data.get(f"decided-{box_of(name)}")]
            self.book = book.replace({"unverified": left})
            self.changes["unverified"] = left
        except RulebookError as error:
            for problem in error.problems:
                self._add_problem(problem)
        return data

    def _add_problem(self, problem: Problem) -> None:
        """A problem at its field; of a term that has none above the form, with its name."""
        text = problem_sentence(problem)
        if problem.field.partition(".")[0] != START:
            self.add_error(self._field_of(problem.field), text)
            return
        name = self.terms.place_of(problem.field)
        if name not in self.fields:
            self.add_error(None, labelled(setting_in_words(problem.field, self.current.settlement), text))
        elif name not in self.errors:  # what cannot be read is missing as well
            self.add_error(name, text)

    def _typed_penalties(self, data: Mapping[str, Any]) -> dict[str, Any]:
        rules: dict[str, Any] = {}
        for kind in RULED:
            place, known = f"false_win-{kind}", kind in self.current.false_win
            amount, flags = (
                data.get(f"{place}-amount"),
                [data.get(f"{place}-dead_hand"), data.get(f"{place}-disqualifies")],
            )
            if f"{place}-amount" in self.errors:
                continue
            if amount is not None:
                rules[kind] = {
                    "amount": amount,
                    "mode": data.get(f"{place}-mode"),
                    "dead_hand": flags[0],
                    "disqualifies": flags[1],
                }
            elif any(flags) or kind.startswith("false_win_"):
                self.add_error(f"{place}-amount", _("Type the points; 0 is a warning."))
            elif known:
                rules[kind] = None
        return rules

    def _typed_sizes(self, data: Mapping[str, Any]) -> dict[str, Any]:
        sizes: dict[str, Any] = {}
        for kind in SIZED:
            name = f"penalty_sizes-{kind}"
            parts = [part for part in re.split(r"[\s,;，、；]+", data.get(name) or "") if part]
            if not parts:
                if kind in self.current.penalty_sizes and kind != "default":
                    sizes[kind] = None
                continue
            values = [parse_points(part) for part in parts]
            for part, value in zip(parts, values, strict=True):
                if value is None or (kind != "standard_points" and value.denominator != 1):
                    self.add_error(
                        name,
                        _("“%(part)s” is no number of points. Write for example 5 10 20.")
                        % {"part": part[:20]},
                    )
                    break
            else:
                sizes[kind] = [int(v) if v is not None and v.denominator == 1 else str(v) for v in values]
        return sizes

    def _typed_lateness(self, data: Mapping[str, Any]) -> list[dict[str, Any]]:
        steps = []
        self._step_rows = []
        for at in range(1, self._steps + 1):
            step = {name: data.get(f"lateness-{at}-{name}") for name in ("up_to", "amount")}
            for name, value in step.items():
                other = step["amount" if name == "up_to" else "up_to"]
                if value is None and other is not None and f"lateness-{at}-{name}" not in self.errors:
                    self.add_error(f"lateness-{at}-{name}", _("A step needs both numbers."))
            if None not in step.values():
                steps.append(step)
                self._step_rows.append(at)
        return steps

    def _typed_order(self, data: Mapping[str, Any]) -> list[str]:
        places = {
            key: data[f"tie_breaks-{key}"] for key in TIE_BREAKS if data.get(f"tie_breaks-{key}") is not None
        }
        for key, place in places.items():
            if list(places.values()).count(place) > 1:
                self.add_error(f"tie_breaks-{key}", _("Two keys have the number %(n)s.") % {"n": place})
        return sorted(places, key=lambda key: places[key])

    def _typed_bye(self, data: Mapping[str, Any]) -> dict[str, Any]:
        score: dict[str, Any] = {}
        if data.get("bye_score-match_points") is not None:
            score["match_points"] = data["bye_score-match_points"]
        text = data.get("bye_score-standard_points")
        value = parse_points(text) if text else None
        if value is not None:
            score["standard_points"] = show_points(value)
        elif text:
            self.add_error(
                "bye_score-standard_points",
                _("“%(text)s” is no number of points. Type for example 3, 2.5 or 5/2.") % {"text": text},
            )
        return score

    def _typed_fan(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {
            option: next(known for code, known, _text in choices if code == data[f"fan-{option}"])
            for option, choices in words.FAN_CHOICES.items()
            if f"fan-{option}" in data
        }

    def _field_of(self, place: str) -> str | None:
        """The field of a problem's place: `lateness.2.up_to` is the second step that was typed."""
        parts = place.split(".")
        if (
            parts[0] == "lateness"
            and len(parts) > 1
            and parts[1].isdigit()
            and int(parts[1]) <= len(self._step_rows)
        ):
            parts[1] = str(self._step_rows[int(parts[1]) - 1])
        while parts:
            name = "-".join(parts)
            if name in self.fields:
                return name
            parts.pop()
        first = place.partition(".")[0]
        return next((name for name in self.fields if name.startswith(f"{first}-")), None)
