"""Reading a saved tournament that anybody may have made or changed: refused in words, with the place.

Nothing of a file is believed. It is measured before it is unpacked, unpacked with a limit, never written to a disk, and
no name in it is used as one. Checksums and numbers of rows are compared before the first row is read.
"""

from __future__ import annotations

import hashlib
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from django.utils.translation import gettext as _

from tournament.refusals import Refused

from .reading import EventFileError, parse_json
from .saved_tournament import (
    EARLIER,
    FAMILY,
    FORMAT,
    MANIFEST,
    MEMBERS,
    MOST_BYTES,
    MOST_LINE,
    MOST_MANIFEST,
    MOST_ROWS,
    MOST_TOTAL,
    MOST_UNPACKED,
    TABLES,
    Saved,
    last_migration,
)
from .saved_tournament_shapes import ShapeError
from .saved_tournament_values import read_value, refuse_unstorable

MEGABYTE = 1024 * 1024
CHUNK = 64 * 1024
# The end of a ZIP without a comment: signature, disks, number of members twice, size and place of their list.
_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE, _BEGIN_SIGNATURE, _ZIP64_SIGNATURE = b"PK\x05\x06", b"PK\x03\x04", b"PK\x06\x07"
# More than there are, so that one too many is told by its name.
MOST_MEMBERS, MOST_LIST = 100, 16 * 1024
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError, struct.error)


@dataclass(frozen=True)
class Manifest:
    """What a file says of itself."""

    migration: str
    slug: str
    name: str
    version: int
    made_at: datetime
    rows: Mapping[str, int]
    sums: Mapping[str, str]


class SavedFile:
    """An open file whose members are all there, within the limits, and as their checksums say."""

    def __init__(self, file: IO[bytes]) -> None:
        """Open and check it. Raises `Refused` with the place."""
        _refuse_no_zip(file)
        try:
            self._zip = zipfile.ZipFile(file)
        except DAMAGED as error:
            raise _damaged() from error
        self._refuse_members()
        self.manifest = _manifest(self._manifest_bytes())
        for saved in TABLES:
            self._refuse_changed(saved)

    def rows(self, saved: Saved) -> Iterator[dict[str, Any]]:
        """The rows of a table in their order, each an object with exactly the columns that are saved."""
        lacking = EARLIER.get(self.manifest.migration, {}).get(saved.name, ())
        usual = {column.name: column for column in saved.columns if column.name in lacking}
        expected = {column.name for column in saved.columns if column.name not in lacking}
        with self._open(saved.member) as member:
            for number, line in enumerate(_lines(member, saved.member), 1):
                row = _object(line, saved.member, number)
                if set(row) != expected:
                    odd = sorted(set(row) ^ expected)[0]
                    raise refuse_row(saved, number, odd[:40], _("This column is missing, or is not known."))
                yield row | {name: column.get_default() for name, column in usual.items()}

    def _refuse_members(self) -> None:
        members = self._zip.infolist()
        names = [info.filename for info in members]
        if MANIFEST not in names:
            raise _foreign()
        for info in members:
            name = info.orig_filename
            if any(sign in name for sign in "/\\:\0") or name.startswith("."):
                text = _("The file holds “%(name)s”: names with a path or a drive are not taken.")
                raise Refused("path", text % {"name": name[:60]})
            if name not in MEMBERS:
                text = _("The file holds “%(name)s”, which belongs to no saved tournament.")
                raise Refused("unknown_member", text % {"name": name[:60]})
            if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                text = _("“%(name)s” is encrypted, or packed in a way that this program does not use.")
                raise Refused("packing", text % {"name": name})
            if info.file_size > (MOST_MANIFEST if name == MANIFEST else MOST_UNPACKED):
                raise _bomb(name, MOST_MANIFEST if name == MANIFEST else MOST_UNPACKED)
        if len(names) != len(set(names)):
            twice = next(name for name in names if names.count(name) > 1)
            raise Refused("twice", _("“%(name)s” stands twice in the file.") % {"name": twice})
        if sum(info.file_size for info in members) > MOST_TOTAL:
            raise _bomb("", MOST_TOTAL)

    def _manifest_bytes(self) -> bytes:
        with self._open(MANIFEST) as member:
            return _read(member, MOST_MANIFEST + 1, MANIFEST)

    def _refuse_changed(self, saved: Saved) -> None:
        name = saved.member
        if name not in self._zip.namelist():
            raise Refused("missing", _("“%(name)s” is missing in the file.") % {"name": name})
        found, rows, size, last = hashlib.sha256(), 0, 0, b"\n"
        with self._open(name) as member:
            while chunk := _read(member, CHUNK, name):
                size += len(chunk)
                if size > MOST_UNPACKED:
                    raise _bomb(name, MOST_UNPACKED)
                found.update(chunk)
                rows += chunk.count(b"\n")
                last = chunk[-1:]
        if found.hexdigest() != self.manifest.sums[name]:
            text = _("“%(name)s” is not as it was when the tournament was saved: its checksum is wrong.")
            raise Refused("checksum", text % {"name": name})
        if rows != self.manifest.rows[saved.name] or last != b"\n":
            text = _("“%(name)s” has %(found)s rows; there should be %(said)s.")
            words = {"name": name, "found": rows, "said": self.manifest.rows[saved.name]}
            raise Refused("rows", text % words)

    def _open(self, name: str) -> IO[bytes]:
        try:
            return self._zip.open(name)
        except (*DAMAGED, KeyError, RuntimeError) as error:
            raise _damaged(name) from error


def refuse_row(saved: Saved, number: int, column: str, what: str) -> Refused:
    """The refusal of one row, with its place."""
    place = f"{saved.member}:{number}" + (f" {column}" if column else "")
    return Refused("row", _("%(place)s: %(what)s") % {"place": place, "what": what}, field=place)


def _refuse_no_zip(file: IO[bytes]) -> None:
    """Refuse what is too large, no ZIP, cut off, or has a longer list of members than a saved tournament."""
    size = file.seek(0, 2)
    if size > MOST_BYTES:
        text = _("The file is larger than %(n)s MB.")
        raise Refused("too_large", text % {"n": MOST_BYTES // MEGABYTE})
    file.seek(0)
    begin = file.read(4)
    if begin not in (_BEGIN_SIGNATURE, _END_SIGNATURE):
        text = _("This is no saved tournament: those are ZIP files whose names end in .quesai.zip.")
        raise Refused("no_zip", text)
    file.seek(max(size - _END.size - 20, 0))
    tail = file.read()
    if len(tail) < _END.size or tail[-_END.size :][:4] != _END_SIGNATURE:
        text = _("The file is cut off, or something was added to it. Copy it again from where it was saved.")
        raise Refused("cut_off", text)
    end = _END.unpack(tail[-_END.size :])
    count, list_size, comment = end[4], end[5], end[7]
    is_64 = tail[: -_END.size][-20:].startswith(_ZIP64_SIGNATURE)
    if is_64 or comment or count > MOST_MEMBERS or list_size > MOST_LIST:
        text = _("The file has more members than a saved tournament: at most %(n)s are taken.")
        raise Refused("members", text % {"n": MOST_MEMBERS})
    file.seek(0)


def _manifest(raw: bytes) -> Manifest:
    if len(raw) > MOST_MANIFEST:
        raise _bomb(MANIFEST, MOST_MANIFEST)
    try:
        told = parse_json(raw)
    except EventFileError as error:
        raise _odd_manifest(error.problems[0].message) from error
    made_by = told.get("format") if isinstance(told, dict) else None
    if not isinstance(made_by, str) or not made_by.startswith(FAMILY):
        raise _foreign()
    ours = f"{FORMAT}, {last_migration()}"
    theirs = f"{made_by}, {told.get('migration')}"
    if theirs not in (ours, *(f"{FORMAT}, {earlier}" for earlier in EARLIER)):
        text = _(
            "The file was made by another version of the program: %(theirs)s; this one reads %(ours)s. Restore it with "
            "the version that made it, or update this one."
        )
        raise Refused("version", text % {"theirs": theirs[:120], "ours": ours})
    try:
        return _understood(told)
    except (ShapeError, KeyError, TypeError, ValueError) as error:
        raise _odd_manifest(str(error)[:120]) from error


def _understood(told: dict[str, Any]) -> Manifest:
    known = {"format", "migration", "made_at", "slug", "name", "version", "rows", "sha256"}
    if set(told) != known:
        raise ShapeError(", ".join(sorted(set(told) ^ known))[:120])
    columns = {column.name: column for column in TABLES[0].columns}
    rows, sums = told["rows"], told["sha256"]
    if set(rows) != {saved.name for saved in TABLES} or set(sums) != {saved.member for saved in TABLES}:
        raise ShapeError("rows, sha256")
    for name, count in rows.items():
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_ROWS:
            raise ShapeError(f"rows.{name}")
    refuse_unstorable(told)
    return Manifest(
        migration=told["migration"],
        slug=read_value(columns["slug"], told["slug"]),
        name=read_value(columns["name"], told["name"]),
        version=read_value(columns["version"], told["version"]),
        made_at=read_value(columns["created_at"], told["made_at"]),
        rows=rows,
        sums=sums,
    )


def _lines(member: IO[bytes], name: str) -> Iterator[bytes]:
    """The lines of a member, none of them longer than a row can be."""
    while True:
        try:
            line = member.readline(MOST_LINE + 1)
        except DAMAGED as error:
            raise _damaged(name) from error
        if not line:
            return
        if len(line) > MOST_LINE:
            raise _bomb(name, MOST_LINE)
        yield line


def _object(line: bytes, name: str, number: int) -> dict[str, Any]:
    try:
        row = parse_json(line)
        refuse_unstorable(row)
    except (EventFileError, ShapeError, RecursionError) as error:
        what = error.problems[0].message if isinstance(error, EventFileError) else str(error)
        text = _("%(place)s: %(what)s") % {"place": f"{name}:{number}", "what": what}
        raise Refused("row", text, field=f"{name}:{number}") from error
    if not isinstance(row, dict):
        text = _("%(place)s: %(what)s")
        words = {"place": f"{name}:{number}", "what": _("An object {…} is expected.")}
        raise Refused("row", text % words, field=f"{name}:{number}")
    return row


def _read(member: IO[bytes], most: int, name: str) -> bytes:
    try:
        return member.read(most)
    except DAMAGED as error:
        raise _damaged(name) from error


def _damaged(name: str = "") -> Refused:
    if name:
        text = _("“%(name)s” in the file is damaged or cut off. Copy the file again from where it was saved.")
        return Refused("damaged", text % {"name": name})
    text = _("The file is damaged or cut off. Copy it again from where it was saved.")
    return Refused("damaged", text)


def _bomb(name: str, most: int) -> Refused:
    shown = f"{most // MEGABYTE} MB" if most >= MEGABYTE else f"{most // 1024} KB"
    if name:
        text = _("“%(name)s” would unpack to more than %(most)s. The file is not read further.")
        return Refused("bomb", text % {"name": name, "most": shown})
    text = _("The file would unpack to more than %(most)s. It is not read further.")
    return Refused("bomb", text % {"most": shown})


def _foreign() -> Refused:
    text = _("This is a file of another program: it does not say that it is a saved tournament.")
    return Refused("foreign", text)


def _odd_manifest(what: str) -> Refused:
    text = _("%(place)s: %(what)s")
    return Refused("manifest", text % {"place": MANIFEST, "what": what}, field=MANIFEST)
