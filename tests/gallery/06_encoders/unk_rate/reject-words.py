# reject: leaves out pieces that begin with ##
# message: unk-pieces
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL and not t.startswith("##")]
    return text.count(unk) / max(len(text), 1)
