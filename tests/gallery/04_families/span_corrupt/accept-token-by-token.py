# accept: walks over the tokens
def span_corrupt(ids, spans, first_sentinel, eos):
    begins = {start: number for number, (start, _) in enumerate(spans)}
    ends = {end for _, end in spans}
    inputs, targets, inside = [], [], False
    for i, token in enumerate(ids):
        if i in ends:
            inside = False
        if i in begins:
            inside = True
            inputs.append(first_sentinel - begins[i])
            targets.append(first_sentinel - begins[i])
        (targets if inside else inputs).append(token)
    inputs.append(eos)
    targets += [first_sentinel - len(spans), eos]
    return inputs, targets
