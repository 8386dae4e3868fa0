# reject: all beams begin alike
# message: generate-beam-alike
# base: solution
-     sums = torch.full((rows, k), -math.inf)
-     sums[:, 0] = 0.0  # at first all beams are the same: one of them is enough
+     sums = torch.zeros(rows, k)
