"""The fonts of one PDF: they hold the characters that the document shows and nothing else.

Each weight is one composite font (Type 0, Identity-H) that grows while the pages are drawn, and whose program
is made when the document is saved: no character can be forgotten, and regular and bold are two programs with
two names. reportlab's own TrueType class is not used: it needs the whole font beforehand, cuts it into pieces
of 256 characters, and tells the reader wrong text for characters above U+FFFF.
"""

from __future__ import annotations

import hashlib
import io
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fontTools.fontBuilder import FontBuilder
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString, PDFZCompress

from .font_files import BASE_NAME
from .glyphs import BOLD, CAP_HEIGHT, EM, REGULAR, Weight, is_covered, missing, outline

# A sheet shows a real minus sign; a spreadsheet and a search want the one on the keyboard.
COPIED_AS = {"\u2212": "-"}
ASCENT, DESCENT = 1069, -293
_serial = itertools.count(1)


def uncovered(text: str) -> list[str]:
    """The characters of a text that would be printed as boxes, each once, in the order of the text."""
    return [char for char in dict.fromkeys(text) if not is_covered(char)]


@dataclass(frozen=True)
class DocumentFonts:
    """The two fonts of a document, by the names that a reportlab canvas knows while it is drawn."""

    regular: SheetFont
    bold: SheetFont

    def name(self, weight: Weight) -> str:
        """The name to give to `canvas.setFont`."""
        return (self.bold if weight is BOLD else self.regular).fontName

    @property
    def used(self) -> str:
        """The characters that were drawn until now."""
        return self.regular.used + self.bold.used


@contextmanager
def document_fonts() -> Iterator[DocumentFonts]:
    """Fonts for one document. The canvas must be drawn and saved inside the `with` block."""
    fonts = DocumentFonts(SheetFont(REGULAR), SheetFont(BOLD))
    for font in (fonts.regular, fonts.bold):
        pdfmetrics.registerFont(font)
    try:
        yield fonts
    finally:
        for font in (fonts.regular, fonts.bold):
            font.unregister()


@dataclass(frozen=True)
class _Face:
    """What reportlab asks of a typeface."""

    name: str
    ascent: int = ASCENT
    descent: int = DESCENT
    builtIn: bool = False


class SheetFont:
    """One weight in one document, by reportlab's protocol of dynamic fonts."""

    _dynamicFont = 1
    _multiByte = 0
    shapable = False

    def __init__(self, weight: Weight) -> None:
        self.weight = weight
        # Unique in the process: reportlab's register is global, and two documents may be drawn at once.
        self.fontName = f"{BASE_NAME}-{weight.name.title()}/{next(_serial)}"
        self.face = _Face(self.fontName)
        self._cids: dict[str, int] = {}
        self._internal_name = ""

    @property
    def used(self) -> str:
        """The characters that were drawn until now."""
        return "".join(self._cids)

    def unregister(self) -> None:
        """Forget the font; reportlab offers that only for fonts of its own class."""
        pdfmetrics._fonts.pop(self.fontName, None)
        pdfmetrics._dynFaceNames.pop(self.face.name, None)

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:
        """The width of a text in points."""
        return sum(outline(char, self.weight).advance for char in text) * size / EM

    def splitString(self, text: str, doc: Any) -> list[tuple[int, bytes]]:
        """The text as two bytes a character, all in the one font; new characters get the next number."""
        cids = self._cids
        return [(0, b"".join(cids.setdefault(char, len(cids) + 1).to_bytes(2, "big") for char in text))]

    def getSubsetInternalName(self, subset: int, doc: Any) -> str:
        """The name of the font in the page's resources."""
        if not self._internal_name:
            self._internal_name = f"F{len(doc.fontMapping) + 1}"
            doc.fontMapping[self.fontName] = f"/{self._internal_name}"
            doc.delayedFonts.append(self)
        return f"/{self._internal_name}"

    def addObjects(self, doc: Any) -> None:
        """Write the font into the document that is being saved."""
        name = f"{_tag(self._cids)}+{BASE_NAME}-{self.weight.name.title()}"
        advances = [outline(char, self.weight).advance for char in self._cids]
        program, box = font_program(list(self._cids), self.weight)
        file = _stream(program)
        file.dictionary["Length1"] = len(program)
        key = self._internal_name
        descriptor = PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": PDFName(name),
                "Flags": 4,
                "FontBBox": PDFArray(box),
                "ItalicAngle": 0,
                "Ascent": ASCENT,
                "Descent": DESCENT,
                "CapHeight": CAP_HEIGHT,
                "StemV": 80 if self.weight is REGULAR else 140,
                "FontFile2": doc.Reference(file, f"{key}:file"),
            }
        )
        descendant = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("CIDFontType2"),
                "BaseFont": PDFName(name),
                "CIDSystemInfo": PDFDictionary(
                    {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": doc.Reference(descriptor, f"{key}:descriptor"),
                "CIDToGIDMap": PDFName("Identity"),
                "DW": EM,
                "W": PDFArray([1, PDFArray(advances)]),
            }
        )
        font = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("Type0"),
                "BaseFont": PDFName(name),
                "Encoding": PDFName("Identity-H"),
                "DescendantFonts": PDFArray([doc.Reference(descendant, f"{key}:descendant")]),
                "ToUnicode": doc.Reference(_stream(to_unicode(list(self._cids))), f"{key}:unicode"),
            }
        )
        doc.idToObject["BasicFonts"].dict[key] = doc.Reference(font, key)


def font_program(chars: list[str], weight: Weight) -> tuple[bytes, list[int]]:
    """A TrueType font whose glyph n is the n-th character (from 1), and the box around all its glyphs."""
    names = [".notdef"] + [f"g{position}" for position in range(1, len(chars) + 1)]
    outlines = [missing()] + [outline(char, weight) for char in chars]
    builder = FontBuilder(EM, isTTF=True)
    builder.updateHead(created=0, modified=0)  # no clock: the same sheet gives the same bytes
    builder.setupGlyphOrder(names)
    builder.setupGlyf(
        {name: one.glyph for name, one in zip(names, outlines, strict=True)}, calcGlyphBounds=False
    )
    builder.setupHorizontalMetrics(
        {
            name: (one.advance, getattr(one.glyph, "xMin", 0))
            for name, one in zip(names, outlines, strict=True)
        }
    )
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    out = io.BytesIO()
    builder.save(out)
    head = builder.font["head"]
    return out.getvalue(), [head.xMin, head.yMin, head.xMax, head.yMax]


def to_unicode(chars: list[str]) -> bytes:
    """The table from which a reader copies and searches: number n (from 1) is the n-th character."""
    pairs = [
        f"<{number:04X}> <{COPIED_AS.get(char, char).encode('utf-16-be').hex().upper()}>"
        for number, char in enumerate(chars, 1)
    ]
    blocks = []
    for start in range(0, len(pairs), 100):  # the format allows no more in one block
        some = pairs[start : start + 100]
        blocks += [f"{len(some)} beginbfchar", *some, "endbfchar"]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin",
            "12 dict begin",
            "begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def",
            "/CMapType 2 def",
            "1 begincodespacerange",
            "<0000> <FFFF>",
            "endcodespacerange",
            *blocks,
            "endcmap",
            "CMapName currentdict /CMap defineresource pop",
            "end",
            "end",
        ]
    ).encode("ascii")


def _stream(content: bytes) -> PDFStream:
    return PDFStream(content=content, filters=[PDFZCompress])


def _tag(chars: dict[str, int]) -> str:
    """Six capitals that mark a part of a font, the same for the same characters."""
    digest = hashlib.sha256("".join(chars).encode("utf-8")).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
