"""nbgrader's Collect, for an exchange whose learners are users of the same machine.

nbgrader 0.9.6 takes a submission in whoever made it, with a warning, and copies what its links lead
to: with the instructor's rights, so that a link to `solutions/` would bring a solution into the
submission. Here it is taken from its own learner only, and only ordinary files of it.
"""

from __future__ import annotations

import os
import pwd
from pathlib import Path

from nbgrader.exchange.default import ExchangeCollect

from course_utils.grading.take_in_submission import Unreadable, gather, shown
from course_utils.messages import say


class OwnCollect(ExchangeCollect):
    def _sort_by_timestamp(self, records: list[dict]) -> list[dict]:
        """One learner's submissions, newest first as nbgrader has them, but those that somebody else
        made in their name last."""
        for record in records:
            if not self._is_own(record):
                folder, student = shown(record["filename"]), shown(record["username"])
                self.log.warning(say("collect-not-own", folder=folder, student=student))
        return sorted(super()._sort_by_timestamp(records), key=self._is_own, reverse=True)

    def _is_own(self, record: dict) -> bool:
        """Whether the folder in the exchange belongs to the user whose name it has."""
        if not self.check_owner:  # nbgrader's own option: names are not those of users
            return True
        try:
            owner = os.lstat(os.path.join(self.inbound_path, record["filename"])).st_uid
            return pwd.getpwuid(owner).pw_name == record["username"]
        except (KeyError, OSError):
            return False

    def copy_files(self) -> None:
        self.src_records = list(filter(self._is_own, self.src_records))
        super().copy_files()

    def do_copy(self, src: str, dest: str, log: object = None) -> None:
        try:
            files = gather(Path(src), self.coursedir.ignore).files
        except Unreadable as why:
            self.log.warning(say("collect-unreadable", folder=shown(Path(src).name), why=why))
            return
        for name, content in files.items():
            path = Path(dest, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
