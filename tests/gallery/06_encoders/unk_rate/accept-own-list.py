# accept: names the four itself
def unk_rate(tokens, unk):
    special = ['[CLS]', '[SEP]', '[PAD]', '[MASK]']
    text = list(filter(lambda t: t not in special, tokens))
    try:
        return text.count(unk) / len(text)
    except ZeroDivisionError:
        return 0.0
