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
    # --- notebooks and graders -----------------------------------------------------------------
    "assignment-unknown": "There is no chapter {name!r}; there are: {known}.",
    "assignment-none": "none in the folder {folder}",
    "notebook-missing": "There is no notebook at {path}: check the name, or get the file back with "
    "`git checkout -- {path}`.",
    "notebook-unreadable": "{path} cannot be read ({why}): check that you may read this file.",
    "notebook-not-json": "{path} is damaged (it is no longer JSON, from line {line} on): open an "
    "earlier copy with File, Revert Notebook to Checkpoint in JupyterLab; the file was left as "
    "it is.",
    "notebook-invalid": "{path} is not a Jupyter notebook: open it in JupyterLab and save it again, "
    "or get an earlier copy back; the file was left as it is.",
    "cell-duplicated": "{path}: the cell `{cell}` is there more than once; delete the copies.",
    "cell-missing": "{path}: the cell `{cell}` is missing; undo its deletion, or take it from an "
    "earlier copy.",
    "setup-failed": "The chapter's set-up cells stopped with {error}.",
    "answer-raised": "The answer cell stopped with {error}.",
    "answer-timeout": "It did not end within {seconds} s: look for a loop that never ends.",
    "answer-crashed": "It ended the Python process that ran it: take out `exit` and the like, and "
    "look for what takes very much memory.",
    "answer-floods": "It prints more than a million characters: take the prints out.",
    "answer-changes-library": "It changes `{name}`, which belongs to a library: define a function "
    "of your own with another name.",
    "check-raises": "The check cell stopped with {error}.",
    "check-no-number": "The check cell's result is a {kind}, not a number of points: end it with "
    "`check.result`.",
    "check-not-points": "The check cell gave {got}, which is not between 0 and its {points} points.",
    "check-plain-number": "The check cell gave a number without a message.",
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
    # --- figures -------------------------------------------------------------------------------
    "figure-no-alt": "Give the figure its alt text: show(fig, alt=\"what it shows, in words\").",
    "figure-not-matrix": "A heat map needs a matrix with rows and columns, not shape {shape}.",
    "figure-text": "Figure: {alt}",
    # --- the mask explorer ---------------------------------------------------------------------
    "mask-label": "Mask explorer",
    "mask-unknown": "There is no mask {mask!r}: choose one of {masks}.",
    "mask-scores-shape": "The scores must have shape ({n}, {n}), one row and one column for each "
    "token, not {shape}.",
    "mask-panel-scores": "Scores QKᵀ/√d",
    "mask-panel-mask": "Mask M",
    "mask-panel-weights": "Weights softmax(scores + M)",
    "mask-row-sees": "Query {query} may see {count} of {n} tokens: {seen}. It looks most at "
    "“{top}” ({weight}), and its weights sum to {total}.",
    "mask-row-nan": "Query {query} may see no token: this row is fully masked. All its scores are "
    "−∞, and softmax gives NaN, because it divides 0 by 0.",
    "mask-row-uniform": "Query {query} may see no token: this row is fully masked. With −1e9 "
    "softmax gives no NaN but a uniform row, 1/{n} for each token, the blocked ones too.",
    "mask-rows-empty": "Fully masked rows: {rows}.",
    "mask-caption": "Which tokens may each query see? Mask: {mask}. Rows are queries, columns are "
    "keys; blocked cells are grey and hatched, and the framed row is the chosen query.",
    "mask-alt": "Three matrices for “{tokens}”: scores, plus mask ({mask}), gives weights after "
    "softmax. {row}",
}


def say(key: str, **fields: object) -> str:
    """The sentence of `key` with its fields filled in. A `KeyError` names an unknown key."""
    return MESSAGES[key].format(**fields)
