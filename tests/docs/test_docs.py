"""The manual stays true: what it names exists, its links lead somewhere, its examples give what they say."""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.core.management import get_commands

from scoring.seats import SCHEMES, WINDS, seating_of_hand
from tests.machine import ROOT

DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("README*.md")), *sorted(DOCS.glob("*.md"))]
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
# What people read who play, referee and organise: each in English and in Chinese.
IN_BOTH_LANGUAGES = ("README", "docs/organiser", "docs/referee")
GUIDES = ("organiser", "referee")
EMPHASIS = {"The hand stays open", "本盘不结束"}  # bold, but no button
FENCE = re.compile(r"^```[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"[\w./-]+\.(?:py|js|html|css|toml|json|md|po|mo|txt)|[\w.-]+/(?:[\w.-]+/)*")
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")


def text_of(name: str) -> str:
    """A page by its name from the root, or from docs/."""
    path = ROOT / name
    return (path if path.exists() else DOCS / name).read_text(encoding="utf-8")


def in_backticks(name: str) -> Iterator[str]:
    """What stands in backticks in the running text of a page."""
    yield from re.findall(r"`([^`\n]+)`", FENCE.sub("", text_of(name)))


def exists(dotted: str) -> bool:
    """Whether a dotted name means a module, or something in one; `tournament.` in front may be left out."""
    return any(_found(f"{room}{dotted}".split(".")) for room in ("", "tournament."))


def _found(parts: list[str]) -> bool:
    for length in range(len(parts), 0, -1):
        try:
            thing: object = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for name in parts[length:]:
            fields = {**getattr(thing, "__annotations__", {}), **getattr(thing, "__dataclass_fields__", {})}
            if hasattr(thing, name):
                thing = getattr(thing, name)
            elif name in fields:
                thing = fields[name]
            else:
                return False
        return True
    return False


@pytest.mark.parametrize("manual", NAMES)
def test_every_file_that_is_named_exists(manual: str) -> None:
    # The guide to the API names addresses, which look like folders; tests/api checks those.
    files = [
        n
        for n in in_backticks(manual)
        if FILE.fullmatch(n) and not (manual == "docs/api.md" and n.endswith("/"))
    ]
    made = ("var/", ".venv/")  # what an installation makes for itself
    # A page that names a folder may name the files in it without the folder.
    folders = [ROOT, *(ROOT / name for name in files if name.endswith("/"))]
    absent = [
        name
        for name in files
        if not name.startswith(made) and not any((folder / name).exists() for folder in folders)
    ]
    assert absent == []


@pytest.mark.parametrize(
    "manual", ["architecture.md", "contributor.md", "event-files.md", "house-rules.md", "scoring.md"]
)
def test_every_name_of_the_program_exists(manual: str) -> None:
    names = [name for name in in_backticks(manual) if DOTTED.fullmatch(name) and not FILE.fullmatch(name)]
    assert [name for name in names if not exists(name)] == []


def test_the_journey_of_a_hand_names_what_it_passes() -> None:
    journey = text_of("architecture.md").partition("## The journey of a hand")[2].partition("\n## ")[0]
    steps = re.findall(r"^\d+\. .*?(?=^\d+\. |^$|\Z)", journey, re.MULTILINE | re.DOTALL)
    assert len(steps) >= 10
    assert [step for step in steps if not re.search(r"`[\w/]+\.\w+[\w.]*`", step)] == []


@pytest.mark.parametrize("manual", NAMES)
def test_every_link_leads_to_a_page_and_its_heading(manual: str) -> None:
    wrong = []
    text = FENCE.sub("", text_of(manual))
    for target in re.findall(r"(?:\]\(|<img src=\")([^)\"\s]+)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _hash, anchor = target.partition("#")
        there = (ROOT / manual).parent / path if path else ROOT / manual
        if not there.exists() or (anchor and anchor not in anchors(there)):
            wrong.append(target)
    assert wrong == []


def anchors(page: Path) -> set[str]:
    """The headings of a page as they stand behind a # in a link."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("manual", NAMES)
def test_every_command_that_is_named_exists(manual: str) -> None:
    text = text_of(manual)
    commands = set(re.findall(r"manage\.py (?:--?\S+ )*([a-z_]+)", text))
    targets = set(re.findall(r"(?:^|`|=\w+ )make ([a-z]+)", text, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert commands - set(get_commands()) == set()
    assert [name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


def test_what_is_for_everybody_is_written_in_both_languages() -> None:
    for name in IN_BOTH_LANGUAGES:
        english, chinese = text_of(f"{name}.md"), text_of(f"{name}.zh-hans.md")
        assert re.findall(r"^#+ |^- |^\d+\. ", english, re.MULTILINE) == re.findall(
            r"^#+ |^- |^\d+\. ", chinese, re.MULTILINE
        ), f"{name}: the two languages have different sections or lists"
        assert f"{Path(name).name}.zh-hans.md" in english
        assert f"{Path(name).name}.md" in chinese


def test_every_page_is_listed() -> None:
    index = text_of("docs/README.md")
    assert [name for name in NAMES if name != "docs/README.md" and f"({Path(name).name})" not in index] == [
        "README.md",
        "README.zh-hans.md",
    ]
    assert "(../README.md)" in index
    assert "(../README.zh-hans.md)" in index


@pytest.mark.parametrize("guide", [f"docs/{who}{tongue}.md" for who in GUIDES for tongue in ("", ".zh-hans")])
def test_words_in_bold_stand_on_the_screen(guide: str) -> None:
    """The guides set what is to be tapped in bold; a renamed button must be renamed there, too."""
    catalogue = polib.pofile(str(ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"))
    words = {entry.msgstr if ".zh-hans" in guide else entry.msgid for entry in catalogue}
    said = set(re.findall(r"\*\*([^*]+)\*\*", text_of(guide))) - EMPHASIS
    assert sorted(said - words) == []


def test_pictures_are_used_small_and_the_same_in_both_languages() -> None:
    pictures = sorted((DOCS / "images").glob("*.png"))
    text = "\n".join(text_of(name) for name in NAMES)
    assert [picture.name for picture in pictures if f"images/{picture.name}" not in text] == []
    names = {
        language: {p.name.split(".")[0] for p in pictures if f".{language}." in p.name}
        for language in ("en", "zh-hans")
    }
    assert names["en"] == names["zh-hans"]
    assert sum(picture.stat().st_size for picture in pictures) < 1_500_000


def examples(page: str) -> list[tuple[str, str]]:
    """(command, what it prints) of every `python -c` of a page; a command ends where its quotes do."""
    found = []
    for block in FENCE.findall(text_of(page)):
        lines = block.splitlines()
        if not lines or " -c '" not in lines[0]:
            continue
        end = next(i for i in range(1, len(lines) + 1) if _is_whole("\n".join(lines[:i])))
        found.append(("\n".join(lines[:end]), "\n".join(lines[end:])))
    return found


def _is_whole(command: str) -> bool:
    try:
        shlex.split(command)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(("command", "printed"), [*examples("scoring.md"), *examples("house-rules.md")])
def test_an_example_prints_what_the_page_says(command: str, printed: str) -> None:
    program, option, code = shlex.split(command)
    assert (program, option) == (".venv/bin/python", "-c")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "scoring.md", "exec"), {})
    assert out.getvalue().rstrip("\n") == printed


def test_every_part_of_the_rules_has_an_example() -> None:
    code = "\n".join(command for command, _printed in examples("scoring.md"))
    for name in (
        *("settle", "describe", "effect", "next_amount", "seating_of_hand", "standard_points"),
        *("rank", "team_candidate", "starting_points"),
    ):
        assert name in code


def test_the_table_of_dealers_is_that_of_the_program() -> None:
    rows = re.findall(
        r"^\| (\d+) \| (\S+) \| (\S) \| (\S) \| (\S) \| (\S) \|$", text_of("scoring.md"), re.MULTILINE
    )
    assert len(rows) == 16
    for number, name, *dealers in rows:
        seatings = [seating_of_hand(scheme, int(number)) for scheme in SCHEMES]
        assert {seating.name for seating in seatings} == {name}
        assert [WINDS[seating.dealer] for seating in seatings] == dealers


def rooms() -> dict[str, set[str]]:
    """Room → rooms that it may use, as the table of the architecture says."""
    rows = re.findall(
        r"^\| `([\w/]+?)(?:\.py|/)` \| .* \| ([^|]+) \|$", text_of("architecture.md"), re.MULTILINE
    )
    return {
        room.removeprefix("tournament/"): set() if uses == "nothing" else set(uses.split(", "))
        for room, uses in rows
    }


def room_of(name: str) -> str:
    first, *rest = name.split(".")
    return rest[0] if first == "tournament" and rest else first


def test_the_rooms_use_only_what_the_table_of_rooms_allows() -> None:
    allowed = rooms()
    wrong = set()
    for folder in ("config", "scoring", "tournament"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            room = room_of(".".join(parts))
            for target in _imports(parts, ast.parse(path.read_text(encoding="utf-8"))):
                used = room_of(target)
                if target.split(".")[0] in ("config", "scoring", "tournament") and used not in (
                    *(room, "tournament"),
                    *allowed.get(room, ()),
                ):
                    wrong.add(f"{'.'.join(parts)} uses {target}")
    assert sorted(wrong) == []


def test_the_table_of_rooms_leaves_no_room_out() -> None:
    folders = {path.name for path in (ROOT / "tournament").iterdir() if (path / "__init__.py").exists()}
    files = {path.stem for path in (ROOT / "tournament").glob("*.py")} - {"__init__", "apps"}
    assert (folders | files | {"scoring", "config"}) - {"migrations"} == set(rooms())


def _imports(parts: tuple[str, ...], tree: ast.Module) -> Iterator[str]:
    package = list(parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)
