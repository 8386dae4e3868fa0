# reject: beams that are cut compete only if none has ended
# message: generate-beam
# base: solution
-             if row in open_rows:
+             if row in open_rows and (tokens[row, place] == eos or not finished[row]):
