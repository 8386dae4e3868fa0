# reject: the padding gets its new axis at the end
# message: cross-mask-axis
# base: solution
-     scores = scores.masked_fill(source_padding[:, None, :], -math.inf)
+     scores = scores.masked_fill(source_padding[:, :, None], -math.inf)
