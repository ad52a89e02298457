"""A large saved tournament is restored step by step, as long work: the same in the end, or nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.translation import override

from tests import making
from tests.exchange.saved import (
    Rows,
    a_whole_day,
    changed,
    made_once,
    restored,
    saved,
    sheets_of,
    standings_of,
    told,
    unpacked,
)
from tests.pages.public_sheet import text_of
from tests.refusing import refused
from tournament.actions import jobs, restoring_work
from tournament.actions.events import remove_rehearsal
from tournament.actions.jobs import Stopped, cancel_job, repeat_job
from tournament.actions.restoring import Restored
from tournament.actions.restoring_work import ask_to_restore, restore
from tournament.exchange.saved_tournament import TABLES
from tournament.models import Job, PrintedFile, Staff, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with override("en"):
        yield


@pytest.fixture(scope="module")
def content(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """The file of a day with everything in it; nothing of the day stays."""
    with made_once(django_db_blocker, lambda: saved(a_whole_day())) as file:
        return bytes(file)


def quiet(done: int, total: int, message: str = "") -> None:
    """Nobody looks on."""


def asked(content: bytes) -> Job:
    return ask_to_restore(content, making.user())


def is_empty(event: Tournament) -> bool:
    """Whether nothing that a file brings is left but the organiser."""
    left = {
        one.name: one.model._base_manager.filter(**{one.path: event.pk}).count()
        for one in TABLES
        if one.model is not Tournament
    }
    return {name: count for name, count in left.items() if count} == {"staff": 1}


def without_marks(rows: list[dict[str, Any]]) -> str:
    """Rows without the mark that each restoring gives to the names of the history."""
    return re.sub(r"\(restored [0-9a-f]{8}\)", "(restored)", json.dumps(rows, sort_keys=True))


def test_step_by_step_it_becomes_what_it_becomes_in_one(content: bytes) -> None:
    job, at_once = asked(content), restored(content)
    heard: list[tuple[int, int]] = []
    restore(job, lambda done, total, message="": heard.append((done, total)))
    made = Tournament.objects.get(pk=job.tournament_id)
    assert made.name == at_once.name
    assert not made.is_rehearsal and not made.is_public
    assert standings_of(made) == standings_of(at_once)
    assert sheets_of(made) == sheets_of(at_once)
    assert len(told(made)) == len(told(at_once))
    mine, other = unpacked(saved(made)), unpacked(saved(at_once))
    assert {name: len(rows) for name, rows in mine.items()} == {n: len(rows) for n, rows in other.items()}
    for name in ("hands", "seats", "penalties", "acts", "staff", "wishes", "programme"):
        assert without_marks(mine[name]) == without_marks(other[name]), name
    assert heard == sorted(heard) and heard[-1][0] < heard[-1][1]
    assert len(heard) >= sum(1 for rows in mine.values() if rows)
    assert not PrintedFile.objects.filter(tournament=made).exists()


def forged_result(rows: Rows) -> None:
    rows["seats"][0]["match_points"] += 1
    rows["seats"][1]["match_points"] -= 1


def forged_programme(rows: Rows) -> None:
    rows["programme"][0]["starts_at"] = "yesterday"


@pytest.mark.parametrize("forge", [forged_result, forged_programme])
def test_a_file_that_is_not_true_leaves_nothing_but_its_empty_tournament(
    content: bytes, forge: Callable[[Rows], None]
) -> None:
    accounts = set(User.objects.values_list("username", flat=True)) | {making.user().username}
    job = asked(changed(content, forge))
    assert refused(lambda: restore(job, quiet)).message
    made = Tournament.objects.get(pk=job.tournament_id)
    assert is_empty(made)
    assert (made.name, made.is_rehearsal) == (f"Being restored: {made.slug}", True)
    assert set(User.objects.values_list("username", flat=True)) == accounts
    assert PrintedFile.objects.filter(job=job).exists()  # to try again
    remove_rehearsal(made, making.user())
    assert not PrintedFile.objects.exists()


def test_who_cancels_it_finds_it_empty_and_may_ask_again(content: bytes) -> None:
    job, steps = asked(content), [0]

    def until_the_hands(done: int, total: int, message: str = "") -> None:
        steps[0] += 1
        if steps[0] == 12:
            raise Stopped

    with pytest.raises(Stopped):
        restore(job, until_the_hands)
    assert is_empty(job.tournament)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING)
    assert cancel_job(job)
    again = repeat_job(job, making.user())
    restore(again, quiet)
    assert Tournament.objects.get(pk=job.tournament_id).players.count() > 0


def test_what_a_dead_attempt_has_left_is_removed_first(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = asked(content)

    class PowerCut(BaseException):
        pass

    def dies(done: int, total: int, message: str = "") -> None:
        monkeypatch.setattr("tournament.actions.restoring._clear", lambda *_who: None)
        if job.tournament.players.exists():
            raise PowerCut

    with pytest.raises(PowerCut):
        restore(job, dies)
    monkeypatch.undo()
    assert not is_empty(job.tournament)
    restore(job, quiet)
    made = Tournament.objects.get(pk=job.tournament_id)
    assert len({p.number for p in made.players.all()}) == made.players.count()


def test_a_second_large_file_is_not_kept_for_ever(content: bytes) -> None:
    job = asked(content)
    PrintedFile.objects.all().delete()
    assert refused(lambda: restore(job, quiet)).message == "The file is not kept any more. Upload it again."


@pytest.mark.django_db(transaction=True)
def test_on_the_page_a_large_file_is_restored_with_a_progress_bar(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restoring_work, "AT_ONCE", 10)
    client = Client(headers={"accept-language": "en"})
    making.tournament(4, 1)
    client.force_login(making.user())
    file = SimpleUploadedFile("open.quesai.zip", content)
    answer = client.post("/organiser/new/restore/", {"file": file})
    made = Tournament.objects.latest("pk")
    assert answer["Location"] == f"/organiser/{made.slug}/jobs/"
    jobs.wait()
    text = text_of(client.get(answer["Location"]).content.decode())
    made.refresh_from_db()
    assert f"“{made.name}” is restored. Nobody but its staff can see it yet." in text
    assert "Restoring a saved tournament" in text
    assert client.get(f"/organiser/{made.slug}/").status_code == 200
    assert made.staff.get(user=making.user()).role == Staff.Role.ORGANISER
    broken = SimpleUploadedFile("open.quesai.zip", changed(content, forged_programme))
    answer = client.post("/organiser/new/restore/", {"file": broken})
    jobs.wait()
    text = text_of(client.get(answer["Location"]).content.decode())
    assert "failed" in text
    assert "starts_at" in text and "yesterday" not in text  # the place, and what is expected there
    assert "Run again" in text
    empty = Tournament.objects.latest("pk")
    for page in ("", "players/", "rules/", "sessions/", "files/"):
        assert client.get(f"/organiser/{empty.slug}/{page}").status_code in (200, 302, 404), page


def test_of_many_who_have_no_role_a_dozen_are_named() -> None:
    names = tuple(f"referee {n}" for n in range(1, 31))
    assert Restored(Tournament(), names).warning.endswith("referee 11, referee 12 and 18 more.")
    assert Restored(Tournament(), names[:2]).warning.endswith("them: referee 1, referee 2.")
    assert Restored(Tournament(), ()).warning == ""
