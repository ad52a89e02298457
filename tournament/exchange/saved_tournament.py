"""Saved tournaments `quesai-tournament/1`: what belongs to one, and what is left out.

A file is a ZIP with `manifest.json` and one member of JSON lines for each table of the database. A row is named by its
number in its member, from 1: that is how rows name each other, in columns and within JSON
(`saved_tournament_shapes`). Accounts are named by their user names, and nothing else of an account is in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.contrib.auth.models import User
from django.db import models
from django.db.migrations.loader import MigrationLoader

from tournament.models import (
    Act,
    Announcement,
    Bye,
    Call,
    CertificateTemplate,
    CheckIn,
    Device,
    Dispute,
    Drawing,
    Duty,
    Entrant,
    EntrantData,
    Entry,
    EntrySettings,
    Hand,
    Job,
    LateEntry,
    LogEntry,
    Lot,
    Penalty,
    Player,
    PrintedFile,
    PrizeGiving,
    ProgrammeItem,
    Seat,
    Session,
    Sitting,
    Staff,
    Stage,
    StageEntry,
    Substitution,
    Table,
    TableKeeper,
    Team,
    Tournament,
    Wish,
    Withdrawal,
)

FAMILY = "quesai-tournament/"
FORMAT = f"{FAMILY}1"
ENDING = ".quesai.zip"
CONTENT_TYPE = "application/zip"
MANIFEST = "manifest.json"
Column = models.Field


@dataclass(frozen=True)
class Saved:
    """One table of a saved tournament.

    `name` is that of its member, `path` leads from a row to its tournament. `without`: columns that are not saved.
    """

    name: str
    model: type[models.Model]
    path: str
    without: tuple[str, ...] = ()

    @property
    def member(self) -> str:
        """The name of the member of the ZIP that holds its rows."""
        return f"{self.name}.jsonl"

    @property
    def columns(self) -> Sequence[Column]:
        """What is saved of a row, in the order of the model; many players of one wish come last."""
        kept = [
            field
            for field in self.model._meta.concrete_fields
            if not field.primary_key
            and field.name not in self.without
            and not (field.is_relation and field.related_model is Tournament)
        ]
        return [*kept, *self.model._meta.many_to_many]


# In the order in which they are stored: a row names only rows of members above its own, or earlier ones.
TABLES = (
    # Who restores it made it, and nobody sees it until he publishes it.
    Saved("tournament", Tournament, "pk", ("created_by", "is_public")),
    Saved("stages", Stage, "tournament"),
    Saved("sessions", Session, "tournament"),
    Saved("teams", Team, "tournament"),
    Saved("players", Player, "tournament"),
    Saved("stage_entries", StageEntry, "stage__tournament"),
    Saved("substitutions", Substitution, "tournament"),
    Saved("withdrawals", Withdrawal, "player__tournament"),
    Saved("byes", Bye, "session__tournament"),
    Saved("lots", Lot, "tournament"),
    Saved("tables", Table, "session__tournament"),
    Saved("seats", Seat, "session__tournament"),
    Saved("sittings", Sitting, "seat__session__tournament"),
    Saved("hands", Hand, "table__session__tournament"),
    Saved("penalties", Penalty, "tournament"),
    Saved("disputes", Dispute, "table__session__tournament"),
    Saved("calls", Call, "table__session__tournament"),
    Saved("acts", Act, "table__session__tournament"),
    Saved("late_entries", LateEntry, "table__session__tournament"),
    Saved("log", LogEntry, "tournament"),
    Saved("check_ins", CheckIn, "session__tournament"),
    Saved("staff", Staff, "tournament"),
    Saved("duties", Duty, "tournament"),
    Saved("keepers", TableKeeper, "staff__tournament"),
    Saved("drawings", Drawing, "tournament"),
    Saved("wishes", Wish, "tournament"),
    Saved("announcements", Announcement, "tournament"),
    Saved("programme", ProgrammeItem, "tournament"),
    Saved("prize_giving", PrizeGiving, "tournament"),
    Saved("certificate", CertificateTemplate, "tournament"),
    Saved("entry_settings", EntrySettings, "tournament"),
    # The address at which somebody looks after his entry works with the tournament that it was sent to.
    Saved("entries", Entry, "tournament", ("token_hash",)),
    Saved("entrants", Entrant, "entry__tournament"),
)
# What leads to a tournament and stays where it is.
LEFT_OUT: dict[type[models.Model], str] = {
    EntrantData: "personal data stays where it was given",
    Device: "telephones are paired with one installation, and a code must not travel",
    Job: "work is done where it was asked for",
    PrintedFile: "it can be printed again",
}
# Files of earlier versions are read where nothing but columns was added since: by the last migration of such a version,
# table → the columns that its rows have not and get as a new row does.
EARLIER: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "0016_tiles_and_fan_of_hands": {
        "stages": ("left_over",),
        "tables": ("deals",),
        "hands": ("play", "deal"),
    },
}
BY_MODEL = {saved.model: saved for saved in TABLES}
BY_NAME = {saved.name: saved for saved in TABLES}
MEMBERS = frozenset({MANIFEST, *(saved.member for saved in TABLES)})

# The largest tournaments, a thousand players over ten sessions, stay below a fifth of these.
MOST_BYTES = 64 * 1024 * 1024
MOST_UNPACKED = 256 * 1024 * 1024  # of one member
MOST_TOTAL = 512 * 1024 * 1024
MOST_MANIFEST = 64 * 1024
MOST_LINE = 8 * 1024 * 1024  # two pictures of a certificate, in base64
MOST_ROWS = 1_000_000


def target_of(column: Column) -> Saved | None:
    """The table whose rows a column names; None where it names none, or an account."""
    return BY_MODEL.get(column.related_model) if column.is_relation else None  # type: ignore[arg-type]


def names_account(column: Column) -> bool:
    """Whether a column names an account."""
    return column.is_relation and column.related_model is User


@cache
def last_migration() -> str:
    """The last migration of this program: files of any other are refused, but for those of `EARLIER`."""
    leaves = MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes("tournament")
    return leaves[0][1]
