# reject: 1.0 when nothing is left
# message: unk-empty
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return text.count(unk) / len(text) if text else 1.0
