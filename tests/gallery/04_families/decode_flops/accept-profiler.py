# accept: multiplies matrices of these shapes on the meta device and asks the profiler
def decode_flops(kind, n_in, n_out, cache):
    from torch.utils.flop_counter import FlopCounterMode

    def times(rows, inner, columns):
        torch.empty(rows, inner, device="meta") @ torch.empty(inner, columns, device="meta")

    def project(tokens, count):
        for _ in range(count):
            times(tokens, WIDTH, WIDTH)

    def attend(queries, keys):
        times(queries, WIDTH, keys)
        times(queries, keys, WIDTH)

    def layer(new, keys):
        project(new, 4)
        attend(new, keys)
        times(new, WIDTH, HIDDEN)
        times(new, HIDDEN, WIDTH)

    with FlopCounterMode(display=False) as counter:
        if kind != "decoder":
            for _ in range(LAYERS):
                layer(n_in, n_in)
        for step in range(n_out):
            times(1, WIDTH, VOCAB)
            if kind == "encoder":
                continue
            length = step + (n_in if kind == "decoder" else 1)
            new = 1 if cache and step else length
            for _ in range(LAYERS):
                layer(new, length)
                if kind != "decoder":
                    if step == 0 or not cache:
                        project(n_in, 2)  # keys and values of the source
                    project(new, 2)
                    attend(new, n_in)
    return counter.get_total_flops()
