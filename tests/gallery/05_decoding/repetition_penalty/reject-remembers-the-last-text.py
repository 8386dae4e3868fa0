# reject: keeps the sets of seen tokens between calls and takes a text that is one longer for the same text
# message: check-remembered
_state = {"length": -1, "seen": []}


def repetition_penalty(logits: torch.Tensor, previous: torch.Tensor, penalty: float) -> torch.Tensor:
    B, n = previous.shape
    if n == _state["length"] + 1 and len(_state["seen"]) == B:  # one token more: add it
        for seen, token in zip(_state["seen"], previous[:, -1].tolist()):
            seen.add(token)
    else:
        _state["seen"] = [set(row) for row in previous.tolist()]
    _state["length"] = n
    out = logits.clone()
    for b, seen in enumerate(_state["seen"]):
        for token in seen:
            x = out[b, token]
            out[b, token] = x * penalty if x < 0 else x / penalty
    return out
