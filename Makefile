# Behind the Mask. Each command sets the course up in .venv first, if that was not done yet.
# `make` alone opens the course. ARGS passes options on: make check ARGS=02_masking

PYTHON ?= python3
COURSE = .venv/bin/python -m course_utils
NO_TESTS = Tests are not in this copy of the course, which is the one for a class: try make doctor.

.DEFAULT_GOAL := lab
.PHONY: setup lab test bench check reset grade doctor release book verify train real

lab check reset grade doctor release book verify train real: setup
	@$(COURSE) $@ $(ARGS)

test: setup
	@test -d tests || { echo "$(NO_TESTS)" >&2; exit 2; }
	@.venv/bin/python -m pytest -n auto --maxprocesses 4 --dist loadscope --no-loadscope-reorder -q $(ARGS)

bench: setup
	@test -d benchmarks || { echo "$(NO_TESTS)" >&2; exit 2; }
	@.venv/bin/python -m benchmarks $(ARGS)

setup:
	@for python in "$(PYTHON)" python3.14 python3.13 python3.12 python3.11; do \
	  command -v "$$python" >/dev/null 2>&1 || continue; \
	  exec "$$python" -I course_utils/bootstrap.py; \
	done; \
	echo "Python was not found: install Python 3.13 (python.org, or your system's packages)," \
	  "then run the same command again." >&2; exit 2
