"""What all acts at a table have in common: received once, refused when stale, kept so that they can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import CharField, Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.rulebook import Rulebook
from tournament.access import ROLES, role_in
from tournament.figures import counts_acts
from tournament.models import Act, LateEntry, Session, Staff, Table, Tournament
from tournament.prepared import Given, Prepared
from tournament.queries.entry_sentences import describe_entry, hand_there
from tournament.queries.sentences import ACTS, describe_act, person
from tournament.refusals import Refused

from .base import writing
from .keeping import fingerprint, keep, said_of, waits_for_chief
from .ledger import Ledger
from .permits import refuse_act
from .recompute import recompute_table, results_of

# Who is absent is known before anything is played; the others enter nothing of the game.
NOTHING_PLAYED = ("presence", "call", "answer", "check")
# They change nothing on the sheet: they hold on any state of the table, and make no other entry stale.
ASIDE = ("call", "answer")
# Of these the standings of closed tables know nothing, as long as the table and its session are what they were.
AT_OPEN_TABLES = ("hand", "round", "replay", "correction", "time", "counting", "dispute", *ASIDE)


@dataclass(frozen=True)
class Stamp:
    """Who sends an entry: `client_id` made by the client for this one entry, `expected_version` of the table he saw."""

    by: User
    client_id: str
    expected_version: int


@dataclass
class Deed:
    """One act while it is carried out: the locked table and, filled in by the act, what undoing it takes.

    `ledger` is what the act has read of the table, where it says all that it wrote there.
    """

    tournament: Tournament
    table: Table
    by: User
    directs: bool
    act: Act
    undo: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] = field(default_factory=dict)
    ledger: Ledger | None = None


class Receipt(dict[str, Any]):
    """The answer of an act.

    Of one that was carried out now: `ledger` is what it left at its table, read and written behind the lock, and `role`
    what its author was then. None where nothing was stored.
    """

    ledger: Ledger | None = None
    role: Staff.Role | None = None


class _Answered(Exception):
    """Nothing is left to be done: leave the transaction without a trace, and give this answer."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__()
        self.answer = answer


@dataclass(frozen=True)
class Sent:
    """What a client sent, on its way through `perform`.

    `already` tells what is recorded where the same content is there by another entry; `sound` refuses what could be
    stored at no table, whatever its state. `mark` is the fingerprint of the entry.
    """

    kind: str
    stamp: Stamp
    body: Mapping[str, Any]
    do: Callable[[Deed], None]
    already: Callable[[Table], dict[str, Any] | None]
    sound: Callable[[Table], None]
    mark: str


@counts_acts
def perform(
    table: Table,
    kind: str,
    stamp: Stamp,
    body: Mapping[str, Any],
    do: Callable[[Deed], None],
    *,
    already: Callable[[Table], dict[str, Any] | None] = lambda table: None,
    sound: Callable[[Table], None] = lambda table: None,
) -> Receipt:
    """Carry out one act at a table and return its answer: `{"version", "totals", "repeated", …}`.

    The totals are the four accounts of the ledger by drawn seat.

    The same client id with the same body returns the first answer, and nothing is stored twice; with another body it is
    refused. The same content by another entry is answered with `already`, and nothing is stored. What comes to a closed
    table from somebody who may not change it is kept for the chief referee, and `Kept` says so. A table that changed
    since the client looked is refused with what was entered meanwhile. `do` checks and writes; whatever it
    raises, nothing is stored.
    """
    if not 0 < len(stamp.client_id) <= 64:
        raise Refused(
            "client_id",
            _("An entry needs an id of 1 to 64 characters made by the client."),
            field="client_id",
        )
    sent = Sent(kind, stamp, body, do, already, sound, fingerprint(kind, body))
    try:
        with writing(table.session.tournament) as tournament:
            locked = _locked(tournament, table.pk, sent)
            result = _perform_locked(tournament, locked, sent)
    except _Answered as known:
        result = Receipt(known.answer)
        _bring_up_to_date(table, Table.objects.select_related("session__tournament").get(pk=table.pk))
    else:
        _bring_up_to_date(table, locked)
    if isinstance(result, LateEntry):
        raise said_of(result)
    return result


def _locked(tournament: Tournament, table_id: int, sent: Sent) -> Table:
    """The table as it is now, and whether its acts and the late entries know the id that was sent."""
    table = _fresh.first(table=table_id, client_id=sent.stamp.client_id)
    if table is None:
        raise Table.DoesNotExist
    table.session.tournament = tournament
    return table


@Prepared
def _fresh() -> QuerySet[Table]:
    sent_before = {"table": OuterRef("pk"), "client_id": Given("client_id", CharField())}
    tables = Table.objects.select_related("session").annotate(
        is_known=Exists(Act.objects.filter(**sent_before)),
        is_late=Exists(LateEntry.objects.filter(**sent_before)),
        was_reopened=Exists(Act.objects.filter(table=OuterRef("pk"), kind="reopen")),
    )
    return tables.filter(pk=Given("table"))


def _bring_up_to_date(table: Table, fresh: Table) -> None:
    """What was written goes into the object that was passed in, as if it were read anew with its session."""
    for column in Table._meta.concrete_fields:
        setattr(table, column.attname, getattr(fresh, column.attname))
    table.session = fresh.session


def _perform_locked(tournament: Tournament, table: Any, sent: Sent) -> Receipt | LateEntry:
    """The answer of an act that was carried out, or the entry as it is kept for the chief referee."""
    role = role_in(sent.stamp.by, tournament)
    directs = role in ROLES["direct"]
    refuse_act(table, sent.kind, sent.stamp.by, role, sent.body)
    _answer_known(table, sent)
    if not directs and waits_for_chief(table, sent.kind, sent.stamp.by):
        sent.sound(table)
        return keep(table, sent.kind, sent.body, sent.stamp.client_id, sent.stamp.by)
    refuse_stale(table, sent.stamp.expected_version, sent.kind, sent.body.get("number"))
    act = Act(
        table=table,
        client_id=sent.stamp.client_id,
        fingerprint=sent.mark,
        kind=sent.kind,
        by=sent.stamp.by,
        directed=directs,
    )
    receipt = _carry_out(Deed(tournament, table, sent.stamp.by, directs, act), sent.do)
    receipt.role = role
    return receipt


def _answer_known(table: Any, sent: Sent) -> None:
    """Answer an entry that came before, by its id or by its content, before anything else is asked."""
    client_id = sent.stamp.client_id
    if table.is_known:
        act = Act.objects.select_related("table", "by").get(table=table, client_id=client_id)
        _refuse_reused(table, sent, act.fingerprint == sent.mark, lambda: describe_act(act))
        raise _Answered({**act.answer, "repeated": True})
    if table.is_late:
        late = LateEntry.objects.get(table=table, client_id=client_id)
        late.table = table
        _refuse_reused(
            table, sent, late.fingerprint == sent.mark, lambda: describe_entry(table, late.kind, late.body)
        )
        raise said_of(late)
    there = sent.already(table)
    if there is not None:
        seats = table.seats.order_by("chair").values_list("account", flat=True)
        sentence = describe_entry(table, sent.kind, sent.body)
        raise _Answered(
            {
                **there,
                "version": table.version,
                "totals": list(seats),
                "repeated": False,
                "already": True,
                "sentence": _("Already recorded: %(what)s") % {"what": sentence},
            }
        )


def _refuse_reused(table: Table, sent: Sent, same: bool, stored: Callable[[], str]) -> None:
    """Refuse an id that was used for something else, and show both."""
    if same:
        return
    words = {"stored": stored(), "sent": describe_entry(table, sent.kind, sent.body)}
    message = _(
        "An entry with the same id but other content was already stored: %(stored)s. This one was not: "
        "%(sent)s. Reload the table, and enter it again if it is still needed."
    )
    raise Refused("id_reused", message % words, current={**words, "version": table.version})


def _carry_out(deed: Deed, do: Callable[[Deed], None]) -> Receipt:
    """Write the act, recompute the table, and keep the receipt."""
    table, act = deed.table, deed.act
    counted = _counted(table)
    before = (table.is_closed, table.session.state)
    do(deed)
    if act.kind == "presence":
        # Who was there when a penalty was given is read from the absences and arrivals, this one among them.
        act.undo = deed.undo
        act.save()
    ledger = deed.ledger or Ledger(table)
    seats = recompute_table(table, deed.tournament.rulebook, ledger)
    if table.is_closed and counted is not None and results_of(table) != counted:
        table.corrected_at = timezone.now()
        table.checked_at = table.checked_by = None
    table.version += 1
    if act.kind not in NOTHING_PLAYED:
        table.last_entry_at = None if act.kind == "undo" and _is_empty(table) else timezone.now()
    table.save()
    act.answer = {
        **deed.answer,
        "version": table.version,
        "totals": [seat.account for seat in seats],
        "repeated": False,
    }
    act.undo = deed.undo
    act.save()
    ledger.did(act)
    same = not table.is_closed and before == (table.is_closed, table.session.state)
    deed.tournament.leaves_standings = same and act.kind in AT_OPEN_TABLES
    receipt = Receipt(act.answer)
    receipt.ledger = ledger
    return receipt


def _counted(table: Any) -> list[tuple[int | None, ...]] | None:
    """The result that counted before this act: of a closed table, and of one opened again as it was when closed."""
    if table.is_closed:
        return results_of(table)
    if not table.was_reopened:
        return None
    reopened = table.acts.filter(kind="reopen").order_by("-id").first()
    return [tuple(seat) for seat in reopened.undo.get("counted", ())] or None if reopened else None


def _is_empty(table: Table) -> bool:
    """Whether everything that was entered at a table is taken back."""
    penalised = table.penalties.filter(withdrawn_at__isnull=True).exists()
    return not (table.hands_played or penalised or table.time_called_at or table.is_closed)


def refuse_stale(table: Table, seen: int, kind: str, number: int | None = None) -> None:
    """Refuse an entry made on an older state of the table; say what came in between, and what its hand holds.

    `seen` is the version that its author saw.
    """
    if kind in ASIDE or table.version - seen == _acts_aside(table, seen):
        return
    last = table.acts.select_related("by", "table__session").order_by("-id").first()
    what = describe_act(last) if last else _("a correction")
    who = person(last.by, table.session.tournament) if last else ""
    if table.time_called_at and (last is None or last.at < table.time_called_at):
        # Time called at all tables at once is an act of the session, not of the table.
        who, what = "", str(ACTS["time"])
    message = _(
        "Meanwhile %(who)s entered at this table: %(what)s. Yours was not stored: look at the table and "
        "enter it again if it is still needed."
    )
    raise Refused(
        "stale",
        message % {"who": who or _("somebody else"), "what": what},
        current={
            "version": table.version,
            "expected_version": seen,
            "last": what,
            "by": who,
            **there(table, number),
        },
    )


def _acts_aside(table: Table, since: int) -> int:
    """How many of the versions of a table after `since` come from calls and their answers. One query, mostly none."""
    if since >= table.version:
        return 0
    return table.acts.filter(kind__in=ASIDE, answer__version__gt=since).count()


def there(table: Table, number: int | None) -> dict[str, Any]:
    """What a refusal shows of a hand that is on the sheet with other content."""
    hand = hand_there(table, number) if number is not None else None
    return {"hand": hand} if hand else {}


def refuse_closed(deed: Deed, reason: str | None = None) -> None:
    """A referee enters at open tables of open sessions; the chief referee also later, with a reason.

    Without `reason` the act only makes sense while play goes on: the chief referee opens the table first.
    """
    session = deed.table.session
    if session.state in (Session.State.PLANNED, Session.State.DRAFT):
        raise Refused(
            "not_published", _("The draw of session %(n)s is not published yet.") % {"n": session.number}
        )
    if not deed.table.is_closed and session.state != Session.State.CLOSED:
        return
    if not deed.directs:
        raise Refused(
            "table_closed",
            _("Table %(table)s of session %(session)s is closed. Ask the chief referee for a correction.")
            % {"table": deed.table.number, "session": session.number},
        )
    if reason is None:
        raise Refused(
            "table_closed",
            _("Table %(table)s of session %(session)s is closed. Open it again first, or correct a hand.")
            % {"table": deed.table.number, "session": session.number},
        )
    require_reason(reason, _("The table is closed: say why it is changed."))


def require_reason(reason: str, sentence: str) -> None:
    """Refuse an empty or overlong reason."""
    if not reason.strip():
        raise Refused("reason_missing", sentence, field="reason")
    if len(reason) > 500:
        raise Refused(
            "reason_too_long", _("The reason has more than 500 characters. Shorten it."), field="reason"
        )


def begin_session(session: Session, book: Rulebook) -> None:
    """A session begins, and its clock with it."""
    now = timezone.now()
    session.state, session.started_at = Session.State.RUNNING, now
    session.ends_at = now + timedelta(minutes=book.minutes + book.break_minutes)
    session.save(update_fields=["state", "started_at", "ends_at"])


def start_if_needed(deed: Deed) -> None:
    """The first entry of a session starts it, if nobody pressed the button.

    While another session is being played a referee who enters here has most likely opened the wrong table; the
    chief referee may know better.
    """
    session = deed.table.session
    if session.state == Session.State.PUBLISHED:
        other = deed.tournament.sessions.filter(state=Session.State.RUNNING).first()
        if other is not None and not deed.directs:
            raise Refused(
                "another_running",
                _(
                    "Session %(n)s has not started: session %(other)s is still running. Is this the "
                    "right table?"
                )
                % {"n": session.number, "other": other.number},
            )
        begin_session(session, deed.tournament.rulebook)
