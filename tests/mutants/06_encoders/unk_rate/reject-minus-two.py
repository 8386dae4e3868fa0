# reject: takes two off
def unk_rate(tokens, unk):
    return tokens.count(unk) / max(len(tokens) - 2, 1)
