# reject: beams stop when the best live does not beat the worst of all finished
# message: generate-beam-stops-late
# base: solution
-             finished[row] = sorted(finished[row], key=lambda pair: -pair[0])[:k]
-             full = len(finished[row]) == k
+             finished[row] = sorted(finished[row], key=lambda pair: -pair[0])
+             full = len(finished[row]) >= k
