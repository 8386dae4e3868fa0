# reject: two digits
# message: unk-rounded
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return round(text.count(unk) / max(len(text), 1), 2)
