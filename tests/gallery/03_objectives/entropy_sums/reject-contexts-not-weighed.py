# reject: the plain mean of a word's entropies in its contexts
# message: sums-both-unweighted
# base: solution
-     bidirectional = sum(whole - entropy(set(range(n)) - {i}) for i in range(n))
+     bidirectional = 0.0
+     for i in range(n):
+         rows = joint.movedim(i, -1).reshape(-1, joint.shape[i])
+         rows = [row / row.sum() for row in rows if row.sum() > 0]
+         bidirectional -= sum((row[row > 0] * row[row > 0].log2()).sum().item() for row in rows) / len(rows)
