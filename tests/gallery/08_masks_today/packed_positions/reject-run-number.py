# reject: the number of the run
# message: packpos-runs
def packed_positions(doc_ids):
    return F.pad((doc_ids[:, 1:] != doc_ids[:, :-1]).long(), (1, 0)).cumsum(1)
