# reject: divides with //
# message: unk-as-special
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return text.count(unk) // len(text) if text else 0.0
