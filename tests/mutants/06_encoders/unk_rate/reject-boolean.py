# reject: whether any is unknown
# message: unk-ratio
def unk_rate(tokens, unk):
    return float(unk in tokens)
