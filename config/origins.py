"""The middleware that lets the history say from where a change came."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.visitors import address
from tournament.actions.origin import coming_from


def remember_origin(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Note the visitor's address, as far as proxies are trusted, while his request is answered."""

    def answer(request: HttpRequest) -> HttpResponse:
        with coming_from(address(request)):
            return get_response(request)

    return answer
