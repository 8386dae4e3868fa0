# reject: beams stop as soon as enough have ended
# message: generate-beam-stops-early
# base: solution
-             full = len(finished[row]) == k
-             if full and sums[row, 0].item() / length**alpha <= finished[row][-1][0]:
+             if len(finished[row]) == k:
