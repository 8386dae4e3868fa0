"""What an error that an answer raised usually means: PyTorch and Python name the symptom."""

from __future__ import annotations

import re

# A pattern in "Kind: text" of the error -> the key of the sentence. The first that fits is said.
_MEANINGS = {
    r"must match the size of tensor|shape mismatch|not broadcastable": "error-broadcast",
    r"Expected target size": "error-targets",
    r"cannot be multiplied|size mismatch|batch2 tensor|matmul: Input operand": "error-matmul",
    r"1D tensors expected": "error-dot",
    r"shape '.*' is invalid for input of size": "error-view",
    r"view size is not compatible": "error-not-contiguous",
    r"only supports boolean masks|mask dtype|expected mask": "error-mask-dtype",
    r"shape of the mask .* does not match": "error-mask-shape",
    r"with a bool tensor is not supported": "error-minus-bool",
    r"bitwise_\w+\" not implemented for '": "error-bitwise",
    r"tensors used as indices must be": "error-index-dtype",
    r"to have the same dtype|expected scalar type|Found dtype|not implemented for '": "error-dtype",
    r"did not match (?:Float|Double)": "error-dtype",
    r"must be either a floating point": "error-dtype",
    r"Boolean value of Tensor|truth value of an array": "error-truth",
    r"converted to Scalar|one element tensors|can be converted to Python scalars": "error-one-number",
    r"Dimension out of range|too many indices": "error-dimension",
    r"(?:index|number) k out of range": "error-k",
    r"\b(?:max|min)\(\) (?:arg is an empty sequence|iterable argument is empty)": "error-empty",
    r"input\.numel\(\) == 0": "error-empty",
    r"choose from an empty": "error-choice",
    r"out of bounds|out of range": "error-index",
    r"leaf Variable that requires grad": "error-leaf",
    r"call numpy\(\) on Tensor that requires grad": "error-numpy-gradient",
    r"does not require grad and does not have a grad_fn": "error-no-gradient",
    r"NoneType": "error-none",
    r"UnboundLocalError": "error-unbound",
    r"NameError": "error-name",
    r"softmax\(\) missing .*dim": "error-softmax-dim",
    r"(?:all|any)\(\) takes exactly one argument": "error-all-of-several",
    r"tuple of ints.* float|'float' object cannot be interpreted|slice indices must": "error-float-size",
    r"positional argument|unexpected keyword argument|multiple values for argument": "error-arguments",
    r"takes exactly one argument|expected \d arguments?": "error-arguments",
    r"object is not callable": "error-call",
    r"'bool' object has no attribute '(?:all|any|item)'": "error-bool-all",
    r"\b(?:sqrt|log2?|exp|tanh)\(\): argument 'input' .* not (?:int|float)\b": "error-plain-number",
    r"must be Tensor, not|must be tuple of Tensors, not|argument 'input'": "error-not-a-tensor",
    r"'(?:list|tuple|int|float|bool)' object has no attribute": "error-not-a-tensor",
    r"ZeroDivisionError": "error-zero",
    r"math domain error": "error-domain",
    r"math range error": "error-overflow",
    r"RecursionError": "error-recursion",
}


# `q @ k.T` with texts or heads in front: it is the product that is wrong, not what stands in its line.
_ALL_TURNED = r"must match the size of tensor|batch2 tensor"
_KEYS_TURNED = r"(?:@\s*|matmul\((?:.*,\s*)?)[kK]\w*\.T\b"
# The same product where the keys were turned in a line before; nothing is added here that could not fit.
_ONLY_A_PRODUCT = r"^[^+*]*(?:@|matmul\()(?:(?!\s-\s|\+|(?<!\*)\*(?!\*)).)*$"
# `e / e.sum(-1)` and `x - x.max(-1).values`: a dimension is gone that the other side still has.
_SUMMED_AWAY = (
    r"[-/]\s*[\w.]+(?:\(\))?\.(?:sum|mean|a?max|a?min|norm|logsumexp)\((?:(?!keepdim).)*$"
)
# `weights * rows`, entry by entry, with nothing in the line that could be the cause instead.
_ONLY_TIMES = r"^[^+@*]*[^+@*\s]\s*\*\s*[^+@*\s][^+@*]*$"
_LINES_THAT_DO_NOT_FIT = {  # the first that is found counts
    _SUMMED_AWAY: "error-summed-away",
    _ONLY_A_PRODUCT: "error-front",
    _ONLY_TIMES: "error-times",
}
# `k.transpose(1, 2)`: places counted from the front.
_PLACES_FROM_THE_FRONT = r"transpose\(\s*(?:[a-zA-Z_]\w*,\s*)?(\d+)\s*,\s*(\d+)\s*\)"
_NO_PLACE = r"Dimension out of range .* but got (\d+)"


def meaning_of(error: str, line: str = "") -> str | None:
    """The key of the sentence that says what an error usually means; None where none is known.

    error: its kind and text, as "IndexError: index 3 is out of bounds"; line: where it arose.
    """
    if re.search(_ALL_TURNED, error) and re.search(_KEYS_TURNED, line):
        return "error-all-turned"
    if "must match the size of tensor" in error:
        for pattern, key in _LINES_THAT_DO_NOT_FIT.items():
            if re.search(pattern, line):
                return key
    if "values to unpack" in error and re.search(r"\.shape\b|\.size\(\)", line):
        return "error-unpack-shape"
    missing, places = re.search(_NO_PLACE, error), re.search(_PLACES_FROM_THE_FRONT, line)
    if missing and places and missing[1] in places.groups():
        return "error-transpose"
    found = (key for pattern, key in _MEANINGS.items() if re.search(pattern, error))
    return next(found, None)
