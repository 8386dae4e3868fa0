# reject: takes `unk` for a pattern
# message: unk-inside
import re
def unk_rate(tokens, unk):
    text = [t for t in tokens if t not in SPECIAL]
    return sum(bool(re.match(re.escape(unk), t)) for t in text) / len(text) if text else 0.0
