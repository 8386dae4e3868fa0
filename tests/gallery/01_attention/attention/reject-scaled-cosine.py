# reject: queries and keys are divided by their lengths, and then by the root
# message: attention-cosine
# base: solution
-     scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # [..., T, S]
+     q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
+     scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
