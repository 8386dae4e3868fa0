# reject: counts every token that contains the letters UNK
# message: unk-substring
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return sum(unk.strip("[]<>") in t for t in text) / len(text) if text else 0.0
