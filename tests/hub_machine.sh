# What an administrator does once (docs/teaching.md), then the hub; run as root in a machine of its own.
set -euo pipefail
course=$1
groupadd learners
groupadd instructors
mkdir -p /srv/home
for name in ada ben eve; do useradd -m -b /srv/home -s /bin/bash -G learners "$name"; done
useradd -M -b /srv/home -s /bin/bash -G instructors mia
find /srv/home/mia -path '*/.venv' -prune -o -exec chown -h mia: {} +
chmod 755 /srv/home/*  # their homes are open, as on many machines: the course's folders protect themselves
chmod 700 /srv/home/mia/behind-the-mask
chpasswd < /srv/passwords
rm /srv/passwords
# A machine's /proc: of bubblewrap's own, parts are covered, and an ordinary user could mount none.
mount -t proc proc /proc || true
cannot() { # the test is skipped
  echo "$1"
  exit 77
}
runuser -u ada -- "$course/.venv/bin/python" -c "import course_utils" ||
  cannot "other users than root cannot read this course folder or its Python"
runuser -u mia -- bwrap --ro-bind / / --unshare-all --proc /proc true ||
  cannot "an ordinary user cannot make a sandbox here"
install -d /srv/nbgrader
install -d -m 1777 /srv/nbgrader/exchange
install -d -o mia /srv/nbgrader/exchange/behind-the-mask
chmod 700 /srv/jupyterhub
cd /srv/jupyterhub
exec "$course/.venv/bin/jupyterhub" -f jupyterhub_config.py
