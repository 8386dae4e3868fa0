# reject: finishes an end anywhere among the 2 * num_beams candidates, if there is more than the first step
# message: generate-beam-every-end
# base: solution
-         for row, place in ended[:, :k].nonzero().tolist():
+         for row, place in ended[:, : k + 1 if length < most else k].nonzero().tolist():
