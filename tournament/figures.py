"""What the program counts about itself while it works: figures for whoever runs it, shown by `config.metrics`.

Labels are words of the program, never what people typed, so there are only so many of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from prometheus_client import Counter

from .refusals import Kept, Refused

ACTS = Counter(
    "quesai_acts",
    "What people entered at tables: stored, or repeated and already there, kept for the chief referee, stale or "
    "refused, error.",
    ["kind", "outcome"],
)
STANDINGS_ASKED = Counter("quesai_standings_asked", "Standings that were asked for.", ["of"])
STANDINGS_COMPUTED = Counter(
    "quesai_standings_computed", "Of those, the ones that were not kept and had to be computed.", ["of"]
)
ERRORS = Counter(
    "quesai_component_errors", "How often a component failed those who needed it.", ["component"]
)

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=dict[str, Any])


def counts_acts(perform: Callable[P, Answer]) -> Callable[P, Answer]:
    """Count what becomes of acts: `perform` takes the kind of act second, and returns its answer."""

    @wraps(perform)
    def counted(*given: P.args, **named: P.kwargs) -> Answer:
        outcome = "error"
        try:
            answer = perform(*given, **named)
            outcome = _outcome(answer)
        except Kept:
            outcome = "kept"
            raise
        except Refused as refused:
            outcome = "stale" if refused.is_conflict else "refused"
            raise
        finally:
            ACTS.labels(str(given[1]), outcome).inc()
        return answer

    return counted


def _outcome(answer: dict[str, Any]) -> str:
    if answer.get("repeated"):
        return "repeated"
    return "already" if answer.get("already") else "stored"
