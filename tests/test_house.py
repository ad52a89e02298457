"""The rules of the house, read from the source: who may use whom, what writes, and how long things may get."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.machine import ROOT

ROOMS = ("config", "scoring", "tournament")
LONG_FILE, LONG_FUNCTION, MANY_PARAMETERS = 400, 60, 7
READERS = (
    "tournament.pages",
    "tournament.api",
    "tournament.queries",
    "tournament.sheets",
    "tournament.prints",
)
WRITES = {
    "save",
    "create",
    "bulk_create",
    "bulk_update",
    "update_or_create",
    "get_or_create",
    "delete",
    "update",
}
# Each room, and what it must not use.
NEVER = {
    "scoring": ("django", "rest_framework", "celery", "tournament", "config", "random", "time"),
    "tournament.seating": (
        *("django", "rest_framework", "celery", "config"),
        *(f"tournament.{room}" for room in ("models", "actions", "queries", "pages", "api")),
    ),
    "tournament.models": tuple(
        f"tournament.{room}" for room in ("actions", "queries", "pages", "api", "sheets", "exchange")
    ),
    "tournament.queries": ("tournament.actions", "tournament.pages", "tournament.api"),
    "tournament.actions": ("tournament.pages", "tournament.api", "tournament.sheets", "tournament.prints"),
    "tournament.sheets": ("tournament.actions", "tournament.pages", "tournament.api", "tournament.prints"),
    "tournament.prints": ("tournament.pages", "tournament.api"),
}


@cache
def modules() -> dict[str, tuple[Path, ast.Module]]:
    """Every module of the program by its dotted name."""
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                found[name] = (path, ast.parse(path.read_text(encoding="utf-8")))
    return found


def imports(name: str, path: Path, tree: ast.Module) -> Iterator[str]:
    """Dotted names of everything that a module imports, wherever in it."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for name, (_path, tree) in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{name}:{node.lineno} {node.name}", node


def test_a_room_uses_only_what_it_may() -> None:
    wrong = [
        f"{name} uses {target}"
        for name, (path, tree) in modules().items()
        for room, others in NEVER.items()
        if within(name, room)
        for target in imports(name, path, tree)
        if any(within(target, other) for other in others)
    ]
    assert wrong == []


def test_nothing_that_shows_writes_a_row() -> None:
    wrong = [
        f"{name}:{node.lineno} {node.func.attr}"
        for name, (_path, tree) in modules().items()
        if any(within(name, room) for room in READERS)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in WRITES and "'objects'" in ast.dump(node.func.value)
    ]
    assert wrong == []


def test_no_error_is_swallowed() -> None:
    wrong = [
        f"{name}:{node.lineno}"
        for name, (_path, tree) in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and len(node.body) == 1 and isinstance(node.body[0], ast.Pass)
    ]
    assert wrong == []


def test_files_functions_and_parameter_lists_stay_short() -> None:
    long_files = [
        name for name, (path, _tree) in modules().items() if len(path.read_text().splitlines()) > LONG_FILE
    ]
    long_functions = [
        name
        for name, node in functions()
        if (node.end_lineno or node.lineno) - node.lineno + 1 > LONG_FUNCTION
    ]
    many = [
        name
        for name, node in functions()
        if len(node.args.args) + len(node.args.kwonlyargs) > MANY_PARAMETERS
    ]
    assert (long_files, long_functions, many) == ([], [], [])


def test_every_module_says_what_it_is_for() -> None:
    # The empty files that make a folder a package of Django's say nothing.
    silent = [name for name, (_path, tree) in modules().items() if tree.body and not ast.get_docstring(tree)]
    assert silent == []


def test_pages_hold_no_inline_script_or_style() -> None:
    wrong = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            inline_script = "<script" in line and "src=" not in line and "application/json" not in line
            handler = any(f" on{event}=" in line for event in ("click", "change", "submit", "load", "input"))
            unescaped = "|safe" in line.replace("help_text|safe", "")  # help texts are the program's own
            if inline_script or handler or unescaped or "<style" in line or " style=" in line:
                wrong.append(f"{path.relative_to(ROOT)}:{number} {line.strip()}")
    assert wrong == []
