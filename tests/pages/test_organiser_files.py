"""The organiser's page of files: what there is, who gets it, and of which version it is."""

from __future__ import annotations

import io

import openpyxl
import pytest
from django.test import Client

from tests import making
from tests.pages.public_sheet import played, text_of
from tournament.actions import jobs
from tournament.actions.importing import store_event
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import show_penalties, show_standings
from tournament.exchange import workbook
from tournament.exchange.event_file import read_event
from tournament.models import Staff, Tournament
from tournament.queries.standings import player_standings

pytestmark = pytest.mark.django_db

FILES = ("results.xlsx", "standings.csv", "standings.csv?teams=1", "ema.xlsx", "event.json")


@pytest.fixture
def event() -> Tournament:
    made = played()
    made.refresh_from_db()
    return made


def client_of(name: str = "alice") -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user(name))
    return client


def test_the_page_leads_to_every_file_and_says_what_it_is_for(event: Tournament) -> None:
    html = client_of().get(f"/organiser/{event.slug}/files/").content.decode()
    for name in ("results.xlsx", "standings.csv", "standings.csv?teams=1", "event.json"):
        assert f'href="/organiser/{event.slug}/files/{name}"' in html
    assert f'action="/organiser/{event.slug}/files/ema.xlsx"' in html
    for said in (
        "All totals are formulas",
        "European Mahjong Association",
        "Another installation can import it",
    ):
        assert said in text_of(html)
    assert "No table has a final result yet" not in html


def test_before_the_first_result_the_page_says_so() -> None:
    made = making.drawn(8, 1)
    assert (
        "No table has a final result yet"
        in client_of().get(f"/organiser/{made.slug}/files/").content.decode()
    )


@pytest.mark.parametrize("file", FILES)
def test_a_file_has_its_version_in_name_and_answer_and_is_kept_by_no_cache(
    event: Tournament, file: str
) -> None:
    answer = client_of().get(f"/organiser/{event.slug}/files/{file}")
    assert answer.status_code == 200
    assert answer["X-Version"] == str(event.version)
    assert f'-v{event.version}.{file.partition(".")[2].partition("?")[0]}"' in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("file", ("", *FILES))
def test_another_organiser_finds_nothing(event: Tournament, file: str) -> None:
    making.tournament(4, 1, by=making.user("olga"))
    assert client_of("olga").get(f"/organiser/{event.slug}/files/{file}").status_code == 404
    assert Client().get(f"/organiser/{event.slug}/files/{file}").status_code == 302
    making.referee(event, "bob", [1], role=Staff.Role.REFEREE)
    assert client_of("bob").get(f"/organiser/{event.slug}/files/{file}").status_code == 404


def test_what_is_held_back_from_the_public_stands_in_the_organisers_files(event: Tournament) -> None:
    table = making.table(event)
    show_standings(event, "hidden", making.user())
    show_penalties(event, "hidden", making.user())
    making.penalty(making.table(event, 1, 2), 0, 5, kind="late")
    making.close(making.table(event, 1, 2))
    content = client_of().get(f"/organiser/{event.slug}/files/results.xlsx").content
    book = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    values = [str(cell.value) for page in book.worksheets for row in page.iter_rows() for cell in row]
    assert str(table.seats.get(chair=0).match_points) == "24"
    assert "24" in values
    assert any("deduct 5" in value for value in values)


def test_the_event_file_can_be_imported_and_has_the_same_standings(event: Tournament) -> None:
    content = client_of().get(f"/organiser/{event.slug}/files/event.json").content
    copy = Tournament.objects.get(slug=store_event(read_event(content), making.user()).slug)
    first = [(line.place, line.file_id, line.standard, line.match) for line in player_standings(event).lines]
    assert [
        (line.place, line.file_id, line.standard, line.match) for line in player_standings(copy).lines
    ] == first


def test_what_is_asked_for_the_ema_stands_in_its_sheet_and_too_long_a_text_is_refused(
    event: Tournament,
) -> None:
    address = f"/organiser/{event.slug}/files/ema.xlsx"
    answer = client_of().get(address, {"mers": "2", "short_name": "Spring", "period": "1", "extra": "first"})
    page = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets[0]
    line = dict(zip([c.value for c in page[1]], [c.value for c in page[2]], strict=True))
    assert (line["MERS"], line["Short name"], line["Period"], line["Extra"]) == (2, "Spring", "1", "first")
    refused = client_of().get(address, {"extra": "x" * 201})
    assert refused.status_code == 422
    assert "at most 200 characters" in text_of(refused.content.decode())
    assert "x" * 201 in refused.content.decode()


def test_each_stage_has_its_files() -> None:
    made = making.tournament(8, 2)
    add_stage(made, StagePlan("Preliminary", "all", [1]), making.user())
    fill_stage(made, made.stages.get().pk, making.user())
    html = client_of().get(f"/organiser/{made.slug}/files/").content.decode()
    assert f'href="/organiser/{made.slug}/files/results.xlsx?stage=1"' in html
    name = client_of().get(f"/organiser/{made.slug}/files/results.xlsx?stage=1")["Content-Disposition"]
    assert f"{made.slug}-stage-1-results-session-0-v" in name


@pytest.mark.django_db(transaction=True)
def test_of_a_large_tournament_the_xlsx_is_made_as_long_work_and_says_whether_it_is_up_to_date(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook, "MANY_TABLES", 7)  # two sessions of four tables are more
    alice, page = client_of(), f"/organiser/{event.slug}/files/"
    assert alice.get(f"{page}results.xlsx").headers["Location"] == f"{page}#file-results"
    making.tournament(4, 1, by=making.user("olga"))
    assert client_of("olga").post(page, {"file": "workbook"}).status_code == 404
    assert alice.post(page, {"file": "workbook"}).status_code == 302
    jobs.wait()
    kept = event.printed_files.get()
    assert (kept.version, kept.name) == (
        event.version,
        f"{event.slug}-results-session-1-v{event.version}.xlsx",
    )
    assert f"version {event.version}, up to date" in text_of(alice.get(page).content.decode())
    answer = alice.get(f"/organiser/{event.slug}/print/{kept.pk}/")
    assert openpyxl.load_workbook(io.BytesIO(answer.content))["各盘 Hands"]["K2"].value == "=24+I2"
    table = making.table(event, 1, 2)
    making.hand(table, 0, 33)  # at a table without a final result: nothing of it stands in the file
    assert f"version {kept.version}, up to date" in text_of(alice.get(page).content.decode())
    making.close(table)
    assert f"as of version {kept.version}: the tournament has changed" in text_of(
        alice.get(page).content.decode()
    )
