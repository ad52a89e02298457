"""What takes longer to pack for a cache than it saves: kept as it is in the memory of this process.

Each thing is kept under a key for a `since`: the version that it was made for. It counts only as long as the cache
knows of it, so emptying the cache empties this, too. What is kept is shared: nobody may change it.
"""

from __future__ import annotations

import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from zlib import crc32

from django.core.cache import cache

T = TypeVar("T")
# Standings of a thousand players take some megabytes.
AT_MOST = 40
KEEP_SECONDS = 3600
_kept: OrderedDict[Hashable, tuple[str, Hashable, Any]] = OrderedDict()
_guard = threading.Lock()
# Whoever asks for what is being made waits for it, instead of making it once more.
_locks = tuple(threading.RLock() for _ in range(64))


def remembered(key: Hashable, since: Hashable, make: Callable[[], T]) -> T:
    """What `make` made for this key and `since`, or makes now.

    `since` must have been read before `make` reads anything: what is kept is at least as new.
    """
    name = f"memory:{os.getpid()}:{crc32(repr(key).encode())}"
    with _locks[hash(key) % len(_locks)]:
        mark, kept_since, kept = _kept.get(key, ("", None, None))
        if mark and kept_since == since and cache.get(name) == mark:
            found: T = kept
            return found
        made, mark = make(), secrets.token_hex(8)
        with _guard:
            _kept[key] = (mark, since, made)
            _kept.move_to_end(key)
            while len(_kept) > AT_MOST:
                _kept.popitem(last=False)
        cache.set(name, mark, KEEP_SECONDS)
        return made
