"""A public page rewritten so that it can be read from a folder: relative links, no scripts, no forms, symbols inside.

It knows no database and no addresses: where a link leads, `find` says. Browsers neither run modules nor follow the
`use` of another file where a page was opened from a folder, so nothing is left of the first, and what a page uses of
the second stands at its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from html import escape
from html.parser import HTMLParser


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = _words("area base br col embed hr img input link meta param source track wbr")
# What does nothing without a script or a server, and style sheets: `Around` has its own.
GONE_TAGS = _words(
    "base button dialog embed form iframe img input link noscript object script select style template textarea"
)
# Also what says when the page was asked for: announcements, clocks, and the stamp above the living part.
GONE_CLASSES = _words("filter finder head-clock messages needs-js notices offline star stamp toasts")
TOOLS = "top__tools"
GONE_ATTRIBUTES = _words("action autofocus formaction href integrity nonce ping src srcset style target")
GONE_PREFIXES = ("data-", "hx-", "on")
# Of a link of which only the words remain.
OF_LINKS = _words("download rel aria-current aria-label title")
_SYMBOL = re.compile(r"(?:^|/)img/(?P<file>[\w/]+?)(?:\.[0-9a-f]+)?\.svg#(?P<name>[\w-]+)$")
_PIECE = re.compile(r'<(symbol|path|g)\s[^>]*?\bid="([\w-]+)"[^>]*?(?:/>|>.*?</\1>)', re.DOTALL)
_INSIDE = re.compile(r'(\bhref="|url\()#([\w-]+)')
_OWN_ID = re.compile(r'(\bid=")([\w-]+)')


class Without(Enum):
    """What becomes of a link that leads out of the archive: its words remain, or nothing."""

    WORDS = "words"
    NOTHING = "nothing"


Find = Callable[[str], str | Without]


@dataclass(frozen=True)
class Sprite:
    """The symbols of one file, by name, and which of the others each of them uses."""

    pieces: Mapping[str, str]
    uses: Mapping[str, tuple[str, ...]]

    def with_used(self, names: Iterable[str]) -> list[str]:
        """These symbols and whatever they use, each once, in the order of their names."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name in self.pieces and name not in found:
                found.add(name)
                waiting += self.uses[name]
        return [self.pieces[name] for name in sorted(found)]


@dataclass(frozen=True)
class Around:
    """What a page gets instead of what it loses, as HTML: style sheet and icon, tools of the top line, a foot.

    `sprites`: the files of symbols by their names, such as "icons" for img/icons.svg.
    """

    head: str
    tools: str
    foot: str
    sprites: Mapping[str, Sprite]


def read_sprite(file: str, svg: str) -> Sprite:
    """The symbols of a file. Their ids get the name of the file in front, so that none is that of a part of a page."""
    pieces, uses = {}, {}
    for found in _PIECE.finditer(svg):
        text, name = found[0], found[2]
        uses[name] = tuple(used for _before, used in _INSIDE.findall(text))
        text = _INSIDE.sub(lambda one: f"{one[1]}#{symbol_id(file, one[2])}", text)
        pieces[name] = _OWN_ID.sub(lambda one: f"{one[1]}{symbol_id(file, one[2])}", text)
    return Sprite(pieces, uses)


def symbol_id(file: str, name: str) -> str:
    """The id of a symbol inside of a page."""
    return f"{file.replace('/', '-')}-{name}"


def rewritten(html: str, find: Find, around: Around) -> str:
    """The page for the archive. `find` says for an address where its link leads from this page."""
    writer = _Writer(find, around)
    writer.feed(html)
    writer.close()
    return "".join(writer.out)


@dataclass
class _Skipped:
    """An element that is being left out. Only elements of its own name are counted: others may leave their end away."""

    tag: str
    depth: int = 1


@dataclass
class _Open:
    """What the writer must remember of elements that it has not closed yet."""

    links: list[str] = field(
        default_factory=list
    )  # the end of each link: of one without address it is another
    in_foot: bool = False


class _Writer(HTMLParser):
    def __init__(self, find: Find, around: Around) -> None:
        super().__init__(convert_charrefs=False)
        self.out: list[str] = []
        self._find, self._around = find, around
        self._skipped: _Skipped | None = None
        self._open = _Open()
        self._used: dict[str, set[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._skipped is not None:
            self._skipped.depth += tag == self._skipped.tag
            return
        given = dict(attrs)
        classes = set((given.get("class") or "").split())
        if TOOLS in classes:
            self.out.append(self._around.tools)
        if _is_gone(tag, given, classes):
            self._skip(tag)
        elif tag == "a":
            self._link(attrs, given.get("href"))
        elif tag == "use":
            self._use(given.get("href") or "")
        else:
            self._open.in_foot |= tag == "footer" and "foot" in classes
            self.out.append(self._kept(tag, attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._skipped is not None or _is_gone(tag, dict(attrs), set()):
            return
        if tag == "use":
            self._use(dict(attrs).get("href") or "")
            self.out.append("</use>")
        else:
            self.out.append(_tag(tag, _allowed(attrs), " /"))

    def handle_endtag(self, tag: str) -> None:
        if self._skipped is not None:
            self._skipped.depth -= tag == self._skipped.tag
            if not self._skipped.depth:
                self._skipped = None
            return
        if tag == "a":
            self.out.append(self._open.links.pop() if self._open.links else "")
            return
        if tag == "head":
            self.out.append(self._around.head)
        elif tag == "footer" and self._open.in_foot:
            self._open.in_foot = False
            self.out.append(self._around.foot)
        elif tag == "body":
            self.out.append(self._symbols())
        if tag not in VOID:
            self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._skipped is None:
            self.out.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.handle_data(f"<!{decl}>")

    def _skip(self, tag: str) -> None:
        if tag not in VOID:
            self._skipped = _Skipped(tag)

    def _kept(self, tag: str, attrs: list[tuple[str, str | None]]) -> str:
        allowed = _allowed(attrs)
        if len(allowed) == len(attrs):
            return self.get_starttag_text() or ""
        return _tag(tag, allowed)

    def _link(self, attrs: list[tuple[str, str | None]], href: str | None) -> None:
        leads = "" if href is None else href if href.startswith("#") else self._find(href)
        if leads is Without.NOTHING:
            self._skip("a")
        elif leads is Without.WORDS:
            self.out.append(_tag("span", [one for one in _allowed(attrs) if one[0] not in OF_LINKS]))
            self._open.links.append("</span>")
        else:
            address = [("href", str(leads))] if leads else []
            self.out.append(_tag("a", [*address, *_allowed(attrs)]))
            self._open.links.append("</a>")

    def _use(self, href: str) -> None:
        found = _SYMBOL.search(href)
        if found is None:
            self.out.append("<use>")
            return
        self._used.setdefault(found["file"], set()).add(found["name"])
        self.out.append(f'<use href="#{symbol_id(found["file"], found["name"])}">')

    def _symbols(self) -> str:
        pieces = [
            piece
            for file in sorted(self._used)
            if file in self._around.sprites
            for piece in self._around.sprites[file].with_used(self._used[file])
        ]
        return f'<svg class="symbols" aria-hidden="true">{"".join(pieces)}</svg>' if pieces else ""


def _is_gone(tag: str, given: Mapping[str, str | None], classes: set[str]) -> bool:
    if tag in GONE_TAGS or "hidden" in given or "data-own-clock" in given:
        return True
    if tag == "meta":
        return "http-equiv" in given or (given.get("name") or "").startswith("htmx")
    return TOOLS in classes or not classes.isdisjoint(GONE_CLASSES)


def _allowed(attrs: list[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    return [
        (name, value)
        for name, value in attrs
        if name not in GONE_ATTRIBUTES and not name.startswith(GONE_PREFIXES)
    ]


def _tag(tag: str, attrs: Iterable[tuple[str, str | None]], end: str = "") -> str:
    written = "".join(f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in attrs)
    return f"<{tag}{written}{end}>"
