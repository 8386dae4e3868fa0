# reject: counts a token that holds unk, too
# message: unk-inside
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return sum(unk in t for t in text) / max(len(text), 1)
