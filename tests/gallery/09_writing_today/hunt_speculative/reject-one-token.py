# reject: one drafted token only
# message: hunt-slipped
# base: solution
-     for vocab, prefix, k in ((2, (), 1), (3, (1,), 1), (4, (0, 2), 2), (3, (), 3), (5, (4,), 2), (1, (), 2)):
+     for vocab, prefix, k in ((2, (), 1), (3, (1,), 1)):
