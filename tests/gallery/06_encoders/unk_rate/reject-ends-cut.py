# reject: cuts the first and the last token
# message: unk-ends-cut
def unk_rate(tokens, unk):
    text = tokens[1:-1]
    return text.count(unk) / len(text) if text else 0.0
