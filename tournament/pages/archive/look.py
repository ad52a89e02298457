"""How the pages of an archive look: one style sheet for all of them, and the symbols that stand inside of each."""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.contrib.staticfiles import finders
from django.core.exceptions import ImproperlyConfigured

from tournament.exchange.web_page import Sprite, read_sprite

# What public pages ask for, after what every page does; the last is the archive's own.
STYLES = ("public", "clock", "public-tables", "drawings", "statistics", "programme", "archive")
SPRITES = ("icons", "tiles/tiles")


def style_sheet() -> bytes:
    """All styles of the public pages as one file."""
    bundles = apps.get_app_config("staticfiles").bundles  # type: ignore[attr-defined]
    names = [*bundles["css/every-page.css"], *(f"css/{name}.css" for name in STYLES)]
    return "\n".join(_text(name) for name in (*names, "css/print.css")).encode()


def sprites() -> dict[str, Sprite]:
    """The files of symbols that pages use, by their names."""
    return {name: read_sprite(name, _text(f"img/{name}.svg")) for name in SPRITES}


def favicon() -> bytes:
    """The picture in the tab of a browser."""
    return _text("img/favicon.svg").encode()


def _text(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise ImproperlyConfigured(f"The static file {name} is missing.")
    return Path(path).read_text(encoding="utf-8")
