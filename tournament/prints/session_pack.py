"""All that is printed for one session, in one file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext_lazy

from tournament.sheets.document import Chapter, Document

from .catalogue import KINDS, Asked, printed

# The kinds in the order in which they are needed, and what is chosen of each.
PARTS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("draw_by_table", {"which": "one"}),
    ("draw_by_name", {"which": "one"}),
    ("score_sheets", {"state": "blank", "table": ""}),
)
TITLES: Mapping[str, tuple[str, str]] = {
    "draw_by_table": ("抽签表（按桌）", "Draw by table"),
    "draw_by_name": ("抽签表（按姓名）", "Draw by name"),
    "score_sheets": ("记分表", "Score sheets"),
}


@printed(
    "session_pack",
    gettext_lazy("All of a session"),
    gettext_lazy(
        "The draw by table and by name for the wall, and a blank score sheet for each table, in one file."
    ),
    when="session",
    of_session=True,
)
def session_pack(asked: Asked) -> Document:
    """The sheets of a session one after the other, each in the outline. Refuses where nothing is drawn."""
    documents = [(key, KINDS[key].make(replace(asked, options=options))) for key, options in PARTS]
    chapters = [
        Chapter(
            asked.words.pick(TITLES[key])[0],
            [page for chapter in document.chapters for page in chapter.pages],
        )
        for key, document in documents
    ]
    return replace(documents[0][1], chapters=tuple(chapters))
