# reject: the worst of all candidates is lost, though the beam has room for it
# message: beam-wrong
# base: solution
-         live = [c for c in candidates if c[0][-1] != eos][:width]
+         live = [c for c in candidates[:-1] if c[0][-1] != eos][:width]
