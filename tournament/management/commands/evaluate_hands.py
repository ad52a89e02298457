"""`manage.py evaluate_hands FILE`: hands in, fan out, one JSON object a line (docs/fan.md)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.fan.lines import LONGEST, answer_line
from scoring.rulebook import GUOBIAO
from tournament.management.terminal import terminal_language
from tournament.queries.fan_questions import USUAL_RULEBOOK, shipped_rules
from tournament.refusals import from_scoring

STDIN = "-"
# In bytes: every character may take four, and one more says that the line is too long.
READ_AT_MOST = 4 * LONGEST + 1


class Command(BaseCommand):
    help = (
        "Count the fan of hands, one JSON object a line, and print an answer for each in the same order. "
        "What cannot be counted is answered with an error in words."
    )
    requires_system_checks: list[str] = []  # it needs no database and no pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file of JSON lines, or - for the standard input")
        parser.add_argument("--rulebook", default=USUAL_RULEBOOK, metavar="KEY", help=", ".join(GUOBIAO))

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal_language()):
            self._handle(options["file"], options["rulebook"])

    def _handle(self, file: str, rulebook: str) -> None:
        if rulebook not in GUOBIAO:
            text = _("There is no rulebook “%(key)s”. There are: %(keys)s.")
            raise CommandError(text % {"key": rulebook, "keys": ", ".join(GUOBIAO)})
        rules = shipped_rules(rulebook)
        if file == STDIN:
            self._answer(sys.stdin.buffer, rules)
            return
        try:
            stream = Path(file).open("rb")  # noqa: SIM115
        except (OSError, ValueError) as error:
            text = _("“%(file)s” cannot be read: %(reason)s.")
            reason = getattr(error, "strerror", None) or str(error)
            raise CommandError(text % {"file": file, "reason": reason}) from error
        with stream:
            self._answer(stream, rules)

    def _answer(self, stream: BinaryIO, rules: Any) -> None:
        # A terminal that has no Chinese gets the names of fan in JSON's own way of writing them.
        plain = not (getattr(self.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
        for line in _lines(stream):
            found = answer_line(line, rules, lambda refusal: from_scoring(refusal).message)
            self.stdout.write(json.dumps(found, ensure_ascii=plain))


def _lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a file, of one that is too long only so much that this is seen; whatever is no UTF-8 is no JSON."""
    while line := stream.readline(READ_AT_MOST):
        rest = line
        while not rest.endswith(b"\n") and len(rest) == READ_AT_MOST:
            rest = stream.readline(READ_AT_MOST)
        yield line.decode("utf-8", errors="replace").removeprefix("\ufeff").rstrip("\r\n")
