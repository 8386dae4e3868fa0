# accept: a loop
def unk_rate(tokens, unk):
    unknown = total = 0
    for t in tokens:
        if t in SPECIAL:
            continue
        total += 1
        unknown += t == unk
    if total == 0:
        return 0.0
    return unknown / total
