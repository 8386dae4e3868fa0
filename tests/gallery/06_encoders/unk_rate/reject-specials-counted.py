# reject: counts special tokens
# message: unk-specials
def unk_rate(tokens, unk):
    return tokens.count(unk) / max(len(tokens), 1)
