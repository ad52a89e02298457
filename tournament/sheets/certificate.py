"""The certificate 奖状: one page for each who is honoured, with the organiser's words, pictures and lines to sign."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from reportlab.lib.utils import ImageReader

from tournament.models.certificate import FIELD

from .document import Chapter, Document, Page, Place
from .frame import A4_ACROSS
from .glyphs import BOLD, REGULAR
from .ink import ACCENT, BLACK, GREY, LEADING, Ink
from .lines import Fitted, fit, width, wrap
from .words import Words

TITLE, NAME, TEXT = 46.0, 33.0, 18.0
SMALLEST = 0.55  # of its size, before a text would leave the page
EDGE, INNER, SIDE = 26.0, 33.0, 90.0
PICTURE = 62.0  # height of the logo, and of the seal a little more
SEAL = 92.0
TEXTS: dict[str, tuple[str, str]] = {
    "title": ("奖状", "Certificate"),
    "body": (
        "{name}\n{team}\n在“{event}”中荣获\n{prize}\n特发此证，以资鼓励。",
        "{name}\n{team}\nhas won\n{prize}\nat {event}",
    ),
    "chief_referee": ("裁判长", "Chief referee"),
    "organiser": ("主办单位", "Organiser"),
    "first": ("{of}冠军", "{of}: winner"),
    "second": ("{of}亚军", "{of}: second place"),
    "third": ("{of}季军", "{of}: third place"),
    "place": ("{of}第 {place} 名", "{of}: place {place}"),
    "players": ("个人", "Individual"),
    "teams": ("团体", "Teams"),
    "took_part": ("参赛证书", "has taken part"),
}
FIRST_THREE = {1: "first", 2: "second", 3: "third"}


@dataclass(frozen=True)
class Certificate:
    """What one page says: `values` for each of FIELDS."""

    values: Mapping[str, str]


@dataclass(frozen=True)
class Design:
    """What all pages of a tournament have in common. Pictures are files, empty for none."""

    title: str
    body: str
    signatures: tuple[tuple[str, str], ...]
    logo: bytes = b""
    seal: bytes = b""
    stamp: str = ""


def usual(words: Words) -> tuple[str, str]:
    """The title and the body where the organiser has written none: in Chinese, or in English alone."""
    language = Words(words.languages_in_order[:1])
    return language.pick(TEXTS["title"])[0], language.pick(TEXTS["body"])[0]


def prize_text(words: Words, place: int | None, *, teams: bool) -> str:
    """What somebody has won, by his place; None: he has taken part. In the language of the usual text."""
    language = Words(words.languages_in_order[:1])
    if place is None:
        return language.pick(TEXTS["took_part"])[0]
    of = language.pick(TEXTS["teams" if teams else "players"])[0]
    return language.pick(TEXTS[FIRST_THREE.get(place, "place")], of=of, place=place)[0]


def certificates_document(
    design: Design, pages: Sequence[Certificate], words: Words, made_at: datetime, event: str
) -> Document:
    """One page across for each certificate."""
    logo, seal = (ImageReader(io.BytesIO(one)) if one else None for one in (design.logo, design.seal))

    def page(certificate: Certificate) -> Page:
        def draw(ink: Ink, place: Place) -> None:
            _draw(ink, design, certificate, logo, seal)

        return Page(A4_ACROSS, draw)

    return Document(
        title=f"{event} · {design.title}",
        subject=design.title,
        author=event,
        language=words.code,
        made_at=made_at,
        chapters=(Chapter("", [page(one) for one in pages]),),
    )


def _draw(
    ink: Ink, design: Design, certificate: Certificate, logo: ImageReader | None, seal: ImageReader | None
) -> None:
    across, up = A4_ACROSS
    for edge in (EDGE, INNER):
        ink.frame((edge, edge), (across - 2 * edge, up - 2 * edge))
    middle, room, y = across / 2, across - 2 * SIDE, up - 58.0
    if logo is not None:
        y = _picture(ink, logo, (middle, y - PICTURE), PICTURE, room) - 8
    title = fit(design.title, room, TITLE, BOLD)
    height = len(title.lines) * title.size * LEADING
    ink.block((middle, y - height / 2), title, BOLD, "center", ACCENT)
    y -= height + 4
    if design.stamp:
        ink.text((middle, y - 12), design.stamp, 12, BOLD, "center", ACCENT)
        y -= 18
    foot = 118.0
    _body(ink, design.body, certificate, (middle, y, foot, room))
    _signatures(ink, design, foot)
    if seal is not None:
        _picture(ink, seal, (across - SIDE - 60, 52), SEAL, 160)


def _body(ink: Ink, text: str, certificate: Certificate, place: tuple[float, float, float, float]) -> None:
    """The lines in the middle of what is left; smaller where they would not fit."""
    middle, top, bottom, room = place
    scale = 1.0
    while True:
        blocks = _blocks(text, certificate.values, room, scale)
        height = sum(_height(fitted) for fitted, _bold in blocks)
        if height <= top - bottom or scale <= SMALLEST:
            break
        scale *= 0.93
    y = (top + bottom + height) / 2
    for fitted, bold in blocks:
        step = _height(fitted)
        ink.block((middle, y - step / 2), fitted, BOLD if bold else REGULAR, "center", BLACK)
        y -= step


def _blocks(text: str, values: Mapping[str, str], room: float, scale: float) -> list[tuple[Fitted, bool]]:
    """Each line of the text with its size. Alone on its line a name or a prize is large; what is empty is left out."""
    blocks = []
    for line in text.splitlines():
        said = FIELD.sub(lambda found: values.get(found[1], found[0]), line).strip()
        if not said and line.strip():
            continue
        alone = FIELD.fullmatch(line.strip())
        is_large = alone is not None and alone[1] in ("name", "prize")
        size = (NAME if is_large else TEXT) * scale
        weight = BOLD if is_large else REGULAR
        if width(said, size, weight) > room:
            blocks.append((Fitted(tuple(wrap(said, room, size, weight)), size), is_large))
        else:
            blocks.append((Fitted((said,), size), is_large))
    return blocks


def _height(fitted: Fitted) -> float:
    return len(fitted.lines) * fitted.size * LEADING + 0.35 * fitted.size


def _signatures(ink: Ink, design: Design, foot: float) -> None:
    across = A4_ACROSS[0]
    slot = (across - 2 * SIDE) / max(len(design.signatures), 1)
    for at, (office, name) in enumerate(design.signatures):
        left = SIDE + at * slot
        line = slot - 30
        ink.rule(left, left + line, foot - 36, 0.7, BLACK)
        said = fit(office, line, 10.5)
        ink.block((left, foot - 36 - 4 - len(said.lines) * said.size * LEADING / 2), said, colour=GREY)
        signed = fit(name, line, 12)
        ink.block((left, foot - 36 + 3 + len(signed.lines) * signed.size * LEADING / 2), signed)


def _picture(ink: Ink, picture: ImageReader, foot: tuple[float, float], height: float, room: float) -> float:
    """A picture above a point in the middle of its lower edge, no wider than `room`; returns where it ends below."""
    wide, high = picture.getSize()
    scale = min(height / high, room / wide)
    x, y = foot
    ink.canvas.drawImage(picture, x - wide * scale / 2, y, wide * scale, high * scale, mask="auto")
    return y
