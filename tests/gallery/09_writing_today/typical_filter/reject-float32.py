# reject: float32 on the way
# message: typical-more
# base: solution
-     log_p = logits.log_softmax(dim=-1)
+     log_p = logits.float().log_softmax(dim=-1)
