"""The rules of a tournament as a file, to be used again for another one: a whole rulebook, checked when it is read."""

from __future__ import annotations

import json

from django.utils.translation import gettext as _

from scoring.rulebook import Rulebook, RulebookError, from_mapping
from tournament.rulebook_texts import problem_sentence

from .reading import EventFileError, FileProblem, parse_json

FORMAT = "quesai-rules/1"
# The largest that anybody types in is far below it.
MOST_BYTES = 256 * 1024


def write_rules(book: Rulebook) -> bytes:
    """The file of a rulebook: JSON in UTF-8, with every value of it."""
    said = {"format": FORMAT, "rules": book.to_mapping()}
    return (json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode()


def read_rules(raw: bytes) -> Rulebook:
    """The rulebook of a file. Raises `EventFileError` with everything that is wrong, each at its place."""
    if len(raw) > MOST_BYTES:
        raise EventFileError([FileProblem("", _("The file is too large to be a file of rules."))])
    value = parse_json(raw)
    if (
        not isinstance(value, dict)
        or value.get("format") != FORMAT
        or not isinstance(value.get("rules"), dict)
    ):
        text = _("This is no file of rules: it must be one that was downloaded from the page of rules.")
        raise EventFileError([FileProblem("", text)])
    try:
        return from_mapping(value["rules"])
    except RulebookError as error:
        problems = [FileProblem(problem.field, problem_sentence(problem)) for problem in error.problems]
        raise EventFileError(problems) from error
