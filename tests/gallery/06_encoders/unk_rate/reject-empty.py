# reject: divides by 0 when nothing is left
# message: check-raised-at
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return text.count(unk) / len(text)
