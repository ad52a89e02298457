"""One part of the measurement: a fresh database, the servers, saves and readers at the same time, and the verdict."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import redis
from django.db import connections

from load.checks import Check, Shown, Verdict
from load.databases import Database
from load.pages import Content, UnreadableError, content, pages
from load.readers import Answer, Read, Reading, fetch, plain_address, read
from load.report import Report, at, duration
from load.saves import Saved, Saves
from load.servers import Gunicorns, Nginx, Ports, environment, used, used_by_postgres
from load.watch import Watch, closings, true_standings, wrong_in_ledger
from load.world import World

CACHED, BARE, DIRECT = "nginx with its cache", "nginx without cache", "gunicorn directly"
# Seconds by which answers may be behind: one where they are shared, and what an answer takes to be kept.
BEHIND = {"ours": 1.1, "plain": 0.0}


@dataclass
class Hall:
    """Everything that the parts share."""

    options: argparse.Namespace
    world: World
    database: Database
    folder: Path
    ports: Ports
    nginx: Nginx
    report: Report

    @property
    def standings(self) -> str:
        return f"/t/{self.world.slug}/standings/"

    @property
    def tables(self) -> str:
        return f"/t/{self.world.slug}/sessions/{self.world.sessions}/"

    def front(self, way: str) -> int:
        """The port that readers use, and through nginx the phones as well."""
        return {CACHED: self.nginx.port, BARE: self.nginx.bare, DIRECT: self.ports.pages}[way]

    def phones(self, way: str) -> int:
        """The port that the referees' phones use."""
        return self.ports.entry if way == DIRECT else self.front(way)


@dataclass
class Measured:
    """What one part gave."""

    way: str
    read: Read
    saves: Saves
    saved: list[Saved]
    verdict: Verdict
    shown: Shown
    processor: dict[str, float]
    seconds: float
    behind: float

    @property
    def per_second(self) -> float:
        figures = self.read.figures
        return (figures["whole"]["count"] + figures["unchanged"]["count"]) / self.seconds


def measure(hall: Hall, kind: str, way: str, paths: Sequence[str], how: Reading) -> Measured:
    """Read `paths` from the program (`ours`) or the plain one while hands are saved. Wrong answers go to the report."""
    connections.close_all()
    hall.database.fresh()
    redis.Redis.from_url(hall.options.redis).flushdb()
    variables = environment(hall.database.url, hall.options.redis, hall.ports.pages)
    servers = Gunicorns(variables, kind, hall.ports, hall.folder / "server.log")
    front = hall.front(way)
    try:
        servers.start()
        for path in [*paths] * 4:
            fetch(front, plain_address(path))
        lines = max(len(_content(front, path).lines) for path in paths)
        watch, saves = Watch(hall.world), Saves(hall.world, hall.phones(way), hall.options.rate)
        watch.start()
        saves.start()
        begin = time.monotonic() + how.warm_up
        before = _processor(hall, servers)
        done = read(front, paths, how, hall.folder)
        after = _processor(hall, servers)
        end = time.monotonic()
        saves.stop()
        watch.stop()
        check = Check(watch, closings(saves.done), lines, hall.world.tables, BEHIND[kind])
        verdict, shown = _verdict(hall, paths, done.answers, check, saves, (begin, end))
        verdict.wrong += saves.counts.problems + _final(hall, front, paths)
    finally:
        servers.kill()
    time.sleep(1)  # what it was writing is undone
    verdict.wrong += wrong_in_ledger(hall.world, saves)
    whole = how.warm_up + how.seconds
    processor = {name: (after[name] - before[name]) / whole for name in after}
    processor["generator"] = done.figures["cpu"] / whole
    saved = saves.within(begin, begin + how.seconds)
    return Measured(way, done, saves, saved, verdict, shown, processor, how.seconds, BEHIND[kind])


def _content(port: int, path: str) -> Content:
    return content(fetch(port, plain_address(path))[2])


def _verdict(
    hall: Hall,
    paths: Sequence[str],
    answers: Sequence[Answer],
    check: Check,
    saves: Saves,
    times: tuple[float, float],
) -> tuple[Verdict, Shown]:
    """All answers are checked; those of the followed readers also tell when they had what was saved in the time."""
    begin, end = times
    verdict, shown = Verdict(), Shown(end)
    saved = saves.within(begin, end)
    before = len([one for one in saves.done if one.kind == "close" and one.sent < begin])
    try:
        had = pages(answers, hall.options.followed)
    except UnreadableError as error:
        verdict.wrong.append(str(error))
        return verdict, shown
    for of_reader in had:
        reader = of_reader[0].answer.reader
        path, followed = paths[reader % len(paths)], "{v}" in paths[0] and reader < hall.options.followed
        if path.startswith(hall.tables):
            check.tables_page(of_reader, verdict)
            if followed:
                shown.hands(of_reader, saved)
        else:
            check.standings(of_reader, verdict)
            if followed:
                shown.closings(of_reader, saved, before)
    return verdict, shown


def _final(hall: Hall, front: int, paths: Sequence[str]) -> list[str]:
    """Once everything is quiet the standings must be what the database gives, line by line."""
    path = next((path for path in paths if not path.startswith(hall.tables)), hall.standings)
    for _ in range(25):  # an overloaded server may still store, one after the other, what was given up
        time.sleep(1.2)
        shown, true = list(_content(front, path).lines), true_standings(hall.world)
        if shown and shown == true[: len(shown)]:
            return []
    differ = next(
        (pair for pair in zip(shown, true, strict=False) if pair[0] != pair[1]), (shown[-1:], true[-1:])
    )
    return [f"the standings at the end have the line {differ[0]} where {differ[1]} is right"]


def _processor(hall: Hall, servers: Gunicorns) -> dict[str, float]:
    found = {name: used(group) for name, group in (servers.groups | {"nginx": hall.nginx.group}).items()}
    if hall.database.engine == "postgres":
        found["PostgreSQL"] = used_by_postgres(hall.database.url.rpartition("/")[2])
    return found


def tell(hall: Hall, name: str, done: Measured, aims: tuple[str, str]) -> None:
    """The lines of one part in the report."""
    report, figures = hall.report, done.read.figures
    whole, unchanged = figures["whole"], figures["unchanged"]
    answers = whole["count"] + unchanged["count"]
    report.heading(f"{name}, through {done.way}" if done.way != DIRECT else f"{name}, from {done.way}")
    report.add("answers a second", f"{done.per_second:,.0f}", aims[0])
    for what, of in (("answer 200", whole), ("answer 204", unchanged)):
        if of["count"]:
            median, most, nearly_all, longest = (duration(ms / 1000) for ms in of["ms"])
            text = f"{median} / {most} / {nearly_all} / {longest}"
            aim = aims[1] if what == "answer 200" else ""
            report.add(f"{what}: median / 95 % / 99 % / longest ({of['count']:,})", text, aim)
    if answers:
        report.add(
            "size of an answer 200", f"{figures['bytes'] / max(1, whole['count']) / 1024:.0f} KB packed"
        )
    if done.way == CACHED:
        report.add("answered by the cache", f"{100 * figures['hits'] / max(1, answers):.1f} %")
    others = {code: n for code, n in figures["statuses"].items() if code not in ("200", "204")}
    report.add("errors", f"{figures['errors']}{' ' + str(others) if others else ''}", "0")
    _tell_saves(report, done)
    verdict = done.verdict
    report.add(
        "answers looked at / wrong / oldest", f"{verdict.checked:,} / {len(verdict.wrong)} / {duration(verdict.age)}",
        f"0 wrong, {'1 s' if done.behind else '0 s'}",
    )  # fmt: skip
    report.add("processors used", ", ".join(f"{name} {cores:.2f}" for name, cores in done.processor.items()))
    report.accuse(f"{name}, {done.way}", [*verdict.wrong, *done.shown.wrong])


def _tell_saves(report: Report, done: Measured) -> None:
    kinds = Counter(one.kind for one in done.saved)
    seconds = [one.seconds for one in done.saved]
    report.add(
        f"save: median / 95 % / longest ({kinds['hand']} hands, {kinds['round']} rounds, {kinds['close']} closings)",
        f"{at(0.5, seconds)} / {at(0.95, seconds)} / {at(1, seconds)}", "95 % < 100 ms",
    )  # fmt: skip
    report.add("hands saved a second", f"{kinds['hand'] / done.seconds:.1f}")
    refused = {name: n for name, n in done.saves.counts.answers.items() if name != "200"}
    refused |= {"given up": len(done.saves.unanswered)} if done.saves.unanswered else {}
    report.add(
        "saves refused or unanswered", str(sum(refused.values())) + (f" {refused}" if refused else ""), "0"
    )


def tell_shown(report: Report, done: Measured) -> None:
    """When readers had what was saved."""
    shown = done.shown
    for what, seconds in (
        ("sent", shown.from_sent),
        ("acknowledged", shown.from_acknowledged),
    ):
        report.add(
            f"shown after it was {what}: median / 95 % / longest ({len(seconds):,})",
            f"{at(0.5, seconds)} / {at(0.95, seconds)} / {at(1, seconds)}",
            "95 % < 3 s",
        )
