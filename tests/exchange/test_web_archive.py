"""The zip of a web archive: the same bytes whenever it is made, and names that every system takes."""

from __future__ import annotations

import io
import re
import time
import zipfile
from datetime import UTC, datetime

import pytest

from tournament.exchange.web_archive import WebArchive, is_safe, steady
from tournament.exchange.workbook_file import Sheet, written

AT = datetime(2026, 5, 1, 10, 30, tzinfo=UTC)


def test_the_same_files_are_the_same_bytes_and_no_file_says_when_it_was_made() -> None:
    made = []
    for _time in range(2):
        file = io.BytesIO()
        with WebArchive(file) as archive:
            archive.add("en/index.html", "雀赛".encode() * 100)
            archive.add("style.css", b"")
        made.append(file.getvalue())
    assert made[0] == made[1]
    with zipfile.ZipFile(io.BytesIO(made[0])) as read:
        assert read.namelist() == ["en/index.html", "style.css"]
        assert {one.date_time for one in read.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert read.read("en/index.html").decode() == "雀赛" * 100
        assert read.getinfo("en/index.html").compress_size < 60
        assert {one.external_attr >> 16 for one in read.infolist()} == {0o100644}


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "/x",
        "a//b",
        "a:b",
        ".hidden",
        "局.html",
        "a b",
        "a\\b",
        "aux.html",
        "en/CON",
        "x.",
        "",
        "a" * 101,
    ],
)
def test_a_name_that_some_system_does_not_take_is_refused(name: str) -> None:
    assert not is_safe(name)
    with WebArchive(io.BytesIO()) as archive, pytest.raises(ValueError, match="is no name"):
        archive.add(name, b"")


@pytest.mark.parametrize("name", ["zh-hans/tables/12-140.html", "files/standings.pdf", "a" * 100])
def test_plain_names_are_taken(name: str) -> None:
    assert is_safe(name)


def test_names_come_in_their_order_and_once() -> None:
    with WebArchive(io.BytesIO()) as archive:
        archive.add("b", b"")
        for name in ("a", "b"):
            with pytest.raises(ValueError, match="comes after"):
                archive.add(name, b"")


def test_a_workbook_says_the_moment_that_it_is_given() -> None:
    sheet = Sheet("One", [10])
    sheet.add(["=1+1", 7])
    first = steady(written([sheet], "Open"), AT)
    time.sleep(1.1)  # the properties of a workbook count seconds
    sheet = Sheet("One", [10])
    sheet.add(["=1+1", 7])
    assert steady(written([sheet], "Open"), AT) == first
    with zipfile.ZipFile(io.BytesIO(first)) as read:
        properties = read.read("docProps/core.xml").decode()
    assert re.findall(r">(\d{4}[^<]*)<", properties) == ["2026-05-01T10:30:00Z"] * 2
