# reject: without softmax
# message: typical-all
# base: solution
-     log_p = logits.log_softmax(dim=-1)
+     log_p = (logits.exp() / logits.exp().sum(-1, keepdim=True)).log()
