# reject: mass = 1 as any other
# message: typical-one
# base: solution
-     if mass >= 1:  # also where the sum is rounded up to 1 too early
-         return logits.clone()
