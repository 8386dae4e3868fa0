"""How fast the course is: each piece beside its peer, in the same run. `python -m benchmarks`."""
