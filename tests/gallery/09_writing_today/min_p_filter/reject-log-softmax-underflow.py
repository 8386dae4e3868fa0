# reject: compares logarithms of a softmax
# message: min-p-wrong
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     limit = math.log(p) if p else -math.inf
+     kept = probs.log() - probs.log().amax(-1, keepdim=True) >= limit
+     return (probs.log() - probs.log().amax(-1, keepdim=True)).masked_fill(~kept, -math.inf)
