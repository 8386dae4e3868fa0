# reject: divides by at least two
# message: unk-wrong
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return text.count(unk) / max(len(text), 2)
