# reject: reads the row before
# message: order-row-before
# base: solution
-             log_p = model(text).logits[0, place].log_softmax(dim=-1)  # [V]
+             log_p = model(text).logits[0, place - 1].log_softmax(dim=-1)
