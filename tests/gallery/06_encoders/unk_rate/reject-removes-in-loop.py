# reject: removes from the list that it goes through
# message: unk-removed
def unk_rate(tokens, unk):
    text = list(tokens)
    for token in text:
        if token in SPECIAL:
            text.remove(token)
    return text.count(unk) / max(len(text), 1)
