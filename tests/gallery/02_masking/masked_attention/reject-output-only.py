# reject: returns the output alone
# message: attention-not-a-pair
def masked_attention(q, k, v, keep):
    return F.scaled_dot_product_attention(q, k, v, attn_mask=keep)
