"""The path of a tournament from its description to its results: what is done, what is missing, what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Session, ShownStandings, Tournament
from tournament.queries.progress import Progress, SessionProgress
from tournament.wording import listed

STATES = Session.State


@dataclass(frozen=True)
class Step:
    """One step of the path, as the steps component shows it: `state` is done, now, later or wrong."""

    key: str
    name: str
    state: str
    url: str = ""
    missing: str = ""
    current: bool = False


@dataclass(frozen=True)
class Next:
    """The next thing to do: a sentence, why it is needed, and where the button leads.

    `directs`: it is for whoever directs the running day; everything else is for who manages the tournament.
    """

    title: str
    text: str
    url: str
    action: str
    other_url: str = ""
    other_action: str = ""
    directs: bool = False


def link(name: str, tournament: Tournament) -> str:
    """The address of an organiser's page of this tournament."""
    return reverse(f"organiser:{name}", args=[tournament.slug])


def session_link(tournament: Tournament, number: int) -> str:
    """The address of the board with this session."""
    return link("board", tournament) + f"?session={number}"


def numbers(values: Sequence[int]) -> str:
    """Numbers as people write them: 1–4, 7."""
    runs: list[list[int]] = []
    for value in sorted(values):
        if runs and value == runs[-1][1] + 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return listed(str(a) if a == b else f"{a}–{b}" for a, b in runs)


def path_of(
    tournament: Tournament, progress: Progress, current: str = "", *, manages: bool = True
) -> list[Step]:
    """All steps in order. Whoever does not manage the tournament gets no links to the pages that set it up."""
    steps = [
        _described(tournament),
        Step("rules", _("Rules"), "done", link("rules", tournament), _rules_note(tournament)),
        _players(tournament, progress),
        _staff(tournament, progress),
        *_stages(tournament, progress),
        _draw(tournament, progress),
        *(_session(tournament, session) for session in progress.sessions),
        _results(tournament, progress),
    ]
    running = [f"session-{n}" for n in _in(progress, STATES.RUNNING)]
    first = next((s.key for s in steps if s.state == "now" and (not running or s.key in running)), "")
    setup = {"describe", "rules", "players", "staff", "stages", "draw"}
    return [
        Step(
            step.key,
            step.name,
            "later" if step.state == "now" and step.key != first else step.state,
            step.url if manages or step.key not in setup else "",
            step.missing,
            step.key == current,
        )
        for step in steps
    ]


def next_thing(tournament: Tournament, progress: Progress) -> Next | None:
    """What the organiser should do now; None when everything is played and shown."""
    for look in (
        _next_people,
        _next_running,
        _next_draft,
        _next_start,
        _next_stage,
        _next_draw,
        _next_shown,
        _next_released,
    ):
        found = look(tournament, progress)
        if found is not None:
            return found
    return None


def _described(tournament: Tournament) -> Step:
    missing = "" if tournament.starts_on else _("the day is not set")
    return Step("describe", _("Description"), "done", link("describe", tournament), missing)


def _rules_note(tournament: Tournament) -> str:
    count = len(tournament.rulebook.unverified)
    if not count:
        return ""
    return ngettext("%(n)s value to confirm", "%(n)s values to confirm", count) % {"n": count}


def _players(tournament: Tournament, progress: Progress) -> Step:
    url = link("players", tournament)
    if progress.players == 0:
        return Step("players", _("Players"), "now", url, _("nobody is enrolled"))
    count = ngettext("%(n)s player", "%(n)s players", progress.players) % {"n": progress.players}
    if progress.missing_players:
        lack = ngettext(
            "%(players)s, %(n)s missing for full tables",
            "%(players)s, %(n)s missing for full tables",
            progress.missing_players,
        )
        text = lack % {"players": count, "n": progress.missing_players}
        return Step("players", _("Players"), "done" if progress.is_drawn else "now", url, text)
    if progress.has_uneven_teams:
        return Step(
            "players",
            _("Players"),
            "done",
            url,
            _("%(players)s, teams of different size") % {"players": count},
        )
    return Step("players", _("Players"), "done", url, count)


def _staff(tournament: Tournament, progress: Progress) -> Step:
    url = link("staff", tournament)
    if progress.referees == 0:
        return Step(
            "staff", _("Staff"), "done" if progress.is_drawn else "now", url, _("no referee is named")
        )
    if progress.uncovered:
        text = _("no referee at tables %(tables)s") % {"tables": numbers(progress.uncovered)}
        return Step("staff", _("Staff"), "done" if progress.is_drawn else "now", url, text)
    count = ngettext("%(n)s referee", "%(n)s referees", progress.referees) % {"n": progress.referees}
    return Step("staff", _("Staff"), "done", url, count)


def _stages(tournament: Tournament, progress: Progress) -> list[Step]:
    """A step for the stages, where there are any."""
    if not progress.stages:
        return []
    url = link("stages", tournament)
    waiting = [stage.name for stage in progress.stages if stage.is_next]
    if waiting:
        return [Step("stages", _("Stages"), "now", url, _("to fill: %(name)s") % {"name": waiting[0]})]
    return [Step("stages", _("Stages"), "done", url, listed(stage.name for stage in progress.stages))]


def _draw(tournament: Tournament, progress: Progress) -> Step:
    url = link("draw", tournament)
    planned = _in(progress, STATES.PLANNED)
    drafts = _in(progress, STATES.DRAFT)
    if drafts:
        return Step("draw", _("Draw"), "now", url, _("draft: session %(n)s") % {"n": numbers(drafts)})
    if planned:
        done = len(planned) < len(progress.sessions)
        text = _("not drawn: session %(n)s") % {"n": numbers(planned)}
        return Step("draw", _("Draw"), "done" if done else "now", url, text)
    return Step("draw", _("Draw"), "done", url)


def _session(tournament: Tournament, session: SessionProgress) -> Step:
    key, name = f"session-{session.number}", _("Session %(n)s") % {"n": session.number}
    url = session_link(tournament, session.number)
    closed = _("%(closed)s of %(tables)s tables closed") % {
        "closed": session.closed,
        "tables": session.tables,
    }
    if session.state == STATES.CLOSED:
        return Step(key, name, "done", url)
    if session.state == STATES.RUNNING:
        return Step(key, name, "now", url, closed)
    if session.state == STATES.PUBLISHED:
        return Step(key, name, "now", url, _("draw published"))
    return Step(key, name, "later")


def _results(tournament: Tournament, progress: Progress) -> Step:
    url = link("standings", tournament)
    played = bool(progress.sessions) and all(s.state == STATES.CLOSED for s in progress.sessions)
    held = {
        ShownStandings.FROZEN: _("frozen after session %(n)s") % {"n": tournament.frozen_after},
        ShownStandings.HIDDEN: _("hidden from the public"),
    }
    missing = held.get(ShownStandings(tournament.shown_standings), "")
    return Step("results", _("Results"), "done" if played else "later", url, missing)


def _in(progress: Progress, state: str) -> list[int]:
    return [session.number for session in progress.sessions if session.state == state]


def _next_people(tournament: Tournament, progress: Progress) -> Next | None:
    if progress.is_drawn:
        return None
    if progress.players == 0:
        return Next(
            _("Enrol the players"),
            _("Paste them from a spreadsheet, upload a file, or type them one by one."),
            link("import", tournament),
            _("Paste a list"),
            link("players", tournament),
            _("Type them"),
        )
    if progress.missing_players:
        text = ngettext(
            "%(players)s players do not fill tables of four: %(n)s is missing. Enrol another player or a stand-in.",
            "%(players)s players do not fill tables of four: %(n)s are missing. Enrol more players or stand-ins.",
            progress.missing_players,
        )
        return Next(
            _("Fill the last table"),
            text % {"players": progress.players, "n": progress.missing_players},
            link("players", tournament),
            _("Enrol players"),
        )
    if progress.referees == 0 or progress.uncovered:
        return Next(
            _("Name the referees and give them tables"),
            _(
                "A referee enters the hands of his tables on his phone. Without referees you can enter them yourself."
            ),
            link("staff", tournament),
            _("Name referees"),
            link("draw", tournament),
            _("Draw without referees"),
        )
    return None


def _next_running(tournament: Tournament, progress: Progress) -> Next | None:
    for session in progress.sessions:
        if session.state == STATES.RUNNING:
            words = {"n": session.number, "closed": session.closed, "tables": session.tables}
            if session.closed == session.tables:
                title, text = _("Close session %(n)s"), _("All of its tables are closed.")
            else:
                title, text = _("Session %(n)s is running"), _("%(closed)s of %(tables)s tables closed")
            url = session_link(tournament, session.number)
            return Next(title % words, text % words, url, _("Open the board"), directs=True)
    return None


def _next_draft(tournament: Tournament, progress: Progress) -> Next | None:
    drafts = _in(progress, STATES.DRAFT)
    if not drafts:
        return None
    return Next(
        _("Look at the draft and publish it"),
        ngettext(
            "Session %(n)s is drawn as a draft that only you can see.",
            "Sessions %(n)s are drawn as drafts that only you can see.",
            len(drafts),
        )
        % {"n": numbers(drafts)},
        link("draw", tournament),
        _("See the draft"),
    )


def _next_start(tournament: Tournament, progress: Progress) -> Next | None:
    published = _in(progress, STATES.PUBLISHED)
    if not published:
        return None
    return Next(
        _("Start session %(n)s") % {"n": published[0]},
        _("Check the players in; when they sit, start the session."),
        session_link(tournament, published[0]),
        _("Open the board"),
        directs=True,
    )


def _next_stage(tournament: Tournament, progress: Progress) -> Next | None:
    """A stage without players whose turn it is; what is drawn before it is played first."""
    waiting = next((stage for stage in progress.stages if stage.is_next), None)
    if waiting is None:
        return None
    return Next(
        _("Fill the stage “%(name)s”") % {"name": waiting.name},
        _("See who qualifies, let lots decide where players are equal at the cut, then fill it."),
        link("stages", tournament),
        _("To the stages"),
    )


def _next_draw(tournament: Tournament, progress: Progress) -> Next | None:
    planned = _in(progress, STATES.PLANNED)
    if not planned:
        return None
    return Next(
        _("Draw the seats"),
        _("Session %(n)s has no draw yet. A draw stays a draft until you publish it.")
        % {"n": numbers(planned)},
        link("draw", tournament),
        _("Draw"),
    )


def _next_released(tournament: Tournament, progress: Progress) -> Next | None:
    """Everything is played, and the standings are still kept for the prize-giving."""
    if tournament.shown_standings == ShownStandings.LIVE:
        return None
    return Next(
        _("Release the standings"),
        _("Everything is played. After the prize-giving, show the standings to everybody."),
        link("standings", tournament) + "#shown",
        _("To the standings"),
    )


def _next_shown(tournament: Tournament, progress: Progress) -> Next | None:
    if tournament.is_public:
        return None
    return Next(
        _("Show the results to everybody"),
        _("Everything is played, but the tournament is still hidden."),
        link("tournament", tournament) + "#public",
        _("Make it public"),
    )
