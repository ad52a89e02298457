"""The organiser saves a tournament on the page of files, and restores one from a file."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import making
from tests.pages.public_sheet import played, text_of
from tournament.models import Staff, Tournament
from tournament.pages.organiser import saved as page

pytestmark = pytest.mark.django_db


def client_of(name: str = "alice") -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user(name))
    return client


def upload(client: Client, content: bytes, name: str = "open.quesai.zip") -> tuple[int, str]:
    answer = client.post("/organiser/new/restore/", {"file": SimpleUploadedFile(name, content)}, follow=True)
    return answer.status_code, text_of(answer.content.decode())


def test_a_tournament_is_saved_and_restored_on_the_pages() -> None:
    event, client = played(), client_of()
    event.refresh_from_db()
    address = f"/organiser/{event.slug}/files/tournament.quesai.zip"
    assert f'href="{address}"' in client.get(f"/organiser/{event.slug}/files/").content.decode()
    answer = client.get(address)
    name = f"{event.slug}-v{event.version}.quesai.zip"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer["Content-Type"] == "application/zip"
    assert "manifest.json" in zipfile.ZipFile(io.BytesIO(answer.content)).namelist()

    assert 'href="/organiser/new/restore/"' in client.get("/organiser/").content.decode()
    status, text = upload(client, answer.content)
    assert status == 200
    assert f"“{event.name}” is restored. Nobody but its staff can see it yet." in text
    again = Tournament.objects.get(slug=f"{event.slug}-2")
    assert not again.is_public
    assert Client().get(f"/t/{again.slug}/").status_code == 404


def test_whoever_gets_no_role_back_is_named() -> None:
    event = played()
    making.referee(event, "bob", [1])
    content = client_of().get(f"/organiser/{event.slug}/files/tournament.quesai.zip").content
    making.tournament(4, 1, by=making.user("olga"))
    _status, text = upload(client_of("olga"), content)
    assert "These have no role in it any more; name them again where you want them: alice" in text
    assert "Bob" in text
    again = Tournament.objects.get(slug=f"{event.slug}-2")
    assert [one.user.get_username() for one in again.staff.all()] == ["olga"]


def test_a_chief_referee_sees_no_such_file_and_gets_none() -> None:
    event = played()
    making.referee(event, "cyd", role=Staff.Role.CHIEF_REFEREE)
    client = client_of("cyd")
    assert "tournament.quesai.zip" not in client.get(f"/organiser/{event.slug}/files/").content.decode()
    assert client.get(f"/organiser/{event.slug}/files/tournament.quesai.zip").status_code == 404


def test_a_file_that_cannot_be_restored_is_refused_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    making.tournament(4, 1)
    client, before = client_of(), Tournament.objects.count()
    status, text = upload(client, b"PK nothing")
    assert (status, "This is no saved tournament" in text) == (422, True)
    status, text = upload(client, b"")
    assert (status, "The file is empty." in text) == (422, True)
    answer = client.post("/organiser/new/restore/")
    assert "Choose the file of a saved tournament." in answer.content.decode()
    monkeypatch.setattr(page, "MOST_MEGABYTES", 0)
    assert (
        "Whoever runs the server can restore it with restore_tournament."
        in upload(client, b"PK and so on")[1]
    )
    assert Tournament.objects.count() == before


def test_who_may_create_no_tournament_restores_none() -> None:
    making.tournament(4, 1)
    client = client_of("nobody")
    assert client.get("/organiser/new/restore/").status_code == 403
    assert upload(client, b"PK")[0] == 403
    assert "/organiser/new/restore/" not in client.get("/organiser/").content.decode()
