# reject: the published number for T5-base, whatever the sizes
# message: params-wrong
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    return 222903552
