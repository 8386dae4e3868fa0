# reject: a share of what is left, rounded down
# message: unmask-small-first
# base: solution
-         share = count // steps + (step < count % steps)
+         share = (text == mask_id).sum(dim=1, keepdim=True) // (steps - step)
