"""A tournament is saved and restored: the same standings, sheets and history, and it goes on where it was."""

from __future__ import annotations

import ast
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import models
from django.utils.translation import override

from tests import making
from tests.exchange.saved import (
    TELEPHONE,
    a_whole_day,
    keys_begin_at,
    made_once,
    manifest_of,
    restored,
    saved,
    sheets_of,
    stages,
    standings_of,
    told,
    unpacked,
)
from tests.machine import ROOT
from tournament.actions.events import change_rules
from tournament.actions.hands import HandEntry, record_hand
from tournament.actions.late import enter_late
from tournament.actions.restoring import restore_tournament
from tournament.actions.sessions import reopen_session
from tournament.actions.tables import undo_last
from tournament.exchange.saved_tournament import LEFT_OUT, TABLES, last_migration
from tournament.exchange.saved_tournament_shapes import UNDO
from tournament.models import (
    Act,
    Device,
    Drawing,
    EntrantData,
    Entry,
    LateEntry,
    Penalty,
    Session,
    Staff,
    Table,
    Tournament,
)
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db
A_KEY = 3_000_000


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Tournament, Tournament]]:
    """A whole day, whose keys are far from any figure, and a tournament with stages."""

    def make() -> tuple[Tournament, Tournament]:
        keys_begin_at(A_KEY)
        return a_whole_day(), stages()

    with made_once(django_db_blocker, make) as both:
        yield both


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with override("en"):
        yield


@pytest.fixture
def event(made: tuple[Tournament, Tournament]) -> Tournament:
    """The whole day."""
    return Tournament.objects.get(pk=made[0].pk)


@pytest.fixture
def staged(made: tuple[Tournament, Tournament]) -> Tournament:
    """The one with stages."""
    return Tournament.objects.get(pk=made[1].pk)


def leads_to_tournament(model: type[models.Model], seen: frozenset[Any] = frozenset()) -> bool:
    """Whether a chain of foreign keys leads from a model to the tournament."""
    targets = [f.related_model for f in model._meta.concrete_fields if f.is_relation and f.related_model]
    return any(
        target is Tournament or (target not in seen and leads_to_tournament(target, seen | {model}))
        for target in targets
        if isinstance(target, type)
    )


def test_every_model_that_belongs_to_a_tournament_is_saved_or_left_out_on_purpose() -> None:
    belonging = {
        model for model in apps.get_app_config("tournament").get_models() if leads_to_tournament(model)
    }
    tables = {table.model for table in TABLES}
    assert tables | set(LEFT_OUT) == belonging | {Tournament}
    assert not tables & set(LEFT_OUT)


def test_every_kind_of_act_has_a_form_in_which_it_is_saved() -> None:
    kinds = set()
    for path in (ROOT / "tournament" / "actions").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "perform":
                assert isinstance(node.args[1], ast.Constant), path
                kinds.add(node.args[1].value)
    assert len(kinds) > 15
    assert kinds == set(UNDO)


def test_a_row_names_only_rows_that_are_stored_before_it() -> None:
    done: set[Any] = {User}
    for table in TABLES:
        for column in table.columns:
            assert not column.is_relation or column.related_model in done, (table.name, column.name)
        done.add(table.model)


def test_standings_sheets_and_history_are_the_same_after_a_restore(event: Tournament) -> None:
    before = standings_of(event), sheets_of(event), told(event)
    again = restored(saved(event))
    assert again.pk != event.pk
    standings, sheets, lines = standings_of(again), sheets_of(again), told(again)
    assert standings == before[0]
    assert [text.replace(again.slug, event.slug) for text in sheets] == before[1]
    assert lines[0].what == f"restored the tournament from a file: {event.slug}, version {event.version}"
    assert lines[1:] == before[2]
    assert standings_of(event) == before[0]
    # Whatever is computed anew from the ledger is what was restored.
    change_rules(again, {"scale": "4-2-1-0"}, making.user(), "tried")
    change_rules(again, {"scale": event.rules["scale"]}, making.user(), "and back")
    assert standings_of(again) == standings


@pytest.mark.parametrize("which", [0, 1])
def test_saving_the_restored_one_gives_the_same_content(made: Any, which: int) -> None:
    event = Tournament.objects.get(pk=made[which].pk)
    first = saved(event)
    again = restored(first)
    second = saved(again)
    before, after = unpacked(first), unpacked(second)
    assert after["log"].pop()["action"] == "restored"
    before["tournament"][0]["slug"] = again.slug
    for drawing in before["drawings"]:
        if drawing["state"] == "committed":
            drawing["state"], drawing["reason"] = "abandoned", after["drawings"][-1]["reason"]
    assert after == before
    told = manifest_of(first)
    assert (told["format"], told["slug"], told["version"]) == (
        "quesai-tournament/1",
        event.slug,
        event.version,
    )
    assert told["migration"] == last_migration()
    assert told["rows"]["hands"] == len(before["hands"])


def test_these_tournaments_have_something_in_every_table(event: Tournament, staged: Tournament) -> None:
    day, other = unpacked(saved(event)), unpacked(saved(staged))
    assert [name for name, rows in day.items() if not rows and not other[name]] == []


def test_no_key_of_the_database_and_no_secret_is_in_a_file(event: Tournament) -> None:
    content = saved(event)

    def numbers(value: Any) -> Iterator[int]:
        if isinstance(value, int):
            yield value
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from numbers(part)

    keys = [
        (name, row)
        for name, rows in unpacked(content).items()
        for row in rows
        if max(numbers(row), default=0) >= A_KEY
    ]
    assert keys == []
    text = json.dumps(unpacked(content))
    device = Device.objects.get(staff__tournament=event)
    committed = Drawing.objects.get(tournament=event, state="committed")
    password = User.objects.get(username="bob").password
    for secret in (device.code_hash, committed.secret, password):
        assert secret and secret not in text
    # Each name of a row leads to a row of the restored tournament.
    again = restored(content)
    penalties = set(again.penalties.values_list("pk", flat=True))
    acts = Act.objects.filter(table__session__tournament=again, kind__in=("penalty", "withdrawal"))
    assert {act.undo["penalty"] for act in acts} | {act.answer["penalty"] for act in acts} <= penalties
    assert acts.count() > 3


def test_entries_come_back_without_personal_data_and_without_their_addresses(staged: Tournament) -> None:
    content = saved(staged)
    assert TELEPHONE not in json.dumps(unpacked(content))
    again = restored(content)
    entry = Entry.objects.get(tournament=again)
    enrolled = entry.people.get().player
    assert enrolled is not None and (enrolled.name, enrolled.tournament_id) == ("王芳", again.pk)
    assert entry.token_hash != Entry.objects.get(tournament=staged).token_hash
    assert not EntrantData.objects.filter(entrant__entry=entry).exists()


def test_what_was_done_last_is_taken_back_as_without_a_restore(event: Tournament) -> None:
    again = restored(saved(event))
    for one in (event, again):
        reopen_session(one, 1, "an appeal", making.user())
    undone = 0
    for session in Session.objects.filter(tournament=event, number__in=(1, 4)):
        for number in session.tables.values_list("number", flat=True):
            for _step in range(12):
                ends = [_undone(making.table(one, session.number, number)) for one in (event, again)]
                assert ends[0] == ends[1]
                undone += ends[0][0] == "undone"
                if ends[0][0] != "undone":
                    break
    assert undone > 30
    assert sheets_of(again) == [text.replace(event.slug, again.slug) for text in sheets_of(event)]


def _undone(table: Table) -> tuple[Any, ...]:
    """What taking back does to a table; what it is refused with."""
    try:
        answer = undo_last(table, making.stamp(table))
    except Refused as refused:
        return refused.code, refused.message
    return (
        "undone",
        {k: v for k, v in answer.items() if k not in ("penalty", "dispute")},
        making.totals(table),
    )


def test_a_telephone_that_sends_again_after_a_restore_stores_nothing_twice(event: Tournament) -> None:
    again = restored(saved(event))
    at, bob = making.table(again, 4, 1), making.user("bob")
    before = at.version
    entry = HandEntry(1, 0, 1, 24, fans={"清一色": 1})
    answer = record_hand(at, entry, making.stamp(at, bob, "phone-1"))
    assert answer["repeated"] is True
    assert at.hands.count() == 1
    assert making.table(again, 4, 1).version == before


def test_a_late_entry_about_a_penalty_is_carried_out_on_the_restored_penalty(event: Tournament) -> None:
    again = restored(saved(event))
    late = LateEntry.objects.get(table__session__tournament=again, kind="withdrawal")
    assert Penalty.objects.get(pk=late.body["penalty"]).tournament == again
    enter_late(again, late.pk, "agreed", making.user())
    withdrawn = Penalty.objects.get(tournament=again, withdrawn_reason="not his")
    assert withdrawn.pk == late.body["penalty"]
    assert not Penalty.objects.filter(tournament=event, withdrawn_reason="not his").exists()


def test_a_restored_tournament_is_hidden_and_has_a_slug_of_its_own(event: Tournament) -> None:
    content = saved(event)
    again = restored(content)
    assert event.is_public and not again.is_public
    assert again.slug == f"{event.slug}-2"
    assert (again.version, again.standings_version) == (event.version, event.standings_version)
    assert again.created_at == event.created_at
    Tournament.objects.filter(pk=event.pk).update(slug="elsewhere")
    assert restored(content).slug == event.slug


def test_an_announced_draw_is_given_up_because_its_secret_stays_behind(event: Tournament) -> None:
    again = restored(saved(event))
    drawing = again.drawings.get(number=event.drawings.get(state="committed").number)
    assert (drawing.state, drawing.secret) == ("abandoned", "")
    assert "does not hold the secret" in drawing.reason
    assert event.drawings.filter(state="committed").count() == 1


def test_staff_come_back_where_they_work_for_the_restoring_organiser(event: Tournament) -> None:
    again = restored(saved(event))
    roles = again.staff.exclude(role="keeper").values_list("user__username", "role", "name")
    assert sorted(roles) == [
        ("alice", "organiser", "alice"),
        ("bob", "referee", "Bob"),
        ("cyd", "chief_referee", "Cyd"),
    ]
    assert sorted(again.duties.values_list("staff__user__username", "table_number")) == [
        ("bob", 1),
        ("bob", 2),
    ]
    assert not Device.objects.filter(staff__tournament=again).exists()


def test_nobody_gains_anything_by_a_file_from_elsewhere(event: Tournament) -> None:
    content = saved(event)
    olga = making.user("olga")
    before = {user.pk: user.password for user in User.objects.all()}
    result = restore_tournament(io.BytesIO(content), olga)
    again = result.tournament
    # alice, bob and cyd of this installation may be other people than those of the file.
    assert list(again.staff.values_list("user__username", "role")) == [("olga", "organiser")]
    assert set(result.without_role) >= {"alice", "Bob", "Cyd"}
    assert not again.duties.exists()
    made = User.objects.exclude(pk__in=before)
    assert made.exists()
    for account in made:
        assert not account.is_active and not account.has_usable_password()
        assert not account.is_staff and not account.user_permissions.exists()
        assert not Staff.objects.filter(user=account).exists()
    authors = set(again.log.values_list("by__username", flat=True))
    assert authors & {"alice", "bob", "cyd"} == set()
    assert any(name and name.startswith("bob (restored ") for name in authors)
    assert {user.pk: user.password for user in User.objects.filter(pk__in=before)} == before
    assert standings_of(again) == standings_of(event)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["event_72p_6s", "event_48p_7s"])
def test_a_real_championship_has_the_right_standings_after_a_restore(
    shared: Path, tmp_path: Path, name: str
) -> None:
    data = json.loads((shared / "data" / f"{name}.json").read_text(encoding="utf-8"))
    data["rules"] = {"scale": "4-2-1-0"}
    file, kept = tmp_path / "event.json", tmp_path / "kept.quesai.zip"
    file.write_text(json.dumps(data), encoding="utf-8")
    making.user()
    slug = json.loads(_run("import_event", str(file)))["slug"]
    _run("save_tournament", slug, str(kept))
    said = _run("restore_tournament", str(kept), "--organiser", "alice")
    assert f"is restored as {slug}-2." in said
    for scale, suffix in (("4-2-1-0", "4210"), ("4-3-2-1", "4321")):
        change_rules(Tournament.objects.get(slug=f"{slug}-2"), {"scale": scale}, making.user(), "compared")
        right = (shared / "data" / f"{name}.standings_{suffix}.csv").read_text(encoding="utf-8")
        assert _run("standings", f"{slug}-2", "--format", "csv") == right


def _run(*arguments: str) -> str:
    said = io.StringIO()
    call_command(*arguments, stdout=said)
    return said.getvalue()
