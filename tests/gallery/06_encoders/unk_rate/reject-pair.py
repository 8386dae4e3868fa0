# reject: count and length
# message: unk-not-a-number
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return text.count(unk), len(text)
