"""The rules of a tournament as a file, to be used again for another one: a whole rulebook, checked when it is read."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _

from scoring.rulebook import Rulebook, RulebookError, from_mapping
from tournament.rulebook_texts import problem_sentence, setting_in_words
from tournament.wording import labelled

from .reading import EventFileError, FileProblem, parse_json

FAMILY = "quesai-rules/"
FORMAT = f"{FAMILY}1"
# The largest that anybody types in is far below it.
MOST_BYTES = 256 * 1024
KEYS = {"format", "rules"}


def write_rules(book: Rulebook) -> bytes:
    """The file of a rulebook: JSON in UTF-8, with every value of it."""
    said = {"format": FORMAT, "rules": book.to_mapping()}
    return (json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode()


def read_rules(raw: bytes) -> Rulebook:
    """The rulebook of a file. Raises `EventFileError` with everything that is wrong, each with its setting in words.

    Files of earlier versions do not say everything; what they leave out is filled as `scoring.rulebook` fills it.
    """
    if len(raw) > MOST_BYTES:
        raise EventFileError([FileProblem("", _("The file is too large to be a file of rules."))])
    rules = _rules_in(parse_json(raw))
    try:
        return from_mapping(rules)
    except RulebookError as error:
        settlement = str(rules.get("settlement"))
        raise EventFileError(
            [
                FileProblem(setting_in_words(one.field, settlement), problem_sentence(one))
                for one in error.problems
            ]
        ) from error


def told(error: EventFileError, most: int = 20) -> list[str]:
    """What is wrong with a file, a sentence each; of a foreign one not more than anybody reads."""
    return [labelled(one.place, one.message) if one.place else one.message for one in error.problems[:most]]


def _rules_in(value: Any) -> dict[str, Any]:
    form = value.get("format") if isinstance(value, dict) else None
    if isinstance(form, str) and form.startswith(FAMILY) and form != FORMAT:
        text = _("The file of rules was made by a newer version of the program. Update this one first.")
    elif form != FORMAT or not isinstance(value.get("rules"), dict):
        text = _("This is no file of rules: it must be one that was downloaded from the page of rules.")
    elif set(value) != KEYS:
        text = _("This is no file of rules: beside the rules there is something else in it.")
    else:
        rules: dict[str, Any] = value["rules"]
        return rules
    raise EventFileError([FileProblem("", text)])
