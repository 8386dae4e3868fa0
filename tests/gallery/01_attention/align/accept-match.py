# accept: match and PyTorch's own functions
def align(name, q, K, params):
    Q = q.expand(K.shape[0], -1)
    match name, params:
        case "similarity", _:
            return F.cosine_similarity(Q, K)
        case "dot_product", _:
            return (Q * K).sum(1)
        case "scaled_dot_product", _:
            return (Q * K).sum(1).div(math.sqrt(K.size(1)))
        case "general", {"W": W}:
            return torch.einsum("i,ij,nj->n", q, W, K)
        case "biased_general", {"W": W, "b": b}:
            return (K * F.linear(q, W, b)).sum(-1)
        case "activated_general", {"W": W, "b": b, "act": act}:
            return act(torch.einsum("i,ij,nj->n", q, W, K) + b)
        case "generalized_kernel", {"phi": phi}:
            return torch.einsum("f,nf->n", phi(q), phi(K))
        case "concat", {"W": W, "b": b, "w_imp": w, "act": act}:
            return F.linear(act(F.linear(torch.cat((Q, K), -1), W, b)), w.unsqueeze(0)).flatten()
        case "additive", {"W1": W1, "W2": W2, "b": b, "w_imp": w, "act": act}:
            return F.linear(act(F.linear(Q, W1) + F.linear(K, W2) + b), w.unsqueeze(0)).flatten()
        case "deep", {"W0": W0, "W1": W1, "b1": b1, "layers": layers, "bL": bL, "w_imp": w, "act": act}:
            e = act(F.linear(K, W1) + F.linear(Q, W0) + b1)
            for W, b in layers:
                e = act(F.linear(e, W, b))
            return torch.matmul(e, w) + bL
        case "location_based", {"W": W}:
            return torch.mv(W, q)
        case "feature_based", {"W1": W1, "W2": W2, "phi1": phi1, "phi2": phi2, "b": b, "w_imp": w, "act": act}:
            return act(phi1(K) @ W1.T + phi2(K) @ W2.T + b) @ w
        case _:
            raise ValueError(name)
