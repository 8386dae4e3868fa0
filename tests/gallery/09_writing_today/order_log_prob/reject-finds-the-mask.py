# reject: reads the row of the first mask of the text
# message: order-wrong
# base: solution
-             log_p = model(text).logits[0, place].log_softmax(dim=-1)  # [V]
+             at = int((text[0] == mask_id).nonzero()[0])
+             log_p = model(text).logits[0, at].log_softmax(dim=-1)
