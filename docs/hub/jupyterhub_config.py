# The course on one machine for a department, with JupyterHub: docs/teaching.md says how. Copy this
# file to /srv/jupyterhub/ and add what is yours: address, certificate, limits.
import grp
import os
import pwd
import sys
from pathlib import Path

c = get_config()  # noqa: F821  (JupyterHub defines it)
FOLDER = "behind-the-mask"  # of each user, in the home folder

# Whoever can log in to the machine and is in one of these groups.
c.LocalAuthenticator.allowed_groups = {"learners", "instructors"}


# One server for each user, as that user: it may read and write what they may.
def command(python):
    return [str(python), "-P", "-m", "course_utils", "lab", "--hub"]


def own_clone(spawner):
    """An instructor works in a clone of the whole course, with its own environment."""
    user = pwd.getpwnam(spawner.user.name)
    if grp.getgrnam("instructors").gr_gid in os.getgrouplist(user.pw_name, user.pw_gid):
        python = Path(user.pw_dir, FOLDER, ".venv", "bin", "python")
        spawner.cmd = [*command(python), "--instructor"]


c.Spawner.cmd = command(sys.executable)  # of the installation from which the hub runs
c.Spawner.pre_spawn_hook = own_clone
c.Spawner.environment = {
    "COURSE_FOLDER": f"~/{FOLDER}",
    "COURSE_EXCHANGE": "/srv/nbgrader/exchange",
}
c.Spawner.env_keep = ["PATH", "LANG", "LC_ALL", "TZ", "COURSE_LANGUAGE"]
c.Spawner.start_timeout = 180  # seconds: many first starts at once are slow
c.Spawner.http_timeout = 180
