# reject: 0 for the one word of a text
# message: sums-one-word
# base: solution
-     return causal, sum(whole - rest for rest in rests), whole
+     return causal, sum(whole - rest for rest in rests) if n > 1 else 0.0, whole
