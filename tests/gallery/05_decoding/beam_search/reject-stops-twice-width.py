# reject: stops when more than width hypotheses are finished
# message: beam-stopped
# base: solution
-         live = [c for c in candidates if c[0][-1] != eos][:width]
+         live = [c for c in candidates if c[0][-1] != eos][:width]
+         if len(finished) > width:
+             break
