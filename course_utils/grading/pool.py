"""Where submissions are run: processes on this machine, or the workers of a dask scheduler."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from course_utils.checks import runner
from course_utils.messages import CourseError, say

CONNECT = 20  # seconds until a scheduler must answer


class Local:
    """Processes on this machine, forked from one that has imported the libraries."""

    def __init__(self, jobs: int):
        self.jobs = jobs
        self.lent: Any = None  # by a `Sandbox`, to all of them
        runner.new_processes()  # the imports begin now
        self.generation = (
            0  # counts the pools: what an earlier one left behind says nothing of this
        )
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, function: Callable, *arguments: Any) -> Future:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self.jobs,
                mp_context=runner.new_processes(),
                initializer=_begin,
                initargs=(self.lent,),
            )
        try:
            return self._executor.submit(function, *arguments)
        except BrokenProcessPool as error:
            future: Future = Future()
            future.set_exception(error)
            return future

    def close(self) -> None:
        """Ends all processes, whatever they do; the next `submit` starts fresh ones."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        self.generation += 1
        processes = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            with contextlib.suppress(ValueError):  # it is being closed
                if process.is_alive():  # its number may be another's by now
                    process.kill()
        for process in processes:
            process.join(5)


def _begin(lent: Any) -> None:
    """In a new process: it leaves Ctrl-C to the main one, and ends when that one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if lent is not None:
        from course_utils.grading import sandbox

        sandbox.borrow(lent)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        parent.join()
        os._exit(1)

    if parent is not None:
        threading.Thread(target=follow, daemon=True).start()


class Cluster:
    """The workers of a dask scheduler, wherever they are. CourseError: it cannot be reached."""

    def __init__(self, address: str):
        try:
            from distributed import Client
        except ImportError:
            raise CourseError(say("grade-no-dask")) from None
        try:
            self._client = Client(address, timeout=CONNECT, set_as_default=False)
            self._client.wait_for_workers(1, timeout=CONNECT)
        except (OSError, ValueError, TimeoutError) as error:
            why = " ".join(str(error).split())[:200] or type(error).__name__
            raise CourseError(say("grade-no-scheduler", address=address, why=why)) from None
        self.generation = 0
        self._futures: set[Any] = set()

    @property
    def jobs(self) -> int:
        """How many submissions its workers take at once."""
        return max(1, sum(self._client.nthreads().values()))

    def submit(self, function: Callable, *arguments: Any) -> Any:
        future = self._client.submit(function, *arguments, pure=False, retries=0)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        return future

    def close(self) -> None:
        """Gives up what is still running there."""
        with contextlib.suppress(Exception):
            self._client.cancel(list(self._futures), force=True)
        self._futures.clear()

    def leave(self) -> None:
        with contextlib.suppress(Exception):
            self._client.close(timeout=5)
