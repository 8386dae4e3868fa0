# reject: beams finish ends beyond the best num_beams, too
# message: generate-beam-every-end
# base: solution
-         for row, place in ended[:, :k].nonzero().tolist():
+         for row, place in ended[:, : k if length == most else 2 * k].nonzero().tolist():
