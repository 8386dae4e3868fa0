# reject: every prompt takes the first prompt's beams as parents
# message: generate-prompt-beams
# base: solution
-         parents, tokens = first + where // vocab, where % vocab
+         parents, tokens = where // vocab, where % vocab
