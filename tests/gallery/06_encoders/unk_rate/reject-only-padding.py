# reject: leaves out padding alone
# message: unk-specials
def unk_rate(tokens, unk):
    text = [t for t in tokens if t != '[PAD]']
    return text.count(unk) / max(len(text), 1)
