"""What is refused: the refusal itself, or only its code."""

from __future__ import annotations

from typing import Any

import pytest

from tournament.refusals import Refused


def refused(call: Any, *args: Any, **kwargs: Any) -> Refused:
    """The refusal that a call ends in."""
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value


def code(call: Any, *args: Any, **kwargs: Any) -> str:
    """The code of the refusal that a call ends in."""
    return refused(call, *args, **kwargs).code
