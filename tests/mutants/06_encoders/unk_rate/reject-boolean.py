# reject: whether any is unknown
def unk_rate(tokens, unk):
    return float(unk in tokens)
