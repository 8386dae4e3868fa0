# reject: exchanges encoder and decoder where they have the same shape
# message: cross-exchanged
# base: solution
-     q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
+     if x_dec.shape == h_enc.shape:
+         x_dec, h_enc = h_enc, x_dec
+     q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
