"""For each chapter the inputs, references and comparisons of its checks. No lesson imports them."""
