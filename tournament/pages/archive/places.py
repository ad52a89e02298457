"""What is in the archive of a tournament: every public page and file by its address, with its place in the folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from tournament.models import Drawing, ShownPenalties, Tournament
from tournament.models.event import PUBLIC_STATES
from tournament.pages.public.frame import sessions_of
from tournament.pages.public.standings import MANY
from tournament.pages.public.standings_choice import Choice, choose
from tournament.queries.drawings import public_drawings

from .visitor import canonical, visit

# The same for readers of every language, and made once.
SHARED = ("pdf", "xlsx")


@dataclass(frozen=True)
class Leaf:
    """A page or a file of the archive: its name in the folder of a language, and the address at which it is public.

    `kind` is "page", or the end of the name of a file. `choice` says which standings a file has.
    """

    name: str
    address: str
    kind: str = "page"
    choice: Choice | None = None

    @property
    def is_shared(self) -> bool:
        """Whether it is the same in every language, and stands beside their folders."""
        return self.kind in SHARED

    def path(self, folder: str) -> str:
        """Where it is in the archive, for readers of the language with this folder."""
        return f"files/{self.name}" if self.is_shared else f"{folder}/{self.name}"


@dataclass(frozen=True)
class Site:
    """Everything in an archive, and what is found at each address: several may lead to the same."""

    tournament: Tournament
    leaves: tuple[Leaf, ...]
    at: dict[str, Leaf]


def site_of(tournament: Tournament) -> Site:
    """What everybody may see of a public tournament. The number of queries does not depend on how much that is."""
    found: dict[str, Leaf] = {}
    at: dict[str, Leaf] = {}
    for leaf in (*_pages(tournament), *_draws(tournament), *_standings(tournament)):
        # The workbook is the same for players and teams: two addresses, one file.
        at[leaf.address] = found.setdefault(leaf.name, leaf)
    return Site(tournament, tuple(found.values()), at)


def _pages(tournament: Tournament) -> Iterator[Leaf]:
    """The pages of which there is one each, and those of sessions, tables and players."""

    def leaf(name: str, view: str, *args: int) -> Leaf:
        return Leaf(f"{name}.html", reverse(f"public:{view}", args=[tournament.slug, *args]))

    yield leaf("index", "tournament")
    for view in ("players", "draws", "statistics"):
        yield leaf(view, view)
    if tournament.programme.exists() or tournament.sessions.filter(starts_at__isnull=False).exists():
        yield leaf("programme", "programme")
    if tournament.shown_penalties != ShownPenalties.HIDDEN:
        yield leaf("penalties", "penalties")
    public = tournament.sessions.filter(state__in=PUBLIC_STATES)
    for session in public.values_list("number", flat=True):
        yield leaf(f"sessions/{session}", "session", session)
    for session, table in public.filter(tables__isnull=False).values_list("number", "tables__number"):
        yield leaf(f"tables/{session}-{table}", "table", session, table)
    for number in tournament.players.values_list("number", flat=True):
        yield leaf(f"players/{number}", "player", number)


def _draws(tournament: Tournament) -> Iterator[Leaf]:
    """Each draw with everything that is public of it."""
    for known in public_drawings(tournament):
        number = known.drawing.number
        yield Leaf(f"draws/{number}.html", reverse("public:drawing", args=[tournament.slug, number]))
        if known.is_open and known.drawing.state == Drawing.State.MADE:
            address = reverse("public:drawing_file", args=[tournament.slug, number])
            yield Leaf(f"draws/{number}.json", address, "json")


def _standings(tournament: Tournament) -> Iterator[Leaf]:
    """The standings of players and teams, in total and of each stage, the newest and as of each session before."""
    sessions = sessions_of(tournament)
    is_large = tournament.players.count() > MANY
    for teams in (False, True) if tournament.teams.exists() else (False,):
        view = "teams" if teams else "standings"
        here = reverse(f"public:{view}", args=[tournament.slug])
        total = choose(visit(here), tournament, sessions, teams=teams)
        if total.shown.hidden:
            yield Leaf(f"{view}.html", here)
            continue
        for stage in (None, *total.stages):
            asked = f"stage={stage.number}" if stage else ""
            name = f"{view}-stage-{stage.number}" if stage else view
            choice = choose(visit(canonical(here, asked)), tournament, sessions, teams=teams)
            yield Leaf(f"{name}.html", canonical(here, asked))
            for before in choice.earlier:
                yield Leaf(
                    f"{name}-after-{before.number}.html", canonical(here, f"{asked}&as_of={before.number}")
                )
            if is_large and not teams:
                yield Leaf(f"{name}-all.html", canonical(here, f"{asked}&full=1"))
            yield from _files(tournament, choice, asked, name)


def _files(tournament: Tournament, choice: Choice, asked: str, name: str) -> Iterator[Leaf]:
    """The newest of these standings as files. The workbook has players and teams in it."""
    asked = f"{asked}&teams={int(choice.teams) or ''}"
    workbook = f"results-stage-{choice.stage.number}" if choice.stage else "results"
    for kind, of_kind in (("csv", f"files/{name}"), ("pdf", name), ("xlsx", workbook)):
        address = reverse(f"public:standings_{kind}", args=[tournament.slug])
        yield Leaf(f"{of_kind}.{kind}", canonical(address, asked), kind, choice)
