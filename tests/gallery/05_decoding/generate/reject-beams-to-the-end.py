# reject: beams go on to the end and find what the library has stopped before
# message: generate-beam-stops-late
# base: solution
-                 open_rows.remove(row)
+                 pass
