# reject: adds logits
# message: order-logits
# base: solution
-             log_p = model(text).logits[0, place].log_softmax(dim=-1)  # [V]
+             log_p = model(text).logits[0, place]
