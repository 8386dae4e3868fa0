# accept: a loop over rows and tokens
def top_p_filter(logits, p):
    out = torch.full_like(logits, -math.inf)
    for b in range(len(logits)):
        probs = logits[b].softmax(-1).tolist()
        total = 0.0
        for i in sorted(range(len(probs)), key=lambda j: -probs[j]):
            out[b, i] = logits[b, i]
            total += probs[i]
            if p < 1 and total >= p:
                break
    return out
