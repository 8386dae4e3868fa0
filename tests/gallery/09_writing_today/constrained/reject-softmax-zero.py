# reject: softmax over zeros too
# message: constrained-softmax-zero
# base: solution
-     return kept / total
+     return kept.softmax(-1)
