"""`fan_points`: points for fan, doubled where the dealer wins or pays; the contest with 111 chips."""

from __future__ import annotations

from scoring import rulebook_checks as checks
from scoring.house.form import Form, Label, Number, Switch
from scoring.house.play import Play
from scoring.house.settlement import Example, HandScores, Settlement, Terms

_TERMS = checks.table(
    {"minimum": checks.whole(0, 400), "discard_paid_by": checks.choice(("all", "discarder"))}
)


def _form(terms: Terms) -> Form:
    fan = Number("fan", Label("Fan", "番"), terms["minimum"], 400, None)
    return Form(winner=(fan, Switch("doubled", Label("Doubled", "加倍"))))


def _scores(play: Play, terms: Terms) -> HandScores:
    raise NotImplementedError


def _examples(terms: Terms) -> tuple[Example, ...]:
    return ()


SETTLEMENT = Settlement(Label("Fan as points", "番数计分"), _TERMS, {}, _form, _scores, _examples)
