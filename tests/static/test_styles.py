"""The style sheets: contrast in both themes, the weight of a page, nothing that the policy forbids."""

import gzip
import re

import pytest

from config.static import StaticFiles
from tests.machine import ROOT

STATIC = ROOT / "static"
TOKENS = (STATIC / "css/tokens.css").read_text(encoding="utf-8")
TEXT = ("ink", "ink-2", "ink-3", "green-ink", "red-ink")
GROUND = ("paper", "surface", "sunken", "green-soft", "red-soft", "glow")
PAIRS = [(front, back, 4.5) for front in TEXT for back in GROUND] + [
    ("on-green", "green", 4.5),
    ("on-green", "green-deep", 4.5),
    ("on-red", "red", 4.5),
    ("on-red", "red-deep", 4.5),
    ("on-gold", "gold", 4.5),
    ("ink", "gold-soft", 4.5),
    ("line-strong", "surface", 3),
    ("line-strong", "paper", 3),
    ("gold-line", "surface", 3),
]


def tokens(block: str) -> dict[str, str]:
    """The colours that a block of the style sheet sets, by name."""
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", block))


SYSTEM, CHOSEN = TOKENS.index("@media"), TOKENS.rindex(':root[data-theme="dark"]')
LIGHT = tokens(TOKENS[:SYSTEM])
DARK = tokens(TOKENS[CHOSEN:])


def luminance(colour: str) -> float:
    """Relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(front: str, back: str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    high, low = sorted((luminance(front), luminance(back)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, LIGHT | DARK], ids=["light", "dark"])
def test_text_can_be_read_on_every_ground(theme: dict[str, str]) -> None:
    weak = [(f, b) for f, b, least in PAIRS if contrast(theme[f], theme[b]) < least]
    assert weak == []


def test_a_dark_system_and_a_chosen_dark_theme_look_the_same() -> None:
    assert tokens(TOKENS[SYSTEM:CHOSEN]) == DARK


def test_scripts_and_styles_of_a_public_page_stay_under_30_kilobytes() -> None:
    base = (ROOT / "templates/base.html").read_text(encoding="utf-8")
    files = set(re.findall(r"{% static '([^']+\.(?:css|js))' %}", base)) | {"css/public.css"}
    for name, parts in StaticFiles.bundles.items():
        assert f'{{% bundle "{name}" %}}' in base
        files |= set(parts)
    weight = sum(len(gzip.compress((STATIC / name).read_bytes())) for name in files)
    assert weight < 30_000


def test_no_template_has_inline_scripts_styles_or_handlers() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", text), path
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|hx-on", text), path
