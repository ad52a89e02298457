"""Restoring a tournament from a file that `exchange.saved_tournament_writing` made: a new one, all of it or nothing.

A small file is stored in one transaction. A large one would keep everybody else from writing for as long, where the
database is SQLite: it is stored step by step into an empty tournament that was made for it, and what was stored is
taken away again where it does not come to its end (`restoring_work`).

What the file says is checked before it is stored (`exchange.saved_tournament_reading`), row by row while it is, and as
a whole afterwards (`restoring_checks`). Whom its names mean here is decided in `restoring_people`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any, cast

from django.contrib.auth.models import User
from django.db import DatabaseError, connection, models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.exchange.saved_tournament import BY_NAME, TABLES, Column, Saved, names_account, target_of
from tournament.exchange.saved_tournament_reading import SavedFile, refuse_row
from tournament.exchange.saved_tournament_shapes import ShapeError, shape_of
from tournament.exchange.saved_tournament_values import read_value
from tournament.models import Drawing, Duty, Entry, Staff, TableKeeper, Tournament
from tournament.models.device import hash_of
from tournament.refusals import Refused
from tournament.wording import listed

from .base import log_action
from .events import free_slug
from .restoring_checks import refuse_row_of, refuse_untrue
from .restoring_people import Accounts

BATCH = 500
# A hall has more referees than a sentence can name.
NAMED = 12
Numbered = tuple[int, dict[str, Any]]
Tell = Callable[[int, int], None]


def _tell_nobody(_done: int, _total: int) -> None: ...


@dataclass(frozen=True)
class Restored:
    """The new tournament, and the names of those of the staff whose roles did not come back."""

    tournament: Tournament
    without_role: tuple[str, ...]

    @property
    def warning(self) -> str:
        """Who has no role any more, in words; empty where everybody has his."""
        if not self.without_role:
            return ""
        names, more = listed(self.without_role[:NAMED]), len(self.without_role) - NAMED
        if more > 0:
            names += ngettext(" and %(n)s more", " and %(n)s more", more) % {"n": more}
        text = _("These have no role in it any more; name them again where you want them: %(names)s.")
        return text % {"names": names}


def restore_tournament(file: IO[bytes], by: User) -> Restored:
    """Store a saved tournament as a new one that nobody but its staff can see. `by` becomes its organiser.

    Its slug is the one it had, or a free one like it. Raises `Refused` with the place, and then nothing is stored.
    """
    opened = SavedFile(file)
    with transaction.atomic():
        return _Restoring(opened, by).all()


def restore_into(empty: Tournament, file: IO[bytes], by: User, tell: Tell) -> Restored:
    """The same step by step, into a tournament of `by` that has nothing but him; not inside a transaction.

    `tell(done, total)` is called again and again. Whatever it raises ends the work, as `Refused` does: then the
    tournament is empty again. What an earlier attempt has left in it is removed first.
    """
    _clear(empty, by)
    restoring = _Restoring(SavedFile(file), by, empty, tell)
    try:
        return restoring.all()
    except BaseException:
        _clear(empty, by)
        restoring.accounts.remove_made()
        raise


def _clear(tournament: Tournament, by: User) -> None:
    """Take away all that a file can bring, but for the one who restores it."""
    for saved in reversed(TABLES):
        if saved.model is not Tournament:
            rows = saved.model._base_manager.filter(**{saved.path: tournament.pk})
            (rows.exclude(user=by) if saved.model is Staff else rows).delete()


class _Restoring:
    """One file while it is stored: `keys` are, by table, the keys of its rows in their order; None: left out."""

    def __init__(
        self, opened: SavedFile, by: User, into: Tournament | None = None, tell: Tell = _tell_nobody
    ) -> None:
        self.opened, self.by, self.into, self.tell = opened, by, into, tell
        self.accounts = Accounts(by)
        self.keys: dict[str, list[Any]] = {}
        self.without_role: list[str] = []
        self.tournament = Tournament()
        self.done = 0

    def all(self) -> Restored:
        """Store every table, and look at the whole."""
        for saved in TABLES:
            self.store(saved)
        refuse_untrue(self.tournament)
        with transaction.atomic():
            if self.into is not None:
                self._keep([self.tournament])
            self.name_organiser()
            manifest = self.opened.manifest
            log_action(
                self.tournament,
                "restored",
                self.by,
                source=manifest.slug,
                of_version=manifest.version,
                saved_at=manifest.made_at.isoformat(),
            )
        return Restored(Tournament.objects.get(pk=self.tournament.pk), tuple(self.without_role))

    def store(self, saved: Saved) -> None:
        """Store the rows of one table in their order."""
        keys = self.keys[saved.name] = []
        for batch in _batches(enumerate(self.opened.rows(saved), 1)):
            made = [self._row(saved, number, row) for number, row in batch]
            kept = [row for row in made if row is not None]
            try:
                with transaction.atomic():
                    if not (saved.model is Tournament and self.into):  # that one is named at the very end
                        self._keep(kept)
                    self._name_many(saved, batch, made)
            except DatabaseError as error:
                text = _("These rows contradict each other, or others of the file: %(what)s")
                what = text % {"what": str(error).splitlines()[0][:200]}
                raise refuse_row(saved, batch[0][0], "", what) from error
            keys += [None if row is None else row.pk for row in made]
            self.done += len(batch)
            # The last fifth is for looking at the whole.
            self.tell(4 * self.done, 5 * sum(self.opened.manifest.rows.values()))
            if saved.model is Tournament:
                if len(keys) != 1:
                    raise refuse_row(saved, len(keys), "", _("One tournament is expected."))
                # As the database has it, or will have it.
                stored = (
                    Tournament.objects.filter(pk=keys[0])
                    if self.into is None
                    else [cast(Tournament, made[0])]
                )
                self.tournament = next(iter(stored))

    def _keep(self, rows: Sequence[models.Model]) -> None:
        """Store rows of one table with the times that they say; those that have a key are there already."""
        if not rows:
            return
        times = [_times(row) for row in rows]
        type(rows[0])._base_manager.bulk_create([row for row in rows if row.pk is None])
        for row in rows:
            if not row._state.adding:
                row.save()
        _set_times(type(rows[0]), [(at, row.pk) for at, row in zip(times, rows, strict=True)])

    def name_organiser(self) -> None:
        """Whoever restores a tournament organises it."""
        Staff.objects.update_or_create(
            tournament=self.tournament,
            user=self.by,
            defaults={"role": Staff.Role.ORGANISER, "player": None},
            create_defaults={
                "role": Staff.Role.ORGANISER,
                "name": (self.by.get_full_name() or self.by.get_username())[:100],
            },
        )
        # Only a referee has tables of his own, and only a keeper keeps one.
        Duty.objects.filter(tournament=self.tournament).exclude(staff__role=Staff.Role.REFEREE).delete()
        kept = TableKeeper.objects.filter(staff__tournament=self.tournament)
        kept.exclude(staff__role=Staff.Role.KEEPER).delete()

    def _row(self, saved: Saved, number: int, row: dict[str, Any]) -> models.Model | None:
        """The row as it is stored; None for a role, and what hangs on it, that does not come back."""
        values: dict[str, Any] = {}
        for column in saved.columns:
            try:
                values[column.attname] = self._value(saved, column, row)
            except ShapeError as error:
                raise refuse_row(saved, number, column.name, str(error)) from error
        many = {column.attname: values.pop(column.attname) for column in saved.model._meta.many_to_many}
        if any(None in named for named in many.values()):
            raise refuse_row(saved, number, "", _("A row of the file is expected."))
        if saved.model is Staff and values["user_id"] is None:
            self.without_role.append(values["name"])
            return None
        if saved.model in (Duty, TableKeeper) and values["staff_id"] is None:
            return None
        made = saved.model(**values, **self._owner(saved))
        self._adapt(made)
        self._find(made)
        try:
            refuse_row_of(made)
        except ShapeError as error:
            raise refuse_row(saved, number, "", str(error)) from error
        except Refused as refused:
            raise refuse_row(saved, number, refused.field, refused.message) from refused
        return made

    def _owner(self, saved: Saved) -> dict[str, Any]:
        if saved.model is Tournament:
            return {"created_by": self.by, "is_public": False}
        return {"tournament": self.tournament} if saved.path == "tournament" else {}

    def _find(self, made: Any) -> None:
        """Give the tournament and its organiser the keys that they have where they are there already."""
        if self.into is None:
            return
        if isinstance(made, Tournament):
            made.pk, made.slug, made._state.adding = self.into.pk, self.into.slug, False
        if isinstance(made, Staff) and made.user_id == self.by.pk:
            made.pk = Staff.objects.values_list("pk", flat=True).get(tournament=self.into, user=self.by)
            # What he may do does not change while he looks on.
            made.role, made.player_id, made._state.adding = Staff.Role.ORGANISER, None, False

    def _adapt(self, made: Any) -> None:
        """What cannot be as it was: an address that is taken, and whatever has a secret that stayed behind."""
        if isinstance(made, Tournament):
            made.slug = free_slug(made.slug)
        if isinstance(made, Drawing) and made.state == Drawing.State.COMMITTED:
            made.state = Drawing.State.ABANDONED
            made.reason = _(
                "The tournament was restored from a file, which does not hold the secret of this draw."
            )

        if isinstance(made, Entry):
            made.token_hash = hash_of(secrets.token_hex(32))  # of an address that nobody has

    def _value(self, saved: Saved, column: Column, row: dict[str, Any]) -> Any:
        value = row[column.name]
        if names_account(column):
            return self._account(column, value)
        target = target_of(column)
        if isinstance(column, models.ManyToManyField):
            if not isinstance(value, list):
                raise ShapeError(_("A list […] is expected."))
            return [
                self._key(BY_NAME["players"].name if target is None else target.name, one) for one in value
            ]
        if target is not None:
            if value is None and column.null:
                return None
            return self._key(target.name, value)
        if isinstance(column, models.JSONField):
            return shape_of(saved.name, column.name, row)(value, self._key)
        return read_value(column, value)

    def _account(self, column: Column, value: Any) -> Any:
        if value is None and column.null:
            return None
        name = read_value(User._meta.get_field("username"), value)
        if not name:
            raise ShapeError(_("A user name is expected."))
        if column.model is Staff:
            user = self.accounts.with_role(name)
            return None if user is None else user.pk
        return self.accounts.in_history(name).pk

    def _key(self, table: str, number: Any) -> Any:
        """The key of a row by its number in the file."""
        if isinstance(number, bool) or not isinstance(number, int):
            raise ShapeError(_("The number of a row of “%(table)s” is expected.") % {"table": table})
        known = self.keys.get(table, [])
        if not 1 <= number <= len(known):
            text = _("There is no row %(n)s of “%(table)s”.")
            raise ShapeError(text % {"n": str(number)[:20], "table": table})
        return known[number - 1]

    def _name_many(self, saved: Saved, batch: Any, made: list[Any]) -> None:
        for column in saved.model._meta.many_to_many:
            for (_number, row), one in zip(batch, made, strict=True):
                named = [self.keys["players"][n - 1] for n in row[column.name]]
                getattr(one, column.name).set(named)


def _batches(rows: Iterator[Numbered]) -> Iterator[list[Numbered]]:
    while batch := list(islice(rows, BATCH)):
        yield batch


def _filled(model: type[models.Model]) -> list[Column]:
    """The columns that a new row fills with the present."""
    return [field for field in model._meta.concrete_fields if getattr(field, "auto_now_add", False)]


def _times(row: models.Model) -> list[Any]:
    return [getattr(row, field.attname) for field in _filled(type(row))]


def _set_times(model: type[models.Model], rows: list[tuple[list[Any], Any]]) -> None:
    """Give columns that storing a row has filled with the present what the file says: the times of each key.

    As SQL in one go, because there are as many rows as hands and lines of the history.
    """
    now = _filled(model)
    if not now or not rows:
        return
    quote = connection.ops.quote_name
    sets = ", ".join(f"{quote(str(field.column))} = %s" for field in now)
    statement = f"UPDATE {quote(model._meta.db_table)} SET {sets} WHERE id = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(
            statement,
            [
                [
                    *(
                        field.get_db_prep_save(moment, connection)
                        for field, moment in zip(now, moments, strict=True)
                    ),
                    pk,
                ]
                for moments, pk in rows
            ],
        )
