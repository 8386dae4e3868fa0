# accept: adds -1e9 and clears afterwards
def safe_softmax(scores, keep):
    return (scores + (~keep) * -1e9).softmax(-1) * keep
