# reject: recursion over the tokens: a long text of which little is cut exceeds Python's limit
# message: check-raised-at
def span_corrupt(
    ids: list[int], spans: list[tuple[int, int]], first_sentinel: int, eos: int
) -> tuple[list[int], list[int]]:
    """(inputs, targets) of T5's training, lists of ids; spans are (start, end), end excluded."""
    starts = dict(spans)


    def walk(i, sentinel):
        if i in starts:
            inputs, targets = walk(starts[i], sentinel - 1)
            return [sentinel, *inputs], [sentinel, *ids[i : starts[i]], *targets]
        if i >= len(ids):
            return [eos], [sentinel, eos]
        inputs, targets = walk(i + 1, sentinel)
        return [ids[i], *inputs], targets


    return walk(0, first_sentinel)
