# reject: the length counts the prompt
# message: generate-beam-no-length
# base: solution
-                 finished[row].append((best[row, place].item() / length**alpha, text))
+                 finished[row].append((best[row, place].item() / (length + n) ** alpha, text))

-             if full and sums[row, 0].item() / length**alpha <= finished[row][-1][0]:
+             if full and sums[row, 0].item() / (length + n) ** alpha <= finished[row][-1][0]:
