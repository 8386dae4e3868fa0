# reject: computes the scores in bfloat16
# message: attention-near
# base: solution
-     scores = K @ q / math.sqrt(q.shape[-1])  # [n]
+     scores = (K.bfloat16() @ q.bfloat16()).to(q.dtype) / math.sqrt(q.shape[-1])
