# reject: takes the unknown token for special
# message: unk-as-special
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL and t != '[UNK]']
    return text.count(unk) / len(text) if text else 0.0
