"""Saved tournaments for tests: a day with everything in it, files taken apart and put together again."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from PIL import Image

from tests import making
from tests.days import Day, Step
from tests.pages.public_sheet import text_of
from tournament.actions.agreement import answer_call, call_chief
from tournament.actions.announcements import announce
from tournament.actions.ceremony import announce_draw, hold_draw
from tournament.actions.certificates import save_certificate
from tournament.actions.devices import offer_code
from tournament.actions.disputes import open_dispute
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.entries import Taking, submit_entry, take_entries
from tournament.actions.entry_facts import EntrantFacts, EntryFacts, PersonalFacts
from tournament.actions.events import EventFacts, describe_tournament
from tournament.actions.hands import HandEntry, record_hand
from tournament.actions.keepers import name_keeper
from tournament.actions.penalties import PenaltyEntry, record_penalty, withdraw_penalty
from tournament.actions.prize_giving import Seen, call_next, start
from tournament.actions.programme import ItemFacts, add_item
from tournament.actions.restoring import restore_tournament
from tournament.actions.sessions import check_in, close_session
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import record_lots
from tournament.actions.tables import undo_last
from tournament.actions.wishes import WishFacts, add_wish
from tournament.exchange.saved_tournament_writing import save_tournament
from tournament.exchange.standings_table import standings_csv
from tournament.models import Penalty, Staff, Table, Tournament
from tournament.queries.counted_hands import Tiles
from tournament.queries.history import history
from tournament.queries.standings import player_standings, team_standings
from tournament.refusals import Kept

# East wins on a discard, 18 fan.
TILES = Tiles("22288sPP", ("chi:456s", "kong:9999s"), "P")
TELEPHONE = "+86 138 0000 4711"
Rows = dict[str, list[dict[str, Any]]]


@contextmanager
def made_once(blocker: Any, make: Callable[[], Any]) -> Iterator[Any]:
    """What `make` makes, for many tests; nothing of it stays."""
    with blocker.unblock(), transaction.atomic(), override("en"):
        yield make()
        transaction.set_rollback(True)


def saved(event: Tournament) -> bytes:
    """The file of a tournament."""
    return save_tournament(Tournament.objects.get(pk=event.pk)).content


def restored(content: bytes, by: User | None = None) -> Tournament:
    """The tournament that a file becomes; alice restores it."""
    return restore_tournament(io.BytesIO(content), by or making.user()).tournament


def unpacked(content: bytes) -> Rows:
    """All rows of a file, by the name of their table."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return {
            name.removesuffix(".jsonl"): [json.loads(line) for line in packed.read(name).splitlines()]
            for name in packed.namelist()
            if name.endswith(".jsonl")
        }


def manifest_of(content: bytes) -> dict[str, Any]:
    """What a file says of itself."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return dict(json.loads(packed.read("manifest.json")))


def packed_again(content: bytes, rows: Rows, **said: Any) -> bytes:
    """A file with other rows, whose checksums and counts are right all the same: what a forger makes."""
    members = {
        f"{name}.jsonl": b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in found)
        for name, found in rows.items()
    }
    told = manifest_of(content)
    told["rows"] = {name: len(found) for name, found in rows.items()}
    told["sha256"] = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    return zipped({**members, "manifest.json": json.dumps(told | said).encode()})


def zipped(members: Mapping[str, bytes]) -> bytes:
    """A ZIP of these members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return out.getvalue()


def changed(content: bytes, change: Callable[[Rows], None]) -> bytes:
    """The file after a forger changed its rows."""
    rows = unpacked(content)
    change(rows)
    return packed_again(content, rows)


def standings_of(event: Tournament) -> list[str]:
    """The standings of players and teams as CSV."""
    fresh = Tournament.objects.get(pk=event.pk)
    return [standings_csv(player_standings(fresh), "player"), standings_csv(team_standings(fresh), "team")]


def sheets_of(event: Tournament) -> list[str]:
    """The sheet of every table, as its page shows it to the organiser."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    tables = Table.objects.filter(session__tournament=event, session__published_at__isnull=False)
    numbers = tables.order_by("session__number", "number").values_list("session__number", "number")
    pages = [client.get(reverse("public:table", args=[event.slug, *both])) for both in numbers]
    assert pages and all(page.status_code == 200 for page in pages)
    # The minute in which a page is read is no part of the tournament.
    return [re.sub(r"As of \d\d:\d\d", "", text_of(page.content.decode())) for page in pages]


def told(event: Tournament) -> list[Any]:
    """The whole history as it is read."""
    return history(event, limit=100_000)[0]


def keys_begin_at(first: int) -> None:
    """Rows from here on have keys from `first` on: so large that a key within JSON can be told from a figure."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if not table.startswith("tournament_") or table == "tournament_wish_players":
                continue
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, first])
            else:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, first])


def a_picture() -> bytes:
    """A small PNG."""
    out = io.BytesIO()
    Image.new("RGB", (3, 2), (200, 16, 46)).save(out, "PNG")
    return out.getvalue()


class _Unchecked(Day):
    """The same day without its independent counts, which `tests/actions/test_random_days.py` makes."""

    def check(self) -> None:
        """Nothing is counted."""

    def check_standings(self, step: Step, seen: tuple[int, int]) -> None:
        """Nothing is compared."""

    def official_standings(self) -> list[object]:
        """None are needed."""
        return []


def a_whole_day(seed: int = 7) -> Tournament:
    """A day with one of each situation, and whatever else can belong to a tournament; session 4 is being played."""
    day = _Unchecked(seed)
    event = day.event
    _prepare(event)
    day.play()
    event.refresh_from_db()
    facts = {name: getattr(event, name) for name in EventFacts.__dataclass_fields__}
    describe_tournament(event, EventFacts(**facts | {"planned_sessions": 5}), making.user())
    event.players.filter(number__gt=90).update(is_reserve=True)
    held = hold_draw(
        event,
        announce_draw(event, [4], "dice", making.user(), remainder="byes").number,
        "3 1 6",
        making.user(),
    )
    publish_draw(event, held.sessions, making.user())
    announce_draw(event, [5], "a number that a player calls", making.user(), remainder="byes")
    _play_on(event)
    _send_late(event)
    giving = start(event, 3, making.user())
    call_next(event, Seen(giving.pk, 0), making.user())
    return Tournament.objects.get(pk=event.pk)


def _prepare(event: Tournament) -> None:
    alice = making.user()
    making.referee(event, "bob", [1, 2])
    making.referee(event, "cyd", role=Staff.Role.CHIEF_REFEREE)
    offer_code(event, Staff.objects.get(tournament=event, user__username="bob"), alice)
    add_wish(event, WishFacts("apart", "brothers", players=(1, 2)), alice)
    add_wish(event, WishFacts("clubs"), alice)
    check_in(event, 1, event.players.values_list("pk", flat=True)[:3], True, alice)
    announce(event, "午饭 <12:00>", alice, minutes=30)
    add_item(event, ItemFacts("颁奖", datetime(2026, 5, 2, 9, tzinfo=UTC), place="hall"), alice)
    save_certificate(event, {"body": "{name} 获得 {prize}"}, {"logo": a_picture()}, alice)


def _play_on(event: Tournament) -> None:
    """At table 1 of session 4 one of each act that names a row."""
    bob, at = making.user("bob"), making.table(event, 4, 1)
    record_hand(at, HandEntry(1, 0, 1, 24, fans={"清一色": 1}), making.stamp(at, bob, "phone-1"))
    record_penalty(at, PenaltyEntry(2, "conduct", Fraction(10)), making.stamp(at, bob))
    making.penalty(at, 3, 20)
    withdraw_penalty(at, Penalty.objects.latest("id").pk, "wrong player", making.stamp(at))
    open_dispute(at, 1, "the fan", making.stamp(at, bob))
    undo_last(at, making.stamp(at, bob))
    call_chief(at, "tiles on the floor", making.stamp(at, bob))
    answer_call(at, making.stamp(at))
    open_dispute(at, None, "the clock", making.stamp(at, bob))
    seat = at.seats.select_related("player").get(chair=0)
    assert seat.player is not None
    name_keeper(event, 4, 1, seat.player.number, making.user())


def _send_late(event: Tournament) -> None:
    """Table 2 of session 4 is closed when a hand and a withdrawal come from the referee."""
    bob, at = making.user("bob"), making.table(event, 4, 2)
    record_penalty(at, PenaltyEntry(1, "conduct", Fraction(5)), making.stamp(at, bob))
    penalty = Penalty.objects.latest("id")
    making.close(at)
    for send in (
        lambda: record_hand(at, HandEntry(1, 0, 1, tiles=TILES), making.stamp(at, bob, "late-1")),
        lambda: withdraw_penalty(at, penalty.pk, "not his", making.stamp(at, bob, "late-2")),
    ):
        with pytest.raises(Kept):
            send()


def stages() -> Tournament:
    """Eight players: a first stage of one session, and a final for four with half of their points."""
    event = making.tournament(8, 3, teams=True)
    take_entries(event, Taking(is_open=True, needs_approval=False, asks_telephone="optional"), making.user())
    who = EntrantFacts("王芳", personal=PersonalFacts(telephone=TELEPHONE))
    submit_entry(event, EntryFacts({1: who}, club="Club"), "0" * 32, is_team=False)
    event.players.filter(number=9).update(is_reserve=True)
    add_stage(event, StagePlan("Preliminary", "all", [1]), making.user())
    fill_stage(event, event.stages.get().pk, making.user())
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    for number, (first, second) in enumerate(((24, 8), (32, 12)), 1):
        table = making.table(event, 1, number)
        making.hand(table, 0, first, 1)
        making.hand(table, 2, second, 3)
        making.close(table)
    close_session(event, 1, making.user())
    record_lots(event, [3, 1], "from a hat", making.user(), stage=event.stages.get())
    final = add_stage(event, StagePlan("Final", "top", [2], carry="1/2", places=(1, 4)), making.user())
    fill_stage(event, final.pk, making.user())
    return Tournament.objects.get(pk=event.pk)
