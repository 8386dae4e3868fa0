# reject: stops when the best live does not beat the best finished
# message: generate-beam-stops-early
# base: solution
-             if full and sums[row, 0].item() / length**alpha <= finished[row][-1][0]:
+             if full and sums[row, 0].item() / length**alpha <= finished[row][0][0]:
