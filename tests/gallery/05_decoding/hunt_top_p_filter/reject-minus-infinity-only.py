# reject: wants -inf, where a number of -10,000 is allowed
# message: hunt-accused
def hunt_top_p_filter(f: Callable) -> bool:
    def right(rows, p, dtype=torch.float32):
        logits = torch.tensor(rows, dtype=dtype)
        before = logits.clone()
        try:
            got = f(logits, p)
        except Exception:
            return False
        same = isinstance(got, torch.Tensor) and got.shape == logits.shape and got.dtype == dtype
        if not same or not torch.equal(logits, before):
            return False
        for row, kept in zip(logits, got):
            probs = row.double().softmax(-1)
            stays = kept.isfinite() & (kept > -1e4)
            if not kept[~stays].isneginf().all():
                return False
            falling = probs.sort(descending=True).values
            size = len(row) if p == 1 else int((falling.cumsum(-1) < p).sum()) + 1
            size = min(size, int((row > -math.inf).sum()))
            if int(stays.sum()) != size:
                return False
            least, most = probs[stays].min(), probs[~stays].max() if (~stays).any() else 0.0
            if least < most or not torch.equal(kept[stays], row[stays]):
                return False
        return True

    def logs(*probs):
        return [math.log(p) for p in probs]

    cases = (
        *(right([logs(0.1, 0.4, 0.2, 0.3)], p) for p in (0.3, 0.5, 0.65, 0.8, 0.95)),
        right([logs(0.1, 0.4, 0.2, 0.3), logs(0.7, 0.1, 0.1, 0.1)], 0.6),  # each row has its own
        right([logs(0.02, 0.9, 0.03, 0.05), logs(0.3, 0.2, 0.35, 0.15)], 0.6),
        right([[1.0, 1.0, 1.0, 1.0, 1.0]], 0.5),  # equals: as many as are needed
        right([[40.0, 1.0, 0.0, -5.0]], 1),  # everything stays
        right([[800.0, 799.0, 797.0]], 0.7),
        right([[-30.0, -31.0, -29.5]], 0.7),
        right([[2.0, -math.inf, 1.0]], 0.9),
        right([[2.0, -math.inf, 1.0]], 1),
        right([[0.5] * 1500 + [0.0] * 500], 0.9),
        right([logs(0.2, 0.4996, 0.3004)], 0.5),
        right([logs(0.2, 0.5004, 0.2996)], 0.5),
        right([logs(0.1, 0.4, 0.2, 0.3)], 0.65, dtype=torch.float64),
        right([[3.0]], 0.2),
        right([logs(0.995, 0.003, 0.002)], 0.992),
    )
    return all(cases)
