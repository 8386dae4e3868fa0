# reject: distinct tokens
# message: unk-distinct
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return len({unk} & set(text)) / max(len(set(text)), 1)
