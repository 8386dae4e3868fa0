"""What the lesson of 02_masking draws on: one layer of transformers' BERT to hand masks to."""

from __future__ import annotations

from torch import nn


def small_bert(attention: str) -> nn.Module:
    """A BertModel with one layer and random weights, in eval mode. attention: "eager" or "sdpa"."""
    from transformers import BertConfig, BertModel

    config = BertConfig(
        vocab_size=20,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        initializer_range=0.3,
        attn_implementation=attention,
    )
    return BertModel(config, add_pooling_layer=False).eval()
