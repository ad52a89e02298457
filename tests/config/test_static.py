"""Static files as an installation collects them: every reference is there, names follow the content."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from config.static import StaticStorage
from tests.machine import ROOT


@pytest.fixture
def collected(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder after `collectstatic`; a missing reference in a style sheet or script fails here."""
    settings.STATIC_ROOT = str(tmp_path)
    monkeypatch.setattr(staticfiles_storage, "_wrapped", StaticStorage())
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_every_file_is_named_by_its_content_and_compressed(collected: Path) -> None:
    names = {path.relative_to(collected).as_posix() for path in collected.rglob("*") if path.is_file()}
    for source in sorted((ROOT / "static").rglob("*.[cj]s*")):
        stem, suffix = source.relative_to(ROOT / "static").with_suffix("").as_posix(), source.suffix
        twins = [name for name in names if name.startswith(f"{stem}.") and name.endswith(f"{suffix}")]
        assert len(twins) == 2, source
        if source.stat().st_size > 1000:
            assert any(f"{name}.br" in names and f"{name}.gz" in names for name in twins), source


def test_nothing_is_collected_that_no_page_uses(collected: Path) -> None:
    assert not (collected / "rest_framework").exists()
    assert not list(collected.rglob("redoc*"))


def test_collecting_again_compresses_nothing_twice(collected: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in collected.rglob("*.br")}
    call_command("collectstatic", interactive=False, verbosity=0)
    assert {path: path.stat().st_mtime_ns for path in collected.rglob("*.br")} == before
