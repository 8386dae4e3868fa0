# reject: always looks for [UNK]
# message: unk-name
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return text.count('[UNK]') / len(text) if text else 0.0
