"""Sets the course up in `.venv`: `python3 -I course_utils/bootstrap.py`.

`make` and `make.bat` run this before every command. It returns at once when nothing changed, and
completes or redoes a set-up that was interrupted. It writes only to `.venv` and `.cache`.

It runs before anything is installed, on whatever Python is there. So it imports only the standard
library, keeps its own sentences, and must parse on Python 3.6.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
# Newer Pythons are used when nothing else is there: PyTorch may have no build for them yet.
NEWEST_TRIED = (3, 14)
GIGABYTES_NEEDED = 3
# What the notebooks and JupyterLab import: compiled once in set-up, which is quicker than compiling
# all packages, and keeps the first start from waiting.
FIRST_IMPORTS = """
import anywidget, ipykernel.kernelapp, ipywidgets, jupyterlab.labapp, nbgrader.apps, pytest, torch
import matplotlib.pyplot
from transformers import AutoTokenizer, BertForMaskedLM, GPT2LMHeadModel, T5ForConditionalGeneration
"""
UV = "uv==0.13.8"  # only used once, on Linux, and not kept: it knows where PyTorch's CPU build is

WRONG_PYTHON = (
    "The course needs Python 3.11 or later and found only {found}: install Python 3.13 "
    "(python.org, or your system's packages), then run the same command again."
)
NO_VENV = (
    "{python} cannot make a virtual environment: install its venv package (on Debian and Ubuntu: "
    "sudo apt install python{version}-venv), then run the same command again."
)
NOT_WRITABLE = (
    "Nothing can be written to {folder}: make the folder writable or clone the course somewhere "
    "else, then run the same command again."
)
NO_SPACE = (
    "The set-up needs {needed} GB of free disk and {folder} has {free:.1f} GB: free some space, "
    "then run the same command again."
)
PIP_FAILED = (
    "The packages could not be installed. The reason stands above, everything in {log}. Check the "
    "network connection, then run the same command again: it goes on where it stopped."
)
STOPPED = "The set-up was stopped. Run the same command again to complete it."
WAITING = "Another set-up of this folder is running: waiting for it."
START = "Setting up the course in .venv: once, a few minutes."
CPU_BUILD = "Getting PyTorch's CPU build."
FULL_BUILD = (
    "PyTorch's CPU build could not be reached: installing the standard build, which on Linux "
    "brings several GB of GPU libraries. To avoid that, stop with Ctrl-C and see "
    "docs/setup.md."
)
FIRST_START = "  preparing the first start"
UPDATE = "Bringing .venv up to date."
READY = "The course is set up."


PACKAGE_LINE = re.compile(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)")


class Unmet(Exception):
    """Something that the reader has to mend: its text is one sentence that says what to do."""


def fits(version):
    """Whether a (major, minor) version is one that the course is meant for."""
    return OLDEST <= version <= NEWEST_TRIED


def version_of(python):
    """The (major, minor) version of the command `python`, or None if it does not run."""
    try:
        text = subprocess.check_output(
            [python, "-I", "-c", "import sys; print(*sys.version_info[:2])"],
            stderr=subprocess.DEVNULL,
            universal_newlines=True,
        )
        major, minor = text.split()
        return int(major), int(minor)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


def choose_python():
    """The Python that .venv is made with: this one, or a fitting one found beside it."""
    if fits(sys.version_info[:2]):
        return sys.executable
    for minor in range(NEWEST_TRIED[1], OLDEST[1] - 1, -1):
        python = shutil.which(f"python3.{minor}")
        if python and version_of(python) == (3, minor):
            return python
    if sys.version_info[:2] > NEWEST_TRIED:
        return sys.executable
    raise Unmet(WRONG_PYTHON.format(found="{}.{}".format(*sys.version_info[:2])))


def venv_python(venv):
    """Where a virtual environment keeps its Python."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint(root):
    """What a finished set-up depends on: where it lies, the lock, the package."""
    digest = hashlib.sha256()
    for name in ("requirements.txt", "pyproject.toml"):
        digest.update((root / name).read_bytes())
    return f"{root}\n{digest.hexdigest()}\n"


def read_stamp(root):
    """What the last finished set-up wrote down, or the empty string."""
    try:
        return (root / ".venv" / "course-ready").read_text(encoding="utf-8")
    except OSError:
        return ""


def is_ready(root):
    """Whether .venv is complete and made from the present lock."""
    return venv_python(root / ".venv").exists() and read_stamp(root) == fingerprint(root)


def must_redo(root):
    """Whether .venv cannot be mended: pip would not notice what is wrong with it.

    A set-up that was stopped may have left half a package, the folder may have been moved (its
    commands hold the old path), or the Python that it was made with may be gone.
    """
    venv = root / ".venv"
    stamp = read_stamp(root)
    return venv.exists() and (
        (venv / "course-unfinished").exists()
        or (stamp != "" and stamp.splitlines()[0] != str(root))
        or version_of(str(venv_python(venv))) is None
    )


@contextmanager
def only_one(lock, waiting=WAITING):
    """Lets one set-up at a time work on the folder; the others print `waiting`, if it says anything."""
    with open(str(lock), "w") as file:
        if os.name == "nt":
            import msvcrt

            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            except OSError:
                if waiting:
                    print(waiting)
                while True:
                    try:
                        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                        break
                    except OSError:
                        continue
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if waiting:
                    print(waiting, flush=True)
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Installer:
    """Runs pip in .venv, shows one line of progress, keeps everything it said in a log."""

    def __init__(self, root):
        self.python = str(venv_python(root / ".venv"))
        self.cache = root / ".cache"
        self.log = self.cache / "setup.log"
        self.environment = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PYTHONUTF8="1")
        self.environment.pop("PIP_USER", None)
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.environment["MPLCONFIGDIR"] = str(self.cache / "matplotlib")
        # pip's downloads stay in the course folder too, so that an interrupted set-up has them.
        self.environment.setdefault("PIP_CACHE_DIR", str(self.cache / "pip"))
        self.environment.setdefault("UV_CACHE_DIR", str(self.cache / "uv"))

    def forget_downloads(self):
        for name in ("pip", "uv"):
            shutil.rmtree(str(self.cache / name), ignore_errors=True)

    def run(self, *arguments, total=None):
        """Runs a command. Returns whether it succeeded; `total` packages are counted up to."""
        live = sys.stdout.isatty()
        seen = set()
        with open(str(self.log), "a", encoding="utf-8") as log:
            process = subprocess.Popen(
                arguments,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
            )
            try:
                errors = []
                for line in process.stdout:
                    log.write(line)
                    if line.startswith("ERROR:"):
                        errors.append(line)
                    name = PACKAGE_LINE.match(line)
                    if name:
                        seen.add(name.group(1))
                    if live and name and total:
                        text = f"  {len(seen):3d} of {total}  {name.group(1)}"
                        print("\r" + text.ljust(60), end="", flush=True)
                    elif line.startswith("Installing collected packages") and total:
                        text = "  unpacking the packages: a minute or two"
                        print(("\r" if live else "") + text.ljust(60), flush=True)
                status = process.wait()
                if live and total:
                    print("\r" + " " * 60 + "\r", end="", flush=True)
            except BaseException:
                process.terminate()
                process.wait()
                raise
        if status != 0 and total:
            sys.stderr.writelines(errors[-6:])
        return status == 0

    def pip(self, *arguments, total=None):
        return self.run(self.python, "-I", "-m", "pip", *arguments, total=total)

    def offered_version(self, requirement):
        """The version that pip's own sources would give for `requirement`, or None."""
        result = subprocess.run(
            [self.python, "-I", "-m", "pip", "install", "--dry-run", "--no-deps", "--quiet"]
            + ["--report", "-", requirement],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            found = json.loads(result.stdout.decode("utf-8"))["install"]
            return found[0]["metadata"]["version"] if found else None
        except (ValueError, KeyError):
            return None

    def cpu_torch(self, pin):
        """On Linux the standard build of PyTorch brings several GB for GPUs: gets the CPU build.

        A build that pip's own sources mark as special ("2.13.0+something") is the reader's choice
        and is left to pip. Else `uv` is asked, which knows where the CPU build is kept.
        """
        offered = self.offered_version(pin)
        if offered is None or "+" in offered:
            return
        print(CPU_BUILD, flush=True)
        tool = self.cache / "uv-tool"
        done = self.pip("install", "--target", str(tool), UV) and self.run(
            str(tool / "bin" / "uv"), "pip", "install", "--python", self.python,
            "--torch-backend", "cpu", "--no-deps", pin,
        )  # fmt: skip
        shutil.rmtree(str(tool), ignore_errors=True)
        if not done:
            print(FULL_BUILD, flush=True)


def pins(root):
    """The requirements of the lock, without comments and markers."""
    lines = (root / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(";")[0].strip() for line in lines if line.strip() and line[0] != "#"]


def set_up(root):
    """Makes or completes .venv. Raises Unmet when the reader has to do something first."""
    venv, cache = root / ".venv", root / ".cache"
    try:
        cache.mkdir(exist_ok=True)
        (cache / "setup.log").write_text("")
    except OSError:
        raise Unmet(NOT_WRITABLE.format(folder=root)) from None
    with only_one(cache / "setup.lock"):
        if is_ready(root):
            return
        unfinished, stamp = venv / "course-unfinished", venv / "course-ready"
        anew = must_redo(root) or not venv.exists()
        # A .venv that somebody made by hand is completed, and never deleted.
        ours = anew or stamp.exists()
        if anew:
            base = choose_python()
            free = shutil.disk_usage(str(root)).free / 1e9
            if free < GIGABYTES_NEEDED:
                raise Unmet(NO_SPACE.format(needed=GIGABYTES_NEEDED, folder=root, free=free))
            print(START, flush=True)
            if venv.exists():
                shutil.rmtree(str(venv))
            venv.mkdir()
            unfinished.touch()
            made = subprocess.run(
                [base, "-I", "-m", "venv", str(venv)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            if made.returncode != 0:
                shutil.rmtree(str(venv))
                version = "{}.{}".format(*version_of(base))
                raise Unmet(NO_VENV.format(python=base, version=version))
        else:
            print(UPDATE, flush=True)
        if stamp.exists():
            stamp.unlink()
        if ours:
            unfinished.touch()
        installer = Installer(root)
        lock = pins(root)
        if sys.platform.startswith("linux"):
            installer.cpu_torch(next(pin for pin in lock if pin.startswith("torch==")))
        requirements = str(root / "requirements.txt")
        done = installer.pip(
            "install", "--no-compile", "-r", requirements, total=len(lock)
        ) and installer.pip("install", "--no-deps", "--no-build-isolation", "-e", str(root))
        if not done:
            raise Unmet(PIP_FAILED.format(log=installer.log))
        print(FIRST_START, flush=True)
        installer.run(installer.python, "-c", FIRST_IMPORTS)
        stamp.write_text(fingerprint(root), encoding="utf-8")
        if ours:
            unfinished.unlink()
        installer.forget_downloads()
        print(READY, flush=True)


def main():
    if is_ready(ROOT):
        return 0
    try:
        set_up(ROOT)
    except Unmet as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\n" + STOPPED, file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
