# reject: 32 vectors of d_kv for each head as position table
# message: params-position-vectors
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    def tower(attentions):
        block = attentions * (4 * d_model * heads * d_kv + d_model) + 2 * d_model * d_ff + d_model
        return layers * block + 32 * heads * d_kv + d_model

    return vocab * d_model + tower(1) + tower(2)
