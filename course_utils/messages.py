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
    "check-not-run": "Not run: an earlier check did not pass.",
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
    "grade-changed-library": "the answer changes `{name}`, which belongs to a library.",
    "grade-chosen": "this check had to run beside the answer, which returns a {kind}: read it.",
    "grade-odd": "this check had to run beside the answer, whose code holds `{what}`: read it.",
    "grade-other-version": "The course there is another version than here: update it.",
    "grade-own-cell": "a cell of the student's own",
    "grade-passes-anything": "It passes a check that must fail: read the code.",
    "grade-time-used-up": "The {minutes} minutes for one submission are used up.",
    "grade-unforeseen": "It could not be judged ({why}): look at it yourself.",
    # --- the tables of the documents (documents.py) --------------------------------------------
    "docs-toml": "{path} cannot be read ({why}): correct it.",
    "docs-fields": "docs/claims.toml, {id}: give it these fields, none empty: {fields}.",
    "docs-words": "docs/claims.toml, {id}: verdict and kind are one each of: {words}.",
    "docs-cell": "docs/claims.toml, {id}: {cell} is no cell with the tag claim:{id}; correct it.",
    "docs-printed": "docs/claims.toml, {id}: {cell} does not print the line '{line}'; copy what it "
    "prints.",
    "docs-heading": "{id}: no section's heading stands above {cell}; give it one.",
    "docs-tag": "{cell} has the tag {tag}, which {table} does not name for it: correct one of them.",
    "docs-row": "docs/checklist.toml, {id}: no Markdown cell of {chapter} has the tag idea:{id}.",
    "docs-claims-intro": "The course follows five documents found on the web. {count} of their "
    "statements can be checked. For each of them this page has what the documents say, in our words "
    "and with its place; what a cell of the course prints; and a sentence on what is true. The "
    "tests compare the printed lines with the notebooks, and run the notebooks.",
    "docs-claims-reading": "A link opens the notebook. In JupyterLab it goes to the cell, too, on a "
    "second click if the notebook was still loading. How a claim was settled:",
    "docs-claims-documents": "Where a claim stands: a document, then its section or line.",
    "docs-checklist-intro": "The five documents hold {count} ideas. Each has its place in the "
    "course, in the chapter and section named here. The documents are described at the end of the "
    "introduction of [What the documents say, measured](documents-measured.md).",
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
    "check-verb-unchanged": "{count} of {total} answers have not changed since they were last "
    "checked and were not run again; --anew runs them all.",
    "check-verb-nothing": "Nothing to repair.",
    "check-verb-repaired": "The notebook is repaired; as it was before, it is in {kept} beside it.",
    "question-stub": "*Write your answer here.*",
    "reset-nothing": "{path} is as it was released: there is nothing to reset.",
    "reset-done": "{path} is as it was released. What you solved stays in your progress.",
    "reset-kept": "Your notebook is in {kept} beside it.",
    "reset-open": "If the chapter is open in JupyterLab: choose File > Reload Notebook from Disk, then "
    "Kernel > Restart Kernel.",
    "reset-none": "There is no fresh copy of {name} here: ask whoever gave you the course for {path}, "
    "and put it in place of yours. Your notebook was not touched.",
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
    "progress-total": "{solved} of {total} exercises solved, {points} of {max_points} points of the "
    "visible checks. {minutes} minutes are announced for the exercises that are left.",
    "progress-last": "Last solved: {time}.",
    "progress-graded": "Hidden checks and thought questions hold {points} points more, which count when a "
    "notebook is graded.",
    "progress-counted": "A try is an answer that was checked; the same one again counts once.",
    "progress-sum": "{name}: {solved} of {total} exercises",
    "progress-chapter": "chapter",
    "progress-exercise": "exercise",
    "progress-state": "state",
    "progress-tries": "tries",
    "progress-points": "points",
    "progress-minutes": "minutes left",
    "progress-announced": "minutes",
    "progress-when": "solved on",
    "progress-latest": "last solved",
    "progress-passed": "solved",
    "progress-solved": "solved",
    "progress-failed": "not yet",
    "progress-open": "open",
    # --- figures -------------------------------------------------------------------------------
    "figure-no-alt": "Give the figure its alt text: show(fig, alt=\"what it shows, in words\").",
    "figure-not-matrix": "A heat map needs a matrix with rows and columns, not shape {shape}.",
    "figure-text": "Figure: {alt}",
    # --- the mask explorer ---------------------------------------------------------------------
    "mask-label": "Mask explorer",
    "mask-sentence": "Sentence",
    "mask-choose": "Mask",
    "mask-query": "Query",
    "mask-fill": "Blocked scores get",
    "mask-sharpness": "Scores multiplied by",
    "mask-size-prefix": "Length of the prefix",
    "mask-size-window": "Width of the window",
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
    "alignment-text": "Translation",
    "alignment-word": "Word",
    "alignment-head": "Head",
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
    "gap-sentence": "Sentence",
    "gap-place": "Hidden word",
    "gap-own": "your own sentence",
    "gap-type": "Type words of the small world, then Enter",
    "text-empty": "Type a sentence, for instance: the cat sat on the mat .",
    "text-unknown": "The small world does not know: {words}. Try other words.",
    "text-long": "This is too long: at most {most} words.",
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
    # --- the family explorer -------------------------------------------------------------------
    "family-label": "Family explorer",
    "family-none": "There is no family {family!r}; there are: {known}.",
    "family-choose": "Family",
    "family-text": "Text",
    "family-row-choose": "Output",
    "family-prefix": "Prefix length",
    "family-name-encoder": "encoder (BERT)",
    "family-name-decoder": "decoder (GPT)",
    "family-name-prefix": "prefix LM",
    "family-name-encoder-decoder": "encoder-decoder (T5)",
    "family-mask-title": "may see",
    "family-slope-title": "measured",
    "family-output": "output",
    "family-input": "input",
    "family-asked-gap": "{word}, if hidden",
    "family-asked-next": "{word}",
    "family-asked-nothing": "–",
    "family-row": "Output {number} “{word}” depends on {count} of {of} inputs: {seen}. It is asked "
    "for: {asked}.",
    "family-alt": "Two tables for the family {name}, a row for each output and a column for each "
    "input: what the mask allows, and the measured size of the derivative, which is 0 where the mask "
    "blocks. {row}",
    "family-caption": "Which output depends on which input? {name}: left the mask, right the largest "
    "derivative, measured, with the greatest as 1. Grey: none at all.",
    # --- the decision tree ---------------------------------------------------------------------
    "tree-label": "Decision tree",
    "tree-none": "There is no task {task!r}; there are: {known}.",
    "tree-task": "Task",
    "tree-own": "a task of your own",
    "tree-ask-writes": "Must the answer be written, word by word?",
    "tree-ask-relation": "How does the answer stand to the input?",
    "tree-ask-serves": "What is the model to serve?",
    "tree-answer-no": "no: a label, a number, a place",
    "tree-answer-yes": "yes",
    "tree-answer-continues": "it goes on where the input ends",
    "tree-answer-made-from-it": "another text, made from it",
    "tree-answer-one-task": "this task",
    "tree-answer-many": "many tasks, by prompt",
    "tree-because-no": "The answer is fixed, so one pass with both sides in view gives it.",
    "tree-because-yes": "The answer must be written.",
    "tree-because-continues": "It goes on where the input ends, which is what a decoder was trained "
    "to do.",
    "tree-because-made-from-it": "The input is a whole text of its own.",
    "tree-because-one-task": "An encoder reads it once, with both sides in view, and the decoder looks "
    "at it at each step.",
    "tree-because-many": "With the source in the prompt, one decoder serves all tasks.",
    "tree-end": "{family}. {reasons}",
    "tree-also": "For this task there is a second way through the tree.",
    "tree-not-no": "{task}: {text}. Is a label enough? This answer is a new text.",
    "tree-not-yes": "{task}: {text}. No text has to be written here: the answer is one of a fixed "
    "set, or a place in the input.",
    "tree-not-continues": "{task}: {text}. The answer does not go on where the input ends: it is "
    "another text.",
    "tree-not-made-from-it": "{task}: {text}. The answer goes on where the input ends.",
    "tree-not-many": "{task}: {text}. This one serves no prompts.",
    "tree-alt": "A tree of three questions. Must the answer be written? No: encoder. Yes: does it go "
    "on where the input ends? Then decoder. Is it another text made from the input? Then for one task "
    "encoder-decoder, for many tasks by prompt decoder.",
    "tree-caption": "Which family does a task ask for? Three questions, four ends.",
    # --- models --------------------------------------------------------------------------------
    "model-unknown": "There is no model {name!r}; there are: {names}.",
    "model-source": "There is no model source {source!r}; choose \"tiny\" or \"hub\" (in load_model, or "
    "in the variable COURSE_MODEL_SOURCE).",
    "model-damaged": "The file {file} of the model {name!r} is missing or damaged: get it back with "
    "`git checkout -- course_utils/language/tiny/{name}`, or make it again: README.md in that folder says how.",
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
    # --- 04_families ---------------------------------------------------------------------------
    "whole-number": "The result must be a whole number, but it is {got}.",
    "whole-number-fraction": "The result must be a whole number, but it is {got}.",
    "params-wrong": "{call} gave {got}, but the library's model has {want}. Add up part by part: "
    "embedding, one encoder layer, one decoder layer, the two position tables, the last norms.",
    "params-no-cross": "{call} gave {got} instead of {want}: the cross-attention is missing. Each "
    "decoder layer has a second attention with a norm of its own. (This is the documents' \"2N\".)",
    "params-no-cross-matrices": "{call} gave {got} instead of {want}: the norm of the cross-attention "
    "is counted, but not its four matrices.",
    "params-embedding-twice": "{call} gave {got} instead of {want}: the embedding is there twice. "
    "Encoder, decoder and the output share one table.",
    "params-embedding-thrice": "{call} gave {got} instead of {want}: the embedding is there three "
    "times. Encoder, decoder and the output share one table.",
    "params-no-embedding": "{call} gave {got} instead of {want}: the table of the words is missing.",
    "params-no-position": "{call} gave {got} instead of {want}: the position tables are missing, 32 "
    "numbers for each head, in the encoder and in the decoder.",
    "params-position-once": "{call} gave {got} instead of {want}: encoder and decoder have a position "
    "table each.",
    "params-position-every-layer": "{call} gave {got} instead of {want}: only the first layer of each "
    "tower has a position table.",
    "params-position-in-cross": "{call} gave {got} instead of {want}: the cross-attention has no "
    "position table.",
    "params-position-shared-heads": "{call} gave {got} instead of {want}: a position table has 32 "
    "numbers for each head.",
    "params-no-norms": "{call} gave {got} instead of {want}: the norms are missing, d_model numbers "
    "each.",
    "params-no-final-norm": "{call} gave {got} instead of {want}: each tower ends with one more norm.",
    "params-norm-bias": "{call} gave {got} instead of {want}: a norm of T5 has a scale and no bias, "
    "so d_model numbers.",
    "params-cross-no-norm": "{call} gave {got} instead of {want}: the cross-attention has a norm, too.",
    "params-one-norm-per-layer": "{call} gave {got} instead of {want}: each attention and each "
    "feed-forward has a norm, so two in an encoder layer and three in a decoder layer.",
    "params-d-model-heads": "{call} gave {got} instead of {want}: the matrices of an attention are "
    "d_model × (heads · d_kv), which need not be d_model × d_model.",
    "params-gated": "{call} gave {got} instead of {want}: the feed-forward has two matrices here.",
    "params-biases": "{call} gave {got} instead of {want}: T5's matrices have no biases.",
    "prefix-wrong": "The mask is not right: row i sees column j where j ≤ i or j < p.",
    "prefix-inverted": "The mask is inverted: True must mean \"may see\".",
    "prefix-transposed": "Rows and columns are swapped: the row is the token that looks.",
    "prefix-causal": "This is the causal mask: inside the prefix each token sees the others, the later "
    "ones too.",
    "prefix-open": "Everything is open: after the prefix each row sees only itself and what comes "
    "before.",
    "prefix-too-long": "The prefix is one token too long: it holds the positions 0 to p − 1.",
    "prefix-too-short": "The prefix is one token too short: it holds the positions 0 to p − 1.",
    "prefix-rows": "The rows of the prefix see what comes after it. Open its columns, not its rows.",
    "prefix-block-only": "What comes after the prefix must see the prefix, too.",
    "prefix-columns-only": "After the prefix a row also sees itself and what is between.",
    "prefix-suffix-open": "After the prefix rows see what comes later: that part is causal.",
    "prefix-no-diagonal": "After the prefix the diagonal is missing: each row sees itself.",
    "prefix-suffix-length": "p is the length of the prefix, not of what follows it.",
    "prefix-backwards": "The causal part is the wrong way round: rows see what comes before them.",
    "spans-not-a-pair": "Return two lists: `return inputs, targets`.",
    "spans-not-lists": "Inputs and targets are lists of ids, but one is {got}.",
    "spans-not-ids": "The lists must hold ids, plain integers.",
    "spans-swapped": "The two lists are swapped: first the inputs, then the targets.",
    "spans-sentinel-per-token": "Each token that is cut out left a sentinel. A whole span leaves one.",
    "spans-rising": "The sentinels rise. They descend: after first_sentinel comes first_sentinel − 1.",
    "spans-one-sentinel": "All spans got the same sentinel: each needs its own, so that the targets "
    "can say which gap is meant.",
    "spans-no-eos": "`eos` ends both lists.",
    "spans-dropped": "The spans were cut out without a trace: in the inputs a sentinel stands where "
    "each was.",
    "spans-end-included": "The end of a span is excluded: (1, 3) holds the tokens 1 and 2.",
    "spans-no-final": "The final sentinel is missing: after the last span the targets hold one more "
    "sentinel, which says that nothing else is missing.",
    "spans-whole-text": "The targets hold the whole text. T5 writes only what was cut out, each span "
    "after its sentinel.",
    "spans-no-sentinels": "The targets need a sentinel before each span.",
    "spans-inputs": "{call}: the inputs must be {want}, not {got}.",
    "spans-targets": "{call}: the targets must be {want}, not {got}.",
    "cross-nan": "The result holds NaN: a whole row is blocked, or e to the power of a large score was taken. "
    "Block the padding before `softmax`, which takes the largest score off first.",
    "cross-pair": "Return the output alone, without the weights.",
    "cross-query-source": "The output has a row for each token of the source: the queries were made "
    "from the encoder. They come from the decoder, `x_dec`.",
    "cross-wrong": "The output is not right: softmax(q kᵀ / √d_k) v, with the padding of the source "
    "blocked.",
    "cross-no-scale": "The scores are not divided by √d_k.",
    "cross-no-padding": "The padding of the source is not blocked.",
    "cross-mask-after": "The weights of the padding were set to 0 after the softmax, so the rest does "
    "not sum to 1. Block before the softmax.",
    "cross-inverted": "The mask is inverted: `source_padding` is True at padding, which must be blocked.",
    "cross-scale-width": "Divide by √d_k, the features of a query, not by the root of the width of "
    "`x_dec`.",
    "cross-scale-source": "Divide by √d_k, not by the root of the number of source tokens.",
    "cross-scale-squared": "Divide by √d_k, not by d_k.",
    "cross-scores-zeroed": "The scores of the padding were set to 0. After the softmax e⁰ = 1 still "
    "counts: use −∞.",
    "cross-self": "Keys and values were made from `x_dec`: that is self-attention. They come from "
    "`h_enc`.",
    "cross-values-zeroed": "The vectors of the padding were set to 0. Their scores are then 0, and "
    "e⁰ = 1 still takes weight from the others: block the scores with −∞.",
    "cross-padding-last": "The last tokens of each source were blocked. Padding may stand anywhere: "
    "`source_padding` says where.",
    "cross-first-mask": "The padding of the first source was used for the whole batch.",
    "cross-softmax-targets": "The softmax runs over the decoder's tokens. It runs over the source.",
    "cross-no-softmax": "The softmax is missing.",
    "cross-causal": "A causal mask lies on the source. It is there as a whole: every decoder token may "
    "see all of it.",
    "cross-residual": "`x_dec` was added to the output: return the attention alone.",
    "family-wrong": "This is {want}, not {got}.",
    "family-unknown": "Answer \"encoder\", \"decoder\", \"prefix\" or \"encoder-decoder\", not "
    "{got}.",
    "family-prefix-missed": "This is a prefix LM, not a decoder: its first outputs depend on inputs to "
    "their right.",
    "family-prefix-is-open": "This is a prefix LM, not an encoder: the first outputs do not depend on "
    "the last inputs.",
    "family-not-prefix": "This is {want}, not a prefix LM: look at what lies above the diagonal.",
    "family-source-columns": "This is an encoder-decoder, not {got}: it has more inputs than outputs. "
    "The columns of the source come first, and are all used.",
    "family-sign": "This is {want}, not {got}. A derivative below 0 is a dependence, too: look at its "
    "size.",
    "family-noise": "This is {want}, not {got}. What is smaller than 1e-6 is a rounding error and "
    "no dependence.",
    "family-weak": "This is {want}, not {got}. A small derivative (above 1e-6) is a dependence.",
    "flops-wrong": "{call} gave {got}, the profiler counts {want}. Take the parts one by one: "
    "projections and feed-forward of each token that is run, scores and mixing for each pair of query "
    "and key, the head for each word that is predicted.",
    "flops-half": "{call} gave {got} instead of {want}: a multiplication and an addition are two "
    "operations.",
    "flops-double": "{call} gave {got} instead of {want}, twice as much.",
    "flops-no-head": "{call} gave {got} instead of {want}: the head is missing, one row for each "
    "predicted token.",
    "flops-head-once": "{call} gave {got} instead of {want}: the head runs once for each predicted "
    "token.",
    "flops-head-everywhere": "{call} gave {got} instead of {want}: the head runs only where a token is "
    "predicted.",
    "flops-no-attention": "{call} gave {got} instead of {want}: scores and mixing are missing, 4 · WIDTH "
    "for each pair of query and key in each layer.",
    "flops-no-self-attention": "{call} gave {got} instead of {want}: scores and mixing of the decoder's "
    "self-attention are missing.",
    "flops-one-product": "{call} gave {got} instead of {want}: a pair of query and key takes two "
    "products of WIDTH, one for the score and one for the mixing.",
    "flops-blocked-pairs": "{call} gave {got} instead of {want}: the pairs that the causal mask blocks "
    "are computed, too, and count.",
    "flops-encoder-steps": "{call} gave {got} instead of {want}: the encoder fills all gaps in one "
    "pass.",
    "flops-cache-ignored": "{call} gave {got} instead of {want}: this is the cost without a cache. With "
    "one, each step runs the newest token only.",
    "flops-always-cached": "{call} gave {got} instead of {want}: this is the cost with a cache. Without "
    "one, each step runs all tokens again.",
    "flops-last-token": "{call} gave {got} instead of {want}: the last token is never read. n_out "
    "predictions need n_out steps, the first of which reads the input.",
    "flops-extra-step": "{call} gave {got} instead of {want}: one step too many.",
    "flops-keys": "{call} gave {got} instead of {want}: the newest token is a key as well, and sees "
    "itself.",
    "flops-own-keys": "{call} gave {got} instead of {want}: the newest token looks at all tokens so "
    "far.",
    "flops-new-tokens": "{call} gave {got} instead of {want}: the pass over the input is missing.",
    "flops-encoder-each-step": "{call} gave {got} instead of {want}: the encoder is run again at each "
    "step. Its output does not change: once is enough.",
    "flops-encoder-each-step-all": "{call} gave {got} instead of {want}: the encoder is run again at "
    "each step. Its output does not change: once is enough.",
    "flops-no-encoder": "{call} gave {got} instead of {want}: the encoder's pass over the source is "
    "missing.",
    "flops-no-cross": "{call} gave {got} instead of {want}: the cross-attention is missing.",
    "flops-source-each-step": "{call} gave {got} instead of {want}: with a cache the source's keys and "
    "values are made once, not at each step.",
    "flops-source-once": "{call} gave {got} instead of {want}: without a cache the source's keys and "
    "values are made again at each step.",
    "flops-no-source": "{call} gave {got} instead of {want}: the keys and values of the source, two "
    "matrices in each layer of the decoder, are missing.",
    "flops-cross-pairs": "{call} gave {got} instead of {want}: scores and mixing of the cross-attention "
    "are missing.",
    "flops-cross-keys": "{call} gave {got} instead of {want}: in the cross-attention each decoder token "
    "meets the n_in source tokens, not the tokens written so far.",
    "flops-prompt-in-decoder": "{call} gave {got} instead of {want}: this is the cost of a decoder. "
    "Here the input goes through the encoder.",
    "flops-no-start": "{call} gave {got} instead of {want}: the decoder's first step reads the start "
    "token.",
    "prompt-not-text": "The prompt must be a str, but it is {got}.",
    "prompt-sentiment": "T5 was not trained with \"sentiment:\". For this task its prefix is \"sst2 "
    "sentence: \".",
    "prompt-sst2": "The prefix is \"sst2 sentence: \", with both words.",
    "prompt-order": "The question comes first, then the context.",
    "prompt-language": "The target language was not put in: see `target_lang`.",
    "prompt-translate": "The prefix names both languages: \"translate English to German: \".",
    "prompt-spaces": "The words are right, the spaces are not: one space after each colon, and one "
    "before \"context:\".",
    "prompt-case": "Upper and lower case differ from the prefix, or the text was changed.",
    "prompt-eos": "The tokenizer adds </s>: leave it out.",
    "prompt-text": "The text does not stand in the prompt as it was given. Put it in unchanged, "
    "whatever it holds.",
    "prompt-wrong": "The prompt is not that with which T5 was trained.",
    "recommend-form": "Return a dict with the keys \"family\" and \"reasons\".",
    "recommend-family-unknown": "The family is \"encoder\", \"decoder\" or \"encoder-decoder\", not "
    "{got}.",
    "recommend-reasons-form": "\"reasons\" is a list of keys of REASONS.",
    "recommend-reason-unknown": "{got} is no key of REASONS.",
    "recommend-family": "For {task} the tree does not lead to {got}: must its answer be written, and if "
    "so, how does it stand to the input?",
    "recommend-reason-false": "{reason!r} does not hold for {task}: it says that {meaning}.",
    "recommend-reason-missing": "The reasons do not decide for {task}: what on the way through the tree "
    "leads to {family}?",
    # --- 05_decoding ---------------------------------------------------------------------------
    "play-label": "Decoding playground",
    "play-prompt": "Prompt",
    "play-temperature": "Temperature",
    "play-top-k": "Top-k (0: off)",
    "play-top-p": "Top-p (1: off)",
    "play-penalty": "Repetition penalty",
    "play-luck": "Luck",
    "play-written": "Words written",
    "play-sample": "Sample",
    "play-end": "<end>",
    "play-rest": "all others",
    "play-before": "the model",
    "play-after": "after your settings",
    "play-table": "The next word",
    "play-samples": "Four samples with the same luck, whatever the settings",
    "play-legend": "probability: the model (grey), after the settings (blue)",
    "play-status": "Next after “{text}”: {kept} of {all} tokens are left, to which the model gives {held} "
    "together. Entropy: {before} nats before, {after} after. Drawn: “{drawn}”.",
    "play-alt": "The most probable next words after “{text}” as bars, before and after the settings, and "
    "four sampled continuations. {sentence}",
    "play-caption": "What is left to draw from, and what do four draws write?",
    "temperature-nan": "The result holds NaN: e to the power of a large logit is infinite. Take the largest "
    "logit of each row off first, or use `softmax`.",
    "temperature-multiplied": "The logits are multiplied by t (or probabilities raised to the power of t). "
    "Divide: a low temperature must make the gaps larger.",
    "temperature-ignored": "The temperature has no effect.",
    "temperature-after": "The probabilities were divided by t: they no longer sum to 1. Divide the logits, "
    "before the softmax.",
    "temperature-logits": "These are logits: the softmax is missing.",
    "temperature-log": "These are log-probabilities: probabilities are asked for.",
    "temperature-dim": "The softmax runs over the first dimension. The vocabulary is the last one: `dim=-1`.",
    "temperature-batch": "The softmax runs over the whole batch. Each row is a distribution of its own.",
    "temperature-hard": "The most probable token got everything. That is the limit of t = 0; a t above 0 "
    "leaves the others something.",
    "temperature-wrong": "These are not softmax(logits / t).",
    "filter-nan": "The result holds NaN: −∞ times 0 is NaN. Choose with `masked_fill` or `torch.where`, do "
    "not multiply.",
    "filter-nothing-left": "A row has no token left: every logit is −∞.",
    "filter-zero": "The tokens that are ruled out have logit 0. That is no small number: e⁰ = 1, and it may "
    "beat a negative logit. Use −∞.",
    "filter-probabilities": "These are probabilities. Return the logits, with −∞ where a token is ruled out.",
    "filter-inverted": "The wrong ones are ruled out: those that should stay are −∞.",
    "filter-sorted": "The logits are in sorted order. Each must stand in its own place, or token 7 gets the "
    "probability of another one.",
    "top-k-strict": "The k-th token itself was dropped: compare with `<`, not with `<=`.",
    "top-k-first-row": "All rows use the limit of the first row. Each row has a k-th largest logit of its own.",
    "top-k-batch": "The k largest of the whole batch were kept. k counts for each row.",
    "top-k-more": "One token too many stays.",
    "top-k-lowest": "The k smallest logits stay here.",
    "top-k-tie": "With equal logits at the border: everything above the k-th stays, nothing below it, and at "
    "least k tokens in all.",
    "top-k-wrong": "The k largest logits of each row stay as they are, the others become −∞.",
    "top-p-not-softmax": "The sum runs over e to the power of the logits. They are probabilities only after "
    "a softmax.",
    "top-p-gather": "The logits went back to the wrong places. Entry j of the sorted logits belongs to place "
    "`places[j]`: that is `scatter`, not `gather`.",
    "top-p-crossing": "The token that crosses p was dropped. It belongs to the set: without it the sum does "
    "not reach p. (You have met a famous bug.)",
    "top-p-crossing-empty": "The token that crosses p was dropped. It belongs to the set, so that at least "
    "one token always stays.",
    "top-p-empty": "With a small p a row has no token left. The token that crosses p stays, so at least one "
    "always does.",
    "top-p-more": "One token too many stays: once the sum has reached p, the next one goes.",
    "top-p-unsorted": "The cut was made in sorted order but applied to the unsorted logits: it hits the wrong "
    "tokens. Carry it back with the indices of the sort.",
    "top-p-no-sort": "The probabilities were added up in the order of the vocabulary. Sort them first, "
    "largest first.",
    "top-p-least": "The sum begins at the least probable tokens. Begin at the most probable.",
    "top-p-each": "Only the most probable token stays here. Was each probability compared with p (or with "
    "1 − p)? Compare the sum of the more probable ones. Or did the softmax run over the rows?",
    "top-p-first-row": "All rows use the same set. Each row has its own.",
    "top-p-wrong": "This is not the smallest set of most probable tokens that reaches p.",
    "penalty-nan": "The result holds NaN.",
    "penalty-nothing": "No token was penalised here.",
    "penalty-divided": "Negative logits were divided: −4 / 2 = −2 makes the token more likely. Multiply them. "
    "(You have met a famous bug.)",
    "penalty-multiplied": "Positive logits were multiplied: that makes the tokens more likely.",
    "penalty-inverted": "The two cases are exchanged: divide logits above 0, multiply those below.",
    "penalty-each-time": "A token that occurs twice was penalised twice. Once is enough.",
    "penalty-subtracted": "The penalty was subtracted. Divide or multiply, by the sign of the logit.",
    "penalty-subtracted-each-time": "The penalty was subtracted, once for each occurrence. Divide or "
    "multiply once, by the sign of the logit.",
    "penalty-everything": "All tokens were penalised. Only those that occur in `previous`.",
    "penalty-others": "The tokens that do not occur were penalised.",
    "penalty-last-only": "Only the last token was penalised. All that occur in `previous` count.",
    "penalty-first-left-out": "The first token of `previous` was left out. All of them count.",
    "penalty-token-zero": "Token 0 was left out. It is a token like any other.",
    "penalty-whole-batch": "A token that occurs in one row was penalised in all of them. Each row has a text "
    "of its own.",
    "penalty-first-row": "All rows were penalised for the tokens of the first one.",
    "penalty-only-one-row": "Only the first row of the batch was penalised.",
    "penalty-positive-only": "Negative logits were left alone: multiply them by the penalty.",
    "penalty-blocked": "The tokens were ruled out. A penalty makes them less likely, no more.",
    "penalty-wrong": "Of the tokens in `previous`, a logit above 0 is divided by the penalty, one below 0 "
    "multiplied; all others stay.",
    "banned-not-a-set": "Return a set of tokens, not a {kind}.",
    "banned-not-tokens": "The set must hold tokens, that is, ints: the last token of each n-gram, not the "
    "n-gram.",
    "banned-all": "All tokens of the sequence are banned here. Only those that would complete an n-gram that "
    "occurred already.",
    "banned-long-prefix": "One token too many is compared: an n-gram is n − 1 tokens of the text and the one "
    "to come.",
    "banned-short-prefix": "One token too few is compared: the last n − 1 tokens of the text begin the new "
    "n-gram.",
    "banned-unigram": "Nothing is banned here. For n = 1 the new n-gram begins with no token at all, so every "
    "token of the sequence is banned. (`sequence[-0:]` is the whole list, not the empty one.)",
    "banned-none": "Nothing is banned here. Compare the last n − 1 tokens of the text with the first n − 1 "
    "of every n-gram in it, the last n-gram included.",
    "banned-first": "Only what followed at the first place is banned. Look at all of them.",
    "banned-last": "Only what followed at the last place is banned. Look at all of them.",
    "banned-start": "The token before the place was taken, not the one after it.",
    "banned-wrong": "A token is banned if, written at the end, it completes an n-gram that stands in the "
    "sequence already.",
    "process-no-penalty": "`repetition_penalty` has no effect.",
    "process-no-ngram": "`no_repeat_ngram_size` has no effect.",
    "process-no-temperature": "`temperature` has no effect.",
    "process-no-top-k": "`top_k` has no effect.",
    "process-no-top-p": "`top_p` has no effect.",
    "process-nothing": "The logits came back as they were.",
    "process-probabilities": "These are probabilities. Return logits.",
    "process-not-renormalised": "Top-p came before top-k, or it added up the probabilities of all tokens. It "
    "must see those that top-k left, which sum to 1 again.",
    "process-temperature-late": "The temperature came after top-p. It changes the probabilities that top-p "
    "adds up: it comes before top-k and top-p.",
    "process-penalty-late": "The penalty (or the n-gram ban) came after the cuts. It comes first: it decides "
    "who is among the best k.",
    "process-ngram-late": "The banned n-grams came after the cuts: then fewer than k tokens are left. Ban "
    "first.",
    "process-default-top-k": "Top-k was on with 50, although `top_k` is missing. In this exercise a missing "
    "name is off. (The library's `generate` has 50 as its default.)",
    "process-wrong": "These are not the logits after penalty, banned n-grams, temperature, top-k, top-p, in "
    "this order.",
    "beam-not-a-pair": "Return two things: `return tokens, score`.",
    "beam-not-tokens": "The first result must be a tuple or list of tokens.",
    "beam-not-a-score": "The second result must be a number.",
    "beam-past-eos": "`log_prob_fn` was asked about {tokens}: this text has ended already. A hypothesis with "
    "eos is finished, never extend it.",
    "beam-greedy": "This is what a width of 1 finds: `width` has no effect.",
    "beam-no-eos": "The end token is missing: a finished hypothesis is returned with its eos.",
    "beam-no-length": "The best sum was chosen. The score divides it by length ** length_penalty first, and "
    "that changes the winner.",
    "beam-too-short": "A short hypothesis won. Did the search end with the first finished one? Go on until "
    "max_len. Or was the sum multiplied by the length? Divide: sums are negative, and a longer text gains.",
    "beam-probabilities": "Probabilities were added up. The probability of a text is a product: add "
    "log-probabilities.",
    "beam-first-end": "The search ended with the first finished hypothesis. A longer one may have a better "
    "score: go on.",
    "beam-cut-ignored": "Hypotheses that were cut at max_len were left out. They compete as well. (Or did "
    "the search stop before max_len?)",
    "beam-end-ignored": "Only hypotheses of max_len tokens compete here. Those that ended earlier do too.",
    "beam-length-plain": "The sum was divided by the length, whatever length_penalty is. Divide by length ** "
    "length_penalty.",
    "beam-length-no-eos": "The length in the score must count the eos.",
    "beam-wrong": "A beam search of this width finds a better hypothesis.",
    "beam-score-sum": "The tokens are right. The score is the plain sum: divide it by length ** "
    "length_penalty.",
    "beam-score-no-eos": "The tokens are right. The length in the score must count the eos.",
    "beam-score-mean": "The tokens are right. The score was divided by the length itself: take it to the "
    "power of length_penalty.",
    "beam-score-multiplied": "The tokens are right. The score was multiplied by the length: divide.",
    "beam-score-probability": "The tokens are right. The score is a probability here: the sum of "
    "log-probabilities is asked for.",
    "beam-score": "The tokens are right, the score is not: sum of log-probabilities / length ** "
    "length_penalty.",
    "contrast-nan": "The result holds NaN: −∞ times 0, or e to the power of a large logit. Use `masked_fill` "
    "and `log_softmax`.",
    "contrast-no-plausible": "Nothing is ruled out. Without the plausible set a token that both models find "
    "absurd can win. Tokens below alpha times the expert's best become −∞.",
    "contrast-logits": "Logits were subtracted. They differ from log-probabilities by a constant a row: the "
    "order is right, the scores are not. Use `log_softmax`.",
    "contrast-swapped": "Expert and amateur are exchanged.",
    "contrast-amateur-set": "The plausible set was made with the amateur. The expert decides.",
    "contrast-no-beta": "`beta` has no effect: it is the amateur's weight.",
    "contrast-alpha-weight": "`alpha` was used as the amateur's weight. It is the threshold of the plausible "
    "set; the weight is `beta`. (The documents mix them up.)",
    "contrast-exchanged": "`alpha` and `beta` are exchanged: alpha is the threshold, beta the weight.",
    "contrast-added": "The amateur was added. Its log-probability is subtracted.",
    "contrast-probabilities": "Probabilities were subtracted. Take their logarithms.",
    "contrast-strict": "A token at exactly alpha times the largest probability is plausible: compare with "
    "`>=`. With alpha = 1 the best one stays.",
    "contrast-threshold": "A token is plausible at alpha times the largest probability of its row, not at "
    "alpha itself.",
    "contrast-threshold-log": "alpha was multiplied with a logarithm. Compare probabilities, or add "
    "log(alpha).",
    "contrast-batch": "The threshold was made with the largest probability of the whole batch. Each row has "
    "its own.",
    "contrast-expert-only": "These are the expert's log-probabilities: the amateur has no effect.",
    "contrast-wrong": "The score is log p_expert − beta · log p_amateur for plausible tokens, −∞ for others.",
    "generate-library": "Your code called the library's `{function}`. Here the loop is yours to write.",
    "generate-shape": "Return ids of shape [B, n + new] with {rows} rows; this one is {got}.",
    "generate-prompt": "The result must begin with the prompt, unchanged.",
    "generate-prompt-beams": "Each row of the result must begin with its own prompt. The beams of prompt b are "
    "the rows b · num_beams and following: do the parents' row numbers begin there?",
    "generate-greedy": "Greedy: new token {place} of text {row} is {got}, the library has {want} ({config}). "
    "Right at first and wrong later? Then look at the cache and the positions.",
    "generate-sample": "Sampling: new token {place} of text {row} is {got}, the library has {want} "
    "({config}). One `torch.multinomial` a step, for all rows, on the softmax of the processed logits.",
    "generate-beam": "Beams: new token {place} of text {row} is {got}, the library has {want} ({config}). "
    "Is the cache reordered with the parents? Are the sums log-probabilities?",
    "generate-penalty": "With a penalty: new token {place} of text {row} is {got}, the library has {want} "
    "({config}). Prompt and new tokens count alike, each once; a negative logit is multiplied.",
    "generate-temperature-late": "The temperature came after the cuts. It comes before top-k and top-p.",
    "generate-top-k-late": "Top-p came before top-k. It adds up what top-k has left.",
    "generate-too-early": "Text {row} ends too early: its new token {place} is missing, the library has "
    "{want} ({config}). A row ends with eos or at max_new_tokens, and the others go on.",
    "generate-end-lost": "New token {place} of text {row} is the pad token, the library has {want}: the end "
    "token itself is part of the text, and only what follows is filled.",
    "generate-greedy-draws": "A token was drawn although `do_sample` is off.",
    "generate-beam-is-greedy": "This is the greedy text: `num_beams` has no effect, or all beams began "
    "alike. In the first step only one of them may count.",
    "generate-beam-no-length": "The best sum was returned. Divide by new tokens ** length_penalty "
    "({config}; the default is 1.0).",
    "generate-beam-default-length": "`length_penalty` has no effect, or the length counts the prompt "
    "({config}).",
    "generate-sample-is-greedy": "This is the greedy text: `do_sample` has no effect.",
    "generate-no-temperature": "`temperature` has no effect.",
    "generate-no-top-k": "`top_k` has no effect.",
    "generate-no-top-p": "`top_p` has no effect.",
    "generate-default-top-k": "Top-k was on with 50, although `top_k` is missing: here missing is off.",
    "generate-no-penalty": "`repetition_penalty` has no effect, or comes after the cuts.",
    "generate-too-long": "{new} new tokens came back, but max_new_tokens is {most}.",
    "generate-goes-on": "{new} new tokens came back, and every text had ended after {want}. Stop when all "
    "rows have ended.",
    "generate-padding": "After its end a row must be filled with pad_token_id, here {pad}.",
    "generate-no-cache": "The text is right, but the model read {fed} tokens in {calls} calls, where {most} "
    "are enough. After the prompt feed only the new token, with `past_key_values` of the call before.",
    # --- 06_encoders ---------------------------------------------------------------------------
    "pool-all": "Padding is in the mean: multiply by the mask, and divide by the number of real "
    "tokens.",
    "pool-divided-by-length": "Padding adds nothing above the line, but it is counted below it: "
    "divide by the number of REAL tokens of each text.",
    "pool-sum": "This is the sum over the real tokens: divide by their number.",
    "pool-sum-all": "You divide by the number of real tokens, but padding's vectors are in the sum: "
    "multiply by the mask first.",
    "pool-max": "This is the maximum over the real tokens, not their mean.",
    "pool-cls": "This is the first real token's vector alone: average over all real tokens.",
    "pool-inverted": "This is the mean over the PADDING: mask 1 means a real token.",
    "pool-minus-one": "[CLS] and [SEP] count like words: divide by all tokens with mask 1.",
    "pool-batch-count": "You divide by the real tokens of the whole batch: each text has a number of "
    "its own (sum the mask over dimension 1).",
    "pool-first-text": "The first text's mask is used for all texts: each row has a mask of its own.",
    "pool-not-summed": "The result still has one vector for each position: sum over dimension 1.",
    "pool-over-batch": "The mean runs over the batch as well: the result has shape {wanted}.",
    "pool-nan": "The result holds NaN, although every text has a real token.",
    "pool-wrong": "The mean over the real tokens is not right.",
    "pool-no-gradient": "The gradient that flows back to `hidden` is not right: keep to PyTorch "
    "operations, with no `detach`, `item` or NumPy on the way.",
    "span-not-a-pair": "The result must be a pair (i, j).",
    "span-not-whole": "i and j must be whole numbers: use `.item()` or `int(...)`.",
    "span-argmaxes": "{got} is the best start and the best end, each chosen alone. Choose the PAIR "
    "with the largest sum among the allowed spans; here {best}.",
    "span-outside": "{got} does not lie in the context: both ends must stand where `context_mask` "
    "is True. The best allowed span is {best}.",
    "span-unlimited": "{got} is longer than `max_len` tokens. The best allowed span is {best}.",
    "span-too-long": "{got} is longer than `max_len` tokens. The best allowed span is {best}.",
    "span-backwards": "{got} ends before it begins. The best allowed span is {best}.",
    "span-exclusive-end": "{got} counts its end as excluded: j is the LAST token of the answer, so "
    "here {best}.",
    "span-relative": "{got} counts from the first token of the context: positions count from the "
    "beginning of the whole input, so here {best}.",
    "span-one-too-long": "{got} has one token too many: j − i + 1 must be at most `max_len`. Here "
    "{best}.",
    "span-one-too-short": "{got} is the best of the shorter spans: exactly `max_len` tokens are "
    "allowed too. Here {best}.",
    "span-swapped": "{got} is best with start and end exchanged. Here {best}.",
    "span-product": "{got} has the largest product: the score of a span is the SUM of the two. Here "
    "{best}.",
    "span-context-as-zero": "{got} is best when tokens outside the context score 0, which is more "
    "than a negative score: they must score −∞. Here {best}.",
    "span-start-first": "{got} takes the best start first and then an end for it: a slightly worse "
    "start may have a much better end. Here {best}.",
    "span-end-first": "{got} takes the best end first and then a start for it: a slightly worse end "
    "may have a much better start. Here {best}.",
    "span-probabilities": "{got} has the largest sum of PROBABILITIES: add the scores as they are. Here "
    "{best}.",
    "span-not-best": "{got} is allowed and scores {score}, but {best} scores {most}.",
    "freeze-not-a-model": "The result must be the model itself: `return model`.",
    "freeze-copy": "This is another model than the one given: freeze that one, and return it.",
    "freeze-all": "The head is frozen too: only the parameters of `model.base_model` may be.",
    "freeze-head-freed": "`{freed}` of the head was frozen before and can be trained now: leave the head "
    "as it is.",
    "freeze-numbers": "The model's weights are other numbers now: freezing changes `requires_grad` alone.",
    "freeze-inverted": "The head is frozen and the body is not: it must be the other way round.",
    "freeze-nothing": "Nothing of the body is frozen: set `requires_grad = False` on each of its "
    "PARAMETERS. (`eval()` and `model.requires_grad = False` freeze nothing.)",
    "freeze-name": "The body of this model is not frozen: it is not called `bert`. "
    "`model.base_model` finds it in every family.",
    "freeze-pooler": "The pooler is not frozen: it belongs to the body.",
    "freeze-embeddings": "The embeddings are not frozen: they belong to the body.",
    "freeze-some": "A part of the body is not frozen: `{free}`.",
    "groups-not-a-list": "The result must be a list of groups, not an optimizer or a single group.",
    "groups-not-a-dict": 'Each group must be a dict with "params" and "lr".',
    "groups-names": '"params" must hold the parameters themselves, not their names.',
    "groups-strange": "A group holds a tensor that is no parameter of the model: take no copies.",
    "groups-missing-body": "A parameter of the body is in no group, so it would never move: "
    "`{lost}`.",
    "groups-missing-embeddings": "The embeddings are in no group, so they would never move: they "
    "belong to the body.",
    "groups-missing-head": "A parameter of the head is in no group, so it would never move: `{lost}`.",
    "groups-twice": "`{twice}` is in two groups: each parameter must be in exactly one.",
    "groups-swapped": "The rates are exchanged: the body gets `lr_body`, the head `lr_head`.",
    "groups-rates": "The rates are not the two that were given.",
    "groups-one-rate": "The whole body has the wrong rate: it must be `lr_body`.",
    "groups-name": "The body of this model has the wrong rate: it is not called `bert`. "
    "`model.base_model` finds it in every family.",
    "groups-pooler": "The pooler has the head's rate: it belongs to the body.",
    "groups-embeddings": "The embeddings have the head's rate: they belong to the body.",
    "groups-rate": "`{wrong}` has the wrong rate.",
    "groups-froze": "Something is frozen now: the groups must leave `requires_grad` as it is.",
    "align-not-a-list": "The result must be a list of whole numbers.",
    "align-not-whole": "The result must hold whole numbers, as the labels are.",
    "align-length": "The result must have one label a piece, {wanted} of them, but it has {got}.",
    "align-copied": "Every piece has its word's label: only the FIRST piece of a word gets it, the "
    "others −100.",
    "align-last": "The label stands at the LAST piece of each word: it belongs to the first.",
    "align-special-zero": "Special tokens have label 0, which is a class like any other: give them "
    "−100.",
    "align-rest-zero": "A word's further pieces have label 0, which is a class like any other: give "
    "them −100.",
    "align-zeros": "0 is a class like any other: what has no label gets −100.",
    "align-special-label": "`None` has got the last word's label: special tokens get −100.",
    "align-special-first": "`None` has got the first word's label: special tokens get −100.",
    "align-same-label": "Two words in a row may have the same label: compare the numbers of the words, "
    "not their labels.",
    "align-in-order": "The labels are handed out in order: `labels` has one a WORD, and `word_ids` "
    "says which word each piece belongs to.",
    "align-zero-false": "Word 0 gets no label. In `if word` 0 counts as false: ask `word is not None`. And "
    "nothing stands before the first piece: `word_ids[-1]` is the last one.",
    "align-next-label": "Each new word gets the NEXT label: take `labels[number]` instead. A text that was "
    "cut may begin with a later word than number 0.",
    "align-labels-wrong": "The labels are not at the right pieces.",
    "predict-output": "The result must be the logits alone, not the model's whole output.",
    "predict-classes": "The result must be the logits, one number for each class, not the chosen "
    "class.",
    "predict-not-called": "The model was never called.",
    "predict-no-eval": "The model was called in train mode, so dropout made the result random: switch "
    "to `model.eval()` first.",
    "predict-graph": "A graph was built for a backward pass that nobody needs: compute inside `with "
    "torch.no_grad():`.",
    "predict-gradients-off": "Gradients are switched in another way afterwards than before: use `with "
    "torch.no_grad():`, which ends with its block.",
    "predict-mode-train": "The model came in train mode and is in another one now: remember "
    "`model.training` and put it back.",
    "predict-mode-eval": "The model came in eval mode and is in train mode now: remember "
    "`model.training` and put it back.",
    "predict-no-mask": "The attention mask did not reach the model, so padding was read as text: hand "
    "over the whole batch, `model(**batch)`.",
    "predict-ids-only": "Neither the attention mask nor `token_type_ids` reached the model, so padding was "
    "read as text: hand over the whole batch, `model(**batch)`.",
    "predict-no-segments": "`token_type_ids` did not reach the model: hand over the whole batch, "
    "`model(**batch)`, whatever keys it has.",
    "predict-probabilities": "These are probabilities: return the logits as the model gives them.",
    "predict-log-probabilities": "These are log-probabilities: return the logits as the model gives "
    "them.",
    "predict-padding": "More padding changes the result: hand the whole batch to the model, "
    "`model(**batch)`.",
    "predict-wrong": "These are not the model's logits in eval mode.",
    "predict-weights": "The model's weights are not what they were.",
    "tune-not-a-number": "The result must be the accuracy, one number between 0 and 1.",
    "tune-not-called": "The model was never called.",
    "tune-trained-on-test": "The test batches were run in train mode with gradients: what is tested "
    "must never be trained on.",
    "tune-no-test": "The test batches never reached the model: the accuracy is that of `test`.",
    "tune-steps": "There must be one step for each batch of `train` and epoch, {wanted} here, but the "
    "model saw {got} training batches with gradients.",
    "tune-no-train-mode": "The model was in eval mode while it was trained: call `model.train()` "
    "first.",
    "tune-no-eval-mode": "The model was in train mode while it was tested: call `model.eval()` first.",
    "tune-graph": "A graph was built while testing: use `with torch.no_grad():`.",
    "tune-left-in-train": "The model must end in eval mode.",
    "tune-not-trained": "The model is what it was before: each step is `zero_grad()`, `backward()`, "
    "`step()`, in this order, and it is this model that is trained, no copy.",
    "tune-keep-gradients": "Gradients of earlier steps add up: call `optimizer.zero_grad()` before each "
    "`backward()`.",
    "tune-no-mask": "The attention mask did not reach the model: hand over the whole batch, "
    "`model(**batch)`, in training and in testing.",
    "tune-sgd": "This is what SGD makes of it: use `torch.optim.AdamW`.",
    "tune-adam": "This is what Adam without weight decay makes of it: use `torch.optim.AdamW` with "
    "PyTorch's own settings.",
    "tune-frozen": "With a frozen body the trained model is not right: only parameters with "
    "`requires_grad` may move.",
    "tune-other-model": "The trained model is not what the task describes: one AdamW for the whole "
    "training, with rate `lr`; `epochs` times through `train` in the order given; at each step the "
    "gradients cleared, then the mean cross-entropy of the logits, and nothing else.",
    "tune-train-accuracy": "This is the accuracy on the TRAINING texts: measure on `test`.",
    "tune-mean-of-batches": "This is the mean of the batches' accuracies, so that a text of a small "
    "batch weighs more: right texts / all texts.",
    "tune-last-batch": "This is the accuracy of the last test batch: count over all of them.",
    "tune-percent": "This is in percent: return a fraction between 0 and 1.",
    "tune-count": "This is the number of right texts: divide by all texts.",
    "tune-error-rate": "This is the share of WRONG texts.",
    "tune-batches": "You divide by the number of batches: divide by the number of texts.",
    "tune-accuracy": "The accuracy returned is not that of the trained model on `test`.",
    "tune-too-low": "With 32 labels the pretrained encoder gets only {got} on the test texts, where "
    "{wanted} is easy.",
    "unk-not-a-number": "The result must be one number.",
    "unk-empty": "With nothing left the result must be 0.0.",
    "unk-specials": "Special tokens are counted below the line: leave out what is in `SPECIAL`.",
    "unk-percent": "This is in percent: return a fraction between 0 and 1.",
    "unk-count": "This is the number of unknown tokens: divide by the number of tokens.",
    "unk-known": "This is the share of KNOWN tokens.",
    "unk-distinct": "Each token is counted once: count every occurrence.",
    "unk-ratio": "You divide by the number of known tokens: divide by all tokens that are not special.",
    "unk-ends": "Two tokens are taken off for [CLS] and [SEP], but a text may have more special tokens "
    "or none: leave out what is in `SPECIAL`.",
    "unk-brackets": "A token such as `[` is no special token: leave out only what is in `SPECIAL`.",
    "unk-as-special": "The share is 0, but `{unk}` is among the tokens: it stands for a piece of the text "
    "and is no special token here. (And `/` divides; `//` rounds down.)",
    "unk-name": "The unknown token is called otherwise here: compare with the argument `unk`.",
    "unk-wrong": "The share is not right.",
    # --- the span explorer ---------------------------------------------------------------------
    "span-explorer-label": "Span explorer: scores for the first and the last token of an answer",
    "span-explorer-text": "Question",
    "span-explorer-heads": "Heads",
    "span-explorer-most": "Longest answer (tokens)",
    "span-explorer-first": "first",
    "span-explorer-last": "last",
    "span-explorer-answer": "answer",
    "span-explorer-says": "Best span of at most {most} tokens: “{best}” ({score}). Best start and best "
    "end, each alone: {alone}.",
    "span-explorer-alone": "“{text}”",
    "span-explorer-backwards": "token {first} to token {last}, which is no span",
    "span-explorer-alt": "Two rows of probabilities over the tokens of “{text}”. {sentence}",
    "span-explorer-caption": "Where does the answer begin, and where does it end?",
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
    "pseudo-masks-stay": "The words before it are still masked: take each mask back before the next word "
    "(clone `ids` anew).",
    "pseudo-row-before": "The row before the word is read, as in a causal model: a masked model answers in "
    "place.",
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
    "ratio-sum": "R_i and R_j are added: take the difference. (Exchanging two tokens in R_j alone turns its "
    "sign as well.)",
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
    "fill-mask-id": "The slots are masked with id 4, the tiny BERT's: other models have another `mask_id`.",
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
    "fill-nearest": "N (T − t) / T is rounded to the nearest whole number: round it down.",
    "fill-float": "The number to mask again is rounded down from a float, which may be a hair too small "
    "(10 * (1 - 9/10) is 0.9999…): use whole numbers, `N * (T - t) // T`.",
    "fill-of-all-places": "The number to mask again is taken from the length of the text: N is the number "
    "of slots.",
    "fill-anew": "In each round every slot is predicted anew: only those that are masked now get a new "
    "token and a new confidence.",
    "fill-fresh": "The slots that kept their token get a new confidence in each round: they keep the one "
    "with which they were predicted.",
    "fill-forgets": "A slot that has kept its token once is never doubted again: it keeps its confidence, "
    "and may be among the lowest in a later round.",
    "fill-not-masked-first": "The slots keep what they held at first: mask all of them before round 1.",
    "fill-wrong": "The filled text is not right.",
    "infill-left": "This candidate is best after the prefix alone, when the right side is ignored. Score the "
    "whole text, all of the suffix included.",
    "infill-suffix": "This candidate is best when the suffix alone is scored: the candidate's own probability "
    "counts as well.",
    "infill-next": "This candidate is best when only the first token of the suffix is scored: all of them "
    "count.",
    "infill-mean": "This candidate is best when the score is divided by a number of tokens, which favours "
    "longer ones: compare sums.",
    "infill-suffix-first": "This candidate is best when the suffix stands in front of the prefix: keep the "
    "order of the text.",
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
    "validate-check": "The check of {name}",
    "validate-failed": "The notebook could not be run ({why}): restart the course with `make lab`, and "
    "if that does not help, start the chapter again with `make reset`.",
    "landing-title": "Behind the Mask",
    "landing-start": "**Start with {link}.** It takes ten minutes, and its first cell says whether "
    "everything is in place.",
    "landing-next": "**Go on with {link}**, exercise `{exercise}` ({minutes} minutes).",
    "landing-done": "**All exercises are solved.**",
    "landing-chapters": "Chapters",
    "landing-chapter": "chapter",
    "landing-able": "you leave able to",
    "landing-solved": "solved",
    "landing-points": "points",
    "landing-time": "time left",
    "landing-minutes": "{minutes} min",
    "landing-fresh": "This page is made anew each time it is opened: reload it in the browser to see "
    "what you solved since. `progress()` in a notebook lists each exercise.",
    "landing-more": "In [README.md](README.md): how to work with the course, how to start a chapter "
    "again, and what is there for those who teach and write.",
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
    # --- the sandbox of the grader -------------------------------------------------------------
    "sandbox-forked": "Submissions run in a sandbox.",
    "sandbox-cold": "Submissions run in a sandbox, but each has to import the libraries anew, which "
    "is slow: {why}",
    "sandbox-open": "WARNING: submissions run WITHOUT a sandbox: their code can read and change "
    "all that you can, other submissions and the gradebook too. {why}",
    "sandbox-none": "Submissions cannot be run in a sandbox here: {why} Grade on Linux with "
    "bubblewrap (`sudo apt install bubblewrap`) and user namespaces. With --no-sandbox they run "
    "with all your rights.",
    "sandbox-no-bwrap": "the program bwrap (bubblewrap) is not installed.",
    "sandbox-no-start": "The sandbox did not start: {why}.",
    "sandbox-lost": "The sandbox ended before its time ({how}).",
    "sandbox-leaks": "The sandbox does not keep its promises here: {what}.",
    # --- grade: the instructor's side ----------------------------------------------------------
    "grade-not-positive": "{option} must be more than 0.",
    "grade-running": "Another run is grading this course ({who}): wait until it ends, or stop it.",
    "grade-process": "process {process}",
    "grade-no-gradebook": "The gradebook cannot be used ({why}): check c.CourseDirectory.db_url in "
    "nbgrader_config.py, or put a copy of the gradebook in its place.",
    "grade-registered": "{name} was new to the gradebook, and was entered from its source.",
    "grade-changed": "{name} has changed since it was graded or generated: the gradebook follows "
    "its source, and submissions are graded anew.",
    "grade-cells-changed": "Graded cells of {name} came or went ({cells}), which nbgrader does not "
    "allow while the gradebook has submissions of it. Take the change in solutions/ back, or give "
    "up its grades with `nbgrader db assignment remove {name} --force`.",
    "grade-no-submissions": "There is nothing to grade: put the notebooks into {path}.",
    "grade-without": "{count} in submitted/ without a folder {name}: {names}",
    "grade-no-student": "There is no submission of {name} by {student!r} in submitted/.",
    "grade-done-before": "{count} submissions are done and have not changed since.",
    "grade-stopped": "Stopped; what is done is kept, and {left} submissions are left. To go on: "
    "python -m course_utils grade {name}",
    "grade-cluster": "Submissions run on the workers of {address}, {jobs} at once.",
    "grade-no-dask": "For --scheduler the package dask distributed is needed: install it with "
    "`.venv/bin/python -m pip install distributed`, here and on the workers.",
    "grade-no-scheduler": "The scheduler {address} cannot be used ({why}): check the address, and "
    "that it runs and has workers.",
    "grade-never-ended": "It did not come back, and was given up.",
    "grade-lost": "It was lost while it was run or entered ({error}).",
    "grade-disagree": "nbgrader's points for {cell} are not those that its check gave.",
    "grade-odd-name": "The folder's name cannot be a student's name in the gradebook: rename it "
    "(at most {most} characters, no control characters).",
    "grade-no-access": "The folder cannot be read ({why}): check that you may read it.",
    "grade-link": "{name} is a link, which is not followed: put the file itself there.",
    "grade-cell-large": "This cell was left out when it was graded: it has {count} characters.",
    "grade-file-large": "{name} is too large and was left out.",
    "grade-file-deep": "{name} lies too deep and was left out.",
    "grade-file-odd": "{name} is no ordinary file, or has an odd name, and was left out.",
    "grade-files-many": "Only the first {count} files were taken.",
    "grade-name": "The notebook is named {name} instead of {wanted}.",
    "grade-earlier": "The gradebook still has the points of an earlier version.",
    "grade-timestamp": "timestamp.txt holds no time, so nothing is known about lateness.",
    "grade-several": "Several notebooks could be the one to grade ({names}): leave one of them.",
    "grade-none-fits": "None of the notebooks there ({names}) is this chapter's.",
    "grade-none": "There is no notebook of {name} in the folder.",
    "grade-empty": "{name} is empty, or too large to be read.",
    "grade-not-utf8": "{name} is not encoded in UTF-8, as notebooks are: ask for the file again.",
    "grade-not-json": "{name} is damaged (it is no longer JSON, from line {line} on): ask for the "
    "file again.",
    "grade-not-notebook": "{name} is JSON, but not a Jupyter notebook that can be read: ask for "
    "the file again.",
    "grade-notebook-large": "{name} holds too much ({size} MB without its outputs).",
    "grade-not-chapter": "{name} holds no cell of this chapter and no answer to its exercises.",
    "grade-exercise": "exercise",
    "grade-points": "points",
    "grade-count": "count",
    "grade-mean": "mean",
    "grade-full": "full",
    "grade-difficulty": "difficulty",
    "grade-discrimination": "discrimination",
    "grade-try-again": "What was lost to an infrastructure error has no points. The same command "
    "tries it again.",
    "grade-yours-to-decide": "What is unreadable has no points: put a file that can be read in its "
    "place and grade again, or decide otherwise.",
    "grade-where": "Tables and the report are in {folder}/: grades.csv, outcomes.csv, report.html.",
    "grade-ended": "its process ended",
    "feedback-failed": "No feedback page for {student}: {error}",
    "report-title": "{name}: how the class did",
    "report-distribution": "Points",
    "report-totals": "{count} graded submissions, of {most} points: mean {mean}, median {median}, "
    "standard deviation {deviation}.",
    "report-waiting": "{count} of them wait for a person's points on a thought question, which "
    "count as 0 here.",
    "report-none": "No submission is graded yet.",
    "report-histogram": "How many submissions have how many points. {counts}.",
    "report-axis": "points",
    "report-axis-count": "submissions",
    "report-exercises": "Exercises",
    "report-how-to-read": "Difficulty is the mean as a share of the points: near 1 is easy. "
    "Discrimination is the correlation of an exercise's points with the points of all others: "
    "below 0.2, it tells little about who did well otherwise. It needs at least {enough} "
    "submissions and some difference between them.",
    "report-frequent": "What was said most often",
    "report-said": "message",
    "report-others": "For a person to look at",
    "report-student": "student",
    "report-outcome": "outcome",
    "report-reason": "reason",
}


def say(key: str, **fields: object) -> str:
    """The sentence of `key` with its fields filled in. A `KeyError` names an unknown key."""
    return MESSAGES[key].format(**fields)
