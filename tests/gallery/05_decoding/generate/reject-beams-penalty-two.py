# reject: length penalty halves
# message: generate-beam-no-end
# base: solution
-                 finished[row].append((best[row, place].item() / length**alpha, text))
+                 finished[row].append((best[row, place].item() / length**(alpha / 2), text))

-             if full and sums[row, 0].item() / length**alpha <= finished[row][-1][0]:
+             if full and sums[row, 0].item() / length**(alpha / 2) <= finished[row][-1][0]:
