# reject: everything in brackets is special
# message: unk-brackets
def unk_rate(tokens, unk):
    text = [t for t in tokens if t == unk or not t.startswith('[')]
    return text.count(unk) / len(text) if text else 0.0
