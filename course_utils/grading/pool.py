"""Where submissions are run: processes on this machine, or the workers of a dask scheduler. And in
which turns: several at once, then those that need more time, and once more what was lost for reasons
of ours.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from course_utils.checks import run_answer
from course_utils.messages import CourseError, say

if TYPE_CHECKING:
    from course_utils.grading.take_in_submission import Attempt

CONNECT = 20  # seconds until a scheduler must answer
PATIENCE = 300.0  # seconds on top of a submission's limit before it counts as lost


class Local:
    """Processes on this machine, forked from one that has imported the libraries."""

    def __init__(self, jobs: int):
        self.jobs = jobs
        self.lent: Any = None  # by a `Sandbox`, to all of them
        run_answer.new_processes()  # the imports begin now
        self.generation = (
            0  # counts the pools: what an earlier one left behind says nothing of this
        )
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, function: Callable, *arguments: Any) -> Future:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self.jobs,
                mp_context=run_answer.new_processes(),
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
        manager = executor._executor_manager_thread
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            with contextlib.suppress(ValueError):  # it is being closed
                if process.is_alive():  # its number may be another's by now
                    process.kill()
        for process in processes:
            process.join(5)
        if manager is not None:  # at its exit, Python would wake it up while it is about to end
            manager.join(5)


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


# --- turns ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Steps:
    """What is done with each submission: it is taken in (None: it goes no further), `submit` gives
    it to the pool with the `seconds` that it may take, `finish` gets what comes back, `give_up` why
    nothing does. `slow`: whether what came back tells that the seconds were too few. It is lost if
    `finish` fails, or if it takes far longer than its seconds.

    soon: seconds in which nearly all end; seconds: what one may take that needs more; until: the
    time (`time.monotonic`) after which none is begun."""

    take_in: Callable[[str], Attempt | None]
    submit: Callable[[Attempt, float], Any]  # a future
    slow: Callable[[dict], bool]
    finish: Callable[[Attempt, dict], None]
    give_up: Callable[[Attempt, BaseException], None]
    soon: float
    seconds: float
    until: float = math.inf


class TimeUp(Exception):
    """The time for all submissions is used up; what is done is kept."""


def take_turns(pool: Any, students: Iterable[str], steps: Steps) -> None:
    """Takes these students' submissions through all steps. One that needs more time waits until the
    others are through, and one that is lost gets a last chance after that, alone and on a fresh pool.
    Raises TimeUp."""
    first = _FirstChance(pool, students, steps, steps.soon)
    first.run()
    second = _FirstChance(pool, first.slow, steps, steps.seconds)
    second.run()
    if lost := first.lost + second.lost:
        pool.close()
        _LastChance(pool, lost, steps, first.unclear | second.unclear).run()


@dataclass
class _Running:
    """A submission that was given to the pool."""

    attempt: Attempt
    until: float  # when it counts as lost
    generation: int  # of the pool


class _Round:
    """Submissions on a pool, `window` at once, until each has come back or was lost. `seconds`: what
    each may take."""

    def __init__(
        self, pool: Any, students: Iterable[str], steps: Steps, window: int, seconds: float
    ):
        self.pool, self.steps, self._window, self._seconds = pool, steps, window, seconds
        self.waiting = deque(students)
        self._running: dict[Any, _Running] = {}  # by its future
        self._ended: queue.SimpleQueue = queue.SimpleQueue()

    def lose(self, one: _Running, error: BaseException) -> None:
        raise NotImplementedError

    def end(self, one: _Running, executed: dict) -> None:
        self.steps.finish(one.attempt, executed)

    def run(self) -> None:
        while self.waiting or self._running:
            over = time.monotonic() > self.steps.until
            while self.waiting and len(self._running) < self._window and not over:
                self._start(self.waiting.popleft())
            if self._running:
                self._wait_for_one()
            elif over and self.waiting:
                raise TimeUp

    def _start(self, student: str) -> None:
        attempt = self.steps.take_in(student)
        if attempt is None:
            return
        # Its turn comes when those before it are through.
        until = time.monotonic() + 3 * self._seconds + PATIENCE
        future = self.steps.submit(attempt, self._seconds)
        self._running[future] = _Running(attempt, until, self.pool.generation)
        future.add_done_callback(self._ended.put)

    def _wait_for_one(self) -> None:
        patience = min(one.until for one in self._running.values()) - time.monotonic()
        try:
            future = self._ended.get(timeout=max(0.1, patience))
        except queue.Empty:
            self._give_all_up()
            return
        one = self._running.pop(future, None)
        if one is None:  # given up before
            return
        try:
            self.end(one, future.result())
        except (KeyboardInterrupt, CourseError):
            raise
        except BaseException as error:  # also the kinds of a pool that broke or was cancelled
            self.lose(one, error)

    def _give_all_up(self) -> None:
        self.pool.close()
        for one in self._running.values():
            self.lose(one, TimeoutError(say("grade-never-ended")))
        self._running.clear()


class _FirstChance(_Round):
    """Several at once. Notes who needs more time, who was lost, and of whom that may be the doing of
    another that ran beside it."""

    def __init__(self, pool: Any, students: Iterable[str], steps: Steps, seconds: float):
        super().__init__(pool, students, steps, pool.jobs + 1, seconds)
        self.slow: list[str] = []
        self.lost: list[str] = []
        self.unclear: set[str] = set()

    def end(self, one: _Running, executed: dict) -> None:
        if self._seconds < self.steps.seconds and self.steps.slow(executed):
            self.slow.append(one.attempt.student)
        else:
            super().end(one, executed)

    def lose(self, one: _Running, error: BaseException) -> None:
        broken = isinstance(error, BrokenExecutor)
        if broken and one.generation == self.pool.generation:
            self.pool.close()
        self.lost.append(one.attempt.student)
        if broken:
            self.unclear.add(one.attempt.student)


class _LastChance(_Round):
    """One at a time. Who is lost again is given up; the `unclear` get one chance more."""

    def __init__(self, pool: Any, students: Iterable[str], steps: Steps, unclear: set[str]):
        super().__init__(pool, students, steps, 1, steps.seconds)
        self._unclear = set(unclear)

    def lose(self, one: _Running, error: BaseException) -> None:
        self.pool.close()
        if one.attempt.student in self._unclear:
            self._unclear.remove(one.attempt.student)
            self.waiting.append(one.attempt.student)
        else:
            self.steps.give_up(one.attempt, error)
