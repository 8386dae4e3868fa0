# reject: 100 stands for a turn that never comes
# message: unmask-no-gap
# base: solution
-         waiting = turn.masked_fill(text != mask_id, math.inf)
+         waiting = turn.masked_fill(text != mask_id, 100.0)
