# reject: the amateur must find it plausible as well
# message: contrast-both-sets
# base: solution
-     return (expert - beta * amateur).masked_fill(expert < floor, -math.inf)
+     other = amateur.amax(dim=-1, keepdim=True) + math.log(alpha)
+     out = (expert < floor) | (amateur < other)
+     return (expert - beta * amateur).masked_fill(out, -math.inf)
