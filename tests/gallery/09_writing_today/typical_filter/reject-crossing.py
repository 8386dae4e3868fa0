# reject: drops the token that crosses
# message: typical-crossing
# base: solution
-     cut[:, 1:] = sums[:, :-1] >= mass  # the tokens before had reached it
+     cut = sums >= mass
+     cut[:, 0] = False
