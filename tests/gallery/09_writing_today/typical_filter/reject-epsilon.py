# reject: a small number inside the logarithm
# message: typical-wrong
# base: solution
-     log_p = logits.log_softmax(dim=-1)
+     log_p = (logits.softmax(dim=-1) + 1e-4).log()
