# reject: removes special tokens from the caller's list
# message: check-modified
def unk_rate(tokens, unk):
    for s in SPECIAL:
        while s in tokens:
            tokens.remove(s)
    return tokens.count(unk) / max(len(tokens), 1)
