"""Who may do what, as one table: every address of the pages and every operation of the API, for everybody who may come.

A new page is one line in `PAGES`, a new operation of the API one in `OPERATIONS`; whatever is missing there fails
`tests/pages/test_permissions.py` or `tests/api/test_permissions.py`. What stands here comes from the rules of the house
(docs/architecture.md, Access), never from what the program answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.http import SimpleCookie
from django.test import Client
from django.utils import timezone

from tests import making
from tournament.actions.agreement import call_chief
from tournament.actions.ceremony import announce_draw, hold_draw
from tournament.actions.devices import offer_code
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.hands import HandEntry, record_hand
from tournament.actions.keepers import name_keeper
from tournament.actions.sessions import close_session
from tournament.models import Device, Staff, Table, Tournament

# ── Who

OUT = frozenset({"stranger", "spectator", "revoked_phone"})  # not logged in, or no longer
NOBODY = frozenset(  # logged in, and nobody in this tournament
    {"other_organiser", "phone_of_other_tournament", "withdrawn_role"}
)
KEEPERS = frozenset({"keeper", "keeper_of_other_table", "keeper_of_other_session"})
STAFF = frozenset({"organiser", "chief", "referee", "referee_phone", "referee_of_other_table", "scorer"})
ALL = OUT | NOBODY | KEEPERS | STAFF
LOGGED_IN = ALL - OUT

MANAGE = frozenset({"organiser"})
DIRECT = frozenset({"organiser", "chief"})
PAPER = DIRECT | {"scorer"}
AT_TABLE = DIRECT | {"referee", "referee_phone", "scorer"}  # of table 1
PENALISE = AT_TABLE - {"scorer"}
CREATE = frozenset({"organiser", "other_organiser"})

# What everybody is who does not belong to `open_to`: sent to the log-in, or told that there is nothing.
LOGIN, NOTHING = 302, 404


@dataclass(frozen=True)
class Page:
    """One address. `args` follow the slug; `form` is what is sent by POST where somebody may.

    `open_to` read it and get `status`, `writers` send `form` and get `form_status`. Everybody else gets 404, and the
    log-in page when nobody is logged in. `public`: it has no log-in in front of it. `denied`: what the others get
    instead of 404.
    """

    name: str
    open_to: frozenset[str]
    args: tuple[Any, ...] = ()
    status: int = 200
    form: Mapping[str, Any] | None = None
    writers: frozenset[str] = frozenset()
    form_status: int = 422
    public: bool = False
    denied: int = NOTHING
    whole_site: bool = False

    def expected(self, allowed: frozenset[str], status: int) -> dict[str, int]:
        """What each visitor gets."""
        found = {}
        for who in ALL:
            denied = LOGIN if who in OUT and not self.public else self.denied
            found[who] = status if who in allowed else denied
        return found


def organiser(name: str, open_to: frozenset[str] = MANAGE, *args: Any, **more: Any) -> Page:
    """A page of the organiser's desk: whoever reads it may send its form, unless said otherwise."""
    more.setdefault("writers", open_to)
    return Page(f"organiser:{name}", open_to, args, **more)


def public(name: str, *args: Any, **more: Any) -> Page:
    """A page for everybody, which takes no forms."""
    return Page(f"public:{name}", ALL, args, public=True, **more)


ASKING = {"client_id": "permissions-1", "expected_version": "0"}

PAGES: tuple[Page, ...] = (
    # The whole site
    Page("set_language", frozenset(), public=True, denied=302, whole_site=True),
    Page("login", OUT, public=True, whole_site=True, denied=302),
    Page("logout", frozenset(), public=True, denied=405, whole_site=True),
    Page("logout_everywhere", frozenset(), denied=405, whole_site=True),
    Page("pair", frozenset(), ("no-such-code",), public=True, denied=410, whole_site=True),
    Page("table_code", frozenset(), (1,), public=True, denied=302),
    # The organiser's desk: setting up
    organiser("home", LOGGED_IN, whole_site=True),
    organiser("new", CREATE, whole_site=True, denied=403, form={}, form_status=200),
    organiser("restore", CREATE, whole_site=True, denied=403, form={}),
    organiser("tournament", DIRECT),
    organiser("describe", form={}, form_status=200),
    organiser("public", status=302, form={"public": "1"}, form_status=302),
    organiser("remove", frozenset()),
    organiser("rehearse", status=302),
    organiser("jobs"),
    organiser("job", frozenset(), 0),
    organiser("certificates", form={"body": "{nonsense}"}),
    organiser("certificate_picture", frozenset(), "logo"),
    organiser("prints", DIRECT, form={}, form_status=302),
    organiser("printed", frozenset(), 0),
    organiser("files", DIRECT, form={"languages": "none"}, form_status=302),
    *(organiser(f"files_{name}", DIRECT) for name in ("workbook", "csv", "ema", "event")),
    organiser("files_saved"),
    organiser("rules", form={}),
    organiser("rules_preview"),
    organiser("rules_file"),
    organiser("rules_take", form={}),
    organiser("players", form={"name": ""}),
    organiser("import", form={}),
    organiser("player", MANAGE, 1, form={}, form_status=200),
    organiser("player_remove", MANAGE, 1, form={}),
    organiser("teams", form={}),
    organiser("entries", form={"act": "refuse", "entry": "99"}),
    organiser("entries_erase", form={}),
    organiser("staff", form={"act": "name"}),
    organiser("staff_remove", MANAGE, "chief", form={}, form_status=302),
    organiser("staff_pair", MANAGE, "chief", status=302, form={}, form_status=200),
    organiser("phone_end", MANAGE, "phone", status=302, form={}, form_status=302),
    organiser("keepers", form={"keeper": "9-9-9"}),
    organiser("table_codes", DIRECT),
    organiser("stages", form={"act": "add"}),
    organiser("standings", DIRECT),
    organiser("recount", DIRECT, writers=frozenset()),
    organiser("prize_giving", DIRECT, form={"act": "next", "giving": "1", "called": "0"}),
    # The running day
    organiser("draw", form={"act": "withdraw", "session": "2", "reason": ""}),
    organiser("announced", MANAGE, 2),
    organiser("leaving", form={}),
    organiser("check_in", DIRECT, 3, form={"everybody": "present"}, form_status=302),
    organiser("board", DIRECT, form={"act": "start", "session": "3"}),
    organiser("table", DIRECT, 2, 1, form={"act": "dispute", "reason": "", **ASKING}, form_status=409),
    organiser("late", DIRECT, form={"act": "decline", "entry": "99", "reason": ""}),
    organiser("totals", PAPER, 2, form={"act": "save", "table": "1", **ASKING}),
    organiser("whole_sheet", PAPER, 2, 1, form={"winner-1": "9", **ASKING}),
    organiser("changes", DIRECT, form={"act": "withdraw", "player": "1", "from_session": "3", "reason": ""}),
    organiser("chairs", DIRECT, 2, form={"act": "store", "table": "1", "reason": ""}),
    organiser("penalties", DIRECT, form={"act": "penalise"}),
    organiser("penalties_file", DIRECT),
    organiser("announcements", DIRECT, form={"act": "announce", "text": ""}),
    organiser("programme", form={"act": "add"}),
    organiser("history", DIRECT),
    organiser("history_csv", DIRECT),
    # The referee
    Page("referee:home", LOGGED_IN, whole_site=True),
    Page("referee:worker", ALL, public=True, whole_site=True),
    Page("referee:table", AT_TABLE | {"keeper"}, (2, 1)),
    Page("referee:pad", AT_TABLE | {"keeper"}, (2, 1)),
    # Tiles to be counted are posted as JSON, and nothing is written: tests/pages/test_referee_tiles.py
    Page("referee:count", frozenset(), (2, 1), denied=405),
    # So is a hand under house rules that is to be settled: tests/pages/test_referee_play.py
    Page("referee:settle", frozenset(), (2, 1), denied=405),
    # Entries are posted as JSON: see ENTRIES
    Page("referee:enter", frozenset(), (2, 1, "hand"), denied=405),
    # Everybody
    public("home", whole_site=True),
    public("fan", whole_site=True),
    public("tournament"),
    public("standings"),
    public("teams"),
    public("standings_pdf"),
    public("standings_xlsx"),
    public("standings_csv"),
    public("follow"),
    public("follow_cards"),
    public("seats"),
    public("session", 2),
    public("table", 2, 1),
    public("draws"),
    public("drawing", 1),
    public("drawing_check", 2, form={}, writers=ALL, form_status=302),
    public("drawing_file", 2),
    public("programme"),
    public("penalties"),
    public("statistics"),
    # Nobody has opened entries, and the secret is nobody's.
    public("enter", form={}, writers=ALL, form_status=422),
    public("entry", "no-such-secret", status=404),
    public("players"),
    public("player", 1),
    # The big screens
    *(
        Page(f"hall:{name}", ALL, public=True)
        for name in (
            *("screens", "now", "clock", "seats"),
            *("standings", "draw", "announcements", "prizes"),
        )
    ),
)

# Of the API: operation, and its address below /api/: T for the tournament, D for the session for those who direct,
# R for the referee's table. What a role forbids at a table is told by `ENTRIES`: here stands who comes to it.
T, R = "tournaments/{slug}/", "referee/tournaments/{slug}/sessions/2/tables/1/"
D = "referee/tournaments/{slug}/sessions/2/"
OPERATIONS: dict[str, tuple[str, frozenset[str]]] = {
    "tournaments": ("tournaments/", ALL),
    "tournament": (T, ALL),
    "session": (f"{T}sessions/2/", ALL),
    "table": (f"{T}sessions/2/tables/1/", ALL),
    "players": (f"{T}players/", ALL),
    "player": (f"{T}players/1/", ALL),
    "draws": (f"{T}draws/", ALL),
    "draw": (f"{T}draws/1/", ALL),
    "standings": (f"{T}standings/", ALL),
    "team_standings": (f"{T}standings/teams/", ALL),
    "statistics": (f"{T}statistics/", ALL),
    "announcements": (f"{T}announcements/", ALL),
    "programme": (f"{T}programme/", ALL),
    "count_fan": ("fan/", ALL),
    "waits": ("fan/waits/", ALL),
    "login": ("login/", ALL),
    "logout": ("logout/", LOGGED_IN),
    "my_tables": ("referee/tables/", LOGGED_IN),
    "table_state": (R, AT_TABLE | {"keeper"}),
    "record_hand": (f"{R}hands/", AT_TABLE | {"keeper"}),
    "correct_hand": (f"{R}corrections/", AT_TABLE | {"keeper"}),
    "replay_hand": (f"{R}replays/", AT_TABLE | {"keeper"}),
    "record_penalty": (f"{R}penalties/", AT_TABLE | {"keeper"}),
    "withdraw_penalty": (f"{R}withdrawals/", AT_TABLE | {"keeper"}),
    "confirm_round": (f"{R}rounds/", AT_TABLE | {"keeper"}),
    "call_time": (f"{R}time/", AT_TABLE | {"keeper"}),
    "call_chief": (f"{R}calls/", AT_TABLE | {"keeper"}),
    "answer_call": (f"{R}answers/", AT_TABLE | {"keeper"}),
    "check_table": (f"{R}checks/", AT_TABLE | {"keeper"}),
    "close_table": (f"{R}close/", AT_TABLE | {"keeper"}),
    "reopen_table": (f"{R}reopen/", AT_TABLE | {"keeper"}),
    "undo": (f"{R}undo/", AT_TABLE | {"keeper"}),
    "fan_counted": (f"{R}counting/", AT_TABLE | {"keeper"}),
    "open_dispute": (f"{R}disputes/", AT_TABLE | {"keeper"}),
    "rule_dispute": (f"{R}rulings/", AT_TABLE | {"keeper"}),
    "mark_absent": (f"{R}absences/", AT_TABLE | {"keeper"}),
    "arrive": (f"{R}arrivals/", AT_TABLE | {"keeper"}),
    "no_play": (f"{R}no_play/", AT_TABLE | {"keeper"}),
    "enter_totals": (f"{R}totals/", AT_TABLE | {"keeper"}),
    "decide_totals": (f"{R}decisions/", AT_TABLE | {"keeper"}),
    "session_day": (D, DIRECT),
    "start_session": (f"{D}start/", DIRECT),
    "call_time_everywhere": (f"{D}time/", DIRECT),
    "close_session": (f"{D}close/", DIRECT),
    "reopen_session": (f"{D}reopen/", DIRECT),
    "make_official": (f"{D}official/", DIRECT),
    "pause_clock": (f"{D}pause/", DIRECT),
    "resume_clock": (f"{D}resume/", DIRECT),
    "extend_clock": (f"{D}extension/", DIRECT),
    "announce": ("referee/tournaments/{slug}/announcements/", DIRECT),
    "take_down": ("referee/tournaments/{slug}/announcements/1/end/", DIRECT),
    "add_programme_item": ("referee/tournaments/{slug}/programme/", MANAGE),
    "plan_starts": ("referee/tournaments/{slug}/programme/starts/", MANAGE),
    "change_programme_item": ("referee/tournaments/{slug}/programme/1/", MANAGE),
    "remove_programme_item": ("referee/tournaments/{slug}/programme/1/remove/", MANAGE),
    "late_entries": ("referee/tournaments/{slug}/late/", DIRECT),
    "settle_late_entry": ("referee/tournaments/{slug}/late/1/", DIRECT),
}


@dataclass(frozen=True)
class Entry:
    """A kind of entry at a table, and whose role allows it; the others at the table are refused in words.

    `before`: what makes the table ready for it.
    """

    kind: str
    allowed: frozenset[str]
    body: Mapping[str, Any]
    before: Callable[[Table], Any] = lambda table: None


def _closed_by_another(table: Table) -> None:
    """Close a table as somebody of whom nobody else here is the second person."""
    another = making.referee(table.session.tournament, "dan", role=Staff.Role.CHIEF_REFEREE)
    making.close(table, by=another)


# By what a telephone sends to `referee:enter`.
ENTRIES: tuple[Entry, ...] = (
    Entry("hand", AT_TABLE | {"keeper"}, {"number": 2}),
    Entry("undo", AT_TABLE, {}),  # the last entry is the referee's: not the keeper's own
    Entry("correction", AT_TABLE, {"number": 1, "winner": 0, "fan": 8, "reason": "misheard"}),
    Entry("replay", AT_TABLE, {"number": 2, "reason": "the wall fell"}),
    Entry("time", AT_TABLE, {}),
    Entry("dispute", AT_TABLE, {"hand": 1, "reason": "they disagree"}),
    Entry("call", AT_TABLE | {"keeper"}, {"text": "tiles on the floor"}),
    Entry("answer", DIRECT, {}, lambda table: call_chief(table, "", making.stamp(table))),
    # Not whoever closed it: that is tests/pages/test_referee_agreement.py
    Entry("check", AT_TABLE, {}, _closed_by_another),
    Entry(
        "penalty",
        PENALISE,
        {"seat": 0, "kind": "conduct", "amount": "5", "mode": "deduct", "currency": "match_points"},
    ),
)


# ── The tournament that everybody comes to


@dataclass
class World:
    """Session 1 closed, session 2 running with one hand at table 1, session 3 published, session 4 a draft."""

    event: Tournament
    cookies: dict[str, SimpleCookie]
    chief: int
    phone: int

    def client(self, who: str) -> Client:
        """The browser of somebody, as it was when he came in."""
        client = Client(headers={"accept-language": "en"})
        client.cookies = SimpleCookie({name: morsel.value for name, morsel in self.cookies[who].items()})
        return client

    def table(self, session: int = 2, number: int = 1) -> Table:
        """One table, read anew."""
        return making.table(self.event, session, number)

    def ids(self, args: tuple[Any, ...]) -> list[Any]:
        """The arguments of an address: names of rows become their ids."""
        rows = {"chief": self.chief, "phone": self.phone}
        return [rows.get(arg, arg) for arg in args]


@contextmanager
def world(blocker: Any) -> Iterator[World]:
    """The tournament, made once for many tests; nothing of it stays."""
    with blocker.unblock(), transaction.atomic():
        yield made()
        transaction.set_rollback(True)


@contextmanager
def untouched() -> Iterator[None]:
    """Whatever happens inside is taken back."""
    with transaction.atomic():
        cache.clear()
        yield
        transaction.set_rollback(True)


def made() -> World:
    """The tournament, for whoever sees to its end himself."""
    event, other = making.tournament(16, 4), making.drawn(8, 1)
    organiser = making.user()
    make_draw(event, [1, 2], organiser, seed="permissions")
    # Announced before it was made, so that everybody can make it again.
    hold_draw(event, announce_draw(event, [3], "dice", organiser).number, "3 1 6", organiser)
    publish_draw(event, [1, 2, 3], organiser)
    make_draw(event, [4], organiser, seed="permissions")
    bob = making.referee(event, "bob", [1])
    making.referee(event, "carl", [2])
    chief = making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE)
    making.referee(event, "sue", role=Staff.Role.SCORER)
    making.referee(other, "bob", [1])
    making.tournament(4, 1, by=making.user("olga"))
    making.referee(event, "will")
    _play(event, bob)
    people = {
        "organiser": "alice",
        "chief": "chief",
        "referee": "bob",
        "referee_of_other_table": "carl",
        "scorer": "sue",
        "other_organiser": "olga",
        "withdrawn_role": "will",
    }
    cookies = {who: _by_password(name) for who, name in people.items()}
    event.staff.filter(user__username="will").delete()
    cookies |= {"stranger": SimpleCookie(), "spectator": _spectator(event)}
    cookies |= _phones(event, other)
    phone = Device.objects.filter(staff__user=bob, staff__tournament=event, ended_at__isnull=True).get()
    return World(event, cookies, Staff.objects.get(tournament=event, user=chief).pk, phone.pk)


def _play(event: Tournament, referee: Any) -> None:
    for number in range(1, 5):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    table = making.table(event, 2, 1)
    record_hand(table, HandEntry(1), making.stamp(table, referee))


def _by_password(name: str) -> SimpleCookie:
    client = Client()
    client.post("/accounts/login/", {"username": name, "password": "secret"})
    return client.cookies


def _spectator(event: Tournament) -> SimpleCookie:
    """A player's telephone that looks around and is not logged in."""
    client = Client()
    client.get(f"/t/{event.slug}/seats/")
    client.get("/accounts/login/")
    return client.cookies


def _phones(event: Tournament, other: Tournament) -> dict[str, SimpleCookie]:
    found = {
        "revoked_phone": _paired(event, Staff.objects.get(tournament=event, user__username="bob")),
        "phone_of_other_tournament": _paired(
            other, Staff.objects.get(tournament=other, user__username="bob")
        ),
    }
    Device.objects.filter(staff__tournament=event).update(ended_at=timezone.now())
    found["referee_phone"] = _paired(event, Staff.objects.get(tournament=event, user__username="bob"))
    kept = {"keeper": (2, 1), "keeper_of_other_table": (2, 2), "keeper_of_other_session": (3, 1)}
    used: set[int] = set()
    for who, (session, number) in kept.items():
        seats = making.table(event, session, number).seats.select_related("player")
        player = next(s.player for s in seats if s.player is not None and s.player.pk not in used)
        used.add(player.pk)
        keeper = name_keeper(event, session, number, player.number, making.user())
        found[who] = _paired(event, keeper.staff)
    return found


def _paired(event: Tournament, staff: Staff) -> SimpleCookie:
    client = Client()
    client.post(f"/pair/{offer_code(event, staff, making.user())[1]}/")
    return client.cookies
