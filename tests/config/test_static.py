"""Static files as an installation collects them: every reference is there, names follow the content."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.template import Context, Template

from config.static import StaticFiles, StaticStorage, joined
from tests.machine import ROOT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tests of this file collect; the first one fills it."""
    return tmp_path_factory.mktemp("collected")


@pytest.fixture
def collected(settings: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder after `collectstatic`; a missing reference in a style sheet or script fails here."""
    settings.STATIC_ROOT = str(folder)
    monkeypatch.setattr(staticfiles_storage, "_wrapped", StaticStorage())
    if not any(folder.iterdir()):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def test_every_file_is_named_by_its_content_and_compressed(collected: Path) -> None:
    names = {path.relative_to(collected).as_posix() for path in collected.rglob("*") if path.is_file()}
    for source in sorted((ROOT / "static").rglob("*.[cj]s*")):
        stem, suffix = source.relative_to(ROOT / "static").with_suffix("").as_posix(), source.suffix
        twins = [name for name in names if name.startswith(f"{stem}.") and name.endswith(f"{suffix}")]
        assert len(twins) == 2, source
        if source.stat().st_size > 1000:
            assert any(f"{name}.br" in names and f"{name}.gz" in names for name in twins), source


def test_what_goes_together_is_one_file_and_without_collecting_its_parts(
    collected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Template('{% load bundles %}{% bundle "css/every-page.css" %}{% bundle "js/every-page.js" %}')
    links = re.findall(r'(?:href|src)="/static/([^"]+)"', page.render(Context()))
    assert len(links) == 2
    for link, parts in zip(links, StaticFiles.bundles.values(), strict=True):
        whole = (collected / link).read_text(encoding="utf-8")
        assert (collected / f"{link}.br").exists()
        for part in parts:
            assert (ROOT / "static" / part).read_text(encoding="utf-8").strip() in whole
    monkeypatch.setattr(staticfiles_storage, "_wrapped", StaticFilesStorage())
    alone = page.render(Context())
    assert [alone.count(".css"), alone.count(".js")] == [len(p) for p in StaticFiles.bundles.values()]


def test_a_script_that_imports_another_cannot_be_joined(tmp_path: Path) -> None:
    script = tmp_path / "one.js"
    script.write_text('import { a } from "./other.js";\n', encoding="utf-8")
    with pytest.raises(ImproperlyConfigured, match=r"one\.js imports"):
        joined([str(script)])


@pytest.mark.parametrize("last_first", [True, False])
def test_scripts_that_import_each_other_are_named_in_whatever_order_they_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last_first: bool
) -> None:
    monkeypatch.setattr(StaticFiles, "bundles", {})
    storage = StaticStorage(location=tmp_path)
    names = [f"{number}.js" for number in range(12)]
    for name, other in zip(names, [*names[1:], ""], strict=True):
        (tmp_path / name).write_text(f'import "./{other}";\n' if other else "1;\n", encoding="utf-8")
    listed = {name: (storage, name) for name in sorted(names, key=names.index, reverse=last_first)}
    assert {done for _name, _hashed, done in storage.post_process(listed)} == {True}  # else what went wrong
    for name, other in itertools.pairwise(names):
        text = (tmp_path / storage.hashed_files[name]).read_text(encoding="utf-8")
        assert storage.hashed_files[other] in text


def test_nothing_is_collected_that_no_page_uses(collected: Path) -> None:
    assert not (collected / "rest_framework").exists()
    assert not list(collected.rglob("redoc*"))


def test_collecting_again_compresses_nothing_twice(collected: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in collected.rglob("*.br")}
    call_command("collectstatic", interactive=False, verbosity=0)
    assert {path: path.stat().st_mtime_ns for path in collected.rglob("*.br")} == before
