# reject: scores times keep: a hidden score of 0 still counts
# message: safe-zero-score
def safe_softmax(scores, keep):
    return (scores * keep).softmax(-1) * keep
