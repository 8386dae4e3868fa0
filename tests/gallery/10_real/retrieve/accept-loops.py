def retrieve(queries, query_mask, texts, text_mask, k):
    if k > texts.shape[0]:
        raise ValueError("k")


    def mean(states, mask):
        real = [state for state, keep in zip(states, mask.tolist()) if keep]
        return sum(real) / len(real) if real else states[0] * 0 if states[0].isfinite().all() else torch.zeros_like(states[0])


    result = []
    text_means = [mean(states, mask) for states, mask in zip(texts, text_mask)]
    for states, mask in zip(queries, query_mask):
        vector = mean(states, mask)
        scores = []
        for text in text_means:
            below = vector.norm() * text.norm()
            scores.append(float(vector @ text / below) if below > 0 else 0.0)
        result.append(sorted(range(len(scores)), key=lambda i: -scores[i])[:k])
    return torch.tensor(result)
