"""Static files: which are collected, how they are named and compressed, and which go together as one."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import brotli
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(StaticFilesConfig):
    """Leaves out what packages bring along and no page of ours uses."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "*.js.map",
        "rest_framework/*",
        "drf_spectacular_sidecar/redoc/*",
    ]
    # What a page asks for as one file: on a slow network every request costs more than what it brings. Style sheets of
    # one folder, or modules that import and export nothing; the tag `bundle` writes the links.
    bundles: Mapping[str, tuple[str, ...]] = {
        "css/every-page.css": tuple(
            f"css/{name}.css"
            for name in ("tokens", "base", "components", "forms", "feedback", "data", "states", "game")
        ),
        "js/every-page.js": tuple(
            f"js/{name}.js" for name in ("live", "filter", "dialog", "keys", "notice", "strip")
        ),
    }


class QuickCompressor(Compressor):
    """Brotli a little below its highest quality: a tenth of the time for a twentieth more bytes."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """The data in brotli's format."""
        return brotli.compress(data, quality=9)


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Names that change with the content, also where one script imports another.

    Only such names are compressed, and none twice: the same name is the same content.
    """

    support_js_module_import_aggregation = True
    joins_bundles = True
    # Each pass settles the names of what imports only what is settled. In the worst order, and a file system may list
    # files in any, that is one link of the longest chain of imports; it ends when a pass changes nothing.
    max_post_process_passes = 100

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Join what goes together, then name everything by its content."""
        if not dry_run:
            for name, parts in StaticFiles.bundles.items():
                self.delete(name)
                self.save(name, ContentFile(joined(self.path(part) for part in parts)))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def create_compressor(self, **options: Any) -> Compressor:
        """What compresses a file."""
        return QuickCompressor(**options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what was not compressed before; yields (name, compressed name)."""
        named_by_content = set(self.hashed_files.values())
        fresh = [
            path for path in paths if path in named_by_content and not Path(self.path(path) + ".br").exists()
        ]
        yield from super().compress_files(fresh)


def joined(paths: Iterable[str]) -> bytes:
    """Several files as one: every script in braces of its own, so that none sees the names of another."""
    parts = [(path, Path(path).read_text(encoding="utf-8")) for path in paths]
    for path, text in parts:
        if path.endswith(".js") and re.search(r"^(import|export)\b", text, re.MULTILINE):
            raise ImproperlyConfigured(
                f"{path} imports or exports something, and so cannot be joined with others."
            )
    return "\n".join(f"{{\n{text}}}" if path.endswith(".js") else text for path, text in parts).encode()
