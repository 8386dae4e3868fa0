# reject: leaves out other families' special tokens, too
# message: unk-other-specials
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL | {"<s>", "</s>", "<pad>", "<mask>"}]
    return text.count(unk) / max(len(text), 1)
