# reject: keeps its counts between calls
# message: unk-kept
def unk_rate(tokens, unk, count=[0, 0]):
    text = [t for t in tokens if t not in SPECIAL]
    count[0] += text.count(unk)
    count[1] += len(text)
    return count[0] / max(count[1], 1)
