"""Fields of the API: what comes in has exactly its type, what goes out is exact."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import exceptions, serializers

from scoring.standard_points import TWELFTHS, exact, show

# More misspelt names than this are not a mistake, and need not all be repeated.
NAMED_UNKNOWNS = 20
LONGEST_NAME = 40


class StrictSerializer(serializers.Serializer[Any]):
    """A body of which every key is known: a misspelt one is refused by its name, never ignored."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The checked values. Raises `ValidationError` with all problems at once."""
        if not isinstance(data, Mapping):
            sentence = _("A JSON object is expected, such as {“client_id”: …}.")
            raise exceptions.ValidationError({"": [sentence]}, code="no_object")
        unknown = [str(key) for key in data if key not in self.fields]
        problems: dict[str, Any] = {
            key[:LONGEST_NAME]: [
                exceptions.ErrorDetail(_("There is no such field. Is it misspelt?"), code="unknown")
            ]
            for key in unknown[:NAMED_UNKNOWNS]
        }
        values: dict[str, Any] = {}
        try:
            values = super().to_internal_value(data)
        except exceptions.ValidationError as error:
            problems |= dict(error.detail) if isinstance(error.detail, dict) else {"": error.detail}
        if problems:
            raise exceptions.ValidationError(problems)
        return values


class Whole(serializers.IntegerField):
    """A whole number: neither text nor a decimal, and true and false are none."""

    default_error_messages = {"invalid": gettext_lazy("A whole number is expected.")}

    def to_internal_value(self, data: Any) -> int:
        """The number; its bounds are the field's."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return data


class Flag(serializers.BooleanField):
    """true or false, nothing that merely looks like it."""

    default_error_messages = {"invalid": gettext_lazy("true or false is expected.")}

    def to_internal_value(self, data: Any) -> bool:
        """The boolean."""
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class Text(serializers.CharField):
    """Text, without blanks around it; no number is taken for one."""

    default_error_messages = {"invalid": gettext_lazy("Text is expected.")}

    def to_internal_value(self, data: Any) -> str:
        """The text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Word(serializers.ChoiceField):
    """One word of a list, exactly as written there."""

    default_error_messages = {
        "invalid_choice": gettext_lazy("Choose one of the values that the API page lists.")
    }

    def to_internal_value(self, data: Any) -> str:
        """The word."""
        known = isinstance(data, str) and (data in self.choices or (data == "" and self.allow_blank))
        if not known:
            self.fail("invalid_choice", input="")
        return str(data)


@extend_schema_field({"type": "string", "format": "date-time", "example": "2026-05-01T09:00:00+08:00"})
class Moment(serializers.Field[datetime, Any, str, Any]):
    """A moment with its offset, so that no zone has to be guessed."""

    default_error_messages = {
        "invalid": gettext_lazy("A moment with its offset is expected, such as 2026-05-01T09:00:00+08:00."),
    }

    def to_internal_value(self, data: Any) -> datetime:
        """The moment, in UTC."""
        try:
            moment = datetime.fromisoformat(data) if isinstance(data, str) else None
            if moment is None or moment.tzinfo is None:
                self.fail("invalid")
            return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail("invalid")


class Words(serializers.ListField):
    """A JSON array of words; no other form of a list."""

    default_error_messages = {"not_a_list": gettext_lazy("A list is expected.")}

    def to_internal_value(self, data: Any) -> list[Any]:
        """The words."""
        if not isinstance(data, list):
            self.fail("not_a_list", input_type="")
        return super().to_internal_value(data)


class Counts(serializers.DictField):
    """A JSON object of names and whole numbers."""

    default_error_messages = {"not_a_dict": gettext_lazy("An object of names and numbers is expected.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The numbers by name."""
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type="")
        return super().to_internal_value(data)


class Loose(Counts):
    """A JSON object whose content the action checks."""

    default_error_messages = {"not_a_dict": gettext_lazy("A JSON object is expected.")}


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "pattern": "^[0-9]{1,6}(/[1-9][0-9]?)?$"},
            {"type": "integer", "minimum": 0, "maximum": 999_999},
        ],
        "example": "1/2",
    }
)
class Amount(serializers.Field[Fraction, Any, str, Any]):
    """Points of a penalty: a whole number, or a fraction as text ("1/2"). No decimals, so no float ever counts."""

    default_error_messages = {
        "invalid": gettext_lazy("An amount is a whole number or a fraction as text, such as 10 or “1/2”."),
    }

    def to_internal_value(self, data: Any) -> Fraction:
        """The exact amount."""
        text = str(data) if isinstance(data, int) and not isinstance(data, bool) else data
        if not isinstance(text, str) or re.fullmatch(r"[0-9]{1,6}(/[1-9][0-9]?)?", text, re.ASCII) is None:
            self.fail("invalid")
        return Fraction(text)

    def to_representation(self, value: Fraction) -> str:
        """The amount as text."""
        return exact(value)


@extend_schema_field({"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$", "example": "7/3"})
class Exact(serializers.Field[Any, Any, str, Any]):
    """Points as an exact fraction in ASCII: "7/3", "-1/2", "4". With `twelfths` the source counts twelfths."""

    def __init__(self, *, twelfths: bool = False, **options: Any) -> None:
        super().__init__(read_only=True, **options)
        self.unit = Fraction(1, TWELFTHS if twelfths else 1)

    def to_representation(self, value: Fraction | int) -> str:
        """The points as text."""
        return exact(value * self.unit)


@extend_schema_field({"type": "string", "example": "2⅓"})
class Shown(serializers.Field[Any, Any, str, Any]):
    """The same points as people read them: "2⅓", "−½", "14 5/12"."""

    def __init__(self, *, twelfths: bool = False, **options: Any) -> None:
        super().__init__(read_only=True, **options)
        self.unit = Fraction(1, TWELFTHS if twelfths else 1)

    def to_representation(self, value: Fraction | int) -> str:
        """The points as text."""
        return show(value * self.unit)


class Four(serializers.ListField):
    """Four whole numbers by drawn seat: 东, 南, 西, 北."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=serializers.IntegerField(), min_length=4, max_length=4, **options)

    def to_representation(self, data: Sequence[int]) -> list[int]:
        """The numbers as they are."""
        return list(data)


def seat_field(**options: Any) -> serializers.IntegerField:
    """A drawn seat, a chair or a wind in an answer: 0–3 = 东南西北."""
    return serializers.IntegerField(min_value=0, max_value=3, **options)
