# reject: nothing is uncovered
# message: order-all-masked
# base: solution
-         text[0, place] = ids[0, place]  # uncovered for those that come later
+         pass
