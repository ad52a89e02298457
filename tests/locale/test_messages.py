"""The Chinese catalogue: complete, well formed, compiled from its source, and made of what the program says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import polib
import pytest
from django.utils.translation.template import templatize

from tests.machine import ROOT

SOURCE = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
COMPILED = SOURCE.with_suffix(".mo")
# Where each function has its msgid; what stands before it is the context, what stands after it the plural.
SENTENCE_AT = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"), 0),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"), 1),
}
PLURALS = ("ngettext", "ngettext_lazy", "npgettext", "npgettext_lazy")
OPTION = re.compile(r"--[a-z-]+(?: [A-Z]+)?")  # of a command, with its argument
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|%%|\{\w+\}")
# Names and words of files and programs that stay as they are in a Chinese sentence.
KEPT = (
    *(
        "EMA",
        "CSV",
        "PDF",
        "QR",
        "API",
        "JSON",
        "UTF-8",
        "UTF-16",
        "GB18030",
        "XLSX",
        "xlsx",
        "xlsm",
        "xls",
        "Excel",
        "MB",
        "PNG",
        "JPEG",
        "ZIP",
        ".quesai.zip",
        "Base64",
        "null",
    ),
    *(
        "restore_tournament",
        "MERS",
        "JavaScript",
        "Cookie",
        "SQLite",
        "pg_dump",
        "HOST=0.0.0.0",
        "PORT=",
        "make run",
        "Ctrl-C",
        "client_id",
        "SHA-256",
        "mcr-seating/1",
        "sessions",
        "Tab",
        "Idempotency-Key",
    ),
    *("Asia/Shanghai", "Shanghai", "Paris", "true", "false", "drawn", "top", "places", "forfeits", "play"),
    *(
        "<kbd>",
        "</kbd>",
        "PostgreSQL",
        "sqlite:///",
        "postgres://",
        "DATABASE_URL",
        "manage.py move_database",
    ),
    *("Debian", "apt install postgresql-client"),
    *("kB", "hand、melds、win"),
    *("chi:234s", "pung:EEE", "ckong:5555p", "kong:2222m", "123m456s78pEE"),  # how tiles are written
)
CHINESE = re.compile(r"[\u4e00-\u9fff]")


class Sentence(NamedTuple):
    """What a sentence is known by in a catalogue."""

    context: str | None
    text: str
    plural: str


@cache
def catalogue() -> polib.POFile:
    return polib.pofile(str(SOURCE))


def sentence_of(entry: polib.POEntry | polib.MOEntry) -> Sentence:
    return Sentence(entry.msgctxt, entry.msgid, entry.msgid_plural or "")


def said(entry: polib.POEntry | polib.MOEntry) -> list[str]:
    """Every form of the translation."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def calls(tree: ast.AST, where: Path) -> Iterator[Sentence]:
    """The sentences that the code of one file hands to gettext."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name not in SENTENCE_AT:
            continue
        at = SENTENCE_AT[name]
        texts = [a.value if isinstance(a, ast.Constant) else None for a in node.args[: at + 2]]
        text = texts[at] if len(texts) > at else None
        assert isinstance(text, str), (
            f"{where}:{node.lineno}: {name}() needs a sentence that can be collected"
        )
        plural = texts[at + 1] if name in PLURALS else ""
        yield Sentence(str(texts[0]) if at else None, text, str(plural))


@cache
def trees() -> dict[Path, ast.Module]:
    """Every module of the program that may speak to people."""
    found = {}
    for room in ("config", "scoring", "tournament"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                found[path] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def in_templates() -> Iterator[Sentence]:
    """The sentences of the templates. Django itself turns their tags into calls, among letters that blank the rest."""
    call = re.compile(r"(?<![\w])(?:n?p?gettext|_)\((?:[^()'\"]|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")*\)")
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for found in call.findall(templatize(path.read_text(encoding="utf-8"), origin=str(path))):
            yield from calls(ast.parse(found), path)


def without_plural(sentences: Iterator[Sentence] | list[Sentence]) -> dict[tuple[str | None, str], str]:
    """A catalogue holds a sentence once, with its plural wherever one place has it."""
    merged: dict[tuple[str | None, str], str] = {}
    for context, text, plural in sentences:
        merged[context, text] = merged.get((context, text)) or plural
    return merged


def test_the_catalogue_holds_what_the_program_says_and_nothing_else() -> None:
    spoken = [*in_templates(), *(s for path, tree in trees().items() for s in calls(tree, path))]
    code, stored = without_plural(spoken), without_plural([sentence_of(e) for e in catalogue()])
    assert len(code) > 1000
    assert sorted(text for _context, text in code.keys() - stored.keys()) == [], "run `make messages`"
    assert sorted(text for _context, text in stored.keys() - code.keys()) == [], "run `make messages`"
    assert {key: plural for key, plural in code.items() if stored[key] != plural} == {}


def test_gettext_goes_by_names_under_which_its_sentences_are_collected() -> None:
    other = []
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
                for alias in node.names:
                    if "gettext" in alias.name and alias.asname not in (None, "_"):
                        other.append(f"{path}: {alias.name} as {alias.asname}")
    assert other == []


def test_every_sentence_has_a_translation() -> None:
    assert [e.msgid for e in catalogue() if not all(text.strip() for text in said(e))] == []


def test_no_translation_is_a_guess() -> None:
    assert [e.msgid for e in catalogue() if e.fuzzy] == []
    assert [e.msgid for e in catalogue() if e.obsolete] == []


def test_the_compiled_catalogue_says_what_its_source_says() -> None:
    compiled = {sentence_of(entry): said(entry) for entry in polib.mofile(str(COMPILED))}
    assert compiled == {sentence_of(e): said(e) for e in catalogue() if all(said(e))}
    assert COMPILED.read_bytes() == catalogue().to_binary()


def test_the_translation_has_the_places_of_the_sentence() -> None:
    wrong = [
        (entry.msgid, text)
        for entry in catalogue()
        for text in said(entry)
        if text
        and set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
    ]
    assert wrong == []


def test_a_sentence_keeps_the_blanks_and_breaks_at_its_ends() -> None:
    # Punctuation that joins things is a sentence of its own: Chinese commas have no blank behind them.
    wrong = [
        entry.msgid
        for entry in catalogue()
        for text in said(entry)
        if CHINESE.search(text) and (text.strip() != text or ("\n" in text) != ("\n" in entry.msgid))
    ]
    assert wrong == []


def test_no_english_is_left_in_chinese() -> None:
    left = []
    for entry in catalogue():
        for text in said(entry):
            rest = OPTION.sub("", PLACEHOLDER.sub("", text))
            for name in KEPT:
                rest = rest.replace(name, "")
            if re.search(r"[A-Za-z]{2,}", rest):
                left.append(text)
    assert left == []


@pytest.mark.parametrize("half", [",", ";", "?", "!"])
def test_chinese_has_chinese_punctuation(half: str) -> None:
    after_chinese = re.compile(rf"[\u4e00-\u9fff”）]{re.escape(half)}")
    assert [text for entry in catalogue() for text in said(entry) if after_chinese.search(text)] == []


def test_chinese_quotes_and_parentheses_are_chinese_and_come_in_pairs() -> None:
    wrong = []
    for entry in catalogue():
        for text in said(entry):
            if not CHINESE.search(text):
                continue
            pairs = (("“", "”"), ("（", "）"))
            straight = re.search(r"[\u4e00-\u9fff][(]|[)][\u4e00-\u9fff]", text)
            if straight or any(text.count(a) != text.count(b) for a, b in pairs):
                wrong.append(text)
    assert wrong == []


def test_terms_are_those_of_the_rules() -> None:
    terms = {entry.msgid: entry.msgstr for entry in catalogue() if not entry.msgctxt}
    expected = {
        "Session %(n)s": "第%(n)s局",
        "Table %(n)s": "第%(n)s桌",
        "Hand %(n)s": "第%(n)s盘",
        "match points": "比赛分",
        "standard points": "标准分",
        "Starting points": "基础比赛分",
        "Base points": "底分",
        "Draw": "抽签",
        "Check-in": "检录",
        "dealer": "庄家",
        "self-draw": "自摸",
        "discarder": "点炮者",
        "drawn hand": "荒牌",
        "dead hand": "停和",
        "wrong tile count": "相公",
        "stand-in": "陪打",
        "Penalty": "罚分",
        "chief referee": "裁判长",
        "referee": "裁判",
        "organiser": "主办",
    }
    assert {term: terms[term] for term in expected} == expected
