# reject: an end is finished only if it is the best candidate
# message: beam-best-end-only
# base: solution
-         finished += [c for c in candidates[:width] if c[0][-1] == eos or length == max_len]
+         finished += [c for c in candidates[:1] if c[0][-1] == eos or length == max_len]
