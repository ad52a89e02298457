"""The web archive of a finished tournament: everything that everybody may see, in files that lead to each other."""

from __future__ import annotations

import csv
import io
import itertools
import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlsplit

import openpyxl
import pypdf
import pytest
from django.http import Http404
from django.test import Client
from django.utils import translation

from scoring.standard_points import show
from tests import making
from tests.pages.public_sheet import row_of, text_of
from tests.prints.finished import RESULTS, finished
from tournament.actions import jobs
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import set_public
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.printing import KEPT_OF_OTHERS
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import show_penalties, show_standings
from tournament.models import Job, Player, PrintedFile, Team, Tournament
from tournament.pages.archive import places, work
from tournament.pages.archive.work import ask_for_archive
from tournament.pages.public import standings
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True)

WORTH = {"1": 12, "2": 24, "2½": 30, "4": 48}  # in twelfths


def archive_of(event: Tournament, languages: str = "both") -> dict[str, bytes]:
    """The files of an archive that was made as long work."""
    job = ask_for_archive(event, languages, making.user())
    jobs.wait()
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", "")
    with zipfile.ZipFile(io.BytesIO(job.printed_file.content)) as read:
        return {name: read.read(name) for name in read.namelist()}


@dataclass(frozen=True)
class Kept:
    """What several tests look at, without the database from which it was made."""

    slug: str
    said: str
    totals: dict[int, tuple[int, int]]
    files: dict[str, bytes]


_kept: list[Kept] = []


@pytest.fixture
def kept() -> Kept:
    """The archive of a finished tournament in both languages, made for the first test that asks."""
    if not _kept:
        event = finished()
        last = event.log.first()  # the last change
        assert last is not None
        at = last.at.astimezone(event.tz)
        said = f"Archive · version {event.version} · as of {at:%Y-%m-%d %H:%M} Asia/Shanghai (UTC+0800)"
        _kept.append(Kept(event.slug, said, totals(event), archive_of(event)))
    return _kept[0]


def pages(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """The pages of an archive with their HTML."""
    return ((name, content.decode()) for name, content in files.items() if name.endswith(".html"))


def everything(files: dict[str, bytes]) -> str:
    """What readers see on all pages."""
    return " ".join(text_of(html) for _name, html in pages(files))


def alice() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def totals(event: Tournament) -> dict[int, tuple[int, int]]:
    """By number of the player: twelfths of standard points and match points of all sessions, added up by hand."""
    found: dict[int, tuple[int, int]] = {}
    for session in range(1, event.planned_sessions + 1):
        for at, (match, _places, standard) in RESULTS.items():
            for seat in making.table(event, session, at).seats.all():
                assert seat.player is not None
                twelfths, points = found.get(seat.player.number, (0, 0))
                found[seat.player.number] = (
                    twelfths + WORTH[standard[seat.chair]],
                    points + match[seat.chair],
                )
    return found


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def check_links(files: dict[str, bytes]) -> None:
    """Each link leads to a file of the archive, and to a part of it that is there; each file is led to."""
    reached = {"index.html"}
    for name, html in pages(files):
        ids = set(re.findall(r'\bid="([^"]+)"', html))
        for href in re.findall(r'\b(?:href|src)="([^"]*)"', html):
            parts = urlsplit(href)
            assert not (parts.scheme or parts.netloc or parts.query or href.startswith("/")), (
                f"{name}: {href}"
            )
            there = (
                posixpath.normpath(posixpath.join(posixpath.dirname(name), parts.path))
                if parts.path
                else name
            )
            assert there in files, f"{name}: {href}"
            reached.add(there)
            if parts.fragment:
                known = ids if there == name else re.findall(r'\bid="([^"]+)"', files[there].decode())
                assert parts.fragment in known, f"{name}: {href}"
    assert reached == set(files)


def test_every_page_is_in_it_and_every_link_leads_to_a_file_of_it(kept: Kept) -> None:
    files = kept.files
    for folder in ("en", "zh-hans"):
        for name in (
            *("index", "standings", "standings-after-1", "teams", "teams-after-1", "players", "draws"),
            *("draws/1", "statistics", "penalties", "sessions/1", "sessions/2"),
            *(f"tables/{session}-{table}" for session in (1, 2) for table in (1, 2)),
            *(f"players/{number}" for number in range(1, 9)),
        ):
            assert f"{folder}/{name}.html" in files
        assert {
            f"{folder}/files/standings.csv",
            f"{folder}/files/teams.csv",
            f"{folder}/draws/1.json",
        } <= set(files)
    assert {
        "files/standings.pdf",
        "files/teams.pdf",
        "files/results.xlsx",
        "style.css",
        "favicon.svg",
    } <= set(files)
    check_links(files)


def test_nothing_in_it_runs_asks_a_server_or_names_this_machine(kept: Kept) -> None:
    for name, html in pages(kept.files):
        tags = "".join(re.findall(r"<[^>]+>", html))
        for gone in (
            "<script",
            "<form",
            "<button",
            "<input",
            " data-",
            "csrf",
            "http:",
            "https:",
            "hx-",
            "style=",
        ):
            assert gone not in tags, f"{name}: {gone}"
        assert not re.search(r"\son\w+=", tags), name
        assert kept.slug not in html, name
        assert "alice" not in html, name


def test_the_standings_are_those_reckoned_by_hand(kept: Kept) -> None:
    files = kept.files
    html = files["en/standings.html"].decode()
    written = files["en/files/standings.csv"].decode("utf-8-sig")
    lines = {int(line["Number"]): line for line in csv.DictReader(io.StringIO(written, newline=""))}
    for number, (twelfths, match) in kept.totals.items():
        assert f" {show(twelfths)} {signed(match)}" in row_of(html, f"p{number}")
        assert lines[number]["Match points"] == str(match)
    first = files["en/tables/1-1.html"].decode()
    # Table 1: 东 wins 24, 8 and 8 fan from 南.
    for hand, cells in ((1, ("24 fan", "+48", "−32", "−8")), (2, ("8 fan", "+32", "−16", "−8"))):
        for cell in cells:
            assert cell in row_of(first, f"h{hand}")
    sheet = pypdf.PdfReader(io.BytesIO(files["files/standings.pdf"])).pages[0].extract_text()
    assert "Player 8" in sheet
    book = openpyxl.load_workbook(io.BytesIO(files["files/results.xlsx"]))
    assert len(book.worksheets) == 6  # about, players, teams, two sessions, hands


def test_each_page_says_version_moment_and_that_it_is_an_archive_and_leads_to_the_other_language(
    kept: Kept,
) -> None:
    files = kept.files
    for name, html in pages(files):
        if name.startswith("en/"):
            assert kept.said in html, name
            assert f'lang="zh-Hans" href="{"../" * name.count("/")}zh-hans/{name[3:]}"' in html, name
    assert "Player 3" in files["zh-hans/players/3.html"].decode()
    assert '<html lang="zh-hans">' in files["zh-hans/players/3.html"].decode()
    front = files["index.html"].decode()
    assert 'href="en/index.html">English</a>' in front
    assert 'href="zh-hans/index.html">中文</a>' in front
    assert kept.said in front


def test_the_same_version_gives_the_same_bytes_and_another_version_others() -> None:
    event = finished()
    made = [archive_of(event, "en"), archive_of(event, "en")]
    assert made[0] == made[1]
    contents = [bytes(file.content) for file in PrintedFile.objects.all()]
    assert contents[0] == contents[1]
    show_penalties(event, "hidden", making.user())
    assert archive_of(event, "en") != made[0]


def test_a_stage_has_standings_and_files_of_its_own() -> None:
    event = making.tournament(8, 2)
    add_stage(event, StagePlan("Preliminary", "all", [1]), making.user())
    fill_stage(event, event.stages.get().pk, making.user())
    make_draw(event, [1], making.user(), seed="stage")
    publish_draw(event, [1], making.user())
    for number in (1, 2):
        making.hand(making.table(event, 1, number), 0, 8, 1)
        making.close(making.table(event, 1, number))
    files = archive_of(event, "en")
    check_links(files)
    assert "Preliminary" in text_of(files["en/standings-stage-1.html"].decode())
    for name in ("en/teams-stage-1.html", "files/standings-stage-1.pdf", "files/results-stage-1.xlsx"):
        assert name in files


def test_of_many_players_the_sessions_of_everybody_are_on_a_page_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (places, standings):
        monkeypatch.setattr(module, "MANY", 4)
    files = archive_of(finished(), "en")
    check_links(files)
    assert (
        'href="standings-all.html">Show every session of everybody</a>' in files["en/standings.html"].decode()
    )
    assert "Session 2" in text_of(files["en/standings-all.html"].decode())
    assert (
        "Show every session" not in files["en/standings-after-1.html"].decode()
    )  # of these there is no such page


def test_a_draw_that_is_not_published_is_not_in_it() -> None:
    event = making.tournament(8, 2)
    make_draw(event, [1], making.user(), seed="first")
    publish_draw(event, [1], making.user())
    make_draw(event, [2], making.user(), seed="a secret seed")
    files = archive_of(event)
    assert "en/sessions/1.html" in files
    assert not [name for name in files if re.search(r"sessions/2|tables/2-|draws/2", name)]
    assert "a secret seed" not in everything(files)
    assert "a secret seed" not in "".join(c.decode() for n, c in files.items() if n.endswith(".json"))


def test_standings_that_are_hidden_or_frozen_stay_so() -> None:
    event = finished()
    show_standings(event, "hidden", making.user())
    files = archive_of(event, "en")
    assert not [name for name in files if name.endswith((".pdf", ".xlsx", ".csv")) or "-after-" in name]
    assert not re.search(r'class="standing__points"', files["en/standings.html"].decode())
    assert 'class="place' not in files["en/standings.html"].decode()
    assert "Places and totals are kept for the prize-giving." in text_of(files["en/players/1.html"].decode())
    show_standings(event, "frozen", making.user(), 1)
    files = archive_of(event, "en")
    assert "Session 1 of 2" in text_of(files["en/standings.html"].decode())
    text = files["en/files/standings.csv"].decode("utf-8-sig")
    assert "Session 1: match points" in text
    assert "Session 2: match points" not in text
    shown = openpyxl.load_workbook(io.BytesIO(files["files/results.xlsx"])).sheetnames
    assert not [name for name in shown if "S2" in name]
    assert (
        "Session 2" not in pypdf.PdfReader(io.BytesIO(files["files/standings.pdf"])).pages[0].extract_text()
    )


def test_penalties_that_are_not_published_are_not_in_it() -> None:
    event = making.drawn(8, 1)
    table = making.table(event)
    making.penalty(table, 1, 10, reason="he shouted")
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    named = everything(archive_of(event, "en"))
    assert "conduct" in named.lower()
    assert "he shouted" not in named  # what the chief referee wrote is for the staff
    show_penalties(event, "hidden", making.user())
    files = archive_of(event, "en")
    assert "en/penalties.html" not in files
    assert "conduct" not in everything(files).lower()


def test_hostile_names_are_harmless() -> None:
    event = making.drawn(8, 1)
    names = (
        "<b>Bold</b>",
        "../x",
        "=1+1",
        '"><script>alert(1)</script>',
        "{{ secret }}",
        "https://evil.test/",
    )
    for number, name in enumerate(names, start=1):
        Player.objects.filter(tournament=event, number=number).update(name=name)
    Team.objects.filter(tournament=event, number=1).update(name="<i>Team</i>")
    Tournament.objects.filter(pk=event.pk).update(name="<u>Open</u>", city="../..", country="<i>N'Djamena")
    for number in (1, 2):
        making.hand(making.table(event, 1, number), 0, 8, 1)
        making.close(making.table(event, 1, number))
    files = archive_of(event)
    for name, html in pages(files):
        assert not re.search(r"<(b>Bold|i>Team|u>Open|script)", html), name
        assert "evil.test" not in "".join(re.findall(r"<[^>]+>", html)), name
    shown = unescape(files["en/players.html"].decode())
    assert [name for name in names if f">{name}</a>" not in shown] == []
    assert "&lt;b&gt;Bold&lt;/b&gt;" in files["en/players/1.html"].decode()
    assert "../.., &lt;i&gt;N&#x27;Djamena" in files["index.html"].decode()
    lines = csv.reader(io.StringIO(files["en/files/standings.csv"].decode("utf-8-sig"), newline=""))
    assert not [cell for line in lines for cell in line if cell.startswith("=")]
    assert all(re.fullmatch(r"[A-Za-z0-9._/-]{1,100}", name) and ".." not in name for name in files)


def test_an_unpublished_tournament_is_refused_in_words() -> None:
    event = finished(sessions=1)
    set_public(event, False, making.user())
    with pytest.raises(Refused) as refusal:
        ask_for_archive(event, "both", making.user())
    assert refusal.value.code == "not_public"
    client = alice()
    assert "This tournament is not public" in text_of(
        client.get(f"/organiser/{event.slug}/files/").content.decode()
    )
    answer = client.post(f"/organiser/{event.slug}/files/", {"languages": "both"}, follow=True)
    assert "Make it public first." in text_of(answer.content.decode())
    assert not Job.objects.exists()


def test_languages_that_there_are_not_are_refused() -> None:
    event = finished(sessions=1)
    with pytest.raises(Refused) as refusal:
        ask_for_archive(event, "de", making.user())
    assert refusal.value.field == "languages"


def test_the_desk_has_it_made_hands_it_out_and_says_whether_it_is_old() -> None:
    event, client = finished(), alice()
    address = f"/organiser/{event.slug}/files/"
    answer = client.post(address, {"languages": "en"})
    assert (answer.status_code, answer["Location"]) == (302, f"{address}#file-archive")
    jobs.wait()
    file = PrintedFile.objects.get()
    text = text_of(client.get(address).content.decode())
    assert f"{file.pages} pages. Save the archive" in text
    assert f"version {event.version}, up to date" in text
    answer = client.get(f"/organiser/{event.slug}/print/{file.pk}/")
    assert answer["Content-Type"] == "application/zip"
    assert (
        answer["Content-Disposition"] == f'attachment; filename="{event.slug}-archive-v{event.version}.zip"'
    )
    with zipfile.ZipFile(io.BytesIO(answer.content)) as read:
        assert file.pages == len([n for n in read.namelist() if n.endswith(".html") and "/" in n])
        assert not [name for name in read.namelist() if name.startswith("zh-hans/")]
    assert file.name not in client.get(f"/organiser/{event.slug}/print/").content.decode()  # no paper
    show_penalties(event, "unnamed", making.user())
    text = text_of(client.get(address).content.decode())
    assert f"as of version {file.version}: the tournament has changed since" in text


def test_another_organiser_finds_nothing() -> None:
    event = finished(sessions=1)
    archive_of(event, "en")
    mallory = making.user("mallory")
    making.tournament(4, 1, by=mallory)
    client = Client()
    client.force_login(mallory)
    for address in ("files/", f"print/{PrintedFile.objects.get().pk}/"):
        assert client.get(f"/organiser/{event.slug}/{address}").status_code == 404
    assert client.post(f"/organiser/{event.slug}/files/", {"languages": "en"}).status_code == 404


def test_only_the_last_archives_are_kept_and_sheets_are_counted_apart() -> None:
    event = finished(sessions=1)
    done = Job.objects.create(tournament=event, owner=making.user(), kind="print", state="done")
    PrintedFile.objects.create(
        tournament=event, job=done, name="s.pdf", content=b"%PDF", pages=1, version=1, kind="results"
    )
    for _time in range(KEPT_OF_OTHERS + 1):
        ask_for_archive(event, "en", making.user())
        jobs.wait()
    kinds = sorted(PrintedFile.objects.values_list("kind", flat=True))
    assert kinds == ["results", *["web_archive"] * KEPT_OF_OTHERS]


def test_a_cancelled_archive_stops_and_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    event = finished()
    monkeypatch.setattr(jobs, "BETWEEN_WRITES", 0.0)
    made: list[str] = []
    real = work.content_of

    def content_of(edition: object, folder: str, leaf: object) -> bytes:
        made.append(folder)
        if len(made) == 3:
            jobs.cancel_job(Job.objects.get())
        return real(edition, folder, leaf)  # type: ignore[arg-type]

    monkeypatch.setattr(work, "content_of", content_of)
    job = ask_for_archive(event, "both", making.user())
    jobs.wait()
    job.refresh_from_db()
    assert job.state == "cancelled"
    assert len(made) == 3
    assert not PrintedFile.objects.exists()


def test_what_is_taken_back_meanwhile_is_no_fault_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    event = finished()
    real, times = work.content_of, []

    def content_of(edition: object, folder: str, leaf: places.Leaf) -> bytes:
        times.append(leaf.name)
        if len(times) == 1:
            show_penalties(event, "hidden", making.user())
            raise Http404
        return real(edition, folder, leaf)  # type: ignore[arg-type]

    monkeypatch.setattr(work, "content_of", content_of)
    files = archive_of(event, "en")
    assert "en/penalties.html" not in files
    check_links(files)


def test_what_is_changed_meanwhile_is_in_all_pages_or_the_work_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = finished()
    real, times, fans = work.front_page, [], itertools.count(25)

    def front_page(edition: object) -> bytes:
        times.append(1)
        if len(times) <= changes:
            table = making.table(event)
            correct_hand(table, HandEntry(1, 0, 1, next(fans)), "wrong fan", making.stamp(table))
        return real(edition)  # type: ignore[arg-type]

    monkeypatch.setattr(work, "front_page", front_page)
    changes = 1
    files = archive_of(event, "en")
    assert len(times) == 2
    assert "25 fan" in row_of(files["en/tables/1-1.html"].decode(), "h1")
    times.clear()
    changes = 99
    with translation.override("en"):
        job = ask_for_archive(event, "en", making.user())
    jobs.wait()
    job.refresh_from_db()
    assert (job.state, job.error[:27]) == ("failed", "The tournament was changed ")
