# accept: runs the network on the meta device and asks the profiler
def decode_flops(kind, n_in, n_out, cache):
    from course_utils.families import Sizes, counted_flops

    return counted_flops(kind, n_in, n_out, cache, Sizes(LAYERS, WIDTH, HIDDEN, VOCAB))
