# accept: loops over itertools.product
import itertools
def entropy_sums(joint):
    n = joint.dim()
    p = {k: joint[k].item() for k in itertools.product(*map(range, joint.shape))}
    def h(places):
        m = {}
        for k, x in p.items():
            key = tuple(k[i] for i in places); m[key] = m.get(key, 0) + x
        return -sum(x * math.log2(x) for x in m.values() if x > 0)
    full = range(n)
    return (sum(h(range(i + 1)) - h(range(i)) for i in full),
            sum(h(full) - h([j for j in full if j != i]) for i in full), h(full))
