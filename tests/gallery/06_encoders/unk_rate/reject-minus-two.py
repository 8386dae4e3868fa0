# reject: takes two off
# message: unk-ends
def unk_rate(tokens, unk):
    return tokens.count(unk) / max(len(tokens) - 2, 1)
