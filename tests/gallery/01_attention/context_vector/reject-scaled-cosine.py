# reject: takes cosines, and then the root
# message: context-cosine
# base: solution
-     scores = K @ q / math.sqrt(q.shape[-1])  # [n]
+     scores = F.cosine_similarity(K, q[None], dim=-1) / math.sqrt(q.shape[-1])
