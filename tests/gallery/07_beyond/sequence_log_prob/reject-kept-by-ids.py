# reject: keeps the result of the same ids, whatever the logits
# message: sequence-kept
_seen = {}
def sequence_log_prob(logits, ids):
    key = str(ids.tolist())
    if key not in _seen:
        _seen[key] = logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None])[..., 0].sum(1)
    return _seen[key]
