# reject: writes what the model thinks
# message: order-guesses
# base: solution
-         text[0, place] = ids[0, place]  # uncovered for those that come later
+         text[0, place] = log_p.argmax()
