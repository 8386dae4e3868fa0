"""What runs and judges an answer: the same for a notebook, for a learner's `check` and for a class."""
