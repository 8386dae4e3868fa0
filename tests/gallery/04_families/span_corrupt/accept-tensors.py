# accept: gives tensors, so compare `[int(i) for i in inputs]`, not the results themselves
def span_corrupt(ids, spans, first_sentinel, eos):
    x = torch.tensor(ids)
    i, t, d = [], [], 0
    for k, (a, b) in enumerate(spans):
        s = torch.tensor([first_sentinel - k])
        i += [x[d:a], s]; t += [s, x[a:b]]; d = b
    return torch.cat([*i, x[d:], torch.tensor([eos])]), torch.cat([*t, torch.tensor([first_sentinel - len(spans), eos])])
