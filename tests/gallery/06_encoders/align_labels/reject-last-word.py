# reject: takes the last word for cut off
# message: align-last-word
# base: solution
-         is_first = word is not None and word != previous
+         is_first = word not in (None, previous, max(w for w in word_ids if w is not None))
