"""Models that a check hands over: by value to the answer, and back what it did to them."""

import pytest
import torch
from torch import nn

from course_utils.exercises.beyond import random_bert, random_gpt
from course_utils.exercises.encoders import Spy, leave_gradients, small_model
from course_utils.grading import socket_models, socket_values
from course_utils.grading.socket_messages import Malformed


class Ways:
    """From a check to an answer."""

    def __init__(self):
        self.ours, self.theirs = socket_models.Models(), socket_models.Models()

    def cross(self, model: nn.Module) -> nn.Module:
        """The model as the answer's side finds it."""
        blobs: list[bytes] = []
        way = socket_values.Crossing(models=self.ours)
        tree = socket_values.encode([model], blobs, way)
        (found,) = socket_values.decode(tree, blobs, socket_values.Crossing(models=self.theirs))
        return found


def crossed(model: nn.Module) -> nn.Module:
    return Ways().cross(model)


@pytest.mark.parametrize("make", [random_bert, random_gpt])
def test_a_model_says_the_same_on_the_other_side(make):
    model = make()
    ids = torch.tensor([[5, 6, 7, 8]])
    other = crossed(model)
    assert other is not model and torch.equal(other(ids).logits, model(ids).logits)
    assert type(other) is type(model) and repr(other.config) == repr(model.config)


def test_modes_switches_and_gradients_cross():
    model = small_model("BertForSequenceClassification")
    model.dropout.train()
    model.classifier.bias.requires_grad = False
    leave_gradients(model)
    other = crossed(model)
    assert [part.training for part in other.modules()] == [p.training for p in model.modules()]
    assert not other.classifier.bias.requires_grad and other.classifier.weight.requires_grad
    assert all(bool((p.grad == 1).all()) for p in other.parameters())


def test_a_model_that_comes_again_is_the_same_as_it_now_is():
    ways, model = Ways(), small_model("BertForSequenceClassification")
    first, other = ways.cross(model), ways.cross(small_model("BertForSequenceClassification"))
    leave_gradients(first)
    with torch.no_grad():
        model.classifier.bias += 1
    again = ways.cross(model)
    assert again is first is not other and torch.equal(again.classifier.bias, model.classifier.bias)
    assert all(p.grad is None for p in again.parameters())


def test_what_only_this_process_has_cannot_cross():
    hooked = random_bert()
    hooked.register_forward_hook(lambda *_: None)
    for model in (hooked, Spy(small_model("BertForSequenceClassification"))):
        with pytest.raises(socket_values.CannotCross):
            crossed(model)
    with pytest.raises(socket_values.CannotCross):
        socket_values.encode(random_bert(), [])  # from an answer's side


def test_a_model_is_never_rebuilt_from_what_a_student_sends():
    blobs: list[bytes] = []
    way = socket_values.Crossing(models=socket_models.Models())
    tree = socket_values.encode(random_bert(), blobs, way)
    with pytest.raises(Malformed):
        socket_values.decode(tree, blobs)


def trains(model: nn.Module) -> None:
    model.train()
    model.bert.requires_grad_(False)
    with torch.no_grad():
        model.classifier.bias += 1
    model.classifier.bias.grad = None
    model.classifier.weight.grad += 1


def test_what_an_answer_does_to_its_model_is_done_to_ours():
    model = small_model("BertForSequenceClassification")
    leave_gradients(model)
    other = crossed(model)
    watched = socket_models.Watched([other])
    assert watched.changes() == [{}] and not watched.odd()
    trains(other)
    (changes,) = watched.changes()
    assert not watched.odd()
    blobs: list[bytes] = []
    told = socket_values.decode(socket_values.encode(changes, blobs), blobs)
    socket_models.put_into(model, told)
    assert all(torch.equal(a, b) for a, b in zip(model.parameters(), other.parameters()))
    assert model.training and not model.bert.pooler.dense.weight.requires_grad
    assert model.classifier.bias.grad is None and bool((model.classifier.weight.grad == 2).all())


@pytest.mark.parametrize(
    "change",
    [
        lambda model: model.register_forward_hook(print),
        lambda model: setattr(model, "forward", print),
        lambda model: setattr(model.config, "hidden_size", 3),
        lambda model: setattr(model.classifier, "weight", nn.Parameter(torch.zeros(3, 16))),
    ],
)
def test_what_cannot_be_told_is_noticed(change):
    model = small_model("BertForSequenceClassification")
    watched = socket_models.Watched([model])
    change(model)
    assert watched.odd()


@pytest.mark.parametrize(
    "told",
    [
        {"weights": {"nowhere": torch.zeros(1)}},
        {"weights": {"classifier.bias": torch.zeros(9)}},
        {"weights": {"classifier.bias": "zeros"}},
        {"gradients": {"classifier.bias": torch.zeros(3, dtype=torch.int64)}},
        {"modes": {"model.nowhere": True}},
        {"weights": [1]},
        7,
    ],
)
def test_nonsense_from_an_answers_side_is_refused(told):
    with pytest.raises(Malformed):
        socket_models.put_into(small_model("BertForSequenceClassification"), told)
