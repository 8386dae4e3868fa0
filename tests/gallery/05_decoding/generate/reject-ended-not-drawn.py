# reject: nothing is drawn for rows that have ended
# message: generate-sample
# base: solution
-             new = torch.multinomial(logits.softmax(dim=-1), num_samples=1)  # [B, 1]
+             new = torch.zeros(len(ids), 1, dtype=torch.long)
+             open_ = ~ended[:, 0]
+             new[open_] = torch.multinomial(logits[open_].softmax(dim=-1), num_samples=1)  # [B, 1]
