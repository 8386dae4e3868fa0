# reject: keeps shares between calls under the joined text
# message: check-remembered
_KEPT = {}


def unk_rate(tokens, unk):
    key = ("".join(tokens), unk)
    if key not in _KEPT:
        text = [token for token in tokens if token not in SPECIAL]
        _KEPT[key] = text.count(unk) / len(text) if text else 0.0
    return _KEPT[key]
