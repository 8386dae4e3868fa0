"""A small engine for languages whose every probability is known.

A grammar is a dictionary of *rules*; a rule is a list of *templates*, one of which is chosen:

    "story": ["3* [A:person] met [B:person!A] . {mood}", "[A:person] slept ."]
    "mood":  ["[A.he] was [feeling] .", "[B] smiled ."]

Inside a template

    word            is itself,
    {rule}          is replaced by a template of that rule,
    [A:person]      samples an entry of the category ``person`` and binds it to A,
    [B:person!A]    the same, but never the entry that A holds,
    [A]  [A.he]     says A again, or another form of A: its pronoun, its plural, its article,
    [feeling]       samples an entry that nobody needs later,
    <key=value>     is silent: a note for ``Document.facts``,
    3* ...          at the start: this template has weight 3 (default 1) within its rule.

Names in capitals live through the document, other names through their template. Choices within a
category are uniform. A capital must be bound in a rule further up. No rule may contain itself, so
that documents end.

Because nothing but these choices is random, everything that a language model estimates can be
*computed*: ``next_word`` is what a perfect causal model would say, ``masked_word`` what a perfect
masked model would say. A state of the generator is (what is still to be said, who is who); a text's
left side leaves few states possible, and all questions are sums over them.

A binding is a *set* of entries that are still possible. Each form that is uttered narrows the set
("an" leaves the nouns that start with a vowel), so a pronoun may come before its name.
"""

from __future__ import annotations

import math
import random
import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from course_utils.language.entropy_floors import EntropyFloors, entropy_of
from course_utils.messages import say

END = "<end>"
Entry = Mapping[str, str]


class Document(NamedTuple):
    """A sampled text: its words, the rule it came from, and who is who in it."""

    words: tuple[str, ...]
    kind: str
    facts: dict[str, str]

    @property
    def text(self) -> str:
        return " ".join(self.words)


class Candidates:
    """The entries of one category that a variable may still stand for."""

    __slots__ = ("category", "members", "_forms", "_projections")

    def __init__(self, category: Category, members: tuple[int, ...]):
        self.category, self.members = category, members
        self._forms: dict[str, dict] = {}
        self._projections: dict[frozenset, Candidates] = {}

    def forms(self, form: str) -> dict[str, list[tuple[float, tuple[str, ...], Candidates]]]:
        """first word -> [(probability, words that must follow, candidates that remain)]"""
        if form not in self._forms:
            groups = defaultdict(list)
            for member in self.members:
                groups[self.category.forms[form][member]].append(member)
            table = defaultdict(list)
            for words, members in groups.items():
                share = len(members) / len(self.members)
                table[words[0]].append((share, words[1:], self.category.subset(tuple(members))))
            self._forms[form] = dict(table)
        return self._forms[form]

    def project(self, forms: frozenset[str]) -> Candidates:
        """The same for all that will still be asked (``forms``), but one stands for all alike."""
        if forms not in self._projections:
            self._projections[forms] = self.category.alike(self, forms)
        return self._projections[forms]


class Category:
    """A list of interchangeable entries; each has a ``name`` and perhaps other forms."""

    def __init__(self, name: str, entries: Sequence[Entry]):
        if not entries:
            raise ValueError(f"category {name!r} has no entries")
        self.name, self.entries = name, entries
        self.forms = {
            form: [tuple(entry[form].split()) for entry in entries] for form in entries[0]
        }
        self._subsets: dict[tuple[int, ...], Candidates] = {}
        self.all = self.subset(tuple(range(len(entries))))

    def subset(self, members: tuple[int, ...]) -> Candidates:
        if members not in self._subsets:
            self._subsets[members] = Candidates(self, members)
        return self._subsets[members]

    def alike(self, candidates: Candidates, forms: frozenset[str]) -> Candidates:
        if IDENTITY in forms:
            return candidates

        def look(member: int) -> tuple:
            return tuple(self.forms[form][member] for form in sorted(forms))

        looks = {look(member) for member in candidates.members}
        if len(looks) > 1:
            return candidates
        wanted = looks.pop()
        return self.subset((next(m for m in self.all.members if look(m) == wanted),))

    def tells_all(self, forms: Iterable[str]) -> bool:
        """Whether these forms together identify an entry."""
        forms = list(forms)
        return len({tuple(self.forms[f][m] for f in forms) for m in self.all.members}) == len(
            self.entries
        )


IDENTITY = "*"  # needed by [B:person!A]: not a form of A, but A itself


@dataclass(frozen=True, eq=False)
class Slot:
    """A place in a template that utters a form of a variable (and may bind it first)."""

    variable: str
    form: str
    category: Category
    binds: bool
    excluded: tuple[str, ...] = ()


@dataclass(eq=False)
class Template:
    weight: float
    items: list = field(default_factory=list)  # str | Slot | Rule | Note


@dataclass(eq=False)
class Rule:
    name: str
    templates: list[Template] = field(default_factory=list)

    @cached_property
    def probabilities(self) -> list[float]:
        total = sum(t.weight for t in self.templates)
        return [t.weight / total for t in self.templates]

    @cached_property
    def cumulative(self) -> list[float]:
        return list(accumulate(self.probabilities))[:-1]


@dataclass(frozen=True)
class Note:
    key: str
    value: str


class Stack:
    """What is still to be said: an item and the stack below it. Equal stacks are one object."""

    __slots__ = ("item", "below", "_moves", "_live", "_starts")

    def __init__(self, item, below):
        self.item, self.below = item, below
        self._moves = self._live = self._starts = None


class Moves(NamedTuple):
    """All ways in which a stack can utter its next word (or end)."""

    words: dict[str, list[tuple[float, Stack]]]
    slots: list[tuple[float, Slot, Stack]]
    end: float


State = tuple[Stack, tuple[tuple[str, Candidates], ...]]
Belief = dict[State, float]


class Language(EntropyFloors):
    """A grammar and everything one can ask of it. Probabilities are exact; units are nats.

    Args:
        rules: rule name -> templates, see the module's text.
        categories: category name -> entries; an entry maps forms to text, ``"name"`` among them.
        start: the rule of a whole document. Its templates are single rules: the document kinds.
    """

    def __init__(
        self,
        rules: Mapping[str, Sequence[str]],
        categories: Mapping[str, Sequence[Entry]],
        start: str = "document",
    ):
        self.categories = {name: Category(name, entries) for name, entries in categories.items()}
        self.rules = {name: Rule(name) for name in rules}
        self._variables: dict[str, Category] = {}
        for name, templates in rules.items():
            for number, text in enumerate(templates):
                self.rules[name].templates.append(self._parse(text, f"{name}#{number}"))
        self._refuse_recursion()
        self.start = self.rules[start]
        self._empty = Stack(None, None)
        self._stacks: dict[tuple[int, int], Stack] = {}
        self._states: dict[State, State] = {}
        self._prefixes: dict[tuple[str, ...], Belief] = {}

    # ---------------------------------------------------------------- reading the grammar

    _slot = re.compile(r"\[(?:(\w+):)?(\w+)((?:!\w+)*)(?:\.(\w+))?\]$")

    def _parse(self, text: str, place: str) -> Template:
        weight, star, rest = text.partition("* ")
        template = Template(float(weight) if star else 1.0)
        local: dict[str, str] = {}
        for token in (rest if star else text).split():
            if token.startswith("{"):
                if token[1:-1] not in self.rules:
                    raise ValueError(f"{place}: there is no rule {token[1:-1]!r}")
                template.items.append(self.rules[token[1:-1]])
            elif token.startswith("<") and "=" in token:
                template.items.append(Note(*token[1:-1].split("=")))
            elif token.startswith("["):
                template.items.append(self._parse_slot(token, place, local, len(template.items)))
            else:
                template.items.append(token)
        return template

    def _parse_slot(self, token: str, place: str, local: dict[str, str], at: int) -> Slot:
        match = self._slot.match(token)
        if not match:
            raise ValueError(f"{place}: cannot read {token!r}")
        variable, name, excluded, form = match.groups()
        binds = variable is not None
        if not binds and name not in local and not name.isupper():
            binds, variable = True, f"at{at}"  # [feeling]: bound, and never asked again
        if binds:
            if name not in self.categories:
                raise ValueError(f"{place}: there is no category {name!r}")
            category = self.categories[name]
            if not variable.isupper():
                local[variable] = variable = f"{place}.{variable}"
            if self._variables.setdefault(variable, category) is not category:
                raise ValueError(f"{place}: {variable} belongs to two categories")
        else:
            variable = local.get(name, name)
            if variable not in self._variables:
                raise ValueError(f"{place}: {name} must be bound in a rule further up")
            category = self._variables[variable]
        form = form or "name"
        if form not in category.forms:
            raise ValueError(f"{place}: {category.name} has no form {form!r}")
        others = tuple(local.get(v, v) for v in excluded.split("!")[1:])
        return Slot(variable, form, category, binds, others)

    def _refuse_recursion(self) -> None:
        done: set[Rule] = set()

        def visit(rule: Rule, above: tuple[Rule, ...]) -> None:
            if rule in above:
                raise ValueError(f"rule {rule.name!r} contains itself")
            if rule not in done:
                for template in rule.templates:
                    for item in template.items:
                        if isinstance(item, Rule):
                            visit(item, (*above, rule))
                done.add(rule)

        for rule in self.rules.values():
            visit(rule, ())

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every word of the language, sorted."""
        return tuple(sorted(self._possible_words(self.start, set())))

    def _possible_words(self, rule: Rule, seen: set[Rule]) -> set[str]:
        seen.add(rule)
        words: set[str] = set()
        for template in rule.templates:
            for item in template.items:
                if isinstance(item, str):
                    words.add(item)
                elif isinstance(item, Slot):
                    words.update(w for form in item.category.forms[item.form] for w in form)
                elif isinstance(item, Rule) and item not in seen:
                    words |= self._possible_words(item, seen)
        return words

    @cached_property
    def kinds(self) -> dict[str, float]:
        """Document kind -> its share of the documents."""
        shares: Counter[str] = Counter()
        for template, p in zip(self.start.templates, self.start.probabilities, strict=True):
            shares[template.items[0].name] += p
        return dict(shares)

    # ---------------------------------------------------------------- sampling

    def sample(self, rng: random.Random, kind: str | None = None) -> Document:
        """A random document; with ``kind``, a random document of that kind."""
        if kind is None:
            kind = self._choose(self.start, rng).items[0].name
        elif kind not in self.kinds:
            raise ValueError(say("kind-unknown", kind=kind, known=", ".join(self.kinds)))
        words: list[str] = []
        bound: dict[str, int] = {}
        notes: dict[str, str] = {}
        self._utter(self.rules[kind], rng.random, words, bound, notes)
        facts = {
            name: self._variables[name].entries[member]["name"]
            for name, member in bound.items()
            if name.isupper()
        }
        return Document(tuple(words), kind, facts | notes)

    @staticmethod
    def _choose(rule: Rule, rng: random.Random) -> Template:
        return rule.templates[bisect(rule.cumulative, rng.random())]

    def _utter(self, rule, uniform, words, bound, notes) -> None:
        for item in rule.templates[bisect(rule.cumulative, uniform())].items:
            kind = type(item)
            if kind is str:
                words.append(item)
            elif kind is Slot:
                if item.binds:
                    size = len(item.category.entries)
                    member = int(uniform() * size)
                    if item.excluded:
                        taken = [bound[other] for other in item.excluded]
                        while member in taken:
                            member = int(uniform() * size)
                    bound[item.variable] = member
                words.extend(item.category.forms[item.form][bound[item.variable]])
            elif kind is Rule:
                self._utter(item, uniform, words, bound, notes)
            else:
                notes[item.key] = item.value

    # ---------------------------------------------------------------- states

    def _push(self, items: Sequence, below: Stack) -> Stack:
        for item in reversed(items):
            if isinstance(item, Note):
                continue
            key = (item, id(below))
            stack = self._stacks.get(key)
            if stack is None:
                stack = self._stacks[key] = Stack(item, below)
            below = stack
        return below

    def _moves(self, stack: Stack) -> Moves:
        """The next utterances of a stack: each entry of a list is a derivation of its own."""
        if stack._moves is None:
            words: dict[str, list] = defaultdict(list)
            slots, end = [], 0.0
            if stack is self._empty:
                end = 1.0
            elif isinstance(stack.item, str):
                words[stack.item].append((1.0, stack.below))
            elif isinstance(stack.item, Slot):
                slots.append((1.0, stack.item, stack.below))
            else:
                for template, p in zip(stack.item.templates, stack.item.probabilities, strict=True):
                    inner = self._moves(self._push(template.items, stack.below))
                    for word, nexts in inner.words.items():
                        words[word] += [(p * q, rest) for q, rest in nexts]
                    slots += [(p * q, slot, rest) for q, slot, rest in inner.slots]
                    end += p * inner.end
            stack._moves = Moves(dict(words), slots, end)
        return stack._moves

    def _live(self, stack: Stack) -> dict[str, frozenset[str]]:
        """variable -> the forms of it that may still be asked, for variables bound by now"""
        if stack._live is None:
            if stack is self._empty:
                stack._live = {}
            elif isinstance(stack.item, str):
                stack._live = self._live(stack.below)
            elif isinstance(stack.item, Slot):
                slot, live = stack.item, dict(self._live(stack.below))
                if slot.binds:
                    live.pop(slot.variable, None)
                else:
                    live[slot.variable] = live.get(slot.variable, frozenset()) | {slot.form}
                for other in slot.excluded:
                    live[other] = live.get(other, frozenset()) | {IDENTITY}
                stack._live = live
            else:
                live = {}
                for template in stack.item.templates:
                    inner = self._live(self._push(template.items, stack.below))
                    for variable, forms in inner.items():
                        live[variable] = live.get(variable, frozenset()) | forms
                stack._live = live
        return stack._live

    def _starts(self, stack: Stack) -> frozenset[str]:
        """Words with which this stack could go on under some binding (END included)."""
        if stack._starts is None:
            moves = self._moves(stack)
            starts = set(moves.words)
            for _, slot, _ in moves.slots:
                starts.update(slot.category.all.forms(slot.form))
            if moves.end:
                starts.add(END)
            stack._starts = frozenset(starts)
        return stack._starts

    def _state(self, stack: Stack, bindings: tuple) -> State:
        """The state with bindings that no longer matter dropped, so that equal futures merge."""
        key = (stack, bindings)
        state = self._states.get(key)
        if state is None:
            live = self._live(stack)
            kept = tuple(
                (variable, candidates.project(live[variable]))
                for variable, candidates in bindings
                if variable in live
            )
            if len(self._states) > 1_000_000:
                self._states.clear()
            state = self._states[key] = (stack, kept)
        return state

    def _candidates(self, slot: Slot, bindings: tuple) -> Candidates:
        if not slot.binds:
            for variable, candidates in bindings:
                if variable == slot.variable:
                    return candidates
            raise ValueError(f"{slot.variable} is used before it is bound")
        if not slot.excluded:
            return slot.category.all
        taken = set()
        for variable, candidates in bindings:
            if variable in slot.excluded:
                if len(candidates.members) > 1:
                    raise ValueError(f"{variable} is excluded before it is known")
                taken.update(candidates.members)
        return slot.category.subset(tuple(m for m in slot.category.all.members if m not in taken))

    def _bind(self, slot: Slot, bindings: tuple, candidates: Candidates) -> tuple:
        others = [pair for pair in bindings if pair[0] != slot.variable]
        return tuple(sorted([*others, (slot.variable, candidates)], key=lambda pair: pair[0]))

    def _successors(self, state: State, word: str) -> Iterator[tuple[float, State]]:
        """(probability, next state) for each derivation step of ``state`` that utters ``word``."""
        stack, bindings = state
        moves = self._moves(stack)
        for p, rest in moves.words.get(word, ()):
            yield p, self._state(rest, bindings)
        for p, slot, rest in moves.slots:
            if word not in slot.category.all.forms(slot.form):
                continue
            found = self._candidates(slot, bindings).forms(slot.form).get(word, ())
            for q, tail, remaining in found:
                after = self._push(tail, rest) if tail else rest
                yield p * q, self._state(after, self._bind(slot, bindings, remaining))

    def _all_successors(self, state: State, following: str) -> Iterator[tuple[str, float, State]]:
        """(word, probability, next state) for all words after which ``following`` may come."""
        stack, bindings = state
        moves = self._moves(stack)
        for word, nexts in moves.words.items():
            for p, rest in nexts:
                if following in self._starts(rest):
                    yield word, p, self._state(rest, bindings)
        for p, slot, rest in moves.slots:
            possible = following in self._starts(rest)
            for word, found in self._candidates(slot, bindings).forms(slot.form).items():
                for q, tail, remaining in found:
                    if tail[0] == following if tail else possible:
                        after = self._push(tail, rest) if tail else rest
                        bound = self._bind(slot, bindings, remaining)
                        yield word, p * q, self._state(after, bound)

    def _advance(self, belief: Belief, word: str) -> Belief:
        after: Belief = defaultdict(float)
        for state, weight in belief.items():
            for p, following in self._successors(state, word):
                after[following] += weight * p
        return dict(after)

    def _initial(self) -> Belief:
        return {(self._push([self.start], self._empty), ()): 1.0}

    def _belief(self, prefix: Sequence[str]) -> Belief:
        """state -> p(state, prefix); empty if nothing starts with this prefix."""
        prefix = tuple(prefix)
        known = len(prefix)
        while known and prefix[:known] not in self._prefixes:
            known -= 1
        belief = self._prefixes[prefix[:known]] if known else self._initial()
        if len(self._prefixes) > 20_000:
            self._prefixes.clear()
        for end in range(known, len(prefix)):
            belief = self._advance(belief, prefix[end])
            self._prefixes[prefix[: end + 1]] = belief
        return belief

    def _suffix(self, state: State, words: tuple[str, ...], start: int, memo: dict) -> float:
        """p(words[start:] and then the end | state)"""
        key = (state, start)
        if key not in memo:
            if start == len(words):
                memo[key] = self._moves(state[0]).end
            else:
                memo[key] = sum(
                    p * self._suffix(following, words, start + 1, memo)
                    for p, following in self._successors(state, words[start])
                )
        return memo[key]

    # ---------------------------------------------------------------- what one can ask

    def next_word(self, prefix: Sequence[str]) -> dict[str, float]:
        """Exact p(x_i | x_<i), most likely first; ``END`` stands for the document's end.

        Raises:
            ValueError: no document starts with ``prefix``.
        """
        belief = self._belief(prefix)
        total = sum(belief.values())
        if not total:
            raise ValueError(say("words-no-start", words=" ".join(prefix)))
        table: dict[str, float] = defaultdict(float)
        for (stack, bindings), weight in belief.items():
            weight /= total
            moves = self._moves(stack)
            for word, nexts in moves.words.items():
                for p, _ in nexts:
                    table[word] += weight * p
            for p, slot, _ in moves.slots:
                forms = self._candidates(slot, bindings).forms(slot.form)
                for word, found in forms.items():
                    for q, _, _ in found:
                        table[word] += weight * p * q
            if moves.end:
                table[END] += weight * moves.end
        return _sorted(table)

    def masked_word(self, words: Sequence[str], i: int) -> dict[str, float]:
        """Exact p(x_i | all other words), most likely first. ``words[i]`` itself is not looked at.

        Raises:
            ValueError: no word at position ``i`` makes this a document.
        """
        words = tuple(words)
        if not 0 <= i < len(words):
            raise IndexError(say("words-no-place", place=i, count=len(words)))
        table: dict[str, float] = defaultdict(float)
        memo: dict = {}
        following = words[i + 1] if i + 1 < len(words) else END
        for state, weight in self._belief(words[:i]).items():
            for word, p, after in self._all_successors(state, following):
                rest = self._suffix(after, words, i + 1, memo)
                if rest:
                    table[word] += weight * p * rest
        total = sum(table.values())
        if not total:
            gap = [*words[:i], "[MASK]", *words[i + 1 :]]
            raise ValueError(say("words-no-filling", words=" ".join(gap)))
        return _sorted({word: p / total for word, p in table.items()})

    def log_prob(self, words: Sequence[str]) -> float:
        """log p(document) in nats; -inf for what is no document of the language."""
        belief, log_p = self._initial(), 0.0
        for word in words:
            belief = self._advance(belief, word)
            total = sum(belief.values())
            if not total:
                return -math.inf
            log_p += math.log(total)
            belief = {state: weight / total for state, weight in belief.items()}
        end = sum(weight * self._moves(state[0]).end for state, weight in belief.items())
        return log_p + math.log(end) if end else -math.inf

    def __contains__(self, words: Sequence[str]) -> bool:
        return self.log_prob(words) > -math.inf

    def derivations(self, words: Sequence[str]) -> int:
        """In how many ways the grammar can make this text: 0 if it is no document, ideally 1."""
        counts: Counter[State] = Counter(self._initial().keys())
        for word in words:
            after: Counter[State] = Counter()
            for state, count in counts.items():
                for _, following in self._successors(state, word):
                    after[following] += count
            counts = after
        return sum(count * self._ends(state[0]) for state, count in counts.items())

    def _ends(self, stack: Stack) -> int:
        """The number of ways in which a stack can vanish without a word."""
        if stack is self._empty:
            return 1
        if not isinstance(stack.item, Rule):
            return 0
        return sum(self._ends(self._push(t.items, stack.below)) for t in stack.item.templates)

    # ---------------------------------------------------------------- sums over all documents

    @cached_property
    def _visits(self) -> dict[Rule, float]:
        """How often a document uses each rule, on average."""
        order: list[Rule] = []

        def visit(rule: Rule) -> None:
            if rule not in order:
                for template in rule.templates:
                    for item in template.items:
                        if isinstance(item, Rule):
                            visit(item)
                order.append(rule)

        visit(self.start)
        visits: dict[Rule, float] = defaultdict(float, {self.start: 1.0})
        for rule in reversed(order):  # every rule after all that use it
            for template, p in zip(rule.templates, rule.probabilities, strict=True):
                for item in template.items:
                    if isinstance(item, Rule):
                        visits[item] += visits[rule] * p
        return dict(visits)

    def entropy(self) -> float:
        """Exact entropy of a document in nats.

        Each text has one derivation (``derivations`` tests it), so a document is its choices, and
        the chain rule adds them up: expected number of times that a choice is made, times its
        entropy. Rules are chosen independently of bindings; a binding is as uncertain as its
        category (less what it excludes), as far as its forms in the template reveal it.
        """
        total = 0.0
        for rule, visits in self._visits.items():
            total += visits * entropy_of(rule.probabilities)
            for template, p in zip(rule.templates, rule.probabilities, strict=True):
                total += visits * p * sum(self._binding_entropies(template))
        return total

    def _binding_entropies(self, template: Template) -> Iterator[float]:
        slots = [item for item in template.items if isinstance(item, Slot)]
        for slot in slots:
            if not slot.binds:
                continue
            forms = {s.form for s in slots if s.variable == slot.variable}
            category = slot.category
            if category.tells_all(forms):
                yield math.log(len(category.entries) - len(slot.excluded))
            elif slot.variable.isupper() or slot.excluded:
                raise ValueError(f"{slot.variable} must be identified where it is bound")
            else:
                looks = Counter(
                    tuple(category.forms[f][m] for f in forms) for m in category.all.members
                )
                yield entropy_of([n / len(category.entries) for n in looks.values()])

    def expected_length(self) -> float:
        """Exact mean number of words in a document (its end not counted)."""
        total = 0.0
        for rule, visits in self._visits.items():
            for template, p in zip(rule.templates, rule.probabilities, strict=True):
                for item in template.items:
                    if isinstance(item, str):
                        total += visits * p
                    elif isinstance(item, Slot):
                        forms = item.category.forms[item.form]
                        total += visits * p * sum(map(len, forms)) / len(forms)
        return total


def _sorted(table: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(table.items(), key=lambda pair: (-pair[1], pair[0])))
