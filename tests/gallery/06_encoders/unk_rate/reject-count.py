# reject: the number
# message: unk-count
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return float(text.count(unk))
