"""Tournaments: created from a rulebook, described, published; their rules changed; rehearsals removed."""

from __future__ import annotations

import secrets
import unicodedata
import zoneinfo
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rulebook import DEFAULT, SHIPPED, Rulebook, RulebookError, load
from tournament.models import Hand, Session, Staff, Tournament
from tournament.refusals import Refused
from tournament.rulebook_texts import problem_sentence, setting_in_words
from tournament.wording import clauses, labelled

from .acts import require_reason
from .base import log_action, writing
from .ledger import Ledger, ledgers_of
from .recompute import recompute_table

MOST_SESSIONS = 100
# So many problems of a rulebook are told; of a foreign file there can be hundreds.
MOST_PROBLEMS = 20
# Words that follow /organiser/ in an address and are no tournament.
RESERVED_SLUGS = ("new",)
# What these change reaches neither a table nor a place: they name things, time sessions, or offer sizes.
NO_RESULTS = frozenset(
    {
        "name",
        "name_zh",
        "minutes",
        "warning_minutes",
        "break_minutes",
        "at_time",
        "penalty_sizes",
        "false_win",
        "repeats",
        "lateness",
        "forfeit_after",
        "appeal_minutes",
        "fan",
        "unverified",
    }
)
# Nor do these reach a table: they only put the lines in order.
NO_TABLES = NO_RESULTS | {"tie_breaks"}


@dataclass(frozen=True)
class EventFacts:
    """What an organiser says about a tournament."""

    name: str
    city: str = ""
    country: str = ""
    zone: str = "Asia/Shanghai"
    starts_on: date | None = None
    ends_on: date | None = None
    officials: str = ""
    planned_sessions: int = 5


def create_tournament(
    facts: EventFacts,
    by: User,
    rulebook: str | Rulebook = DEFAULT,
    overrides: Mapping[str, Any] | None = None,
) -> Tournament:
    """Create a tournament with its own copy of a rulebook and its sessions; `by` becomes its organiser.

    `rulebook` is one that ships, by its key, or one that was made elsewhere. `overrides` are values of the rulebook, as
    in the `rules` of an event file. It is not public yet.
    """
    _check_facts(facts)
    if isinstance(rulebook, str) and rulebook not in SHIPPED:
        raise Refused(
            "no_such_rulebook",
            _("There is no rulebook “%(key)s”. Choose one of the list.") % {"key": rulebook},
            field="rulebook",
        )
    book = load(rulebook) if isinstance(rulebook, str) else rulebook
    if overrides:
        book = replaced(book, overrides)
    with transaction.atomic():
        tournament = Tournament.objects.create(
            slug=free_slug(facts.name), rules=book.to_mapping(), created_by=by, **asdict(facts)
        )
        Staff.objects.create(
            tournament=tournament,
            user=by,
            role=Staff.Role.ORGANISER,
            name=by.get_full_name() or by.get_username(),
        )
        Session.objects.bulk_create(
            [Session(tournament=tournament, number=n) for n in range(1, facts.planned_sessions + 1)]
        )
        log_action(tournament, "tournament_created", by, rulebook=book.key)
    return tournament


def describe_tournament(tournament: Tournament, facts: EventFacts, by: User) -> None:
    """Change what is said about a tournament; sessions without a draw are added or removed at the end."""
    _check_facts(facts)
    with writing(tournament) as locked:
        drawn = max((s.number for s in locked.sessions.exclude(state=Session.State.PLANNED)), default=0)
        if facts.planned_sessions < drawn:
            raise Refused(
                "sessions_drawn",
                _("Session %(n)s is drawn already: the tournament cannot have fewer sessions.")
                % {"n": drawn},
                field="planned_sessions",
            )
        for name, value in asdict(facts).items():
            setattr(locked, name, value)
        locked.save()
        locked.sessions.filter(number__gt=facts.planned_sessions).delete()
        have = set(locked.sessions.values_list("number", flat=True))
        Session.objects.bulk_create(
            [
                Session(tournament=locked, number=n)
                for n in range(1, facts.planned_sessions + 1)
                if n not in have
            ]
        )
        log_action(locked, "tournament_described", by)
    tournament.refresh_from_db()


def set_public(tournament: Tournament, public: bool, by: User) -> None:
    """Show a tournament to everybody, or to its staff only."""
    with writing(tournament) as locked:
        locked.is_public = public
        locked.save(update_fields=["is_public"])
        log_action(locked, "published" if public else "hidden", by)
    tournament.refresh_from_db()


def has_hands(tournament: Tournament) -> bool:
    """Whether a hand was recorded, so that changing the rules needs a reason."""
    return Hand.objects.filter(table__session__tournament=tournament).exists()


def change_rules(
    tournament: Tournament, changes: Mapping[str, Any] | Rulebook, by: User, reason: str = ""
) -> Rulebook:
    """Change values of the tournament's own rulebook, or take another one, and compute everything anew.

    Once a hand is recorded this needs a reason. A value that a recorded hand breaks is refused with its place.
    """
    with writing(tournament) as locked:
        before = locked.rulebook
        book = replaced(before, changes)
        if has_hands(locked):
            require_reason(reason, _("Hands are recorded already: say why the rules change."))
        changed = apply_rules(locked, book)
        if not changed:
            return before
        log_action(locked, "rules_changed", by, reason=reason, changed=changed)
    tournament.refresh_from_db()
    return book


def apply_rules(tournament: Tournament, book: Rulebook) -> dict[str, list[Any]]:
    """Store another rulebook and compute every table by it, inside a transaction. Returns what changed: [old, new]."""
    old, new = tournament.rulebook.to_mapping(), book.to_mapping()
    changed = {k: [old.get(k), v] for k, v in new.items() if old.get(k) != v}
    if not changed:
        return {}
    if "players" in changed and tournament.sessions.exclude(state=Session.State.PLANNED).exists():
        text = _("Seats are drawn for %(n)s at a table. Take the draw back first, then change how many play.")
        raise Refused("sessions_drawn", text % {"n": tournament.rulebook.players}, field="players")
    if book.hands < tournament.rulebook.hands:
        _refuse_hands_beyond(tournament, book.hands)
    tournament.rules = new
    tournament.save(update_fields=["rules"])
    if set(changed) <= NO_TABLES:
        return changed
    for ledger in ledgers_of(tournament):
        table = ledger.table
        counted, held = _counted(ledger), (table.hands_played, list(table.deals))
        recompute_table(table, book, ledger)
        if table.is_closed and _counted(ledger) != counted:
            table.corrected_at = timezone.now()
        elif (table.hands_played, table.deals) == held:
            continue
        table.save(update_fields=["hands_played", "deals", "corrected_at"])
    return changed


def _counted(ledger: Ledger) -> list[tuple[int | None, ...]]:
    """What the four seats have that counts."""
    return [(s.match_points, s.standard_points, s.standard_deducted, s.place) for s in ledger.seats]


def _refuse_hands_beyond(tournament: Tournament, hands: int) -> None:
    """A hand that is recorded counts: a session cannot have fewer."""
    played = Hand.objects.filter(
        table__session__tournament=tournament, is_current=True, number__gt=hands
    ).exclude(outcome=Hand.Outcome.REMOVED)
    first = played.order_by("table__session__number", "table__number", "number").values_list(
        "table__session__number", "table__number", "number"
    )[:1]
    for session, table, number in first:
        text = _(
            "Session %(session)s, table %(table)s has a hand %(hand)s already, so sessions cannot end after hand "
            "%(n)s. Take that hand away first, or leave at least as many."
        )
        shown = {"session": session, "table": table, "hand": number, "n": hands}
        raise Refused("hands_recorded", text % shown, field="hands")


def remove_rehearsal(tournament: Tournament, by: User) -> None:
    """Remove a rehearsal with everything in it. A real tournament is never removed this way."""
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if not locked.is_rehearsal:
            raise Refused(
                "not_a_rehearsal",
                _("“%(name)s” is not a rehearsal and cannot be removed.") % {"name": locked.name},
            )
        for relation in (
            locked.penalties,
            locked.log,
            locked.jobs,
            locked.substitutions,
            locked.sessions,
            locked.stages,
        ):
            relation.all().delete()
        locked.players.all().delete()
        locked.teams.all().delete()
        locked.delete()


def free_slug(name: str) -> str:
    """A slug for the address that no tournament has yet, from the name where it has Latin letters."""
    plain = unicodedata.normalize("NFKD", name)
    base = slugify(plain)[:60].strip("-") or "event-" + secrets.token_hex(3)
    slug, n = base, 2
    if slug in RESERVED_SLUGS:
        slug = f"{base}-{n}"
    while Tournament.objects.filter(slug=slug).exists():
        slug, n = f"{base}-{n}", n + 1
    return slug


@cache
def known_zones() -> frozenset[str]:
    """The names of all time zones; finding them reads hundreds of files."""
    return frozenset(zoneinfo.available_timezones())


def facts_problems(facts: EventFacts) -> list[Refused]:
    """Everything that is wrong with what is said about a tournament, each with its field."""
    problems = []
    if not facts.name.strip() or len(facts.name) > 200:
        problems.append(
            Refused("name", _("A tournament needs a name of at most 200 characters."), field="name")
        )
    for field, most in (("city", 100), ("country", 100), ("officials", 2000)):
        if len(getattr(facts, field)) > most:
            text = _("More than %(n)s characters. Shorten it.") % {"n": most}
            problems.append(Refused("too_long", text, field=field))
    if facts.zone not in known_zones():
        text = _("“%(zone)s” is no time zone. Choose one of the list, for example Asia/Shanghai.")
        problems.append(Refused("zone", text % {"zone": facts.zone}, field="zone"))
    if facts.starts_on and facts.ends_on and facts.ends_on < facts.starts_on:
        text = _("The last day is before the first. Change one of them.")
        problems.append(Refused("days", text, field="ends_on"))
    if not 1 <= facts.planned_sessions <= MOST_SESSIONS:
        text = _("A tournament has 1 to %(n)s sessions.") % {"n": MOST_SESSIONS}
        problems.append(Refused("planned_sessions", text, field="planned_sessions"))
    return problems


def _check_facts(facts: EventFacts) -> None:
    for problem in facts_problems(facts):
        raise problem


def replaced(book: Rulebook, changes: Mapping[str, Any] | Rulebook) -> Rulebook:
    """A rulebook with other values, checked, or another one. Raises `Refused` with all problems at once."""
    if isinstance(changes, Rulebook):
        return changes
    try:
        return book.replace(changes)
    except RulebookError as error:
        named = changes.get("settlement", book.settlement)
        raise rules_refused(error, str(named)) from error


def rules_refused(error: RulebookError, settlement: str = "") -> Refused:
    """What is wrong with a rulebook, all of it at once, each with the name of its setting."""
    told = [(p.field, p.code, problem_sentence(p)) for p in error.problems]
    named = [labelled(setting_in_words(field, settlement), text) for field, _code, text in told]
    left_out = len(named) - MOST_PROBLEMS
    if left_out > 0:
        more = ngettext("and %(n)s more problem", "and %(n)s more problems", left_out) % {"n": left_out}
        named = [*named[:MOST_PROBLEMS], more]
    return Refused(
        "rules",
        clauses(named),
        field=error.problems[0].field,
        current={"problems": [{"field": f, "code": code, "message": text} for f, code, text in told]},
    )
