"""The button Validate above a notebook, answered by a process of its own.

nbgrader's own answer runs the notebook inside Jupyter's server, which does nothing else meanwhile:
no cell runs and no page opens, for a minute or more. Nor does the server import nbgrader for it, which
would be 30 MB of its memory. What Validate says about a check comes from `checks.NotSolved`.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import textwrap
from importlib.metadata import version
from pathlib import Path

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.serverapp import ServerApp
from jupyter_server.utils import url_path_join
from tornado import web
from traitlets.config import PyFileConfigLoader

from course_utils.files import COURSE
from course_utils.messages import say

SECONDS = 600  # for one cell; nobody waits here for the rest of a class
WIDTH = 100  # characters of a line in the dialog
_CHECK = re.compile(r'\bCheck\("(\w+)"')


def validate(notebook: Path) -> dict:
    """Runs a notebook from top to bottom; what nbgrader's Validate found, for its dialog."""
    from nbgrader.validator import Validator  # here runs the process that validates, not the server

    config = PyFileConfigLoader("nbgrader_config.py", path=str(COURSE)).load_config()
    config.Execute.timeout = SECONDS
    found = Validator(config=config).validate(str(notebook))
    for cell in found.get("failed", []):
        if check := _CHECK.search(cell["source"]):  # its code would hide the message
            cell["source"] = say("validate-check", name=check[1])
            cell["error"] = "\n".join(map(_wrapped, cell["error"].split("\n")))
    return found


def _wrapped(line: str) -> str:
    """A line that fits into the dialog, which does not wrap."""
    return textwrap.fill(line, WIDTH) if len(line) > WIDTH else line


class ValidateHandler(JupyterHandler):
    @web.authenticated
    async def post(self) -> None:
        path = self.get_argument("path", None) or (self.get_json_body() or {}).get("path", "")
        root = Path(self.settings["server_root_dir"]).expanduser().resolve()
        notebook = (root / path).resolve()
        if not notebook.is_relative_to(root):
            raise web.HTTPError(403)
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "course_utils.room.validate_button", str(notebook)],
            capture_output=True,
            text=True,
            cwd=COURSE,
        )
        if done.returncode == 0:
            self.finish({"success": True, "value": json.loads(done.stdout.splitlines()[-1])})
        else:
            why = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
            self.finish({"success": False, "value": say("validate-failed", why=why)})


class VersionHandler(JupyterHandler):
    """Before the button is shown it asks whether it comes from the nbgrader that is installed."""

    @web.authenticated
    def get(self) -> None:
        button, installed = self.get_argument("version"), version("nbgrader")
        if button == installed:
            self.finish({"success": True})
        else:
            why = say("validate-version", button=button, installed=installed)
            self.finish({"success": False, "message": why})


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "course_utils.room.validate_button"}]


def _load_jupyter_server_extension(server: ServerApp) -> None:
    application = server.web_app
    address = application.settings["base_url"]
    handlers = [
        (url_path_join(address, "assignments/validate"), ValidateHandler),
        (url_path_join(address, "nbgrader_version"), VersionHandler),
    ]
    application.add_handlers(".*$", handlers)


if __name__ == "__main__":
    print(json.dumps(validate(Path(sys.argv[1]))))
