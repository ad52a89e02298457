"""All sheets of a session in one file."""

from __future__ import annotations

import io

import pypdf
import pytest
from pypdf.generic import Destination

from tests import making
from tournament.models import Tournament
from tournament.prints import KINDS, Asked
from tournament.refusals import Refused
from tournament.sheets.document import Rendered, render

pytestmark = pytest.mark.django_db


def pack(event: Tournament, session: int = 1) -> Rendered:
    fresh = Tournament.objects.get(pk=event.pk)
    found = fresh.sessions.get(number=session)
    found.tournament = fresh
    return render(KINDS["session_pack"].make(Asked(fresh, session=found, address="https://example.org")))


def test_the_draw_and_a_blank_sheet_for_each_table_are_one_file_with_an_outline() -> None:
    made = pack(making.drawn(16, 2), session=2)
    read = pypdf.PdfReader(io.BytesIO(made.content))
    starts = {
        str(entry.title): read.get_destination_page_number(entry) or 0
        for entry in read.outline
        if isinstance(entry, Destination)
    }
    assert list(starts) == ["抽签表（按桌）", "抽签表（按姓名）", "记分表"]
    assert made.pages == len(read.pages) == starts["记分表"] + 4
    for number in range(1, 17):
        assert any(f"Player {number}" in page.extract_text() for page in read.pages[: starts["记分表"]])


def test_a_session_that_is_not_drawn_is_refused() -> None:
    with pytest.raises(Refused):
        pack(making.tournament(8, 2))
