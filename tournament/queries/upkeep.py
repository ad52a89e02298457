"""What whoever runs the installation wants to know of its long work."""

from __future__ import annotations

from django.db.models import Count

from tournament.models import Job


def jobs_by_state() -> dict[str, int]:
    """How many jobs there are in each state, also in those that none is in."""
    found = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
    return {str(state): found.get(state, 0) for state in Job.State.values}
