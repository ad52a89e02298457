"""The threads of a web process that do long work where there is no broker."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

THREADS = 2


class JobPool:
    """Two threads, made at the first job, so that a process that forks has none yet."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._executor: ThreadPoolExecutor | None = None
        self.stopping = threading.Event()

    def submit(self, work: Callable[[int], None], job_id: int) -> None:
        """Run `work(job_id)` in a thread as soon as one is free."""
        with self._guard:
            if self._executor is None:
                self._executor = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="job")
            self._executor.submit(work, job_id)

    def wait(self) -> None:
        """Return when everything submitted so far has ended."""
        with self._guard:
            executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=True)

    def stop(self) -> None:
        """Ask running and queued work to end, through `stopping`, and wait until it has."""
        self.stopping.set()
        self.wait()
        self.stopping.clear()
