"""Entries before a tournament: how they are taken, and what whoever enters does. What the organiser decides is in
`entry_decisions`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournament.models import Asking, Entrant, EntrantData, Entry, EntrySettings, Player, Tournament
from tournament.models.device import hash_of
from tournament.queries.entries import entry_by_token, phase_of, settings_of, standing_of, twice_of
from tournament.refusals import Refused

from .base import log_action, writing
from .entry_facts import EntrantFacts, EntryFacts, PersonalFacts, checked, renamed
from .entry_players import as_entered, enrol_entry, enrol_one, remove_players, seated
from .origin import coming_from
from .people import MOST_PLAYERS, PersonFacts, remove_player, save_player, tidy

LONGEST_CONDITIONS = 4000
OVER = (Entry.State.REFUSED, Entry.State.WITHDRAWN)
# A form that was sent names itself by so many hexadecimal digits: nobody guesses the id of somebody else's.
ID_DIGITS = 32


@dataclass(frozen=True)
class Taking:
    """How entries are taken, as the organiser says it: the fields of `models.EntrySettings`."""

    is_open: bool
    for_teams: bool = False
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    places: int | None = None
    needs_approval: bool = True
    asks_birth: str = Asking.OFF
    asks_identity: str = Asking.OFF
    asks_telephone: str = Asking.OFF
    asks_email: str = Asking.OFF
    conditions: str = ""


def take_entries(tournament: Tournament, taking: Taking, by: User) -> EntrySettings:
    """Say how entries are taken. Raises `Refused`.

    While there are entries that are neither refused nor withdrawn it stays whether players or teams enter.
    """
    _check_taking(taking)
    with writing(tournament) as locked:
        locked.leaves_standings = True
        settings = settings_of(locked)
        live = locked.entries.exclude(state__in=OVER)
        if settings.pk and settings.for_teams != taking.for_teams and live.exists():
            raise Refused(
                "has_entries",
                _("There are entries already. Refuse them first, or leave who enters as it is."),
                field="for_teams",
            )
        was_open = settings.is_open
        for name, value in vars(taking).items():
            setattr(settings, name, value)
        settings.save()
        action = "registration_changed"
        if was_open != taking.is_open:
            action = "registration_opened" if taking.is_open else "registration_closed"
        log_action(locked, action, by)
    return settings


def _check_taking(taking: Taking) -> None:
    if taking.opens_at and taking.closes_at and taking.closes_at <= taking.opens_at:
        raise Refused(
            "closes_early", _("Entries close before they open. Choose a later end."), field="closes_at"
        )
    if taking.places is not None and not 1 <= taking.places <= MOST_PLAYERS:
        raise Refused(
            "places",
            _("Enter a number of places from 1 to %(n)s, or none for no limit.") % {"n": MOST_PLAYERS},
            field="places",
        )
    if len(taking.conditions) > LONGEST_CONDITIONS:
        raise Refused(
            "conditions",
            _("The conditions have more than %(n)s characters. Shorten them.") % {"n": LONGEST_CONDITIONS},
            field="conditions",
        )
    asked = (taking.asks_birth, taking.asks_identity, taking.asks_telephone, taking.asks_email)
    if any(how not in Asking.values for how in asked):
        raise Refused("asking", _("Choose for each fact whether it is asked for."), field="asks_birth")


def submit_entry(
    tournament: Tournament, facts: EntryFacts, client_id: str, is_team: bool, before: str = ""
) -> tuple[Entry, str, bool]:
    """Enter: returns the entry, the secret of its address, and whether it is new. Raises `Refused`.

    The same form sent again (by its id) is the entry that it was, whatever stands in it now. Within the places the
    entry is received, or accepted where the organiser need not look; else it comes to the waiting list. Two who take
    the last place at the same moment come one after the other. `before`: the id of the form that was sent from the same
    browser last; with the same people it is that one once more, though a browser that goes back may show a new form.
    """
    if len(client_id) != ID_DIGITS or set(client_id) - set("0123456789abcdef"):
        raise Refused("client_id", _("This form cannot be sent. Open the page again and fill it in anew."))
    secret = _secret_of(tournament, client_id)
    with coming_from(""), writing(tournament) as locked:
        locked.leaves_standings = True
        known = locked.entries.filter(client_id=client_id).first()
        if known is not None:
            return known, secret, False
        standing = standing_of(locked)
        refuse_unless_open(standing.phase)
        if standing.settings.for_teams != is_team:
            raise Refused(
                "form_changed", _("The organiser has changed this form meanwhile. Fill it in once more.")
            )
        if standing.taken + standing.waiting >= MOST_PLAYERS:
            raise Refused(
                "too_many", _("There are too many entries already. Ask the organiser whether you can play.")
            )
        facts = checked(locked, facts, standing.settings, is_team)
        sent = locked.entries.exclude(state__in=OVER).filter(client_id=before).first() if before else None
        if sent is not None and _says(sent, facts):
            return sent, _secret_of(tournament, before), False
        last = locked.entries.order_by("-number").first()
        entry = Entry(
            tournament=locked,
            number=last.number + 1 if last else 1,
            client_id=client_id,
            token_hash=hash_of(secret),
            is_team=is_team,
        )
        if standing.is_full:
            entry.state, entry.waiting_since = Entry.State.WAITING, timezone.now()
        _store(entry, facts)
        log_action(locked, "entry_waits" if standing.is_full else "entry_received", None, entry=entry.number)
        if not standing.is_full and not standing.settings.needs_approval:
            _accept_at_once(locked, entry)
    return entry, secret, True


def _accept_at_once(tournament: Tournament, entry: Entry) -> None:
    """Accept an entry as it comes, unless the organiser has to look: somebody of it may be there already."""
    if twice_of(tournament, entry):
        return
    try:
        enrol_entry(tournament, entry, None)
    except Refused as refused:
        # It stays received, and the organiser reads what is wrong when he accepts it.
        log_action(tournament, "entry_held", None, entry=entry.number, code=refused.code)
        return
    tournament.leaves_standings = False


def correct_entry(tournament: Tournament, secret: str, facts: EntryFacts) -> Entry:
    """Change what an entry says, until entries close. Raises `Refused`.

    Of an accepted entry the enrolled players change with it, until they are drawn. Personal data that is not given
    again stays with who has kept his name.
    """
    with coming_from(""), writing(tournament) as locked:
        locked.leaves_standings = True
        entry, settings = _own_entry(locked, secret)
        if entry.erased_at is not None:
            raise Refused(
                "erased",
                _("Personal data of this entry was erased, so it cannot be changed. Ask the organiser."),
            )
        before = list(entry.people.select_related("player__team", "personal").order_by("place"))
        facts = checked(locked, _with_known_data(facts, before), settings, entry.is_team)
        if entry.state == Entry.State.ACCEPTED:
            locked.leaves_standings = False
            _correct_players(locked, entry, before, facts)
        players = {one.place: one.player_id for one in entry.people.all()}
        entry.people.all().delete()
        entry.changed_at, entry.is_new = timezone.now(), True
        _store(entry, facts, players)
        if entry.state == Entry.State.ACCEPTED:
            for one in entry.people.filter(
                player=None, place__in=set(facts.people) - {b.place for b in before}
            ):
                enrol_one(locked, one, facts.person(one.place))
        log_action(locked, "entry_corrected", None, entry=entry.number)
    return entry


def withdraw_entry(tournament: Tournament, secret: str) -> Entry:
    """Withdraw an entry, until entries close; twice is once. Raises `Refused`.

    Its players are removed where none of them sits in a draw; else they stay, and the organiser sees it.
    """
    with coming_from(""), writing(tournament) as locked:
        locked.leaves_standings = True
        found = entry_by_token(locked, secret)
        if found is not None and found.state == Entry.State.WITHDRAWN:
            return found
        entry, _settings = _own_entry(locked, secret)
        if entry.state == Entry.State.ACCEPTED and not seated(entry):
            locked.leaves_standings = False
            remove_players(locked, entry, None)
        entry.state, entry.is_new = Entry.State.WITHDRAWN, True
        entry.waiting_since, entry.changed_at = None, timezone.now()
        entry.save()
        log_action(locked, "entry_withdrawn", None, entry=entry.number)
    return entry


def refuse_unless_open(phase: str) -> None:
    """Refuse what can only be done while entries are taken."""
    said = {
        "early": _("Entries are not open yet."),
        "over": _("The time for entries is over. Ask the organiser."),
        "closed": _("Entries are closed. Ask the organiser."),
    }
    if phase in said:
        raise Refused(phase, said[phase])


def _own_entry(tournament: Tournament, secret: str) -> tuple[Entry, EntrySettings]:
    """The entry of a secret while whoever sent it may change it."""
    entry = entry_by_token(tournament, secret)
    if entry is None:
        raise Refused("no_such_entry", _("There is no such entry."))
    settings = settings_of(tournament)
    refuse_unless_open(phase_of(settings, timezone.now()))
    if entry.state in OVER:
        raise Refused("settled", _("This entry is refused or withdrawn. Enter again if you want to play."))
    return entry, settings


def _secret_of(tournament: Tournament, client_id: str) -> str:
    """The secret of an entry: it follows from the id of the form and the key of this installation alone, so that the
    same form leads to the same address, and nobody who reads the database can tell it."""
    return salted_hmac("quesai.entry", f"{tournament.pk}:{client_id}", algorithm="sha256").hexdigest()


def _says(entry: Entry, facts: EntryFacts) -> bool:
    """Whether an entry has the same people."""
    people = {one.place: one.name for one in entry.people.all()}
    return entry.team == facts.team and people == {place: who.name for place, who in facts.people.items()}


def _store(entry: Entry, facts: EntryFacts, players: dict[int, int | None] | None = None) -> None:
    """Write the entry with its people, and what was given of personal data."""
    entry.team, entry.country, entry.club = facts.team, facts.country, facts.club
    entry.save()
    for place, who in facts.people.items():
        entrant = Entrant.objects.create(
            entry=entry,
            place=place,
            name=who.name,
            ema_number=who.ema_number,
            player_id=(players or {}).get(place),
        )
        _store_personal(entrant, who)


def _store_personal(entrant: Entrant, who: EntrantFacts) -> None:
    said = who.personal
    if not said.is_empty:
        EntrantData.objects.create(
            entrant=entrant,
            birth=said.birth,
            identity=said.identity,
            telephone=said.telephone,
            email=said.email,
        )


def _with_known_data(facts: EntryFacts, before: list[Entrant]) -> EntryFacts:
    """What was corrected, with the personal data that is known of the same people and was not typed again."""
    people = dict(facts.people)
    for one in before:
        known: EntrantData | None = getattr(one, "personal", None)
        now = people.get(one.place)
        if known is None or now is None or tidy(now.name) != one.name:
            continue
        said = now.personal
        personal = PersonalFacts(
            birth=said.birth or known.birth,
            identity=said.identity or known.identity,
            telephone=said.telephone or known.telephone,
            email=said.email or known.email,
        )
        people[one.place] = replace(now, personal=personal)
    return replace(facts, people=people)


def _correct_players(tournament: Tournament, entry: Entry, before: list[Entrant], facts: EntryFacts) -> None:
    """Change the enrolled players of an entry with it. Refused where one of them sits in a draw, unless nothing of them
    changes."""
    changed: list[tuple[Player, PersonFacts | None]] = []
    for one in before:
        if one.player is None:
            continue
        if one.place not in facts.people:
            changed.append((one.player, None))
            continue
        was, now = as_entered(entry, one), facts.person(one.place)
        if was != now:
            changed.append((one.player, renamed(_as_enrolled(one.player), was, now)))
    joins = set(facts.people) - {one.place for one in before}
    if (changed or joins) and seated(entry):
        raise Refused(
            "drawn", _("The draw is made already: names and team stay as they are. Ask the organiser.")
        )
    if facts.team != entry.team and tournament.teams.filter(name=facts.team).exists():
        raise Refused(
            "team_taken",
            _("There is a team “%(name)s” already. Choose another name.") % {"name": facts.team},
            field="team",
        )
    for player, corrected in changed:
        if corrected is None:
            remove_player(tournament, player.pk, None)
        else:
            save_player(tournament, player.pk, corrected, None)


def _as_enrolled(player: Player) -> PersonFacts:
    return PersonFacts(
        name=player.name,
        team=player.team.name if player.team else "",
        number=player.number,
        family_name=player.family_name,
        given_name=player.given_name,
        country=player.country,
        club=player.club,
        ema_number=player.ema_number,
        is_stand_in=player.is_stand_in,
        is_reserve=player.is_reserve,
        file_id="",
    )
