# reject: ends when the first text is full
# message: unmask-gap-left
# base: solution
-         with torch.no_grad():
+         if not (text[0] == mask_id).any():
+             break
+         with torch.no_grad():
