"""English sentences of the small world with their German translations, word by word aligned.

German is a good language to translate into, because its words stand elsewhere. The participle goes
to the end ("tom hat heute den apfel gegessen"), the verb stays second when something else comes
first ("heute hat tom ..."), and in a subordinate clause it goes last (", weil er den hut verloren
hatte"). Articles and endings follow gender and case. All is lower case here, as the English is.

A sentence is a *pattern* in both languages. Its fields in braces are phrases that know their words
in both, and which word belongs to which:

    "{time} {S} {v} {O} ."                      yesterday tom bought the old hat .
    "{time} {v.hat} {S.nom} {O.acc} {v.ge} ."   gestern hat tom den alten hut gekauft .

Words outside braces are themselves; those with the same label after a slash translate one another
(because/c, weil/c). The German is a function of the English.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from course_utils.language.small_world import LEXICON

Tagged = list[tuple[str, object]]  # (word, tag): equal tags translate each other, None nothing


class Translation(NamedTuple):
    """An English sentence, its German, and the pairs (English index, German index) that match."""

    english: tuple[str, ...]
    german: tuple[str, ...]
    alignment: tuple[tuple[int, int], ...]


# ------------------------------------------------------------------------------- the dictionary


class Noun(NamedTuple):
    english: str
    german: str
    gender: str  # m f n


def nouns(text: str) -> list[Noun]:
    return [Noun(*item.split(":")) for item in text.split()]


THINGS = nouns(
    """key:schlüssel:m ring:ring:m hat:hut:m book:buch:n ball:ball:m lamp:lampe:f map:karte:f
    letter:brief:m cup:tasse:f plate:teller:m knife:messer:n spoon:löffel:m fork:gabel:f
    bottle:flasche:f basket:korb:m box:kiste:f bag:tasche:f clock:uhr:f mirror:spiegel:m
    candle:kerze:f pen:stift:m hammer:hammer:m rope:seil:n bell:glocke:f doll:puppe:f coin:münze:f
    umbrella:regenschirm:m blanket:decke:f pillow:kissen:n bucket:eimer:m ladder:leiter:f
    radio:radio:n sword:schwert:n shield:schild:m flag:fahne:f ticket:fahrkarte:f
    suitcase:koffer:m guitar:gitarre:f"""
)
FOOD = nouns(
    """bread:brot:n cheese:käse:m soup:suppe:f fish:fisch:m cake:kuchen:m meat:fleisch:n
    salad:salat:m honey:honig:m rice:reis:m butter:butter:f jam:marmelade:f ham:schinken:m
    chocolate:schokolade:f corn:mais:m"""
)
CLOTHES = nouns(
    "coat:mantel:m shirt:hemd:n scarf:schal:m jacket:jacke:f dress:kleid:n skirt:rock:m"
    " hat:hut:m cap:mütze:f"
)
ANIMALS = nouns(
    """cat:katze:f dog:hund:m horse:pferd:n cow:kuh:f pig:schwein:n sheep:schaf:n mouse:maus:f
    fox:fuchs:m duck:ente:f goose:gans:f frog:frosch:m rabbit:kaninchen:n wolf:wolf:m
    snake:schlange:f"""
)
PEOPLE = nouns(
    """baker:bäcker:m doctor:arzt:m painter:maler:m gardener:gärtner:m cook:koch:m
    teacher:lehrer:m singer:sänger:m king:könig:m queen:königin:f princess:prinzessin:f
    knight:ritter:m witch:hexe:f wizard:zauberer:m girl:mädchen:n woman:frau:f man:mann:m
    child:kind:n nurse:krankenschwester:f"""
)
SEATS = nouns(
    "mat:matte:f table:tisch:m chair:stuhl:m bed:bett:n sofa:sofa:n bench:bank:f carpet:teppich:m"
)

PLURALS = {  # what one likes many of
    "cats": "katzen", "dogs": "hunde", "horses": "pferde", "cows": "kühe", "mice": "mäuse",
    "ducks": "enten", "apples": "äpfel", "bananas": "bananen", "tomatoes": "tomaten",
    "potatoes": "kartoffeln", "pears": "birnen", "eggs": "eier", "foxes": "füchse",
    "wolves": "wölfe", "frogs": "frösche",
}  # fmt: skip
ADJECTIVES = {
    "old": "alt", "new": "neu", "small": "klein", "large": "groß", "heavy": "schwer",
    "light": "leicht", "beautiful": "schön", "ugly": "hässlich", "strange": "seltsam",
    "broken": "kaputt", "dirty": "schmutzig", "golden": "golden", "cheap": "billig",
    "round": "rund", "red": "rot", "blue": "blau", "green": "grün", "yellow": "gelb",
    "black": "schwarz", "white": "weiß", "brown": "braun", "grey": "grau",
}  # fmt: skip
FEELINGS = {
    "happy": "glücklich", "sad": "traurig", "tired": "müde", "hungry": "hungrig", "sick": "krank",
    "angry": "wütend", "thirsty": "durstig", "nervous": "nervös",
}  # fmt: skip
WEATHER = {
    "nice": "schön", "sunny": "sonnig", "rainy": "regnerisch", "windy": "windig",
    "cloudy": "wolkig", "warm": "warm", "cool": "kühl", "terrible": "schrecklich", "hot": "heiß",
}  # fmt: skip
SCIENCES = {
    "ai": "ki", "machine learning": "maschinelles lernen", "mathematics": "mathematik",
    "physics": "physik", "chemistry": "chemie", "music": "musik", "art": "kunst",
    "poetry": "poesie", "history": "geschichte", "nlp": "nlp", "biology": "biologie",
    "artificial intelligence": "künstliche intelligenz", "philosophy": "philosophie",
}  # fmt: skip
VERBS = {  # past: participle (all of these with "hat")
    "bought": "gekauft", "found": "gefunden", "lost": "verloren", "sold": "verkauft",
    "stole": "gestohlen", "painted": "gemalt", "cleaned": "geputzt", "carried": "getragen",
    "repaired": "repariert", "hid": "versteckt", "broke": "zerbrochen", "saw": "gesehen",
    "borrowed": "ausgeliehen", "described": "beschrieben",
}  # fmt: skip
COOKING = {"ate": "gegessen", "cooked": "gekocht", "bought": "gekauft", "ordered": "bestellt"}
MEETING = {
    "visited": "besucht", "saw": "gesehen", "invited": "eingeladen", "called": "gerufen",
    "admired": "bewundert", "loved": "geliebt", "followed": "verfolgt",
}  # fmt: skip
INFINITIVES = {  # infinitive: infinitive, participle
    "see": "sehen gesehen", "buy": "kaufen gekauft", "borrow": "ausleihen ausgeliehen",
}  # fmt: skip
LOOKS = ["old", "small", "large", "beautiful", "ugly", "strange"]  # of people and animals
TASTES = ["old", "new", "cheap", "strange", "light", "heavy"]
TO_PLACES = {
    "park": "in den park", "school": "zur schule", "market": "zum markt",
    "station": "zum bahnhof", "church": "zur kirche", "forest": "in den wald",
    "garden": "in den garten", "theatre": "ins theater", "museum": "ins museum",
    "cinema": "ins kino", "beach": "zum strand", "hospital": "ins krankenhaus",
    "lake": "zum see", "zoo": "in den zoo", "bakery": "zur bäckerei", "bank": "zur bank",
    "castle": "zum schloss", "harbour": "zum hafen",
}  # fmt: skip
AT_PLACES = {
    "park": "im park", "school": "in der schule", "market": "auf dem markt",
    "station": "am bahnhof", "church": "in der kirche", "forest": "im wald",
    "garden": "im garten", "theatre": "im theater", "museum": "im museum",
    "cinema": "im kino", "beach": "am strand", "hospital": "im krankenhaus",
    "lake": "am see", "zoo": "im zoo", "bakery": "in der bäckerei", "castle": "im schloss",
}  # fmt: skip
OUTDOORS = {"beach", "lake"}  # "in the lake" would be wet
VEHICLES = {
    "train": "zug", "bus": "bus", "car": "auto", "bicycle": "fahrrad", "ship": "schiff",
    "plane": "flugzeug", "taxi": "taxi", "boat": "boot",
}  # fmt: skip
DAYS = {
    "monday": "montag", "tuesday": "dienstag", "wednesday": "mittwoch", "thursday": "donnerstag",
    "friday": "freitag", "saturday": "samstag", "sunday": "sonntag",
}  # fmt: skip
TIMES = {
    "today": "heute", "yesterday": "gestern", "later": "später", "then": "dann",
    **{f"on {english}": f"am {german}" for english, german in DAYS.items()},
    "in winter": "im winter", "in summer": "im sommer", "in spring": "im frühling",
    "in autumn": "im herbst", "in january": "im januar", "in march": "im märz",
    "in may": "im mai", "in october": "im oktober",
}  # fmt: skip
CAPITALS = {  # German names differ; the capitals are those of small_world's table
    "france": "frankreich", "germany": "deutschland", "italy": "italien", "spain": "spanien",
    "england": "england", "austria": "österreich", "poland": "polen", "norway": "norwegen",
    "greece": "griechenland", "hungary": "ungarn",
}  # fmt: skip
CITIES = {"rome": "rom", "vienna": "wien", "athens": "athen", "warsaw": "warschau"}

# ------------------------------------------------------------------------------- German grammar

DETERMINERS = {  # (English, case): for m, f, n
    ("the", "nom"): "der die das", ("the", "acc"): "den die das", ("the", "dat"): "dem der dem",
    ("a", "nom"): "ein eine ein", ("a", "acc"): "einen eine ein",
    ("a", "dat"): "einem einer einem",
    ("his", "acc"): "seinen seine sein", ("her", "acc"): "ihren ihre ihr",
}  # fmt: skip
ENDINGS = {  # of an adjective after that determiner: for m, f, n
    ("the", "nom"): "e e e", ("the", "acc"): "en e e", ("the", "dat"): "en en en",
    ("a", "nom"): "er e es", ("a", "acc"): "en e es", ("a", "dat"): "en en en",
    ("his", "acc"): "en e es", ("her", "acc"): "en e es",
}  # fmt: skip
RELATIVE = {"m": "den", "f": "die", "n": "das"}  # ", den anna gekauft hat": accusative


def _by_gender(forms: str, gender: str) -> str:
    return dict(zip("mfn", forms.split(), strict=True))[gender]


class NounPhrase:
    """the old hat: der alte hut, den alten hut, dem alten hut."""

    def __init__(self, determiner: str, adjective: str | None, noun: Noun):
        self.determiner, self.adjective, self.noun = determiner, adjective, noun

    def english(self, form: str, tag: str) -> Tagged:
        words = [word for word in (self.adjective, self.noun.english) if word]
        determiner = self.determiner
        if determiner == "a" and words[0][0] in "aeiou":
            determiner = "an"
        tags = ["determiner", "adjective", "noun"] if self.adjective else ["determiner", "noun"]
        return [(w, (tag, t)) for w, t in zip([determiner, *words], tags, strict=True)]

    def german(self, case: str, tag: str) -> Tagged:
        key = (self.determiner, case)
        found = [(_by_gender(DETERMINERS[key], self.noun.gender), (tag, "determiner"))]
        if self.adjective:
            ending = _by_gender(ENDINGS[key], self.noun.gender)
            found.append((ADJECTIVES[self.adjective] + ending, (tag, "adjective")))
        return [*found, (self.noun.german, (tag, "noun"))]


class Words:
    """A phrase that is the same in every case: the last words match, so do those before them."""

    def __init__(self, english: str, german: str):
        self.words = english.split(), german.split()

    def _tagged(self, words: Sequence[str], tag: str) -> Tagged:
        return [(w, (tag, "last" if w is words[-1] else "before")) for w in words]

    def english(self, form: str, tag: str) -> Tagged:
        return self._tagged(self.words[0], tag)

    def german(self, form: str, tag: str) -> Tagged:
        return self._tagged(self.words[1], tag)


class Verb:
    """English forms and German forms by name; all parts of a verb belong together."""

    def __init__(self, english: str, **german: str):
        self.one, self.forms = english, german

    def english(self, form: str, tag: str) -> Tagged:
        return [(word, tag) for word in self.one.split()]

    def german(self, form: str, tag: str) -> Tagged:
        return [(word, tag) for word in self.forms[form].split()]


def _fill(pattern: str, fields: dict, side: str) -> Tagged:
    tagged: Tagged = []
    for token in pattern.split():
        if token.startswith("{"):
            name, _, form = token[1:-1].partition(".")
            tagged += getattr(fields[name], side)(form, name)
        else:
            word, _, label = token.partition("/")
            tagged.append((word, label or (None if word.isalpha() else word)))
    return tagged


def _match(english: Tagged, german: Tagged) -> Translation:
    pairs = [
        (i, j)
        for i, (_, tag) in enumerate(english)
        for j, (_, partner) in enumerate(german)
        if tag is not None and tag == partner
    ]
    return Translation(
        tuple(word for word, _ in english), tuple(word for word, _ in german), tuple(pairs)
    )


# ------------------------------------------------------------------------------- the sentences

Fields = dict[str, object]


def _pick(rng: random.Random, table: dict[str, str]) -> tuple[str, str]:
    return rng.choice(list(table.items()))


def _words(rng: random.Random, table: dict[str, str]) -> Words:
    return Words(*_pick(rng, table))


def _noun_phrase(rng: random.Random, determiners: Sequence[str], stock: list[Noun]) -> NounPhrase:
    adjective = None
    if rng.random() < 0.5:
        fitting = LOOKS if stock in (PEOPLE, ANIMALS) else TASTES if stock is FOOD else ADJECTIVES
        adjective = rng.choice(list(fitting))
    return NounPhrase(rng.choice(determiners), adjective, rng.choice(stock))


def _fields(rng: random.Random) -> Fields:
    """One of everything that a pattern may name."""
    people = rng.sample(LEXICON["person"], 3)
    who = people[0]
    he, his = who["he"], who["his"]
    past, participle = _pick(rng, VERBS)
    cooked, cooked_de = _pick(rng, COOKING)
    met, met_de = _pick(rng, MEETING)
    bare, bare_de = _pick(rng, INFINITIVES)
    bare_de, done_de = bare_de.split()
    to, at = _pick(rng, TO_PLACES), _pick(rng, AT_PLACES)
    inside, inside_de = _pick(rng, {k: v for k, v in AT_PLACES.items() if k not in OUTDOORS})
    vehicle, vehicle_de = _pick(rng, VEHICLES)
    land, land_de = _pick(rng, CAPITALS)
    city = next(row["name"] for row in LEXICON["land"] if row["country"] == land)
    thing = _noun_phrase(rng, ["the"], THINGS)
    role = NounPhrase("the", None, rng.choice(PEOPLE))
    names = [Words(person["name"], person["name"]) for person in people]
    return {
        "A": names[0],
        "B": names[1],
        "S": names[0] if rng.random() < 0.6 else role,
        "R": _noun_phrase(rng, ["the", "a"], PEOPLE),
        "he": Words(he, {"he": "er", "she": "sie"}[he]),
        "O": _noun_phrase(rng, ["the", "a"], THINGS),
        "the": thing,
        "que": Words("that", RELATIVE[thing.noun.gender]),
        "food": _noun_phrase(rng, ["the"], FOOD),
        "eat": Verb("eat", inf="essen"),
        "own": _noun_phrase(rng, [his], THINGS),
        "coat": NounPhrase(his, rng.choice(list(ADJECTIVES)), rng.choice(CLOTHES)),
        "animal": _noun_phrase(rng, ["the"], ANIMALS),
        "beast": _noun_phrase(rng, ["a"], ANIMALS),
        "seat": NounPhrase("the", None, rng.choice(SEATS)),
        "v": Verb(past, hat="hat", ge=participle),
        "c": Verb(cooked, hat="hat", ge=cooked_de),
        "m": Verb(met, hat="hat", ge=met_de),
        "go": Verb("went", ist="ist", ge="gegangen"),
        "travel": Verb("travelled", ist="ist", ge="gefahren"),
        "give": Verb("gave", hat="hat", ge="gegeben"),
        "wear": Verb("put on", past="zog", prefix="an"),
        "want": Verb("wants to", will="will"),
        "inf": Verb(bare, inf=bare_de, ge=done_de),
        "to": Words(f"to the {to[0]}", to[1]),
        "at": Words(f"at the {at[0]}", at[1]),
        "in": Words(f"in the {inside}", inside_de),
        "by": Words(f"by {vehicle}", f"mit dem {vehicle_de}"),
        "time": _words(rng, TIMES),
        "adj": _words(rng, ADJECTIVES),
        "feel": _words(rng, FEELINGS),
        "weather": _words(rng, WEATHER),
        "science": _words(rng, SCIENCES),
        "many": _words(rng, PLURALS),
        "city": Words(city, CITIES.get(city, city)),
        "land": Words(land, land_de),
    }


PATTERNS = [  # weight, English, German
    (3, "{time} {S} {v} {O} .", "{time} {v.hat} {S.nom} {O.acc} {v.ge} ."),
    (3, "{S} {v} {O} .", "{S.nom} {v.hat} {O.acc} {v.ge} ."),
    (2, "{S} {v} {O} {time} .", "{S.nom} {v.hat} {time} {O.acc} {v.ge} ."),
    (2, "{time} {S} {c} {food} .", "{time} {c.hat} {S.nom} {food.acc} {c.ge} ."),
    (1, "{time} {A} {m} {R} .", "{time} {m.hat} {A} {R.acc} {m.ge} ."),
    (1, "{R} {m} {A} .", "{R.nom} {m.hat} {A} {m.ge} ."),
    (2, "{time} {S} {go} {to} .", "{time} {go.ist} {S.nom} {to} {go.ge} ."),
    (1, "{S} {travel} {to} {by} .", "{S.nom} {travel.ist} {by} {to} {travel.ge} ."),
    (2, "{S} {want} {inf} {O} .", "{S.nom} {want.will} {O.acc} {inf.inf} ."),
    (1, "{S} {want} {eat} {food} .", "{S.nom} {want.will} {food.acc} {eat.inf} ."),
    (
        1,
        "{S} will/w {inf} {the} tomorrow/t .",
        "{S.nom} wird/w morgen/t {the.acc} {inf.inf} .",
    ),
    (1, "{S} could/k not/n {inf} {the} .", "{S.nom} konnte/k {the.acc} nicht/n {inf.inf} ."),
    (1, "{S} did/h not/n {inf} {the} .", "{S.nom} hat/h {the.acc} nicht/n {inf.ge} ."),
    (
        3,
        "{A} was/w {feel} because/c {he} had/h lost/l {own} .",
        "{A} war/w {feel} , weil/c {he} {own.acc} verloren/l hatte/h .",
    ),
    (
        2,
        "{A} was/w {feel} because/c {B} {v} {the} .",
        "{A} war/w {feel} , weil/c {B} {the.acc} {v.ge} {v.hat} .",
    ),
    (
        2,
        "{A} said/s that/d {he} {v} {O} .",
        "{A} hat/s gesagt/s , dass/d {he} {O.acc} {v.ge} {v.hat} .",
    ),
    (2, "{the} {que} {A} {v} is/i {adj} .", "{the.nom} , {que} {A} {v.ge} {v.hat} , ist/i {adj} ."),
    (2, "{A} {give} {B} {O} .", "{A} {give.hat} {B} {O.acc} {give.ge} ."),
    (2, "{A} {give} {R} {O} .", "{A} {give.hat} {R.dat} {O.acc} {give.ge} ."),
    (1, "{A} {wear} {coat} .", "{A} {wear.past} {coat.acc} {wear.prefix} ."),
    (1, "there was/w {beast} {in} .", "{in} war/w {beast.nom} ."),
    (1, "{animal} sat/s on/o {seat} .", "{animal.nom} saß/s auf/o {seat.dat} ."),
    (1, "{A} met/m {B} {at} .", "{A} hat/m {B} {at} getroffen/m ."),
    (1, "{the} is/i {adj} .", "{the.nom} ist/i {adj} ."),
    (1, "i/i like/l {many} .", "ich/i mag/l {many} ."),
    (1, "i/i love/l {science} .", "ich/i liebe/l {science} ."),
    (1, "i/i love/l {science}", "ich/i liebe/l {science}"),
    (
        1,
        "{city} is/i the/t capital/c of/o {land} .",
        "{city} ist/i die/t hauptstadt/c von/o {land} .",
    ),
    (1, "the/t weather/w is/i {weather} today/h .", "das/t wetter/w ist/i heute/h {weather} ."),
]  # fmt: skip


def sample_translation(rng: random.Random) -> Translation:
    """A random pair of sentences with the links between their words."""
    _, english, german = rng.choices(PATTERNS, [pattern[0] for pattern in PATTERNS])[0]
    fields = _fields(rng)
    return _match(_fill(english, fields, "english"), _fill(german, fields, "german"))


def german_words() -> set[str]:
    """Every German word that a translation may use (English names, which stay, left out)."""
    stocks = [THINGS, FOOD, CLOTHES, ANIMALS, PEOPLE, SEATS]
    found = {noun.german for stock in stocks for noun in stock}
    tables = [PLURALS, FEELINGS, WEATHER, SCIENCES, VERBS, COOKING, MEETING, INFINITIVES, TO_PLACES]
    for table in [*tables, AT_PLACES, VEHICLES, TIMES, CAPITALS, CITIES, DETERMINERS, ADJECTIVES]:
        found.update(word for forms in table.values() for word in forms.split())
    found.update(adjective + e for adjective in ADJECTIVES.values() for e in ("e", "en", "es"))
    found.update(ADJECTIVES[adjective] + "er" for adjective in LOOKS)  # "ein alter arzt"
    for _, _, german in PATTERNS:
        found.update(token.split("/")[0] for token in german.split() if token[0] != "{")
    found.update(RELATIVE.values())
    verbs = "hat ist gegangen gefahren gegeben zog an will essen"  # of _fields
    return found | set(verbs.split()) | {"er", "sie", "mit", "dem"}
