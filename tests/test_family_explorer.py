"""The family explorer and the decision tree: what they show for every choice."""

from xml.etree import ElementTree

import pytest

from course_utils.explorers import family_explorer, tree_explorer
from course_utils.explorers.family import FAMILY_TEXTS, OPEN, TREE
from course_utils.families import FAMILIES, JOBS
from course_utils.messages import CourseError, say


def move(explorer, **values):
    explorer.values = explorer.values | values
    return explorer


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("text", range(len(FAMILY_TEXTS)))
def test_each_family_is_drawn_and_read_aloud(family, text):
    explorer = move(family_explorer(family), text=text, query=0)
    first = "<start>" if family == "encoder-decoder" else FAMILY_TEXTS[text][0].split()[0]
    assert f"Output 1 “{first}”" in explorer.status
    ElementTree.fromstring(f"<div>{explorer.picture}</div>")
    for control in explorer.controls:
        assert control["label"]
        if control["kind"] == "select":
            assert explorer.values[control["name"]] in [v for _, v in control["options"]]


def test_the_prefix_can_be_moved_from_decoder_to_encoder():
    explorer = move(family_explorer("prefix"), p=1, query=0)
    assert "depends on 1 of 6" in explorer.status
    move(explorer, p=6)
    assert "depends on 6 of 6" in explorer.status
    move(explorer, text=1)  # a shorter text: prefix and row are put right
    assert explorer.values["p"] == 3 and "of 3 inputs" in explorer.status


def test_unknown_names_are_refused():
    with pytest.raises(CourseError):
        family_explorer("lstm")
    with pytest.raises(CourseError):
        tree_explorer("cooking")


def answers(task):
    """The ways through the tree that hold for a task: lists of (question, answer)."""
    true, ways = JOBS[task].true, []
    if "fixed answer" in true:
        ways.append([("writes", "no")])
    if "continues" in true:
        ways.append([("writes", "yes"), ("relation", "continues")])
    if "own source" in true:
        start = [("writes", "yes"), ("relation", "made from it")]
        ways += [[*start, ("serves", "one task")], [*start, ("serves", "many")]]
    return ways


@pytest.mark.parametrize("task", JOBS)
def test_each_task_ends_at_a_family_that_is_right_for_it(task):
    found = set()
    for way in answers(task):
        explorer = tree_explorer(task)
        for question, answer in way:
            move(explorer, **{question: answer})
        names = {family: say(f"family-name-{family}") for family in JOBS[task].families}
        ends = [family for family, name in names.items() if explorer.status.startswith(name)]
        assert ends, explorer.status
        found |= set(ends)
    assert found == set(JOBS[task].families)


def test_a_wrong_turn_is_named_and_another_task_starts_again():
    explorer = move(tree_explorer("spam detection"), writes="yes")
    assert explorer.status.startswith("spam detection") and "No text" in explorer.status
    move(explorer, task="translation")
    assert explorer.values["writes"] == OPEN and explorer.status == say("tree-ask-writes")


def test_answers_can_be_clicked_in_any_order():
    explorer = tree_explorer("translation")
    move(explorer, query=4)  # the deepest: the answers above it are taken as well
    assert explorer.status.startswith(say("family-name-encoder-decoder"))
    move(explorer, query=1)  # back to the top: what hangs below is open again
    assert explorer.values["relation"] == OPEN
    move(explorer, task="", query=0)
    ElementTree.fromstring(f"<div>{explorer.picture}</div>")
    assert explorer.picture.count("data-query") == sum(len(a) for a in TREE.values())
