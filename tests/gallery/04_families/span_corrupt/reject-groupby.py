# reject: puts a sentinel on each token of a span and merges equal neighbours: real tokens with that id vanish
# message: spans-melted
import itertools


def span_corrupt(
    ids: list[int], spans: list[tuple[int, int]], first_sentinel: int, eos: int
) -> tuple[list[int], list[int]]:
    """(inputs, targets) of T5's training, lists of ids; spans are (start, end), end excluded."""
    marked, targets = list(ids), []
    for k, (start, end) in enumerate(spans):
        marked[start:end] = [first_sentinel - k] * (end - start)
        targets += [first_sentinel - k, *ids[start:end]]
    sentinels = set(range(first_sentinel - len(spans) + 1, first_sentinel + 1))
    inputs = []
    for token, group in itertools.groupby(marked):
        inputs += [token] if token in sentinels else list(group)
    return inputs + [eos], targets + [first_sentinel - len(spans), eos]
