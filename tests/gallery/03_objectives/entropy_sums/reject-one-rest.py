# reject: the first word's term for all words
# message: sums-both-one-rest
# base: solution
-     bidirectional = sum(whole - entropy(set(range(n)) - {i}) for i in range(n))
+     bidirectional = n * (whole - entropy(range(1, n)))
