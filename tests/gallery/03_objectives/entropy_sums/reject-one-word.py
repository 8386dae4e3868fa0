# reject: 0 for the one word of a text
# message: sums-one-word
# base: solution
-     return causal, bidirectional, whole
+     return causal, bidirectional if n > 1 else 0.0, whole
