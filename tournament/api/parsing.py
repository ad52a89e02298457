"""Reading the body of a request: strict JSON of a sensible size, or a refusal in words; never a fault."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from .errors import Malformed, TooLarge

# The longest entry that means anything has two reasons of 500 characters: a few kilobytes.
LARGEST_BODY = 64 * 1024


class EntryParser(BaseParser):
    """JSON in UTF-8. No NaN, no key twice, no half of a character pair, no nesting beyond what Python can follow."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value that the body holds. Raises `Malformed` or `TooLarge`."""
        body = self._read(stream, parser_context or {})
        try:
            value = json.loads(
                body.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_no_key_twice
            )
            # Half of a surrogate pair can be written in JSON, but neither stored nor sent back.
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except (ValueError, RecursionError):
            raise Malformed(_("The body is not valid JSON in UTF-8, or has a key twice.")) from None
        return value

    def _read(self, stream: IO[Any], context: Mapping[str, Any]) -> bytes:
        request = context.get("request")
        announced = str(request.META.get("CONTENT_LENGTH") or "") if request is not None else ""
        too_large = announced.isdigit() and int(announced[:18]) > LARGEST_BODY
        body = b"" if too_large else stream.read(LARGEST_BODY + 1)
        if too_large or len(body) > LARGEST_BODY:
            raise TooLarge(
                _("The body is larger than %(limit)s bytes. Send one entry at a time.")
                % {"limit": LARGEST_BODY}
            )
        return bytes(body)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _no_key_twice(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError("a key twice")
        found[key] = value
    return found
