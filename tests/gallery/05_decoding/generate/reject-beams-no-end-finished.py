# reject: an end lives on as any token
# message: generate-beam-no-end
# base: solution
-     k, alpha = config["num_beams"], config.get("length_penalty", 1.0)
+     k, alpha = config["num_beams"], 0.0

-         ended = torch.zeros_like(tokens, dtype=torch.bool) if eos is None else tokens == eos
+         ended = torch.zeros_like(tokens, dtype=torch.bool)
