"""What is asked under house rules, and what is refused, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.house.form import Choice, Field, Form, Label, Option
from scoring.refusal import Refusal
from tournament.wording import labelled

# Codes of `scoring.house`, as sentences. %(…)s come from the refusal's params.
REFUSALS: Final[dict[str, Promise]] = {
    "malformed_play": _("The entry of the hand cannot be read at %(what)s. Reload the page."),
    "empty_chair": _("Nobody sits in that chair. Choose one of the players at the table."),
    "no_discarder": _("A self-draw and a drawn hand have no discarder. Clear him."),
    "discarder_missing": _("From whom? Choose who discarded, or whose kong was robbed."),
    "no_such_way": _("By these rules a hand cannot be won in this way. Choose another one."),
    "several_winners": _("Only one player can win this hand. Choose one."),
    "winner_twice": _("The same player cannot win a hand twice. Choose each winner once."),
    "unknown_field": _("%(name)s is not asked by the rules of this tournament. Reload the page."),
    "field_missing": _("%(name)s is missing. Choose or enter it."),
    "field_out_of_range": _("%(name)s is %(low)s to %(high)s, not %(value)s."),
    "unknown_choice": _("%(name)s cannot be %(value)s. Choose again."),
    "field_not_now": _("%(name)s does not go with how this hand ended. Clear it."),
    "choice_not_now": _("%(name)s is not won in this way. Choose another kind, or another way."),
    "person_wins": _("%(name)s cannot be somebody who wins this hand. Choose another player."),
    "no_such_payment": _("The rules of this tournament know no payment %(name)s. Reload the page."),
    "giver_missing": _("Who pays? Choose the player: %(name)s."),
    "giver_is_taker": _("Nobody pays himself. Choose another player."),
}


def said(label: Label) -> str:
    """A label in the reader's language."""
    return label.zh if (get_language() or "").startswith("zh") else label.en


def own_words(refusal: Refusal) -> str:
    """The sentence that a refusal brings itself: a settlement of house rules has it in both languages."""
    return said(Label(str(refusal), str(refusal.params.get("zh", refusal))))


def in_words(params: Mapping[str, object]) -> Mapping[str, object]:
    """The params of a refusal with what is named in the reader's language."""
    if "name_zh" not in params or not (get_language() or "").startswith("zh"):
        return params
    return {**params, "name": params["name_zh"]}


def form_in_words(form: Form) -> dict[str, Any]:
    """The form for a page: as `Form.to_mapping`, each label as text of the reader's language. Nobody may change it."""
    return _in_words(form, get_language() or "")


@lru_cache(maxsize=64)
def _in_words(form: Form, language: str) -> dict[str, Any]:
    plain = _plain(form.to_mapping(), "zh" if language.startswith("zh") else "en")
    assert isinstance(plain, dict)  # noqa: S101 - a mapping stays one
    return plain


def _plain(value: Any, language: str) -> Any:
    if isinstance(value, Mapping):
        return {
            key: one[language] if key in ("label", "hint") and one else _plain(one, language)
            for key, one in value.items()
        }
    return [_plain(one, language) for one in value] if isinstance(value, list) else value


def option_name(field: Choice, option: Option) -> str:
    """What a chosen word says by itself: with the name of its list where nothing need be chosen from it."""
    name = said(option.label)
    return name if field.default is None else labelled(said(field.label), name)


def kinds_of(fields: tuple[Field, ...], values: Mapping[str, Any]) -> list[str]:
    """What was chosen from lists and switched on, in words: what a hand is called."""
    words = []
    for field in fields:
        value = values.get(field.key)
        if isinstance(field, Choice):
            words += [option_name(field, one) for one in field.options if one.key == value != field.default]
        elif value is True:
            words.append(said(field.label))
    return words
