# reject: leaves out [CLS] and [SEP] alone
# message: unk-cls-sep
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in ("[CLS]", "[SEP]")]
    return text.count(unk) / max(len(text), 1)
