# reject: tells documents apart by identity: one list that stands in two places is left out
# message: pairs-equal-documents
# base: solution
-                 other = rng.randrange(len(documents) - 1)
-                 other += other >= number  # every document but this one
-                 pairs.append((a, rng.choice(documents[other]), 0))
+                 others = [other for other in documents if other is not document]
+                 pairs.append((a, rng.choice(rng.choice(others)), 0))
