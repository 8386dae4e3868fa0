"""What those who write the course need: release, verify, the tables of the documents, training."""
