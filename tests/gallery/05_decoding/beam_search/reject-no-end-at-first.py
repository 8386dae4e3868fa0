# reject: the first token may not be the end
# message: beam-first-end
# base: solution
-             for token, step in enumerate(log_prob_fn(tokens).tolist())
+             for token, step in enumerate(log_prob_fn(tokens).tolist()) if tokens or token != eos
