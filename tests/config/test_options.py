"""Environment variables: one list, true defaults, and refusals in words."""

import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import options
from tests.machine import ROOT


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for option in options.OPTIONS:
        monkeypatch.delenv(option.name, raising=False)


def test_the_manual_lists_every_variable_with_its_default_and_meaning() -> None:
    manual = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    rows = [line for line in manual.splitlines() if re.match(r"\| `[A-Z_]+` \|", line)]
    expected = [
        f"| `{option.name}` | {f'`{option.default}`' if option.default else '(empty)'} | {option.meaning} |"
        for option in options.OPTIONS
    ]
    assert rows == expected


def test_the_program_reads_no_variable_that_is_not_listed() -> None:
    for folder in ("config", "tournament", "scoring"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            read = re.findall(
                r"os\.(?:environ\.get\(|getenv\(|environ\[)\"([A-Z_]+)\"", path.read_text("utf-8")
            )
            listed = {option.name for option in options.OPTIONS}
            terminal = {"LC_ALL", "LC_MESSAGES", "LANG"}
            assert set(read) <= listed | terminal, path
    with pytest.raises(KeyError):
        options.text("NOT_LISTED")


def test_an_empty_variable_means_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", " ")
    assert options.number("PORT") == 8000


@pytest.mark.parametrize("written", ["80a", "-1", "8000.0", "٨"])
def test_a_number_that_is_none_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("PORT", written)
    with pytest.raises(ImproperlyConfigured, match="PORT="):
        options.number("PORT")


@pytest.mark.parametrize(("written", "meant"), [("1", True), ("TRUE", True), ("off", False), ("0", False)])
def test_a_switch_can_be_written_in_several_ways(
    monkeypatch: pytest.MonkeyPatch, written: str, meant: bool
) -> None:
    monkeypatch.setenv("DEBUG", written)
    assert options.switch("DEBUG") is meant


def test_a_switch_that_is_neither_on_nor_off_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS", "maybe")
    with pytest.raises(ImproperlyConfigured, match="HTTPS='maybe'"):
        options.switch("HTTPS")


def test_a_list_is_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert options.words("ALLOWED_HOSTS") == ["localhost", "127.0.0.1", "[::1]"]
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example,")
    assert options.words("ALLOWED_HOSTS") == ["a.example", "b.example"]


def test_the_key_is_made_once_and_only_its_owner_reads_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VAR_DIR", str(tmp_path / "new"))
    key = options.secret_key()
    path = tmp_path / "new" / "secret-key"

    assert len(key) >= 50
    assert options.secret_key() == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [entry.name for entry in path.parent.iterdir()] == ["secret-key"]


def test_processes_that_start_together_use_one_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _number: options.secret_key(), range(8)))
    assert len(keys) == 1


def test_a_given_key_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setenv("SECRET_KEY", "$HOME is not replaced")
    assert options.secret_key() == "$HOME is not replaced"
    assert not list(tmp_path.iterdir())


def test_the_database_is_a_file_of_the_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "a+b 雀赛"
    monkeypatch.setenv("VAR_DIR", str(folder))
    database = options.database()
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(folder / "quesai.sqlite3")


def test_the_database_can_be_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://li:p%40ss@db.example:5433/cup?sslmode=require")
    database = options.database()
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"], database["NAME"]) == ("li", "p@ss", "cup")
    assert database["OPTIONS"] == {"connect_timeout": 10, "sslmode": "require"}


def test_another_engine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://root@localhost/cup")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        options.database()


def test_var_dir_is_in_the_checkout_unless_it_is_absolute(monkeypatch: pytest.MonkeyPatch) -> None:
    assert options.var_dir() == ROOT / "var"
    monkeypatch.setenv("VAR_DIR", "/srv/quesai")
    assert options.var_dir() == Path("/srv/quesai")
    monkeypatch.setenv("VAR_DIR", "~/quesai")
    assert options.var_dir() == Path.home() / "quesai"
