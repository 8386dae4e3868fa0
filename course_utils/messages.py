"""Every sentence that the course's code says to a reader, in one table.

`say("key", field=...)` fills a sentence in. Code holds keys, never sentences, so that another
language needs another table and nothing else.
"""


class CourseError(Exception):
    """Something the reader can mend: its text is one sentence that says what to do."""


MESSAGES: dict[str, str] = {
    # --- results of a check -------------------------------------------------------------------
    "check-passed": "Visible checks passed. Hidden checks run when the notebook is graded.",
    "check-passed-ungraded": "All checks passed.",
    "check-passed-hidden": "Hidden checks passed.",
    "check-open": "Not written yet: replace `raise NotImplementedError` in `{name}` with your code, "
    "run that cell, then run this one again.",
    "check-undefined": "There is no function `{name}` yet: run the answer cell above, then this "
    "cell again.",
    "check-not-function": "`{name}` is {kind}, not a function: define it with `def {name}(...)`.",
    "check-raised": "{call} stopped with {error}.",
    "check-raised-at": "{call} stopped with {error}, in the line: {line}",
    "check-did-not-raise": "{call} must raise {wanted}, but it returned {got}.",
    "check-raised-other": "{call} must raise {wanted}, but it raised {error}.",
    "check-nothing": "{call} returned nothing: is a `return` missing?",
    "check-modified": "{call} changed its input `{argument}`: work on a copy (`x + 1`, not `x += 1`; "
    "`masked_fill`, not `masked_fill_`).",
    "check-type": "The result must be {wanted}, but it is {got}.",
    "check-shape": "The result must have shape {wanted}, but it has {got}.",
    "check-dtype": "The result must have dtype {wanted}, but it has {got}.",
    "check-length": "The result must hold {wanted} values, but it holds {got}.",
    "check-nan": "The result holds NaN.",
    "values-differ": "The values are not right: see the table.",
    "check-broke": "The check itself could not go on ({error}): the result is of a kind that it "
    "did not expect.",
    "check-smallest": "First input on which it goes wrong: {call}",
    "check-read": "Read again: {where}",
    "check-expected": "expected",
    "check-got": "got",
    "check-where": "where",
    "check-more": "and {count} more",
    # --- progress ------------------------------------------------------------------------------
    "progress-not-saved": "Your progress could not be saved: make the folder {folder} writable. "
    "Your notebook is not affected.",
    "progress-title": "Your progress",
    "progress-empty": "No exercise tried yet.",
    "progress-total": "{solved} of {total} exercises solved (visible checks)",
    "progress-chapter": "chapter",
    "progress-exercise": "exercise",
    "progress-state": "state",
    "progress-tries": "tries",
    "progress-points": "points",
    "progress-passed": "solved",
    "progress-failed": "not yet",
    "progress-open": "open",
}


def say(key: str, **fields: object) -> str:
    """The sentence of `key` with its fields filled in. A `KeyError` names an unknown key."""
    return MESSAGES[key].format(**fields)
