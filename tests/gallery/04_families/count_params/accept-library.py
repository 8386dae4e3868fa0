# accept: builds the model on the meta device and counts
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    from transformers import T5Config, T5ForConditionalGeneration

    config = T5Config(
        vocab_size=vocab, d_model=d_model, d_kv=d_kv, d_ff=d_ff, num_layers=layers, num_heads=heads
    )
    with torch.device("meta"):
        model = T5ForConditionalGeneration(config)
    return sum(p.numel() for p in model.parameters())
