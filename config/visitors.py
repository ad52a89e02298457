"""From which address a visitor comes, with or without reverse proxies in front of the server."""

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str:
    """The visitor's address.

    X-Forwarded-For is believed only as far as PROXIES says: each proxy adds one address at the right, and
    what stands further left was written by the visitor himself.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    proxies: int = settings.PROXIES
    chain = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    forwarded = [part.strip() for part in chain if part.strip()]
    if proxies and len(forwarded) >= proxies:
        return forwarded[-proxies]
    return direct
