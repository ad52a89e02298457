"""The fonts inside a PDF."""

import io
import threading

import pypdf
from reportlab.pdfbase import pdfmetrics

from tests.sheets.samples import NAMES, embedded_fonts, many, row, sheet
from tournament.sheets.fonts import document_fonts, font_program, to_unicode
from tournament.sheets.glyphs import REGULAR
from tournament.sheets.results import render_results


def test_every_font_is_embedded_as_a_part_and_says_what_its_characters_are() -> None:
    pdf = render_results(many(20, 5))
    for page in pypdf.PdfReader(io.BytesIO(pdf)).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            assert font["/Subtype"] == "/Type0"
            assert "/ToUnicode" in font
            tag, plus, name = font["/BaseFont"][1:].partition("+")
            assert (len(tag), tag.isupper(), plus) == (6, True, "+")
            assert name in ("NotoSansSheet-Regular", "NotoSansSheet-Bold")


def test_bold_is_a_font_program_of_its_own_with_heavier_letters() -> None:
    fonts = {name[7:]: font for name, font in embedded_fonts(render_results(many(20, 5))).items()}
    assert set(fonts) == {"NotoSansSheet-Regular", "NotoSansSheet-Bold"}
    regular, bold = (fonts[f"NotoSansSheet-{weight}"] for weight in ("Regular", "Bold"))
    assert regular["glyf"].compile(regular) != bold["glyf"].compile(bold)


def test_only_the_characters_of_the_document_are_embedded() -> None:
    fonts = embedded_fonts(render_results(many(20, 5)))
    assert all(len(font.getGlyphOrder()) < 300 for font in fonts.values())
    assert sum(len(font.getGlyphOrder()) for font in fonts.values()) > 100


def test_a_character_beyond_the_first_plane_is_copied_as_two_halves() -> None:
    table = to_unicode(["a", "𠮷"]).decode()
    assert "<0001> <0061>" in table
    assert "<0002> <D842DFB7>" in table


def test_a_minus_sign_is_copied_as_the_one_on_the_keyboard() -> None:
    assert "<0001> <002D>" in to_unicode(["\u2212"]).decode()


def test_no_block_of_the_copying_table_is_longer_than_the_format_allows() -> None:
    table = to_unicode([chr(0x4E00 + number) for number in range(250)]).decode()
    assert [line for line in table.splitlines() if line.endswith("beginbfchar")] == [
        "100 beginbfchar",
        "100 beginbfchar",
        "50 beginbfchar",
    ]


def test_every_visible_character_of_a_program_has_an_outline() -> None:
    chars = list(dict.fromkeys("".join(NAMES).replace(" ", "")))
    program, _box = font_program(chars, REGULAR)
    font = next(iter(embedded_fonts(render_results(sheet(row()))).values())).__class__(io.BytesIO(program))
    for number, char in enumerate(chars, 1):
        assert font["glyf"][f"glyph{number:05d}"].numberOfContours > 0, char
        assert font["hmtx"][f"glyph{number:05d}"][0] > 0, char


def test_fonts_leave_no_trace_after_the_document() -> None:
    before = set(pdfmetrics._fonts), set(pdfmetrics._dynFaceNames)
    with document_fonts() as fonts:
        assert fonts.name(REGULAR) in pdfmetrics._fonts
    assert (set(pdfmetrics._fonts), set(pdfmetrics._dynFaceNames)) == before


def test_documents_drawn_at_the_same_time_do_not_mix() -> None:
    sheets = [sheet(row(name=name), tournament=name) for name in NAMES[:4]]
    alone = [render_results(one) for one in sheets]
    together: dict[int, bytes] = {}
    threads = [
        threading.Thread(target=lambda at=at: together.__setitem__(at, render_results(sheets[at])))
        for at in range(len(sheets))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[at] for at in range(len(sheets))] == alone
