# reject: finished beams leave their places empty
# message: generate-beam-no-end
# base: solution
-         order = best.masked_fill(ended, -math.inf).topk(k).indices
+         order = best[:, :k].masked_fill(ended[:, :k], -math.inf).topk(k).indices
