# reject: the negatives of NSP begin with the second of the two neighbours
# message: pairs-nsp-from-b
# base: solution
-                 pairs.append((a, rng.choice(documents[other]), 0))
+                 pairs.append((b, rng.choice(documents[other]), 0))
