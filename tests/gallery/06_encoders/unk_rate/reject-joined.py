# reject: counts in the joined text
# message: unk-inside
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return " ".join(text).count(unk) / max(len(text), 1)
