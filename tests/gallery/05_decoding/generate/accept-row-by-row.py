# accept: draws one row after the other: the same numbers are drawn
# base: solution
-             new = torch.multinomial(logits.softmax(dim=-1), num_samples=1)  # [B, 1]
+             new = torch.stack([torch.multinomial(row.softmax(-1), 1) for row in logits])
