# reject: counts the usual spellings as well
# message: unk-either
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return sum(t in (unk, "[UNK]", "<unk>") for t in text) / len(text) if text else 0.0
