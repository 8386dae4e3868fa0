"""The verb `lab`: opens the course in JupyterLab, with the course's own settings.

Everything that JupyterLab, IPython, matplotlib and the Hugging Face libraries write goes to the
reader's `.cache`; the settings that they read are committed in `.jupyter`.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path

from course_utils.files import COURSE, WORKPLACE
from course_utils.messages import CourseError, say
from course_utils.room.workplace import furnish


def course_environment(base: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment variables under which the course runs, for Jupyter and for every kernel.

    `base` is the environment to start from, by default that of this process. What the reader set
    for Hugging Face (a cache they share with other work) and for the number of threads is kept.
    """
    environment = dict(os.environ if base is None else base)
    cache = WORKPLACE / ".cache"
    settings = COURSE / ".jupyter"
    # nbgrader calls its tools by name, so the commands of this environment come first.
    commands = str(Path(sys.executable).parent)
    environment["PATH"] = commands + os.pathsep + environment.get("PATH", "")
    environment["JUPYTER_CONFIG_PATH"] = str(settings)
    environment["JUPYTER_CONFIG_DIR"] = str(cache / "jupyter" / "config")
    environment["JUPYTER_DATA_DIR"] = str(cache / "jupyter" / "data")
    environment["JUPYTER_RUNTIME_DIR"] = str(cache / "jupyter" / "runtime")
    environment["JUPYTERLAB_SETTINGS_DIR"] = str(cache / "jupyter" / "lab" / "settings")
    environment["JUPYTERLAB_WORKSPACES_DIR"] = str(cache / "jupyter" / "lab" / "workspaces")
    environment["IPYTHONDIR"] = str(cache / "ipython")
    environment["MPLCONFIGDIR"] = str(cache / "matplotlib")
    environment["TORCHINDUCTOR_CACHE_DIR"] = str(cache / "torchinductor")
    environment["XDG_CACHE_HOME"] = str(cache)
    environment.setdefault("HF_HOME", str(cache / "huggingface"))
    # The models are tiny: more threads only get in each other's way.
    environment.setdefault("OMP_NUM_THREADS", "1")
    return environment


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether a browser can be opened in front of the reader."""
    if "SSH_CONNECTION" in environment:
        return False
    if sys.platform.startswith("linux") and not any(
        environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def prepare_workspace(workspaces: Path) -> None:
    """Gives a first start the course's layout: landing page and table of contents.

    A layout that the reader has already is left alone.
    """
    from jupyterlab_server.workspaces_handler import WorkspacesManager

    if not any(workspaces.glob("*")):
        layout = (COURSE / ".jupyter" / "workspace.json").read_text(encoding="utf-8")
        WorkspacesManager(str(workspaces)).save("default", layout)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-browser", action="store_true", help=say("help-lab-no-browser"))
    parser.add_argument("--instructor", action="store_true", help=say("help-lab-instructor"))
    parser.add_argument("--hub", action="store_true", help=say("help-lab-hub"))
    parser.add_argument("--port", type=int, default=8888, help=say("help-lab-port"))


def run(args: argparse.Namespace) -> int:
    environment = course_environment()
    if args.hub and "JUPYTERHUB_API_TOKEN" not in environment:
        raise CourseError(say("lab-no-hub"))
    try:
        if args.hub:
            furnish(COURSE, WORKPLACE)
        for name in ("JUPYTER_RUNTIME_DIR", "JUPYTERLAB_WORKSPACES_DIR"):
            Path(environment[name]).mkdir(parents=True, exist_ok=True)
    except OSError:
        raise CourseError(say("lab-not-writable", folder=WORKPLACE)) from None
    settings = environment["JUPYTER_CONFIG_PATH"]
    more = [f"{settings}/{name}" for name in ("instructor", "hub") if getattr(args, name)]
    environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join([*more, settings])
    # Jupyter reads these variables when it is imported, so they are set first.
    os.environ.update(environment)
    os.chdir(WORKPLACE)
    import zmq
    from jupyterlab.labapp import LabApp

    from course_utils.room.reset import keep_fresh
    from course_utils.room.start_page import LANDING_PAGE, write_page

    prepare_workspace(Path(environment["JUPYTERLAB_WORKSPACES_DIR"]))
    write_page()
    keep_fresh(WORKPLACE)
    if not any(WORKPLACE.glob("notebooks/*/*.ipynb")):
        print(say("lab-no-notebooks"), file=sys.stderr)
    options = [
        f"--ServerApp.root_dir={WORKPLACE}",
        "--ServerApp.log_level=ERROR",  # a warning for each notebook that is opened helps nobody
        "--LabApp.log_level=ERROR",
    ]
    if zmq.has("curve"):  # else each kernel warns that others on this computer could listen
        options.append("--KernelManager.transport_encryption=auto")
    if args.hub:  # which says by environment variables where to listen and whom to let in
        from jupyterhub.singleuser import main

        main(argv=[*options, f"--ServerApp.default_url=/lab/tree/{LANDING_PAGE}"])
        return 0
    opens = has_display(environment) and not args.no_browser
    token = environment.get("JUPYTER_TOKEN") or secrets.token_hex(16)
    options += [
        f"--ServerApp.port={args.port}",
        f"--ServerApp.open_browser={opens}",
        f"--IdentityProvider.token={token}",
        "--ServerApp.answer_yes=True",  # Ctrl-C stops at once, without a question
        # No pings: nothing has to be kept alive on one machine, and tornado warns of their default.
        "--ServerApp.tornado_settings={'ws_ping_interval': 0}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--ServerApp.allow_root=True")
    server = LabApp.initialize_server(argv=options)
    address = f"{server.connection_url}lab/tree/{LANDING_PAGE}?token={token}"
    said = [say("lab-open" if opens else "lab-address", address=address), say("lab-stop")]
    # The server opens its port when its loop starts; only then does the address answer.
    server.io_loop.add_callback(print, "\n".join(said), flush=True)
    server.start()
    return 0
