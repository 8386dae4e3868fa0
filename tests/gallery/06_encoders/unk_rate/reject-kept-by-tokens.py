# reject: keeps the share of the same tokens, whatever `unk` is
# message: unk-kept
_seen = {}
def unk_rate(tokens, unk):
    key = tuple(tokens)
    if key not in _seen:
        text = [t for t in tokens if t not in SPECIAL]
        _seen[key] = text.count(unk) / len(text) if text else 0.0
    return _seen[key]
