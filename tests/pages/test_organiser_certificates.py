"""The organiser's certificates: words and pictures stored, what is refused, and who gets one."""

from __future__ import annotations

import io
import re

import pypdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, PngImagePlugin

from tests import making
from tournament.actions.certificates import MOST_BYTES
from tournament.actions.standings import set_places_honoured
from tournament.models import CertificateTemplate, Tournament
from tournament.prints import KINDS, Asked
from tournament.refusals import Refused
from tournament.sheets.document import render

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Eight players in two teams; one table is closed: east won 24 fan by himself."""
    made = making.drawn(8, 1)
    for number in (1, 2):
        making.hand(making.table(made, 1, number), 0, 24 if number == 1 else 8)
        making.close(making.table(made, 1, number))
    return made


@pytest.fixture
def alice(event: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def image(size: tuple[int, int] = (40, 30), kind: str = "PNG", **more: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, kind, **more)
    return out.getvalue()


def send(alice: Client, event: Tournament, **form: object) -> tuple[int, str]:
    answer = alice.post(f"/organiser/{event.slug}/certificates/", form)
    return answer.status_code, re.sub(r"\s+", " ", answer.content.decode())


def printed(event: Tournament, **options: str) -> list[str]:
    fresh = Tournament.objects.get(pk=event.pk)
    made = render(KINDS["certificates"].make(Asked(fresh, options=options)))
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made.content)).pages]


def test_words_and_pictures_are_stored_and_printed(event: Tournament, alice: Client) -> None:
    logo = SimpleUploadedFile("logo.png", image())
    status, _page = send(
        alice, event, title="荣誉证书", body="{name}\n{prize}", signatures="会长：张三", logo=logo
    )
    assert status == 302
    template = CertificateTemplate.objects.get()
    assert (template.title, template.body, template.signatures) == (
        "荣誉证书",
        "{name}\n{prize}",
        "会长：张三",
    )
    assert Image.open(io.BytesIO(bytes(template.logo))).size == (40, 30)
    first = printed(event)[0]
    for words in ("荣誉证书", "个人冠军", "会长", "张三"):
        assert words in first
    shown = alice.get(f"/organiser/{event.slug}/certificates/logo.png")
    assert shown["Content-Type"] == "image/png"
    assert alice.get(f"/organiser/{event.slug}/certificates/seal.png").status_code == 404


def test_a_picture_stays_until_it_is_taken_away(event: Tournament, alice: Client) -> None:
    send(alice, event, seal=SimpleUploadedFile("seal.jpg", image(kind="JPEG")))
    send(alice, event, title="x")
    assert CertificateTemplate.objects.get().seal
    send(alice, event, **{"seal-remove": "1"})
    assert not CertificateTemplate.objects.get().seal


def test_nothing_of_a_file_is_kept_but_what_one_sees(event: Tournament, alice: Client) -> None:
    note = PngImagePlugin.PngInfo()
    note.add_text("Comment", "secret place")
    send(alice, event, logo=SimpleUploadedFile("x.png", image(pnginfo=note) + b"<script>"))
    stored = bytes(CertificateTemplate.objects.get().logo)
    assert b"secret place" not in stored
    assert b"<script>" not in stored


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"body": "{name} {nme}"}, "{nme} means nothing here."),
        ({"title": "x" * 101}, "More than 100 characters."),
        ({"body": "x" * 1001}, "More than 1000 characters."),
        ({"signatures": "a\nb\nc\nd\ne"}, "At most 4 can sign."),
    ],
)
def test_words_that_cannot_be_printed_are_refused_and_stay_in_the_form(
    event: Tournament, alice: Client, form: dict[str, str], said: str
) -> None:
    status, page = send(alice, event, **form)
    assert status == 422
    assert said in page
    assert next(iter(form.values())).split("\n")[0] in page
    assert not CertificateTemplate.objects.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no picture at all", "no picture that can be read"),
        (b"GIF89a" + b"\x00" * 40, "no picture that can be read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture that can be read"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 100, "no picture that can be read"),
        (b"\x89PNG" + b"x" * MOST_BYTES, "larger than 2 MB"),
    ],
)
def test_what_is_no_picture_is_refused(event: Tournament, alice: Client, data: bytes, said: str) -> None:
    status, page = send(alice, event, logo=SimpleUploadedFile("logo.png", data))
    assert status == 422
    assert said in page
    assert not CertificateTemplate.objects.exists()


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_unpacked(
    event: Tournament, alice: Client
) -> None:
    bomb = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(bomb, "PNG")
    status, page = send(alice, event, logo=SimpleUploadedFile("bomb.png", bomb.getvalue()))
    assert status == 422
    assert "Make it smaller." in page or "no picture" in page


def test_those_honoured_get_one_and_everybody_may(event: Tournament) -> None:
    set_places_honoured(event, 1, making.user())
    # 24 fan by himself is +96; 8 fan is +48: both have the 4 points of the first at their table.
    first = printed(event)
    assert len(first) == 1
    assert "个人冠军" in first[0]
    assert len(printed(event, **{"for": "teams"})) == 1
    everybody = printed(event, **{"for": "everybody"})
    assert len(everybody) == 8
    assert all("参赛证书" in page for page in everybody)


def test_before_anybody_has_a_place_there_is_none() -> None:
    with pytest.raises(Refused) as refusal:
        printed(making.drawn(4, 1))
    assert refusal.value.code == "nobody"


def test_a_rehearsal_says_so_on_each(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(is_rehearsal=True)
    assert all("REHEARSAL" in page for page in printed(event))
