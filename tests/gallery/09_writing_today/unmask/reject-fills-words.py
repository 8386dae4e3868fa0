# reject: the surest places of all, gaps or not
# message: unmask-no-gap
# base: solution
-         waiting = turn.masked_fill(text != mask_id, math.inf)
+         waiting = turn
