# reject: the mask is inverted: SDPA's boolean means keep
# message: cross-inverted
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T

    return F.scaled_dot_product_attention(q, k, v, attn_mask=source_padding[:, None])
