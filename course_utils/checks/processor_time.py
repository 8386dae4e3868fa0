"""How long processes had for themselves: a limit on it is fair on a busy machine, too."""

from __future__ import annotations

import time
from collections.abc import Callable

LOOK = 0.3  # seconds between two looks, at most: beyond them whoever looks had to wait, too


class OwnTime:
    """Seconds that processes ran, and seconds in which none of them wanted to run. That a busy
    machine let them wait for a processor does not count."""

    def __init__(self, measure: Callable[[], tuple[float, bool]]):
        """measure: seconds of the processor used so far, and whether more is wanted now."""
        self.seconds = 0.0
        self._measure = measure
        self._at, (self._used, _) = time.monotonic(), measure()

    def look(self) -> float:
        """To be called several times a second. The seconds so far."""
        now, (used, wanting) = time.monotonic(), self._measure()
        asleep = 0.0 if wanting else min(now - self._at, LOOK)
        self.seconds += max(used - self._used, asleep)
        self._at, self._used = now, used
        return self.seconds
