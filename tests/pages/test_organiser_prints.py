"""The organiser's page of sheets: what can be printed, what is refused, and the files that were made."""

from __future__ import annotations

import io
import re
from typing import Any

import pypdf
import pytest
from django.test import Client
from django.utils.translation import override

from tests import making
from tournament.actions import jobs
from tournament.actions.printing import KEPT
from tournament.models import Job, Player, PrintedFile, Tournament
from tournament.prints import KINDS
from tournament.prints.work import ask_for_sheets
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Tournament:
    return making.drawn(8, 2, teams=False)


@pytest.fixture
def alice(event: Tournament, client: Client) -> Client:
    client.force_login(making.user())
    client.cookies["django_language"] = "en"
    return client


def seen(html: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html.decode()))


def ask(alice: Client, event: Tournament, **form: str) -> None:
    answer = alice.post(f"/organiser/{event.slug}/print/", form)
    assert answer.status_code == 302
    jobs.wait()


def test_each_kind_of_sheet_has_a_form_with_its_purpose(event: Tournament, alice: Client) -> None:
    html = alice.get(f"/organiser/{event.slug}/print/").content
    for kind in KINDS.values():
        assert f'id="kind-{kind.key}"' in html.decode()
        assert str(kind.text) in seen(html).replace("&#x27;", "'")


def test_sheets_are_made_as_long_work_and_can_be_opened(event: Tournament, alice: Client) -> None:
    for number in (1, 2):
        making.hand(making.table(event, 1, number), 0, 8, 1)
        making.close(making.table(event, 1, number))
    ask(alice, event, kind="results", languages="both")
    file = PrintedFile.objects.get()
    assert (file.version, file.pages) == (Tournament.objects.get().version, 1)
    page = alice.get(f"/organiser/{event.slug}/print/")
    assert "Results form" in seen(page.content)
    assert "up to date" in seen(page.content)
    answer = alice.get(f"/organiser/{event.slug}/print/{file.pk}/")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == f'inline; filename="{event.slug}-results-v{file.version}.pdf"'
    text = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert "Player 1" in text


def test_a_file_says_that_the_tournament_has_changed_since(event: Tournament, alice: Client) -> None:
    ask(alice, event, kind="results")
    version = PrintedFile.objects.get().version
    making.hand(making.table(event), 0, 8, 1)
    text = seen(alice.get(f"/organiser/{event.slug}/print/").content)
    assert f"as of version {version}: the tournament has changed since" in text


def test_names_that_no_font_has_are_told_before_printing_and_beside_the_file(
    event: Tournament, alice: Client
) -> None:
    Player.objects.filter(tournament=event, number=1).update(name="Smile 🐷")
    Player.objects.filter(tournament=event, number=2).update(club="สมชาย")
    text = seen(alice.get(f"/organiser/{event.slug}/print/").content)
    assert "Some characters cannot be printed." in text
    assert "Smile 🐷 U+1F437" in text
    assert "สมชาย U+0E2A" in text
    for seat in (making.table(event, 1, 1), making.table(event, 1, 2)):
        making.hand(seat, 0, 8, 1)
        making.close(seat)
    ask(alice, event, kind="results")
    assert PrintedFile.objects.get().boxes == "U+1F437"
    assert "boxes for U+1F437" in seen(alice.get(f"/organiser/{event.slug}/print/").content)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"kind": "no_such_sheet"}, "kind"),
        ({"kind": ""}, "kind"),
        ({"kind": "results", "languages": "de"}, "languages"),
        ({"kind": "results", "of": "horses"}, "of"),
    ],
)
def test_what_cannot_be_meant_is_refused_and_nothing_is_started(
    event: Tournament, alice: Client, values: dict[str, str], field: str
) -> None:
    with override("en"), pytest.raises(Refused) as refusal:
        ask_for_sheets(event, values["kind"], values, "http://here", making.user())
    assert refusal.value.field == field
    answer = alice.post(f"/organiser/{event.slug}/print/", values, follow=True)
    assert refusal.value.message in seen(answer.content)
    assert not Job.objects.exists()


def test_the_same_sheets_asked_for_twice_are_one_job(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_hand_over", lambda job: None)
    first, second = (ask_for_sheets(event, "results", {}, "http://here", making.user()) for _ in range(2))
    assert first == second


def test_a_tournament_keeps_its_last_files_only(event: Tournament, alice: Client) -> None:
    job = Job.objects.create(tournament=event, owner=making.user(), kind="print", state="done")
    for number in range(KEPT + 3):
        old: Any = {"name": f"{number}.pdf", "content": b"%PDF", "pages": 1, "version": 1, "kind": "results"}
        done = Job.objects.create(tournament=event, owner=job.owner, kind="print", state="done")
        PrintedFile.objects.create(tournament=event, job=done, **old)
    ask(alice, event, kind="results")
    names = list(PrintedFile.objects.values_list("name", flat=True))
    assert len(names) == KEPT
    assert names[0].startswith(f"{event.slug}-results-v")
    assert names[-1] == "4.pdf"


def test_the_chief_referee_follows_the_sheets_that_he_asks_for_and_no_other_work(event: Tournament) -> None:
    chief = Client()
    chief.force_login(making.referee(event, "chief", role="chief_referee"))
    ask(chief, event, kind="results")
    job = Job.objects.get()
    assert chief.get(f"/organiser/{event.slug}/jobs/{job.pk}/").status_code == 200
    # The list of all long work is for who manages: nothing leads him there.
    assert (
        f'"/organiser/{event.slug}/jobs/"'
        not in chief.get(f"/organiser/{event.slug}/print/").content.decode()
    )
    Job.objects.filter(pk=job.pk).update(kind="draw")
    assert chief.get(f"/organiser/{event.slug}/jobs/{job.pk}/").status_code == 404


def test_another_organiser_finds_no_page_and_no_file(event: Tournament, alice: Client) -> None:
    ask(alice, event, kind="results")
    stranger = Client()
    other = making.user("mallory")
    making.tournament(4, 1, by=other)
    stranger.force_login(other)
    pk = PrintedFile.objects.get().pk
    assert stranger.get(f"/organiser/{event.slug}/print/").status_code == 404
    assert stranger.get(f"/organiser/{event.slug}/print/{pk}/").status_code == 404
