# reject: one token too many
# message: typical-more
# base: solution
-     cut[:, 1:] = sums[:, :-1] >= mass  # the tokens before had reached it
+     cut[:, 2:] = sums[:, :-2] >= mass
