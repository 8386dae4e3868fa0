# reject: as many as in the first row
# message: typical-first-size
# base: solution
-     cut[:, 1:] = sums[:, :-1] >= mass  # the tokens before had reached it
+     cut[:, 1:] = sums[:, :-1] >= mass  # the tokens before had reached it
+     cut = cut[:1].expand_as(cut)
