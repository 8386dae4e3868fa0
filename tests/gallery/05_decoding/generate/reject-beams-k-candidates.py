# reject: only k candidates a step, ends among them
# message: generate-beam-no-end
# base: solution
-         best, where = totals.view(rows, -1).topk(2 * k)  # [B, 2k], enough for k without an end
+         best, where = totals.view(rows, -1).topk(k)  # [B, 2k], enough for k without an end

-         order = best.masked_fill(ended, -math.inf).topk(k).indices
+         order = best.masked_fill(ended, -math.inf).sort(descending=True).indices
