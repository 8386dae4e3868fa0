"""What a learner's workplace needs: opening the course, looking at its state, putting it right."""
