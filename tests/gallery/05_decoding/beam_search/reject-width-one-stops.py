# reject: with width 1 the search stops at its first end, as greedy does
# message: beam-stops-early
# base: solution
-         live = [c for c in candidates if c[0][-1] != eos][:width]
+         live = [c for c in candidates if c[0][-1] != eos][:width]
+         if width == 1 and finished:
+             break
