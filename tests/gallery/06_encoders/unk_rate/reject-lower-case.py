# reject: takes large and small letters for the same
# message: unk-case
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return [t.lower() for t in text].count(unk.lower()) / max(len(text), 1)
