"""Which migrations a database has had, and which ones this version of the program knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


def newer_migration(applied: Iterable[Sequence[str]]) -> str:
    """The last migration that only a newer version of the program knows; empty where there is none."""
    known = MigrationLoader(None).disk_migrations or {}
    newer = sorted(name for app, name in applied if app == "tournament" and (app, name) not in known)
    return newer[-1] if newer else ""


def lacks_migrations(alias: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether a database is older than this version of the program."""
    executor = MigrationExecutor(connections[alias])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
