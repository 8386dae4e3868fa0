# reject: reads row t in step t
# message: order-step-row
# base: solution
-     for place in order.tolist():
+     for t, place in enumerate(order.tolist()):

-             log_p = model(text).logits[0, place].log_softmax(dim=-1)  # [V]
+             log_p = model(text).logits[0, t].log_softmax(dim=-1)
