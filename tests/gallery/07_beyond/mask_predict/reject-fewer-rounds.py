# reject: no more rounds than slots
# message: fill-fewer-rounds
# base: solution
-     text = ids.masked_fill(slots, mask_id)
+     text, steps = ids.masked_fill(slots, mask_id), max(1, min(steps, int(slots.sum(1).max())))
