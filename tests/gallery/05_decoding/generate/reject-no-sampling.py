# reject: always takes the best
# message: generate-sample-is-greedy
# base: solution
-             new = torch.multinomial(logits.softmax(dim=-1), num_samples=1)  # [B, 1]
+             new = logits.argmax(dim=-1, keepdim=True)
