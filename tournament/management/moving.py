"""Everything from one database into another: SQLite to PostgreSQL, or back. Both are compared at the end."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from itertools import islice
from pathlib import Path
from typing import Any

import environ
from django.apps import apps
from django.core.cache import cache
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connections, models, router, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from tournament.exchange.standings_table import standings_json
from tournament.models import Tournament
from tournament.queries.standings import player_standings, team_standings
from tournament.refusals import Refused

from .backups import MADE_FILLED

SOURCE, TARGET = "moved_from", "moved_to"
BATCH = 500
Fields = Sequence["models.Field[Any, Any]"]
Row = tuple[Any, ...]
_asked: ContextVar[str | None] = ContextVar("asked", default=None)


class _AskedDatabase:
    """Sends every question to the database that is being looked at."""

    def db_for_read(self, model: type[models.Model], **hints: Any) -> str | None:
        return _asked.get()

    db_for_write = db_for_read


def connect(alias: str, url: str, *, read_only: bool) -> None:
    """Make a database known under an alias. What is read is opened in such a way that nothing can write to it."""
    try:
        config: dict[str, Any] = dict(environ.Env.db_url_config(url))
    except Exception as error:  # whatever environ raises at a text that is no address
        raise _no_address() from error
    options: dict[str, Any] = dict(config.get("OPTIONS") or {})
    if config.get("ENGINE") == "django.db.backends.sqlite3":
        if read_only:
            config["NAME"] = f"{Path(str(config['NAME'])).absolute().as_uri()}?mode=ro"
            options |= {"uri": True, "init_command": "PRAGMA query_only=1;"}
        else:
            options |= {"transaction_mode": "IMMEDIATE", "timeout": 20}
            options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    elif config.get("ENGINE") == "django.db.backends.postgresql":
        options["connect_timeout"] = 10
        if read_only:
            said = f"{options.get('options', '')} -c default_transaction_read_only=on"
            options["options"] = f"{said} -c default_transaction_isolation=repeatable\\ read".strip()
    else:
        raise _no_address()
    connections.databases[alias] = config | {"OPTIONS": options}
    connections.configure_settings(connections.databases)


def forget() -> None:
    """Close both databases, and know them no longer."""
    for alias in (SOURCE, TARGET):
        if alias in connections.databases:
            connections[alias].close()
            del connections[alias]
            del connections.databases[alias]


def every_model() -> list[type[models.Model]]:
    """Every table that the program has, except the one of the migrations."""
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def refuse_different_versions() -> None:
    """Both databases must have had the same migrations."""
    done = [set(MigrationRecorder(connections[alias]).applied_migrations()) for alias in (SOURCE, TARGET)]
    if not done[0]:
        raise Refused("not_ours", _("There is no tournament database where it shall be moved from."))
    if done[0] != done[1]:
        text = _(
            "The two databases are of different versions of the program. Start this version once with the old "
            "database, and use an empty new one."
        )
        raise Refused("versions", text)


def refuse_filled() -> None:
    """The database that everything is moved to must be empty."""
    for model in every_model():
        name = model._meta.db_table
        if name not in MADE_FILLED and model._base_manager.using(TARGET).exists():
            text = _("The new database is not empty: there are rows in %(table)s. Move into an empty one.")
            raise Refused("not_empty", text % {"table": name})


def move(tell: Callable[[str, int], None]) -> dict[str, int]:
    """Copy all rows with their keys in one transaction, and compare; refused, and undone, where anything differs.

    The source is read at one moment. Whoever writes to it until the end makes it refused: his entry would be lost.
    """
    before = _state()
    with transaction.atomic(using=TARGET):
        with transaction.atomic(using=SOURCE):
            counts = _copy_everything(tell)
            _compare()
        if _state() != before:
            text = _(
                "Somebody wrote to the old database meanwhile. Nothing was moved: stop the server, then move again."
            )
            raise Refused("written", text)
    return counts


def _copy_everything(tell: Callable[[str, int], None]) -> dict[str, int]:
    target = connections[TARGET]
    with target.cursor() as cursor:
        for table in (
            "auth_permission",
            "django_content_type",
        ):  # made with the tables, under keys of their own
            cursor.execute(f"DELETE FROM {target.ops.quote_name(table)}")  # noqa: S608
    counts = {}
    for model in every_model():
        counts[model._meta.db_table] = _copy(model)
        tell(model._meta.db_table, counts[model._meta.db_table])
    target.check_constraints()
    with target.cursor() as cursor:
        for statement in target.ops.sequence_reset_sql(no_style(), every_model()):
            cursor.execute(statement)
    return counts


def _compare() -> None:
    for model in every_model():
        if fingerprint(model, SOURCE) != fingerprint(model, TARGET):
            text = _("The rows of %(table)s are not the same in both databases. Nothing was moved.")
            raise Refused("different", text % {"table": model._meta.db_table})
    for tournament in Tournament.objects.using(SOURCE).order_by("pk"):
        if standings(SOURCE, tournament.pk) != standings(TARGET, tournament.pk):
            text = _("The standings of “%(name)s” are not the same in both databases. Nothing was moved.")
            raise Refused("different", text % {"name": tournament.name})


def fingerprint(model: type[models.Model], alias: str) -> tuple[int, str]:
    """How many rows a table has, and a checksum over all of them that does not depend on their order."""
    names = [field.attname for field in model._meta.concrete_fields]
    count = total = 0
    for row in model._base_manager.using(alias).order_by("pk").values_list(*names).iterator(chunk_size=2000):
        text = json.dumps(row, cls=_Exact, sort_keys=True)
        total += int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
        count += 1
    return count, f"{total % (1 << 256):064x}"


def standings(alias: str, pk: int) -> list[str]:
    """The standings of players and teams as the command prints them, computed from one of the two databases."""
    before, token = router.routers, _asked.set(alias)
    router.routers = [_AskedDatabase()]
    try:
        tournament = Tournament.objects.get(pk=pk)
        cache.clear()  # what is kept does not say from which database it is
        return [
            standings_json(player_standings(tournament), "player"),
            standings_json(team_standings(tournament), "team"),
        ]
    finally:
        cache.clear()
        router.routers = before
        _asked.reset(token)


def _no_address() -> Refused:
    text = _("The address of a database begins with sqlite:/// or postgres:// — see DATABASE_URL.")
    return Refused("no_address", text)


class _Exact(DjangoJSONEncoder):
    """Times with their microseconds, and bytes."""

    def default(self, o: Any) -> Any:
        if hasattr(o, "isoformat"):
            return o.isoformat()
        return o.hex() if isinstance(o, bytes | memoryview) else super().default(o)


def _state() -> Any:
    """What differs when somebody has written to the source in between."""
    source = connections[SOURCE]
    if source.vendor == "sqlite":
        with source.cursor() as cursor:  # a number that changes with every commit of another connection
            return cursor.execute("PRAGMA data_version").fetchone()
    versions = list(Tournament.objects.using(SOURCE).order_by("pk").values_list("pk", "version"))
    return versions, [model._base_manager.using(SOURCE).count() for model in every_model()]


def _copy(model: type[models.Model]) -> int:
    """Copy one table; returns how many rows. A row that the target does not take is named."""
    fields = model._meta.concrete_fields
    quote = connections[TARGET].ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    insert = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608
    rows = (
        model._base_manager.using(SOURCE)
        .order_by("pk")
        .values_list(*[field.attname for field in fields])
        .iterator(chunk_size=BATCH)
    )
    count = 0
    for batch in batched(rows, BATCH):
        values = [_prepared(model, fields, row) for row in batch]
        try:
            _insert(insert, values)
        except (DatabaseError, UnicodeError):
            for row, one in zip(batch, values, strict=True):
                try:
                    _insert(insert, [one])
                except (DatabaseError, UnicodeError) as error:
                    raise _row_refused(model, fields, row, str(error).splitlines()[0]) from error
            raise
        count += len(values)
    return count


def _insert(statement: str, values: list[list[Any]]) -> None:
    with transaction.atomic(using=TARGET), connections[TARGET].cursor() as cursor:
        cursor.executemany(statement, values)


def _prepared(model: type[models.Model], fields: Fields, row: Row) -> list[Any]:
    """The values of a row as the target stores them."""
    target = connections[TARGET]
    prepared = []
    for field, value in zip(fields, row, strict=True):
        if isinstance(field, models.JSONField):
            if target.vendor == "postgresql" and "\\u0000" in json.dumps(value, cls=_Exact):
                raise _zero_refused(model, fields, row, str(field.column))
            # null within a JSON field is a value, too
            is_empty = value is None and field.null
            prepared.append(None if is_empty else target.ops.adapt_json_value(value, field.encoder))
            continue
        if target.vendor == "postgresql" and isinstance(value, str) and "\0" in value:
            raise _zero_refused(model, fields, row, str(field.column))
        prepared.append(field.get_db_prep_save(value, connection=target))
    return prepared


def _key(model: type[models.Model], fields: Fields, row: Row) -> Any:
    return dict(zip([field.attname for field in fields], row, strict=True))[model._meta.pk.attname]


def _zero_refused(model: type[models.Model], fields: Fields, row: Row, column: str) -> Refused:
    text = _(
        "The text in column %(column)s of row %(row)s of table %(table)s contains a zero character (U+0000), which "
        "PostgreSQL does not store. Nothing was moved. Correct it in the old database, then move again."
    )
    values = {"column": column, "row": _key(model, fields, row), "table": model._meta.db_table}
    return Refused("zero_character", text % values)


def _row_refused(model: type[models.Model], fields: Fields, row: Row, error: str) -> Refused:
    text = _(
        "The new database does not take row %(row)s of table %(table)s: %(error)s. Nothing was moved. Correct it in "
        "the old database, then move again."
    )
    values = {"row": _key(model, fields, row), "table": model._meta.db_table, "error": error}
    return Refused("row_refused", text % values)


def batched(rows: Iterator[Row], size: int) -> Iterator[list[Row]]:
    """The rows in lists of at most `size`."""
    while batch := list(islice(rows, size)):
        yield batch
