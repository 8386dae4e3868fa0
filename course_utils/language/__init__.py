"""The small world: its grammar, its texts and tasks, and the models trained on it."""
