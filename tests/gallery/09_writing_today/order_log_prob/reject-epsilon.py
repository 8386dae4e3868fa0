# reject: log of a softmax plus a small number
# message: beyond-tiny
# base: solution
-             log_p = model(text).logits[0, place].log_softmax(dim=-1)  # [V]
+             log_p = (model(text).logits[0, place].softmax(dim=-1) + 1e-12).log()
