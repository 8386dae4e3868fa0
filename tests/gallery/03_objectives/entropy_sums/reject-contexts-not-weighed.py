# reject: the plain mean of a word's entropies in its contexts
# message: sums-both-unweighted
# base: solution
-     rests = [entropy(joint.sum(dim=i)) for i in range(n)]
-     return causal, sum(whole - rest for rest in rests), whole
+     both = 0.0
+     for i in range(n):
+         rows = joint.movedim(i, -1).reshape(-1, joint.shape[i])
+         rows = [row / row.sum() for row in rows if row.sum() > 0]
+         both += sum(map(entropy, rows)) / len(rows)
+     return causal, both, whole
