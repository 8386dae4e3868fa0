"""A virtual environment with packages of this one, but not the course: for tests that set up a copy
of the course as its owner would, without a network and without a trace in this environment."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

PACKAGES = Path(sysconfig.get_path("purelib"))
# What pip wrote for the course itself. Were it there, pip would not install the copy.
OWN = ("behind_the_mask", "course_utils.pth")


def make(folder: Path, asked: Iterable[str] | None = None) -> Path:
    """Makes the environment `folder`; returns its Python. Packages and Jupyter's data are links.

    asked: the requirements of which it has what they need; all packages by default.
    """
    command = [sys.executable, "-I", "-m", "venv", "--without-pip", "--symlinks", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    base = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", vars=base))
    commands = Path(sysconfig.get_path("scripts", vars=base))
    names = {path.name for path in PACKAGES.iterdir()} if asked is None else _needed(asked)
    for name in names:
        if not name.startswith(OWN) and not (packages / name).exists():
            (packages / name).symlink_to(PACKAGES / name)
    (folder / "share").symlink_to(Path(sys.prefix) / "share")
    shutil.copytree(Path(sys.prefix) / "etc", folder / "etc")  # settings, which `postBuild` changes
    for path in Path(sysconfig.get_path("scripts")).iterdir():
        first = f"#!{sys.executable}\n".encode()
        if path.is_file() and (content := path.read_bytes()).startswith(first):
            copy = commands / path.name
            copy.write_bytes(content.replace(first, f"#!{commands / 'python'}\n".encode(), 1))
            copy.chmod(0o755)
    return commands / "python"


def _needed(asked: Iterable[str]) -> set[str]:
    """What lies in the folder of packages for these requirements and all that they require."""
    found: set[str] = set()
    seen: set[tuple[str, str]] = set()
    waiting = [Requirement(text) for text in asked]
    while waiting:
        one = waiting.pop()
        try:
            package = distribution(one.name)
        except PackageNotFoundError:  # an older Python's, or another system's
            continue
        found |= {path.parts[0] for path in package.files or () if path.parts[0] != ".."}
        for extra in ("", *one.extras):
            if (one.name, extra) not in seen:
                seen.add((one.name, extra))
                requires = map(Requirement, package.requires or ())
                waiting += [
                    r for r in requires if not r.marker or r.marker.evaluate({"extra": extra})
                ]
    return found


def environment(python: Path, home: Path) -> dict[str, str]:
    """The variables of somebody who works with this environment, and has nothing else set."""
    kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
    kept |= {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    path = os.pathsep.join([str(python.parent), os.environ["PATH"]])
    return kept | {"PATH": path, "HOME": str(home), "PIP_NO_INDEX": "1"}
