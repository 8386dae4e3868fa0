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
    "assignment-none": "none (the folder {folder} holds no chapter)",
    "assignments-none": "The folder {folder} holds no chapter: go to the course's folder.",
    "notebook-missing": "There is no notebook at {path}: check the name, or get the file back "
    "with `git checkout -- {path}`.",
    "notebook-unreadable": "{path} cannot be read ({why}): check that you may read this file.",
    "notebook-not-json": "{path} is damaged (it is no longer JSON, from line {line} on): open an "
    "earlier copy with File, Revert Notebook to Checkpoint in JupyterLab; the file was left as it "
    "is.",
    "notebook-invalid": "{path} is not a Jupyter notebook: open it in JupyterLab and save it "
    "again, or get an earlier copy back; the file was left as it is.",
    "cell-duplicated": "{path}: the cell `{cell}` is there more than once; delete the copies.",
    "cell-missing": "{path}: the cell `{cell}` is missing; undo its deletion, or take it from an "
    "earlier copy.",
    "setup-failed": "The chapter's set-up cells stopped with {error}.",
    "answer-raised": "The answer cell stopped with {error}.",
    "answer-timeout": "It did not end within {seconds} s: look for a loop that never ends.",
    "answer-crashed": "It ended the Python process that ran it: take out `exit` and the like, and "
    "look for what takes very much memory.",
    "answer-floods": "It prints more than a million characters: take the prints out.",
    "answer-memory": "It takes more memory than there is for an answer.",
    "answer-changes-library": "It changes `{name}`, which belongs to a library: define a function "
    "of your own with another name.",
    "check-raises": "The check cell stopped with {error}.",
    "check-no-number": "The check cell's result is a {kind}, not a number of points: end it with "
    "`check.result`.",
    "check-not-points": "The check cell gave {got}, which is not between 0 and its {points} "
    "points.",
    "check-plain-number": "The check cell gave a number without a message.",
    "verdict-none": "No points: the check cell must give one number from 0 to {points}, but gave "
    "{got}.",
    "verdict-nothing": "nothing",
    "feedback-hidden": "(a line of a hidden check)",
    "not-writable": "{path} cannot be written ({why}): make the folder writable and try again.",
    # --- grading a class: one submission (grading/examine.py) ---
    "check-deliberate": "This check fails on purpose.",
    "grade-changed-library": "the answer changes `{name}`, which belongs to a library.",
    "grade-looked-around": "the code looked at the check while that was running ({how}).",
    "grade-own-cell": "a cell of the student's own",
    "grade-passes-anything": "It passes a check that must fail: read the code.",
    "grade-sandbox-lost": "The sandbox stopped working: {why}.",
    "grade-time-used-up": "The {minutes} minutes for one submission are used up.",
    # --- release -------------------------------------------------------------------------------
    "release-nbgrader": "{name}: nbgrader could not make the learners' notebook: {why}.",
    "release-written": "written: {path}",
    "release-kept": "{path} had been worked in: what it held is in {kept} beside it",
    "release-nothing": "all notebooks are as they must be",
    "release-done": "{count} chapters released",
    "release-checked": "{count} chapters, {problems} problems",
    "release-missing": "{path} is missing: run `python -m course_utils release`.",
    "release-drift": "{path} is not what its source makes: run `python -m course_utils release`.",
    "release-extra": "notebooks/{name} has no source in solutions/: delete it.",
    "release-noise": "{path} holds traces of a run: run `python -m course_utils release "
    "--normalise`.",
    "lint": "{path}: {problem}",
    "lint-id-twice": "the cell id {cell} is there more than once.",
    "lint-id-form": "the cell id {cell!r} is not lower-case words joined by dashes.",
    "lint-grade-id-twice": "the grade_id {cell} is there more than once.",
    "lint-part-missing": "exercise {exercise} has no {part} (a cell with the id {cell}).",
    "lint-part-order": "exercise {exercise}: its cells must come as task, answer, check, hidden, "
    "hints.",
    "lint-hints": "{cell}: there must be {count} hints, each in its <details>.",
    "lint-no-answer": "{cell}: there is no answer cell for {exercise}.",
    "lint-hidden-elsewhere": "{cell}: hidden tests belong in a cell with a grade_id hidden_<name>.",
    "lint-answer-metadata": "{cell}: an answer cell must not be graded or locked.",
    "lint-answer-markers": "{cell}: put the solution between ### BEGIN SOLUTION and ### END "
    "SOLUTION.",
    "lint-answer-name": "{cell}: it must define the function {exercise}, its grade_id.",
    "lint-answer-types": "{cell}: give every argument and the result a type.",
    "lint-answer-docstring": "{cell}: the function needs a docstring.",
    "lint-check-grade-id": "{cell}: its grade_id must be {wanted}.",
    "lint-check-metadata": "{cell}: a check cell must be graded and locked, and no solution.",
    "lint-check-result": "{cell}: its last line must be check.result.",
    "lint-check-name": "{cell}: Check must be given the name {exercise}.",
    "lint-check-points": "{cell}: Check says {code} points, the metadata {points}.",
    "lint-check-hidden": "{cell}: hidden=True belongs to hidden checks, and to them only.",
    "lint-check-key": "{cell}: there is no message {unknown!r} in course_utils/messages.py.",
    "lint-hidden-markers": "{cell}: put the check between ### BEGIN HIDDEN TESTS and ### END "
    "HIDDEN TESTS.",
    "lint-hidden-rest": "{cell}: outside its markers there must be one comment line and no more.",
    "lint-task-title": "{cell}: its first line must be a ### heading with `{exercise}` in it.",
    "lint-task-line": "{cell}: the line *Difficulty 1 of 5 · 5 minutes · 3 points* is missing.",
    "lint-task-difficulty": "{cell}: the difficulty must be 1 to 5.",
    "lint-task-points": "{cell}: it says {said} points, but its checks give {given}.",
    "lint-question-metadata": "{cell}: a thought question's answer must be a graded solution cell.",
    "lint-question-asked": "{cell}: the cell before it must be Markdown, ask the question and "
    "state its points.",
    "lint-question-points": "{cell}: the question says {said} points, its metadata {given}.",
    "lint-tag-form": "{cell}: the tag {tag!r} is not of the form idea:S2-09 or claim:M04.",
    "lint-tag-cell": "{cell}: the tag {tag} belongs on a {wanted} cell.",
    "lint-code-syntax": "{cell}: line {line} is not Python.",
    "lint-code-prose": "{cell}: prose in code ({begin!r}...): move it into a Markdown cell.",
    "lint-code-comment": "{cell}: a comment of more than {most} characters: move it into Markdown.",
    "lint-code-comments": "{cell}: more than {most} lines of comment in a row: move them into "
    "Markdown.",
    "lint-output-none": "{cell}: it was not run: run the notebook and save it with its outputs.",
    "lint-output-points": "{cell}: its stored result is not its {points} points: run the notebook.",
    "lint-output-error": "{cell}: its stored output is an error.",
    "lint-output-stderr": "{cell}: its stored output has text on stderr.",
    "lint-output-path": "{cell}: its stored output names a place on a computer ({found}).",
    "lint-output-address": "{cell}: its stored output holds an address ({found}).",
    # --- check ---------------------------------------------------------------------------------
    "check-verb-title": "{path}, as it was last saved",
    "check-verb-none": "This chapter has no graded exercises.",
    "check-verb-points": "{got} of {of} points",
    "check-verb-deleted": "The cell `{cell}` was deleted from your notebook: undo that in "
    "JupyterLab (Edit, Undo Cell Operation), or close the notebook and run this command with "
    "--repair.",
    "check-verb-copied": "The cell `{cell}` is in your notebook {count} times, and the last one "
    "counts: delete the others, or close the notebook and run this command with --repair.",
    "check-verb-name": "An answer cell must define or import every name that it uses, except "
    "those of the set-up cell.",
    "check-verb-question": "· {name}: answered; a person grades it ({points} points)",
    "check-verb-question-open": "○ {name}: not answered yet; a person grades it ({points} points)",
    "check-verb-total": "{solved} of {total} exercises solved, {points} of {max_points} points.",
    "check-verb-total-visible": "{solved} of {total} exercises solved, {points} of {max_points} "
    "points of the visible checks.",
    "check-verb-left": "Left: {names}",
    "check-verb-hidden": "Hidden checks hold {points} more points and run when the notebook is "
    "graded.",
    "check-verb-solution": "When you are done with an exercise, compare it with {path}.",
    "check-verb-nothing": "Nothing to repair.",
    "check-verb-repaired": "The notebook is repaired; as it was before, it is in {kept} beside it.",
    "question-stub": "*Write your answer here.*",
    # --- verify --------------------------------------------------------------------------------
    "gallery-missing": "There is no gallery of answers in {folder}: only stubs and solutions can "
    "be tried.",
    "gallery-no-assignment": "{folder}: there is no chapter of this name in solutions/.",
    "gallery-no-exercise": "{folder}: the chapter has no such exercise; it has {known}.",
    "gallery-name": "{path}: name it reject-<what>.py or accept-<what>.py.",
    "gallery-unreadable": "{path}: cannot be read as UTF-8 text.",
    "gallery-key": "{path}: there is no message {unknown!r} in course_utils/messages.py.",
    "verify-exercise": "{where}: stub open {stub}, solution {solution} ({points} points), "
    "rejected {rejects}, accepted {accepts}",
    "verify-yes": "yes",
    "verify-no": "NO",
    "verify-no-answers": "the gallery holds no answers for {where}",
    "verify-no-exercises": "{assignment}: no exercises",
    "verify-otherwise": "NOT AS EXPECTED {name}: {text}",
    "verify-untried": "could not be tried. {message}",
    "verify-stub": "must be open with 0 points, but got {points} of {max_points}, message {got}: "
    "{message}",
    "verify-not-accepted": "must get all {max_points} points, but got {points}, message {got}: "
    "{message}",
    "verify-not-rejected": "must be rejected, but got all {points} points",
    "verify-other-message": "must get the message {wanted}, but got {got}: {message}",
    "verify-totals": "{answers} answers to {exercises} exercises: {right} as expected, {wrong} "
    "not, in {seconds} s",
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
    "mask-no-tokens": "Give the mask explorer at least one token, for instance \"i like cats\".",
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
    # --- the alignment explorer ----------------------------------------------------------------
    "alignment-label": "Alignment explorer",
    "alignment-shape": "The weights of a pair must have shape {wanted}, one row for each target word "
    "and one column for each source word in every head, not {shape}.",
    "alignment-title": "Weights of {head}",
    "alignment-row": "“{word}” (word {number}) looks most at “{top}” ({weight}). It translates "
    "“{partners}”.",
    "alignment-row-alone": "“{word}” (word {number}) looks most at “{top}” ({weight}). It translates "
    "no single word.",
    "alignment-alt": "A table with a row for each word of “{target}” and a column for each word of "
    "“{source}”: the weights of {head}. {row}",
    "alignment-caption": "Which source words does the decoder look at while it predicts each target "
    "word? The framed row is the chosen word.",
    # --- the gap explorer ----------------------------------------------------------------------
    "gap-label": "Gap explorer",
    "gap-own": "your own sentence",
    "gap-type": "Type words of the small world, then Enter",
    "gap-empty": "Type a sentence, for instance: the cat sat on the mat .",
    "gap-unknown": "The small world does not know: {words}. Try other words.",
    "gap-long": "This is too long: at most {most} words.",
    "gap-left": "Left side only: {context}",
    "gap-both": "Both sides: {context}",
    "gap-left-short": "left side only",
    "gap-both-short": "both sides",
    "gap-decoder": "decoder (GPT)",
    "gap-encoder": "encoder (BERT)",
    "gap-true": "the language itself",
    "gap-silent": "No text of the small world looks like this.",
    "gap-hidden": "Hidden: “{word}”.",
    "gap-know-left": "Given the left side, {nats} nats ({bits} bits) are open and P({word}) is {p}.",
    "gap-know-both": "Given both sides, {nats} nats ({bits} bits) are open and P({word}) is {p}.",
    "gap-know-left-none": "No text of the small world begins like this.",
    "gap-know-both-none": "No text of the small world looks like this, so there is no true "
    "distribution given both sides.",
    "gap-alt": "Four lists of likely words for the hidden word of “{text}”, as bars: the decoder and "
    "the language given the left side, the encoder and the language given both sides. {sentence}",
    "gap-caption": "How much does the right side tell about “{word}”? Left pair: from the left side "
    "only. Right pair: from both sides. Blue: a model. Black: the language itself.",
    # --- models --------------------------------------------------------------------------------
    "model-unknown": "There is no model {name!r}; there are: {names}.",
    "model-source": "There is no model source {source!r}; choose \"tiny\" or \"hub\" (in load_model, or "
    "in the variable COURSE_MODEL_SOURCE).",
    "model-damaged": "The file {file} of the model {name!r} is missing or damaged: get it back with "
    "`git checkout -- course_utils/tiny/{name}`, or make it again with `python -m course_utils "
    "train {name}`.",
    "model-trained": "Written to {folder}.",
    "hub-offline": "{model} is not completely in the Hugging Face cache, and HF_HUB_OFFLINE forbids "
    "a download: unset HF_HUB_OFFLINE, or use load_model({name!r}, source=\"tiny\").",
    "hub-unreachable": "{model} is not completely in the Hugging Face cache, and {hub} does not "
    "answer: check the network connection (a mirror goes into HF_ENDPOINT), or use "
    "load_model({name!r}, source=\"tiny\").",
    "hub-failed": "{model} could not be loaded from {hub} ({reason}): try again, or use "
    "load_model({name!r}, source=\"tiny\").",
    # --- 00_welcome ----------------------------------------------------------------------------
    "count-all": "That counts every pair. Under the causal mask row 0 sees 1 token, row 1 sees 2, "
    "row 2 sees 3.",
    "count-no-diagonal": "The diagonal is missing: each token sees itself as well.",
    "count-wrong": "The number of open pairs is not right.",
    # --- 01_attention --------------------------------------------------------------------------
    "context-not-a-pair": "Return two tensors: `return alpha, c`.",
    "context-swapped": "The two results are swapped: first the weights alpha, then the context "
    "vector c.",
    "context-alpha": "The weights alpha are not right: divide the dot products q·kᵢ by √d_k, then "
    "take the softmax.",
    "context-scores": "These are the scores: the softmax is missing.",
    "context-no-exponential": "The scores are divided by their sum. The softmax divides the "
    "exponentials of the scores by their sum.",
    "context-rounded": "alpha was rounded before the sum, as in the documents (.639 where the exact "
    "number is .6405). Round last, or not at all.",
    "context-keys": "c is made of the keys here. Add up the rows of V.",
    "context-mean": "This is the mean of the values: the weights were not used.",
    "context-hard": "This is the value with the largest weight. Attention takes the sum of all "
    "values, each times its weight.",
    "context-c": "The weights are right, but c is not the sum of the values, each times its weight.",
    "attention-scale-length": "The scores are divided by the root of the number of keys. Divide by "
    "√d_k, the number of features of a key: it has nothing to do with the length of the text.",
    "attention-scale-queries": "The scores are divided by the root of the number of queries. Divide "
    "by √d_k, the number of features of a query or key.",
    "attention-scale-batch": "The scores are divided by the root of the first dimension of q. Divide "
    "by √d_k, the last dimension of q and k.",
    "attention-scale-up": "The scores are multiplied by √d_k: divide.",
    "attention-scale-after": "The weights were divided by √d_k after the softmax, so the rows no "
    "longer sum to 1. Divide the scores, before the softmax.",
    "attention-batch-dim": "The softmax runs over the batch. Let it run over the keys (`dim=-1`), so "
    "that each row sums to 1.",
    "attention-transposed": "The weights are transposed: they need a row for each query and a column "
    "for each key, [..., T, S].",
    "attention-scores-plain": "These are the scores: the softmax is missing from the weights.",
    "attention-weights-plain": "The weights are not right: look at the scale, at which keys meet "
    "which query, and at the dimension of the softmax.",
    "attention-out-scores": "The weights are right, but the output was made with the scores.",
    "align-wrong": "The scores of {function!r} are not right. Its formula: {formula}",
    "align-softmax": "These are weights. `align` returns the scores of {function!r}, without a "
    "softmax.",
    "align-location": "{function!r} gave one number. Its score depends on the query alone, but there "
    "is one for each position: entry i is the i-th entry of the vector W q.",
    "align-location-mean": "{function!r} gave all positions the same score: entry i is the i-th entry "
    "of the vector W q.",
    "align-location-keys": "{function!r} does not look at the keys: entry i is the i-th entry of W q.",
    "align-not-normalised": "{function!r} is the plain dot product here: divide it by the lengths of "
    "both vectors.",
    "align-one-norm": "{function!r}: divided by the length of q only. Divide by that of kᵢ as well.",
    "align-distance": "{function!r} is a distance here. The cosine is asked for: {formula}",
    "align-scaled": "{function!r} has no scale: that is `scaled_dot_product`.",
    "align-cosine": "{function!r} is not divided by lengths: that is `similarity`.",
    "align-no-scale": "{function!r} is not divided by √d_k here.",
    "align-scale-length": "{function!r} is divided by the root of n, the number of keys. Divide by "
    "√d_k, the number of features of a key.",
    "align-scale-no-root": "{function!r} is divided by d_k: divide by its square root.",
    "align-transposed": "{function!r} is kᵢᵀ W q here, but its formula is {formula}: W acts on the "
    "key. With a W that is not symmetric the two differ.",
    "align-transposed-q": "{function!r}: W acts on the query, kᵢᵀ (W q + b). Here W was transposed.",
    "align-no-bias": "{function!r}: the bias is missing. Its formula: {formula}",
    "align-bias-outside": "{function!r}: the bias b was added after the activation. It belongs inside: "
    "{formula}",
    "align-no-act": "{function!r}: the activation act is missing. Its formula: {formula}",
    "align-act-last": "{function!r}: act was applied to the finished score. It belongs before w_imp: "
    "{formula}",
    "align-no-phi": "{function!r}: φ was not applied. Its formula: {formula}",
    "align-order": "{function!r}: the query comes first in [q; kᵢ], the key second.",
    "align-swapped": "{function!r}: W1 and W2 are swapped. Its formula: {formula}",
    "align-swapped-deep": "{function!r}: W0 acts on the query, W1 on the key. Here they are swapped.",
    "align-b1-outside": "{function!r}: b1 was added after the first activation, as the documents print "
    "it. Here it stands inside: act(W1 kᵢ + W0 q + b1).",
    "align-layers": "{function!r}: the pairs (W, b) of `layers` were not applied.",
    "align-no-bl": "{function!r}: bL is missing at the end.",
    "heads-pair": "Return the output alone, without the weights.",
    "heads-keys": "The keys are made from x_q. In cross-attention keys and values come from x_kv.",
    "heads-keys-and-values": "Keys and values are made from x_q: x_kv has no effect. This is "
    "self-attention.",
    "heads-queries": "The queries are made from x_kv. They come from x_q.",
    "heads-view": "The heads were cut with `view` or `reshape` alone: it cuts the text into pieces, "
    "so that a head holds some positions instead of some features. Split the last dimension into "
    "(num_heads, d_head), then swap positions and heads with `transpose(1, 2)`.",
    "heads-view-in": "Queries, keys and values were cut with `view` or `reshape` alone. Split the "
    "last dimension into (num_heads, d_head), then `transpose(1, 2)`.",
    "heads-view-out": "The heads are right, but were put together without `transpose(1, 2)`: positions "
    "and heads are mixed up.",
    "heads-interleaved": "The features are dealt out to the heads in turn. Head 0 gets the first "
    "d_head features, head 1 the next: split into (num_heads, d_head), in this order.",
    "heads-no-output": "The last step is missing: the output matrix w_o.",
    "heads-transposed": "The weights are in the layout of nn.Linear, (out, in): multiply by the "
    "transpose, `x @ w.T`, or use `F.linear(x, w)`.",
    "heads-output-transposed": "w_o is in the layout of nn.Linear as well: `x @ w_o.T`.",
    "heads-scale": "The scores are divided by √d_model. Each head works with d_head = d_model / "
    "num_heads features: divide by √d_head.",
    "heads-no-scale": "The scores are not divided by √d_head.",
    "heads-one": "This is one large head: num_heads has no effect.",
    "heads-mean": "The weights of the heads were averaged. Each head keeps weights of its own.",
    "heads-batch": "Each text attends to the other texts of the batch, not to its own positions: "
    "`nn.MultiheadAttention` needs `batch_first=True` for [batch, length, width].",
    "heads-exchanged": "w_k and w_v are exchanged.",
    "heads-wrong": "The output differs from that of nn.MultiheadAttention with the same weights.",
    "step-alpha": "The weights alpha are not right: the score of position i is w·tanh(W1 s + W2 hᵢ), "
    "and the softmax runs over the positions.",
    "step-zeros": "Rows of H that are all zeros were left out. The function is told of no padding, so "
    "such a row is a position like any other and takes its weight.",
    "step-batch": "The softmax runs over the texts of the batch. Let it run over the positions, so "
    "that the weights of each text sum to 1.",
    "step-features": "The softmax runs over the features. First w turns the features of a position "
    "into one score; then the softmax runs over the positions.",
    "step-no-tanh": "The tanh is missing. Without it the query's part, w·W1 s, is the same at every "
    "position, and the softmax does not see it.",
    "step-tanh-last": "The tanh was applied to the finished score. It belongs before w: "
    "w·tanh(W1 s + W2 hᵢ).",
    "step-relu": "The activation is ReLU here. Bahdanau's is tanh.",
    "step-sigmoid": "The activation is a sigmoid here. Bahdanau's is tanh.",
    "step-swapped": "W1 and W2 are swapped: W1 acts on s_prev, W2 on H.",
    "step-no-w": "The features were added up. Weigh them with w.",
    "step-scaled": "The scores were divided by a root. Additive attention has no scale.",
    "step-no-query": "s_prev has no effect. Is W1 s missing, or was the tanh applied to each part? Then "
    "the query's part is the same at every position, and the softmax does not see it. First add W1 s "
    "and W2 hᵢ, then take the tanh of the sum.",
    "step-last": "This c is the last state of the encoder, the very bottleneck that attention opens.",
    "step-c-scores": "The weights are right, but c was made with the scores.",
    "step-c": "The weights are right, but c is not the sum of the rows of H, each times its weight.",
    # --- 02_masking ----------------------------------------------------------------------------
    "mask-nan": "The mask for n = {n} holds NaN. `0 * -inf` is NaN, so ones and zeros cannot be "
    "turned into a mask by multiplying: write −∞ only where it belongs.",
    "mask-transposed": "The mask is transposed: it hides the past and shows the future. Row i is "
    "the query that looks, column j the key that is looked at; hide j > i.",
    "mask-diagonal": "The diagonal is hidden, so a token cannot see itself and row 0 sees nothing. "
    "Row i may see j ≤ i: it predicts token i + 1, so seeing token i gives nothing away.",
    "mask-off-by-one": "Each row sees one token too many. Row i predicts token i + 1, which is "
    "exactly the one that must be hidden: hide j > i.",
    "mask-inverted": "The mask is inverted: 0 leaves a score alone, −∞ takes it away.",
    "mask-ones": "These are ones and zeros. An additive mask holds 0 where the query may look "
    "(the score stays as it is) and −∞ where it may not.",
    "mask-weak": "The blocked entries are negative, but not low enough: a high score would come "
    "through. Use −∞.",
    "mask-open": "Nothing is hidden: every entry is 0.",
    "mask-wrong": "Some entries are wrong: 0 where j ≤ i, −∞ where j > i.",
    "allowed-or": "The two masks are joined with OR. A key must pass both: not in the future AND "
    "not padding.",
    "allowed-padding-only": "Padding is hidden, but the future is not: the causal mask is missing.",
    "allowed-causal-only": "The future is hidden, but padding is not: `padding` is not used.",
    "allowed-keep-padding": "The padding is kept and the real tokens are hidden: `padding` is True "
    "where a token must NOT be seen.",
    "allowed-rows": "Padding blanks rows here. It must blank columns: a padding token may not be "
    "seen (column), but what its own row sees does not matter.",
    "allowed-both": "Padding blanks columns, which is right, and rows as well. The task leaves the "
    "rows of padding tokens alone: they follow the same rule as the others.",
    "allowed-anticausal": "The causal part is transposed: each row sees the future and not the "
    "past. Row i may see j ≤ i.",
    "allowed-diagonal": "Every token sees itself here, even a padding token. Column j of a padding "
    "token is False everywhere; a row may turn out all False.",
    "allowed-no-diagonal": "No token sees itself here. Row i may see j ≤ i, itself included.",
    "allowed-blocked": "The mask is inverted: True must mean: may see.",
    "allowed-first-text": "All texts of the batch get the mask of the first one.",
    "allowed-wrong": "Some entries are wrong: True where j ≤ i and token j is not padding.",
    "attention-not-a-pair": "Return two tensors: `return out, weights`.",
    "attention-swapped": "The two results are swapped: first the output, then the weights.",
    "attention-inverted": "The mask is inverted: `keep` is True where a query MAY look, and "
    "`masked_fill` writes where its mask is True.",
    "attention-after-softmax": "The mask comes after the softmax: the hidden weights are 0, but "
    "the rows no longer sum to 1. Mask the scores before the softmax.",
    "attention-no-mask": "`keep` has no effect: these are the weights without a mask.",
    "attention-no-scale": "The scores are not divided by √d_k.",
    "attention-scaled-twice": "The scores are divided by d_k: divide by its square root.",
    "attention-wrong-scale": "The scores are divided by the root of d_v, the width of the values. "
    "Divide by √d_k, the width of queries and keys.",
    "attention-wrong-dim": "The softmax runs over the queries: its columns sum to 1. Let it run "
    "over the keys (`dim=-1`), so that each row sums to 1.",
    "attention-boolean-added": "The boolean was added to the scores as 0 and 1, which hides "
    "nothing. An additive mask needs −∞ where `keep` is False.",
    "attention-zero-score": "Hidden scores were set to 0, but a score of 0 has the weight e⁰ = 1, "
    "not 0. Set them to −∞.",
    "attention-scores-returned": "These are the masked scores: the softmax is missing from the "
    "weights that you return.",
    "attention-weights": "The weights are not right: look at the scale, at which keys `keep` hides, "
    "and at the dimension of the softmax.",
    "attention-not-zero": "A hidden weight is not exactly 0: the number that blocks is not low "
    "enough. Use −∞.",
    "attention-out-unmasked": "The weights are right, but the output was made with weights "
    "without a mask.",
    "attention-out": "The weights are right, but the output is not `weights @ v`.",
    "attention-no-gradient": "The gradients that reach q, k and v are missing or wrong: keep to "
    "PyTorch operations, with no `detach`, `no_grad` or NumPy on the way.",
    "gradient-in-place": "The result is right, but its gradient cannot be computed: the softmax "
    "needs its own result on the way back, and that was changed in place. Write "
    "`weights.masked_fill(...)` or `torch.where(...)`, not `weights[...] = 0`.",
    "gradient-failed": "The result is right, but its gradient cannot be computed: {error}",
    "safe-nan": "A row without a visible key came out as NaN: with −∞ everywhere, the softmax is "
    "0 / 0. Such a row must be zeros.",
    "safe-uniform": "A row without a visible key came out uniform, so it looks at every hidden "
    "token alike. That is a silent leak: such a row must be zeros.",
    "safe-one-hot": "A row without a visible key looks at one hidden token. Such a row must be "
    "zeros.",
    "safe-unmasked": "A row without a visible key came out as if there were no mask. Such a row "
    "must be zeros.",
    "safe-inverted": "The mask is inverted: `keep` is True where the row MAY look.",
    "safe-after-softmax": "The hidden weights were set to 0 after the softmax, so the rows no "
    "longer sum to 1. The mask must act before the softmax as well.",
    "safe-wrong-dim": "The softmax runs over the rows. Let it run over the last dimension.",
    "safe-wrong": "The weights are not right.",
    "safe-overflow": "A row with visible keys holds NaN. `exp` of a large score overflows: subtract "
    "the largest visible score first, or leave that to `torch.softmax`.",
    "safe-large": "With scores of a size of 10 000 the weights are not right. Hidden scores may be "
    "far larger than visible ones and must still not count.",
    "safe-not-zero": "A hidden weight is not exactly 0.",
    "safe-no-gradient": "No gradient reaches `scores`: keep to PyTorch operations, with no "
    "`detach`, `no_grad` or `.data` on the way.",
    "safe-gradient-nan": "The weights are right, but the gradient is NaN. A NaN that is replaced "
    "after the softmax is still there on the way back (0 · NaN = NaN): do not let it arise.",
    "safe-gradient": "The weights are right, but the gradient is not.",
    "api-huggingface-boolean": "A 4-D boolean is a trap here: transformers' eager attention adds "
    "it to the scores as 0 and 1, and nothing is hidden. Hand over an additive float mask.",
    "api-nan": "The mask for {api!r} holds NaN: `0 * -inf` is NaN.",
    "api-inverted": "The mask for {api!r} is inverted: 0 where a key is visible, −∞ where it is "
    "hidden.",
    "api-zero-one": "The mask for {api!r} holds ones and zeros. It is added to the scores: 0 where "
    "a key is visible, −∞ where it is hidden.",
    "api-weak": "The mask for {api!r} blocks with a number that is not low enough. Use −∞.",
    "api-additive": "The mask for {api!r} is wrong: 0 where a key is visible, −∞ where it is "
    "hidden.",
    "api-multihead": "`nn.MultiheadAttention` reads a boolean the other way round: True means "
    "block. One polarity does not fit all four.",
    "api-sdpa": "`F.scaled_dot_product_attention` reads a boolean as True = keep: hand over "
    "`keep` itself.",
    "api-refused": "The API for {api!r} does not take this mask: {error}",
    "api-result": "With this mask, the API for {api!r} computes something else: the wrong keys are "
    "hidden.",
    "leaks-wrong": "The dependences found for `{name}` are wrong.",
    "leaks-transposed": "The result for `{name}` is transposed: entry [i, j] says whether OUTPUT i "
    "depends on INPUT j.",
    "leaks-inverted": "The result for `{name}` is inverted: True means that the output DOES depend "
    "on the input.",
    "leaks-last-row": "Every row is the row of the last output. `{name}` has n outputs, and each "
    "depends on inputs of its own.",
    "leaks-diagonal": "The dependence of an output on its own position is missing for `{name}`.",
    "leaks-only-future": "Only the future is reported for `{name}`. The result holds every "
    "dependence, on the past and on the own position as well.",
    "leaks-nothing": "No dependence at all was found for `{name}`. If you change an input, change a "
    "copy (`x.clone()`), or you compare the new output with itself.",
    "leaks-all": "Every pair came out True for `{name}`. Change one input at a time, start afresh "
    "for each, and use finite numbers: 0 · NaN is NaN, even where the weight is 0.",
    "leaks-zero-point": "The dependences found for `{name}` are wrong. It multiplies its inputs, so "
    "at x = 0 its slopes vanish: do you start from a random point?",
    "leaks-one-place": "A leak was missed: in `{name}`, one single output sees one future input. "
    "Look at every pair.",
    "leaks-one-feature": "A leak was missed: in `{name}`, one single feature leaks. Change all "
    "features of an input, and look at all features of an output.",
    "leaks-faint": "A faint leak was missed: `{name}` lets a thousandth of the future in. Is your "
    "tolerance too wide?",
    "leaks-normalised": "A leak was missed: `{name}` has a causal attention, but normalises over "
    "the whole text first. The mask alone proves nothing.",
    # --- 03_objectives -------------------------------------------------------------------------
    "scalar-wanted": "The result must be one number (a tensor of shape []), but it has shape "
    "{shape}.",
    "loss-no-gradient": "No gradient flows back to `logits`: keep to PyTorch operations, with no "
    "`detach`, `item` or NumPy on the way.",
    "loss-gradient": "The loss is right, but its gradient is not.",
    "clm-no-shift": "The shift is missing: row i predicts token i + 1, not token i.",
    "clm-no-shift-padded": "The shift is missing (row i predicts token i + 1), and padding is "
    "counted.",
    "clm-padding-counted": "Padding is counted: leave out the targets that are padding.",
    "clm-zeros-counted": "The losses of padding are 0, but they still count in the mean: divide by "
    "the number of real targets.",
    "clm-divided-by-all": "The sum is divided by all real tokens, but the first token of a text is "
    "no target: a text of n tokens has n − 1 terms.",
    "clm-shift-left": "The shift goes the wrong way: row i predicts the NEXT token, i + 1.",
    "clm-padding-inverted": "The mask is inverted: `padding` is True where a token must NOT count.",
    "clm-sum": "This is the sum of the terms: divide by their number.",
    "clm-text-mean": "This is the mean of the texts' means, so that a token of a short text weighs "
    "more. Average over all targets of the batch at once.",
    "clm-sign": "The sign is wrong: a loss is −log p, and positive.",
    "clm-bits": "This is in bits: use the natural logarithm.",
    "clm-perplexity": "This is the perplexity, the exponential of the loss.",
    "clm-wrong": "The loss is not right.",
    "mlm-nan": "The loss is NaN: with nothing asked, a mean is 0 / 0. Return 0 then.",
    "mlm-not-zero": "With nothing asked, the loss must be 0.",
    "mlm-gradient-nan": "The loss is 0 where nothing is asked, but its gradient is NaN: do not let "
    "0 / 0 arise on the way.",
    "mlm-all-counted": "The sum is divided by all places: divide by the number of places where "
    "something is asked (labels other than −100).",
    "mlm-as-zero": "A label of −100 was taken for the id 0: such places must not count.",
    "mlm-shifted": "The labels were shifted. In masked language modelling row i answers for token i "
    "itself.",
    "mlm-sum": "This is the sum of the terms: divide by their number.",
    "mlm-text-mean": "This is the mean of the texts' means. Average over all asked places of the "
    "batch at once.",
    "mlm-sign": "The sign is wrong: a loss is −log p, and positive.",
    "mlm-wrong": "The loss is not right.",
    "corrupt-not-a-pair": "Return two tensors: `return inputs, labels`.",
    "corrupt-swapped": "−100 stands in the inputs: are inputs and labels swapped? −100 belongs in the "
    "labels only.",
    "corrupt-labels-all": "`labels` holds all ids. Only the chosen tokens are asked for; the label is "
    "−100 everywhere else.",
    "corrupt-labels-zero": "The labels are 0 where nothing is asked. Use −100: 0 is the id of a token.",
    "corrupt-special-asked": "A special token was chosen: where `special` is True nothing is asked.",
    "corrupt-special-changed": "A special token was changed in the inputs.",
    "corrupt-labels-inputs": "`labels` holds what became of the chosen tokens. It must hold the "
    "ORIGINAL ids: take them from `ids`, not from `inputs`.",
    "corrupt-labels-wrong": "A label is not the original id of its token.",
    "corrupt-only-masks": "Tokens were changed that are not asked for, and all labels stand at "
    "`mask_id`. The random words and the kept ones belong to the chosen tokens too: ask for them.",
    "corrupt-changed-unasked": "Tokens were changed that are not asked for: only chosen tokens change.",
    "corrupt-out-of-range": "An input is not an id of the vocabulary: 0 to `vocab_size` − 1.",
    "corrupt-nothing": "Nothing was chosen at all.",
    "corrupt-rate": "{share} of the tokens are asked for; it must be 15 %, also of those that stay as "
    "they are.",
    "corrupt-pattern": "Some rows or columns are chosen far more often than others: draw for each "
    "token of each text on its own.",
    "corrupt-two-coins": "Of the chosen tokens {shares} % become mask / random / stay, for 80 / 10 / 10. "
    "You have met a famous bug: two independent coins do not exclude each other. Decide between the "
    "three with one draw.",
    "corrupt-all-masks": "Every chosen token became `mask_id`: 10 % must become a random word, and 10 % "
    "must stay as they are.",
    "corrupt-no-random": "Of the chosen tokens {shares} % become mask / random / stay, for 80 / 10 / 10: "
    "the random words are missing.",
    "corrupt-shares": "Of the chosen tokens {shares} % become mask / random / stay, for 80 / 10 / 10.",
    "corrupt-few-words": "The random words are not drawn from the whole vocabulary, evenly and anew for "
    "each token.",
    "corrupt-generator-unused": "The same state of `generator` gives different results: hand "
    "`generator=generator` to every random function.",
    "corrupt-generator-fixed": "Different seeds of `generator` give the same result: draw from "
    "`generator`, and set no seed yourself.",
    "corrupt-generator-reset": "Two calls with the same generator give the same result: each call must "
    "draw on from where the generator stands.",
    "entropy-nats": "This is in nats: use the logarithm to the base 2.",
    "entropy-digits": "The logarithm is to the base 10: use the base 2.",
    "entropy-sign": "The sign is wrong: an entropy is never negative.",
    "entropy-mean": "This is the mean of the terms: add them up.",
    "entropy-surprise": "The surprises are added up without their weights: multiply each by p.",
    "entropy-count": "This is the logarithm of the number of entries: right for equal ones only.",
    "entropy-perplexity": "This is 2 to the power of the entropy.",
    "entropy-softmax": "`p` already is a distribution: take no softmax.",
    "entropy-nan": "The result is NaN: 0 · log 0 is 0 · (−∞). Leave the zeros out.",
    "entropy-wrong": "The entropy is not right.",
    "kl-swapped": "The arguments are swapped: this is KL(q ‖ p). The weights come from `p`. (You have met a "
    "famous bug: `F.kl_div` takes the logarithm of q first.)",
    "kl-bits": "This is in bits: use the natural logarithm.",
    "kl-mean": "This is the mean of the terms: add them up.",
    "kl-swapped-mean": "The arguments are swapped, and the terms averaged: `F.kl_div` takes log q first, "
    "and needs reduction=\"sum\".",
    "kl-sign": "The sign is wrong: a KL divergence is never negative.",
    "kl-cross-entropy": "This is the cross-entropy, −Σ p ln q: the entropy of p must be taken off.",
    "kl-symmetric": "This is symmetric in p and q; the KL divergence is not.",
    "kl-sum-of-both": "This is symmetric in p and q; the KL divergence is not.",
    "kl-nan": "The result is NaN: 0 · log 0. Where p is 0 the term is 0.",
    "kl-finite": "Where p > 0 and q = 0 the divergence is infinite. A small number added to q hides "
    "that.",
    "kl-wrong": "The divergence is not right.",
    "perplexity-mean-of-perplexities": "This is the mean of the texts' perplexities. Average the losses "
    "of all tokens first, then take one exponential.",
    "perplexity-text-mean": "The texts' means are averaged, so that a token of a short text weighs more. "
    "Average over all tokens.",
    "perplexity-bits": "The losses are in nats: take e to the power of the mean, not 2.",
    "perplexity-loss": "This is the mean loss: the exponential is missing.",
    "perplexity-inverted": "This is 1 / perplexity: the losses are −ln p already.",
    "perplexity-sum": "This is the exponential of the sum: divide by the number of tokens first.",
    "perplexity-n-minus-one": "The sum is divided by the wrong number of tokens: every loss in the list "
    "counts.",
    "perplexity-tokens": "This is the mean of the tokens' exponentials: take the mean first.",
    "perplexity-wrong": "The perplexity is not right.",
    "sums-not-three": "Return three values: `return causal, bidirectional, entropy`.",
    "sums-nan": "A result is NaN: leave out entries that are 0 before you take the logarithm.",
    "sums-nats": "This is in nats: use the logarithm to the base 2.",
    "sums-order": "The first two results are swapped: causal first.",
    "sums-h-first": "The results are in another order: causal, bidirectional, H.",
    "sums-marginal": "The entropies of single words, without their context, were added up. Each term is "
    "conditional: H(x_i | context) = H(x_i and context) − H(context).",
    "sums-h": "The third result is not the entropy of the whole text.",
    "sums-causal": "The causal sum is not right: H(x_i | x_<i) is the entropy of the first i words minus "
    "that of the first i − 1.",
    "sums-both-is-causal": "The second result is the causal sum again: here each word is given ALL the "
    "others, those to its right as well.",
    "sums-both": "The bidirectional sum is not right: H(x_i | others) is the entropy of the text minus "
    "that of the text without word i.",
    "pairs-not-a-list": "Return a list of triples.",
    "pairs-not-triples": "Each pair must be a triple (first, second, label) of two sentences of the "
    "documents and 0 or 1.",
    "pairs-labels-inverted": "The labels are inverted: 1 means that the second really follows the first.",
    "pairs-false-positive": "A pair with label 1 is not made of neighbours in their order.",
    "pairs-sop-random": "A negative of SOP was drawn from another document. It must be the same two "
    "sentences, swapped: that is what keeps the topic the same.",
    "pairs-sop-not-swapped": "A negative of SOP is not two neighbouring sentences, swapped.",
    "pairs-nsp-swapped": "The negatives of NSP are swapped neighbours: that is SOP.",
    "pairs-nsp-same-document": "A negative of NSP has its second sentence from the same document. Draw it "
    "from another one.",
    "pairs-count": "There must be {wanted} pairs, one for each two neighbours, but there are {got}.",
    "pairs-missing": "Some neighbours have no pair, and others have more than one.",
    "pairs-balance": "{share} of the pairs are positive; it must be about half.",
    "pairs-pattern": "The labels follow the place or the document: toss the coin anew for each two "
    "neighbours.",
    "pairs-nsp-not-random": "The negatives of NSP come from few places: draw the sentence at random from "
    "all other documents.",
    "pairs-rng-unused": "The same state of `rng` gives different results: draw from `rng`, not from the "
    "module `random`.",
    "pairs-rng-fixed": "Different seeds of `rng` give the same result: draw from `rng`.",
    "pairs-rng-reset": "Calls with the same `rng` give the same result: set no seed, and make no new "
    "generator.",
    # --- 07_beyond -----------------------------------------------------------------------------
    "stable-true": "The answer is True for a model whose rows do change when the text goes on (the "
    "model “{model}”). Compare every row of every beginning, and all logits of a row.",
    "stable-false": "The answer is False for a model whose rows stay as they are when the text goes on "
    "(the model “{model}”). Compare rows of the same place, and of the same text.",
    "stable-rounding": "The answer is False for a stable model (“{model}”): its rows differ by rounding, "
    "less than 0.00001. Floating-point numbers need a tolerance, not `equal`.",
    "stable-not-bool": "Return True or False, not {kind}.",
    "stable-not-one": "Return one boolean for the model, not shape {shape}.",
    "sequence-one-number": "This is one number: return one for each text, a tensor of shape [{texts}].",
    "sequence-underflow": "The result is infinite: a product of many probabilities has become 0 before "
    "its logarithm was taken. Add logarithms instead.",
    "sequence-geometric": "This is exp(−mean loss), the geometric mean of a token's probability. The "
    "log-probability of the text is the SUM of the logarithms.",
    "sequence-mean": "This is the mean: the log-probability of the text is the sum.",
    "sequence-mean-n": "The sum is divided by the length: do not divide.",
    "sequence-no-shift": "The shift is missing: row t predicts token t + 1, not token t.",
    "sequence-no-shift-part": "The shift is missing: the first row was dropped, but row t still answers "
    "for token t. Row t predicts token t + 1.",
    "sequence-no-shift-last": "The shift is missing: the last row was dropped, but row t still answers "
    "for token t. Row t predicts token t + 1.",
    "sequence-sign": "The sign is wrong: a log-probability is never above 0.",
    "sequence-probability": "This is the probability: leave it as a logarithm.",
    "sequence-bits": "This is in bits: use the natural logarithm.",
    "sequence-best": "These are the best tokens' log-probabilities: take those of the tokens in `ids`.",
    "sequence-logits": "These are sums of logits: take `log_softmax` first.",
    "sequence-backwards": "The shift goes the wrong way: row t predicts the NEXT token, t + 1.",
    "sequence-wrong": "The log-probabilities are not right.",
    "pseudo-one-number": "This is one number: return one for each text, a tensor of shape [{texts}].",
    "pseudo-all-masked": "All words are masked at once, so that none can help another. Mask one at a time.",
    "pseudo-none-masked": "Nothing is masked: the model reads the word that it is asked for.",
    "pseudo-left-only": "The words to the right are masked as well: mask only the word itself.",
    "pseudo-specials": "The special tokens are scored as well: leave out where `special` is True.",
    "pseudo-specials-dropped": "The special tokens were taken out of the text: the model was trained with "
    "them, so leave them in, unmasked.",
    "pseudo-mean": "This is the mean: add the terms up.",
    "pseudo-sign": "The sign is wrong: a log-probability is never above 0.",
    "pseudo-probability": "This is the product of the probabilities: leave it as a logarithm.",
    "pseudo-bits": "This is in bits: use the natural logarithm.",
    "pseudo-wrong": "The pseudo-log-likelihood is not right.",
    "ratio-one-number": "This is one number: return one for each text, a tensor of shape [{texts}].",
    "ratio-sign": "The sign is wrong: R_i comes first, R_j is taken off.",
    "ratio-absolute": "Keep the sign: R_i − R_j, not its absolute value.",
    "ratio-sum": "R_i and R_j are added: take the difference.",
    "ratio-one-side": "This is R_i alone: take off R_j, with the roles of i and j exchanged.",
    "ratio-other-side": "This is R_j alone: the result is R_i − R_j.",
    "ratio-bits": "This is in bits: use the natural logarithm.",
    "ratio-not-log": "These are the cross-ratios themselves: take their logarithms.",
    "ratio-unmasked": "The place that is asked for is not masked: write `mask_id` there, or the model reads "
    "its own answer.",
    "ratio-marginals": "The gap is 0 where it must not be: is only one of the two places masked at a time, "
    "and does the token at the other one change?",
    "ratio-wrong": "The difference of the two log cross-ratios is not right.",
    "fill-prompt": "Something changed outside of the slots.",
    "fill-mask-left": "A slot still holds `mask_id` at the end: after the last round nothing is masked "
    "again.",
    "fill-one-round": "This is the result of the first round: the later rounds change nothing. (You have "
    "met the bug of the documents: without masking again there is nothing left to predict.)",
    "fill-most": "The MOST confident slots are masked again: doubt the least confident ones.",
    "fill-grows": "The number of slots that are masked again grows: after round t it is N (T − t) / T, "
    "rounded down.",
    "fill-late": "One step late: after round t of T, N (T − t) / T slots are masked again, so that none "
    "is after the last.",
    "fill-one-at-a-time": "One slot is settled in each round: after round t, N (T − t) / T are masked "
    "again, rounded down.",
    "fill-always-all": "All slots are masked again in each round.",
    "fill-ceil": "N (T − t) / T is rounded up: round it down.",
    "fill-of-all-places": "The number to mask again is taken from the length of the text: N is the number "
    "of slots.",
    "fill-anew": "In each round every slot is predicted anew: only those that are masked now get a new "
    "token and a new confidence.",
    "fill-fresh": "The slots that kept their token get a new confidence in each round: they keep the one "
    "with which they were predicted.",
    "fill-not-masked-first": "The slots keep what they held at first: mask all of them before round 1.",
    "fill-wrong": "The filled text is not right.",
    "infill-left": "The right side is ignored: this candidate is best after the prefix alone. Score the "
    "whole text, suffix included.",
    "infill-suffix": "Only the suffix is scored: the candidate's own probability counts as well.",
    "infill-next": "Only the first token of the suffix is scored: all of them count.",
    "infill-mean": "The score is divided by a number of tokens: compare sums, or longer candidates are "
    "favoured.",
    "infill-suffix-first": "The suffix stands in front of the prefix: keep the order of the text.",
    "infill-least": "This is the least probable candidate.",
    "infill-index": "This is a number: return the candidate itself, a list of ids.",
    "infill-whole-text": "This is the whole text: return the candidate alone.",
    "infill-not-a-candidate": "Return one of the candidates, as a list of ids.",
    "infill-wrong": "This candidate does not make the whole text most probable.",
    "targets-not-binary": "The targets are 0 and 1 (or False and True).",
    "targets-all-selected": "Every selected place is marked: where the generator drew the original word, "
    "nothing was replaced.",
    "targets-outside": "Places are marked that were not selected: there `sampled` means nothing, and the "
    "text keeps its original.",
    "targets-inverted": "The targets are inverted: 1 means replaced.",
    "targets-original": "This marks the places where the generator was right: 1 means replaced by another "
    "word.",
    "targets-wrong": "The targets are not right.",
    "permutation-itself": "A position sees itself: it would read the word that it has to predict. Only "
    "what came before it in the order is open.",
    "permutation-transposed": "The mask is transposed: rows are the positions that look, and a position "
    "sees what came BEFORE it in the order.",
    "permutation-transposed-itself": "This is the opposite of the mask: either True means blocked here, "
    "or rows and columns are exchanged and a position sees itself.",
    "permutation-causal": "This is the causal mask of the steps: rows and columns must be POSITIONS of the "
    "text, which keeps its order.",
    "permutation-causal-itself": "This is the causal mask, whatever the order: row `order[t]` sees the "
    "columns `order[:t]`.",
    "permutation-order-as-step": "`order[t]` is read as the step of position t. It is the position of step "
    "t: turn the permutation around.",
    "permutation-wrong": "The mask is not right.",
    "refine-label": "Refine explorer",
    "refine-begin": "Beginning",
    "refine-start": "{text} … and {blanks} words",
    "refine-way": "Masked again after a round",
    "refine-way-least": "the least confident words (Mask-Predict)",
    "refine-way-none": "nothing (as in the documents)",
    "refine-way-most": "the most confident words",
    "refine-rounds": "Rounds T",
    "refine-round": "round {t}",
    "refine-table": "{start} …, each blank with its word and its confidence; framed: masked again",
    "refine-in": "T = {rounds}: “{text}”. The language could have said this.",
    "refine-out": "T = {rounds}: “{text}”. The language could not have said this.",
    "refine-alt": "A table with one row for each round: the words in the blanks behind “{start}” and the "
    "model's confidence in each. Masked again after each round: {counts} words. {sentence}",
    "refine-caption": "Which words are asked again? Framed: masked again after the round. Numbers: confidence.",
    # --- the command line, set-up and the room -------------------------------------------------
    "package-missing": "The package {package} is missing: run `make setup` in the course folder.",
    "lab-open": "The course opens in your browser. If it does not, open this address:\n  {address}",
    "lab-address": "Open the course in a browser at this address:\n  {address}",
    "lab-stop": "Stop it with Ctrl-C in this window.",
    "lab-no-notebooks": "There are no notebooks in notebooks/: make them with "
    "`python -m course_utils release`.",
    "lab-not-writable": "JupyterLab has to write to {folder}: make the folder writable, or clone "
    "the course somewhere else.",
    "doctor-fine": "Everything is in place.",
    "doctor-faults": "Not everything is in place: {count} to mend, as it says below.",
    "doctor-what": "looked at",
    "doctor-wanted": "wanted",
    "doctor-found": "found",
    "doctor-advice": "what to do",
    "doctor-row-fine": "nothing",
    "doctor-python": "Install Python 3.11 or later, delete the folder .venv, and run `make setup`.",
    "doctor-missing": "Run `make setup` in the course folder: it installs {package}.",
    "doctor-old": "Run `make setup` in the course folder: it brings {package} up to date.",
    "doctor-model": "model: {name}",
    "doctor-complete": "complete",
    "doctor-damaged": "damaged",
    "doctor-folder": "folder: {folder}",
    "doctor-course": "the course",
    "doctor-writable": "writable",
    "doctor-not-writable": "Make the folder {folder} writable, or clone the course somewhere else.",
}


def say(key: str, **fields: object) -> str:
    """The sentence of `key` with its fields filled in. A `KeyError` names an unknown key."""
    return MESSAGES[key].format(**fields)
