# reject: the share of known tokens
# message: unk-known
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return 1 - text.count(unk) / len(text) if text else 0.0
