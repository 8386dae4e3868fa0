# reject: percent
# message: unk-percent
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return 100 * text.count(unk) / len(text) if text else 0.0
