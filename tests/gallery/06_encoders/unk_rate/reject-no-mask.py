# reject: forgets [MASK]
# message: unk-mask
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in ('[CLS]', '[SEP]', '[PAD]')]
    return text.count(unk) / max(len(text), 1)
