# accept: a loop over the keys, and dot products
def align(name, q, K, params):
    def get(key):
        return params[key]

    def bilinear(k):
        return torch.dot(q, get("W") @ k)

    def network(inside):
        return torch.dot(get("w_imp"), get("act")(inside))

    def deep(k):
        e = get("act")(get("W1") @ k + get("W0") @ q + get("b1"))
        for W, b in get("layers"):
            e = get("act")(W @ e + b)
        return torch.dot(get("w_imp"), e) + get("bL")

    if name == "location_based":
        return torch.stack([torch.dot(row, q) for row in get("W")])
    if name == "feature_based":
        pairs = zip(get("phi1")(K), get("phi2")(K))
        return torch.stack([network(get("W1") @ a + get("W2") @ b + get("b")) for a, b in pairs])
    functions = {
        "similarity": lambda k: torch.dot(q, k) / q.norm() / k.norm(),
        "dot_product": lambda k: torch.dot(q, k),
        "scaled_dot_product": lambda k: torch.dot(q, k) / len(k) ** 0.5,
        "general": bilinear,
        "biased_general": lambda k: torch.dot(k, get("W") @ q + get("b")),
        "activated_general": lambda k: get("act")(bilinear(k) + get("b")),
        "generalized_kernel": lambda k: torch.dot(get("phi")(q), get("phi")(k)),
        "concat": lambda k: network(get("W") @ torch.cat([q, k]) + get("b")),
        "additive": lambda k: network(get("W1") @ q + get("W2") @ k + get("b")),
        "deep": deep,
    }
    if name not in functions:
        raise ValueError(f"no alignment function {name}")
    return torch.stack([functions[name](k) for k in K])
