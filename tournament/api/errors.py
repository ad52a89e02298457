"""Every refusal of the API has one form: a code for the program, a sentence for the person, the field it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework import exceptions, serializers
from rest_framework.response import Response

from tournament.refusals import Kept, Refused


class ProblemSerializer(serializers.Serializer[Any]):
    """One field that is not as it should be."""

    field = serializers.CharField(help_text='Name of the field, "agreements.2" inside a list.')
    code = serializers.CharField(help_text="A stable word for programs.")
    message = serializers.CharField(help_text="What is wrong, for people, in the language asked for.")


class RefusalSerializer(serializers.Serializer[Any]):
    """A refusal: what is wrong, where, and what is there instead."""

    code = serializers.CharField(help_text="A stable word for programs, such as fan_below_minimum.")
    message = serializers.CharField(help_text="What is wrong and what to do, in the language asked for.")
    field = serializers.CharField(
        allow_blank=True, help_text='The field that it belongs to, "" where it belongs to none.'
    )
    current = serializers.DictField(
        help_text="What is there instead: for stale the version of the table and what was entered last."
    )
    problems = ProblemSerializer(
        many=True, required=False, help_text="With status 400: every field with a problem, all at once."
    )


class Malformed(exceptions.APIException):
    """The body is no JSON object that could be an entry."""

    status_code = HTTPStatus.BAD_REQUEST
    default_code = "malformed"


class TooLarge(exceptions.APIException):
    """The body is longer than any entry."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class Locked(exceptions.APIException):
    """Too many wrong passwords for this name from this address."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    default_code = "locked"


def answer_to(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to an exception in a view; None for a fault of the program, which is Django's to report."""
    if isinstance(error, Refused):
        status = HTTPStatus.CONFLICT if error.is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY
        if isinstance(error, Kept):
            status = HTTPStatus.ACCEPTED
        return Response(_body(error.code, error.message, error.field, error.current), status=status)
    if isinstance(error, exceptions.ValidationError):
        return Response(_all_problems(error), status=HTTPStatus.BAD_REQUEST)
    if isinstance(error, Http404 | exceptions.NotFound):
        sentence = _("There is nothing at this address that you may see. Check the address, or log in.")
        return Response(_body("not_found", sentence), status=HTTPStatus.NOT_FOUND)
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.Throttled):
        return _throttled(ceil(getattr(error, "wait", None) or 1))
    if isinstance(error, exceptions.APIException):
        headers = {}
        if getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = str(error.auth_header)  # type: ignore[attr-defined]
        code = error.get_codes()
        body = _body(code if isinstance(code, str) else error.default_code, str(error.detail))
        return Response(body, status=error.status_code, headers=headers)
    return None


def _body(
    code: str, message: str, field: str = "", current: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    return {"code": code, "message": message, "field": field, "current": dict(current or {})}


def _throttled(seconds: int) -> Response:
    sentence = ngettext(
        "Too many entries in a minute. Send it again in %(n)s second.",
        "Too many entries in a minute. Send it again in %(n)s seconds.",
        seconds,
    )
    return Response(
        _body("throttled", sentence % {"n": seconds}),
        status=HTTPStatus.TOO_MANY_REQUESTS,
        headers={"Retry-After": str(seconds)},
    )


def _all_problems(error: exceptions.ValidationError) -> dict[str, Any]:
    problems = [
        {"field": field, "code": detail.code, "message": str(detail)} for field, detail in _flat(error.detail)
    ]
    first = problems[0]
    message = first["message"]
    if first["field"]:
        message = _("%(field)s: %(message)s") % first
    return {**_body("malformed", str(message), str(first["field"])), "problems": problems}


def _flat(detail: Any, path: Sequence[str] = ()) -> Iterator[tuple[str, exceptions.ErrorDetail]]:
    """All problems with the path of their field."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            own = [] if name in ("non_field_errors", "") else [str(name)]
            yield from _flat(inner, [*path, *own])
    elif isinstance(detail, list):
        for inner in detail:
            yield from _flat(inner, path)
    else:
        yield ".".join(path), detail
