"""How words and numbers are put together in the reader's language: Chinese has commas and colons of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import override, pgettext


def listed(parts: Iterable[object]) -> str:
    """Things one after the other: "1–4, 7", in Chinese "1–4、7"."""
    return pgettext("between the things of a list", ", ").join(map(str, parts))


def clauses(parts: Iterable[object]) -> str:
    """Statements one after the other: "this; that", in Chinese "this；that"."""
    return pgettext("between statements", "; ").join(map(str, parts))


def labelled(label: object, text: object) -> str:
    """What something is called, and what it is: "Fan: 8", in Chinese "番：8"."""
    return f"{label}{pgettext('after a label', ': ')}{text}"


def in_both_languages(say: Callable[[], Sequence[str]]) -> list[tuple[str, str]]:
    """What is said of several things, each in Chinese and in English: for paper and files, whoever asks for them."""
    told = []
    for language in ("zh-hans", "en"):
        with override(language):
            told.append(say())
    return list(zip(*told, strict=True))
