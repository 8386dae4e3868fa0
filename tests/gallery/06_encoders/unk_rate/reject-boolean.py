# reject: whether any is unknown
# message: unk-any
def unk_rate(tokens, unk):
    return float(unk in tokens)
