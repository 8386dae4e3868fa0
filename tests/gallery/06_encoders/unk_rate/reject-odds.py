# reject: divides by the known tokens
# message: unk-ratio
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return text.count(unk) / max(len(text) - text.count(unk), 1)
