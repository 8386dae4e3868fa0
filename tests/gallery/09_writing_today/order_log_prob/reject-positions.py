# reject: softmax over the positions
# message: order-positions
# base: solution
-             log_p = model(text).logits[0, place].log_softmax(dim=-1)  # [V]
+             log_p = model(text).logits[0].log_softmax(dim=0)[place]
