"""A table over as many pages as it takes, with notes and lines to sign on the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .closing import Closing, Note, Signer
from .document import Area
from .frame import LAST_ROWS, DrawPage, Frame, paginate
from .ink import Ink
from .tables import Layout

DrawOver = Callable[[Ink, float, float, range], None]


def signed_table(
    frame: Frame,
    layout: Layout,
    notes: Sequence[Note],
    signers: Sequence[Signer],
    over: DrawOver = lambda ink, left, top, rows: None,
) -> list[DrawPage]:
    """What each page of the frame shows. `over` draws on top of the rows of a page: left side, upper edge, which rows.

    The last rows stand on the page of the signatures, so that nobody signs an empty sheet.
    """
    first, later = (area.height - layout.header_height for area in (frame.first_area, frame.later_area))
    room = frame.first_area.width, later - sum(layout.heights[-LAST_ROWS:])
    closing = Closing.fitted(notes, signers, room)
    pages = paginate(layout.heights, first, later, closing.height)

    def page(rows: range, is_last: bool) -> DrawPage:
        def draw(ink: Ink, area: Area) -> None:
            y = area.top
            if rows:
                top = layout.draw_header(ink, area.left, y)
                y = layout.draw_rows(ink, area.left, top, rows)
                over(ink, area.left, top, rows)
            if is_last:
                closing.draw(ink, area, y)

        return draw

    return [page(rows, rows is pages[-1]) for rows in pages]
