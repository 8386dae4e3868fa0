# reject: forgets [PAD]
# message: unk-padding
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in ("[CLS]", "[SEP]", "[MASK]")]
    return text.count(unk) / max(len(text), 1)
