# reject: uncovers the position before it is read
# message: order-own-word
# base: solution
-         text[0, place] = ids[0, place]  # uncovered for those that come later
+         pass

-         with torch.no_grad():
+         text[0, place] = ids[0, place]
+         with torch.no_grad():
