# reject: whether any is unknown
# message: unk-wrong
def unk_rate(tokens, unk):
    return float(unk in tokens)
