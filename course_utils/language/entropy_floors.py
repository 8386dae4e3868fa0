"""The floors of the losses: what perfect models would lose on the texts of a language, exactly."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course_utils.language.grammar import Document


class EntropyFloors(ABC):
    """For a language that tells its probabilities."""

    @abstractmethod
    def next_word(self, prefix: Sequence[str]) -> dict[str, float]: ...

    @abstractmethod
    def masked_word(self, words: Sequence[str], i: int) -> dict[str, float]: ...

    @abstractmethod
    def log_prob(self, words: Sequence[str]) -> float: ...

    def true_entropy(self, words: Sequence[str], i: int, given: str = "both") -> float:
        """Exact conditional entropy (nats) of position ``i``, of what stands there unseen.

        ``given="left"``: of x_i given x_<i (the end counts as a word);
        ``given="both"``: of x_i given all other words.
        """
        if given == "left":
            return entropy(self.next_word(words[:i]))
        if given == "both":
            return entropy(self.masked_word(words, i))
        raise ValueError(f'given must be "left" or "both", not {given!r}')

    def floor(self, documents: Iterable[Document | Sequence[str]]) -> dict[str, float]:
        """The losses (nats a token) of perfect models on these documents.

        ``clm`` averages -log p(x_i | x_<i) over all words and the ends, ``mlm`` averages
        -log p(x_i | all others) over all words, each masked alone.
        """
        clm = mlm = 0.0
        tokens = words_seen = 0
        for document in documents:
            words = tuple(getattr(document, "words", document))
            clm -= self.log_prob(words)
            tokens += len(words) + 1
            words_seen += len(words)
            mlm -= sum(math.log(self.masked_word(words, i)[w]) for i, w in enumerate(words))
        return {"clm": clm / tokens, "mlm": mlm / words_seen}


def entropy_of(probabilities: Iterable[float]) -> float:
    """-sum p log p in nats."""
    return max(0.0, -sum(p * math.log(p) for p in probabilities if p))  # no "-0.0"


def entropy(distribution: Mapping[str, float]) -> float:
    """Entropy of a distribution {word: probability} in nats."""
    return entropy_of(distribution.values())
