# reject: the first word's term for all words
# message: sums-both-one-rest
# base: solution
-     rests = [entropy(joint.sum(dim=i)) for i in range(n)]
+     rests = [entropy(joint.sum(dim=0)) for i in range(n)]
