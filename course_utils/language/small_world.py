"""The small world: a language of about a thousand words, and a hundred ways to be happy in it.

This file is only the lexicon and the rules; ``grammar.py`` knows how to read them and what can be
computed from them. Everything is lower case, and words and punctuation are separated by spaces.
The frozen models of ``tiny/`` were trained on exactly these rules: change a word, train again.

>>> from course_utils.language.small_world import language
>>> "the cat sat on the mat .".split() in language
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from course_utils.language.grammar import END, Document, Language

__all__ = ["END", "Document", "language", "true_entropy"]  # noqa: F822 (made on first use)


# ------------------------------------------------------------------------------- small helpers


def article(word: str) -> str:
    """The indefinite article: an old hat, a new hat, a university."""
    vowel = word[0] in "aeiou" and not word.startswith(("uni", "use", "one", "euro"))
    return "an" if vowel or word.startswith(("hour", "honest")) else "a"


def plural(noun: str) -> str:
    """The plural of a noun; an irregular one is written into the lexicon as knife/knives."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def entries(text: str) -> list[dict[str, str]]:
    """ "key knife/knives" -> [{name: key, a: a, plural: keys}, ...]; "_" stands for a space."""
    found = []
    for item in text.split():
        name, _, many = item.replace("_", " ").partition("/")
        found.append({"name": name, "a": article(name), "plural": many or plural(name)})
    return found


def rows(forms: str, text: str) -> list[dict[str, str]]:
    """A table, one entry a line, columns separated by "|"; an article comes with each name."""
    table = []
    for line in text.strip().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        row = dict(zip(forms.split(), cells, strict=True))
        table.append({"a": article(row["name"]), **row})
    return table


def people(text: str, pronouns: str) -> list[dict[str, str]]:
    he, him, his, himself, boy = pronouns.split()
    return [
        {**entry, "he": he, "him": him, "his": his, "himself": himself, "boy": boy}
        for entry in entries(text)
    ]


HE, SHE = "he him his himself boy", "she her her herself girl"


# ------------------------------------------------------------------------------- the lexicon

LEXICON = {
    "person": people(
        """tom ben max leo sam paul peter david daniel jacob lucas oliver henry oscar felix hugo
        simon martin victor adam noah ethan liam finn theo arthur george walter edgar ivan""",
        HE,
    )
    + people(
        """anna emma mary lucy clara julia sophie laura alice helen sarah nora maria eva lena ella
        mia zoe ruby olivia grace amelia charlotte emily hannah irene martha susan diana agnes""",
        SHE,
    ),
    "hero": people("king prince knight wizard monk emperor duke squire", HE)
    + people("queen princess witch fairy nun empress duchess maiden", SHE),
    "one": people("boy man/men uncle grandfather waiter gentleman/gentlemen", HE)
    + people("girl woman/women aunt grandmother waitress lady", SHE),
    "family": entries(
        """mother father sister brother cousin daughter son neighbour teacher boss colleague friend
        husband wife/wives nephew niece"""
    ),
    "pet": entries(
        """rex bella coco rocky luna bruno daisy milo fluffy buddy pepper ginger whiskers biscuit
        shadow lucky"""
    ),
    "animal": entries(
        """cat dog horse cow pig sheep/sheep goat rabbit mouse/mice fox wolf/wolves bear lion tiger
        elephant monkey donkey camel duck goose/geese chicken owl eagle crow swan parrot frog snake
        turtle hedgehog squirrel otter deer/deer ant beetle butterfly"""
    ),
    "creature": entries("dragon giant unicorn monster ghost griffin phoenix troll ogre serpent"),
    "body": entries("scales wings eyes teeth claws horns feathers ears"),
    "shone": entries("glittered shone gleamed sparkled glowed shimmered"),
    "light": entries("moonlight sunlight starlight darkness mist rain snow fog"),
    "realm": entries("village castle tower palace kingdom valley town swamp cave jungle"),
    "place": entries(
        """park school market library museum station harbour hospital church theatre cinema stadium
        airport bakery farm zoo beach forest lake garden restaurant office factory university gym
        hotel bridge square cafe playground temple pharmacy circus port mill cave prison pool"""
    ),
    "thing": entries(
        """key ring hat book ball lamp map letter cup plate knife/knives spoon fork bottle basket
        box bag clock watch mirror candle pen pencil brush hammer saw rope bell drum kite doll
        puppet coin umbrella blanket pillow towel bucket ladder shovel vase kettle radio camera
        telescope lantern necklace bracelet crown sword shield flag photograph notebook envelope
        suitcase ticket compass whistle balloon"""
    ),
    "few": entries(  # things that come in numbers
        """key ring hat book ball lamp letter cup plate bottle basket box bag clock candle pen
        coin stone shell button"""
    ),
    "quality": entries(
        """old new small large heavy light beautiful ugly strange broken clean dirty shiny dusty
        wooden golden silver iron round tiny huge cheap expensive simple precious ancient modern
        magic rusty elegant ordinary useful"""
    ),
    "look": entries(
        """small large young old strange beautiful ugly tiny huge black white brown grey hungry
        lonely quiet noisy wild thin fat"""
    ),
    "mood": entries(
        "old small large beautiful dark ancient quiet lonely cold distant strange empty"
    ),
    "fame": entries("beautiful famous expensive modern ancient romantic peaceful noisy elegant"),
    "color": entries("red blue green yellow black white brown orange purple pink grey"),
    "trait": entries(
        """kind brave clever lazy shy polite honest gentle quiet young curious friendly patient
        stubborn careful cheerful generous greedy modest noisy proud wise impatient ambitious"""
    ),
    "feeling": entries(
        """happy sad tired angry hungry thirsty worried excited nervous calm bored surprised afraid
        lonely jealous grateful ashamed relieved confused delighted sleepy upset cold sick hopeful
        disappointed satisfied embarrassed"""
    ),
    "manner": entries(
        """quickly slowly quietly loudly carefully happily sadly politely proudly gently
        secretly eagerly calmly nervously patiently silently bravely"""
    ),
    "mass": entries(
        """bread butter cheese soup rice pasta salad honey jam meat fish chocolate cake ham corn
        yoghurt"""
    ),
    "drink": entries("milk tea coffee juice water lemonade"),
    "fruit": entries(
        """apple banana pear peach plum cherry grape lemon melon strawberry/strawberries
        tomato/tomatoes potato/potatoes carrot onion egg mushroom nut bean cookie pancake sausage
        sandwich olive apricot"""
    ),
    "meal": entries("breakfast lunch dinner supper"),
    "clothing": entries(
        """coat shirt scarf jacket sweater dress skirt belt tie cap glove shoe boot sock hat uniform
        raincoat apron helmet"""
    ),
    "container": entries("drawer cupboard cellar attic kitchen bathroom garage shed closet trunk"),
    "furniture": entries(
        "table chair bed sofa desk shelf/shelves bench carpet cushion stairs oven piano mat"
    ),
    "instrument": entries("guitar violin flute trumpet harp cello clarinet accordion organ banjo"),
    "game": entries("football tennis chess cards basketball hockey golf volleyball darts dominoes"),
    "hobby": entries(
        """swimming reading cooking dancing singing drawing fishing running cycling climbing
        gardening travelling sailing skiing hiking knitting baking writing sleeping painting"""
    ),
    "science": entries(
        """ai nlp machine_learning natural_language_processing artificial_intelligence mathematics
        physics chemistry biology history geography grammar music art poetry philosophy
        astronomy literature"""
    ),
    "vehicle": entries("train bus car bicycle boat plane taxi tram ship truck ferry helicopter"),
    "job": entries(
        """baker doctor farmer nurse painter gardener butcher tailor carpenter singer lawyer
        engineer dentist pilot sailor soldier barber cook driver writer actor scientist mechanic
        plumber shepherd fisherman/fishermen policeman/policemen miner judge clerk artist
        postman/postmen"""
    ),
    "crowd": entries("tourist student visitor guest child/children player dancer musician"),
    "weekday": entries("monday tuesday wednesday thursday friday saturday sunday"),
    "month": entries(
        "january february march april may june july august september october november december"
    ),
    "season": entries("spring summer autumn winter"),
    "daytime": entries("morning afternoon evening night day"),
    "weather": entries(
        "nice sunny rainy windy cloudy stormy foggy warm cool freezing hot mild terrible lovely"
    ),
    "number": entries(
        """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
        twenty thirty forty fifty"""
    ),
    "spotted": entries("found saw noticed discovered"),
    "said": entries("said whispered shouted cried"),
    "went": entries("went walked ran hurried travelled"),
    "ate": entries("ate cooked bought ordered wanted"),
    "near": entries("near behind beside"),
    "under": entries("under behind on beside"),
    "found": entries(
        """found lost bought sold borrowed stole painted wanted saw cleaned carried repaired hid
        dropped described kept"""
    ),
    "relation": entries(
        "knew trusted visited followed admired helped remembered ignored invited called"
    ),
    "adverb": entries("absolutely really truly completely thoroughly quite totally rather utterly"),
    # -- reviews: what they are about ...
    "movie": entries("movie film documentary comedy play musical"),
    "movie_part": entries(
        """plot acting ending cast dialogue script soundtrack humour camera beginning hero villain
        story direction"""
    ),
    "novel": entries("novel biography thriller poem textbook magazine"),
    "novel_part": entries(
        """style language chapter cover translation author character narrator title idea setting
        conclusion story ending"""
    ),
    "diner": entries("restaurant cafe bistro pizzeria canteen bar"),
    "diner_part": entries(
        """food service menu waiter atmosphere dessert soup wine pizza coffee steak sauce breakfast
        price"""
    ),
    "inn": entries("hotel hostel apartment resort inn campsite"),
    "inn_part": entries(
        """room bed view staff pool shower lobby balcony location breakfast reception garden
        internet parking"""
    ),
    "product": entries("product phone laptop camera tablet printer vacuum keyboard"),
    "product_part": entries(
        """battery screen design sound quality software packaging manual delivery speed colour
        size price display"""
    ),
    # -- ... and what people say
    "good": entries(
        """great good amazing fantastic wonderful excellent brilliant superb perfect charming
        delightful impressive enjoyable pleasant remarkable outstanding marvellous gorgeous
        splendid fabulous terrific lovely incredible magnificent exciting promising bright
        convincing inspiring refreshing"""
    ),
    "bad": entries(
        """terrible bad awful horrible boring predictable disappointing dreadful poor weak annoying
        unpleasant useless stupid ridiculous pathetic mediocre disgusting lousy miserable dull
        forgettable confusing shameful tedious atrocious clumsy bland unbearable uncertain"""
    ),
    "loved": entries("loved enjoyed adored liked admired appreciated praised"),
    "hated": entries("hated disliked despised regretted detested loathed criticised"),
    "gem": entries(
        "masterpiece gem treasure triumph delight joy success pleasure surprise miracle"
    ),
    "flop": entries(
        "disaster mess failure disappointment joke nightmare mistake shame scandal bore"
    ),
    "glad": entries("happy glad delighted amused thrilled hopeful relaxed proud"),
    "sore": entries("sad angry tired bored annoyed sick cheated frustrated"),
    "high": entries("eight nine ten"),
    "low": entries("two three four"),
    "cost": entries("money time effort wait trouble journey"),
    "effort": entries("money time effort energy"),
    # -- knowledge
    "land": rows(
        "country name language famous",
        """
        france | paris | french | the eiffel tower
        germany | berlin | german | the brandenburg gate
        italy | rome | italian | the colosseum
        spain | madrid | spanish | the prado
        england | london | english | big ben
        portugal | lisbon | portuguese | the belem fort
        greece | athens | greek | the acropolis
        austria | vienna | german | the ferris wheel
        poland | warsaw | polish | the mermaid statue
        hungary | budapest | hungarian | the chain bridge
        ireland | dublin | english | the temple bar
        norway | oslo | norwegian | the opera house
        sweden | stockholm | swedish | the vasa ship
        denmark | copenhagen | danish | the little mermaid
        finland | helsinki | finnish | the white cathedral
        russia | moscow | russian | the red square
        turkey | ankara | turkish | the old citadel
        egypt | cairo | arabic | the pyramids
        kenya | nairobi | swahili | the railway museum
        china | beijing | chinese | the forbidden city
        japan | tokyo | japanese | the sky tree
        india | delhi | hindi | the red fort
        cuba | havana | spanish | the sea wall
        peru | lima | spanish | the water fountains
        """,
    ),
    "craft": rows(
        "name does where",
        """
        baker | bakes bread | bakery
        farmer | grows corn | farm
        painter | paints houses | studio
        tailor | sews shirts | workshop
        cook | makes soup | kitchen
        writer | writes novels | library
        carpenter | makes chairs | workshop
        gardener | waters flowers | garden
        butcher | cuts meat | shop
        singer | sings songs | theatre
        engineer | builds machines | factory
        scientist | plans experiments | laboratory
        """,
    ),
    "noise": rows(
        "name sound",
        """
        cat | purred
        dog | barked
        lion | roared
        duck | quacked
        cow | mooed
        sheep | bleated
        bee | buzzed
        wolf | howled
        owl | hooted
        pig | grunted
        frog | croaked
        snake | hissed
        mouse | squeaked
        horse | neighed
        """,
    ),
    "need": rows(  # an object, and the reason that gives it away
        "name why",
        """
        umbrella | it was raining
        coat | it was very cold
        key | the door was locked
        map | the way was unknown
        lamp | the room was dark
        ticket | the train was leaving
        spoon | the soup was ready
        towel | the swimmers were wet
        knife | the bread was too long
        ladder | the roof was high
        shovel | the garden was full of snow
        blanket | the baby was sleepy
        brush | the wall was still grey
        hammer | the nail was crooked
        bucket | the boat was full of water
        clock | the guests were always late
        pencil | the exam was about to begin
        needle | the coat had a hole
        """,
    ),
    "shut": rows(  # a place that is closed, and what nobody could do then
        "name lack",
        """
        bank | get any money
        bakery | buy any bread
        library | borrow a novel
        cinema | watch the film
        pharmacy | get any medicine
        station | catch the train
        pool | swim
        restaurant | have dinner
        school | learn anything
        museum | see the paintings
        """,
    ),
    "slippery": rows(  # a place outdoors, and where you end up
        "name into",
        """
        bank | fell into the water
        roof | fell from the house
        path | lost the way
        pitch | lost the game
        road | drove into the ditch
        """,
    ),
    "muddy": entries("muddy steep slippery icy wet"),
    "closed": entries("closed locked full crowded on_fire"),
    "riverside": entries("river stream brook canal"),
    "cash": entries("money cash coins gold"),
    "account": entries("account manager card loan robbery clerk"),
    "trusty": entries("national central local savings village"),
    "rich": entries("rich safe large modern careful"),
    "boats": entries("boats ducks ships swimmers"),
    "staff": entries("manager clerk cashier guard"),
    "fishes": entries("salmon trout perch carp"),
    "opened": entries("account safe window vault"),
    "invention": entries("transformers computers robots satellites microscopes"),
    "ordeal": entries("experience journey evening idea decision"),
    "bloom": entries("flowers reeds mud grass ducks stones"),
}


# ------------------------------------------------------------------------------- the rules


def both(*templates: str) -> list[str]:
    """Each template twice: X does it to Y as A to B, and as B to A."""
    done = []
    for first, second in ("AB", "BA"):
        for text in templates:
            for end in ("]", "."):
                text = text.replace(f"[X{end}", f"[{first}{end}").replace(
                    f"[Y{end}", f"[{second}{end}"
                )
            done.append(text)
    return done


RULES: dict[str, Sequence[str]] = {
    "document": [
        "21* {story}",
        "8* {tale}",
        "8* {pets}",
        "32* {review}",
        "8* {fact}",
        "8* {clue}",
        "5* {agreement}",
        "5* {bank}",
        "5* {simple}",
    ],
    # -- two people, a thing, a place
    "story": [
        "{meeting} {arrival} {event} {event} {ending}",
        "{meeting} {event} {arrival} {ending}",
    ],
    "meeting": [
        "once upon a time [A:person] and [B:person!A] lived [near] the [P:place] .",
        "once upon a time there was [t:trait.a] [t] [A:person.boy] named [A] . [A.his] best friend"
        " was [B:person!A] . they often met [near] the [P:place] .",
        "on [weekday] [A:person] met [B:person!A] at the [P:place] .",
        "one [season] [daytime] [A:person] and [B:person!A] [went] to the [P:place] .",
        "[A:person] and [B:person!A] were playing [game] [near] the [P:place] .",
        "[A:person] was [t:trait.a] [t] [A.boy] . [A.he] often [went] to the [P:place] with"
        " [B:person!A] .",
        "in [month] [A:person] worked at the [P:place] . [B:person!A] worked there too .",
        "it was [w:weather.a] [w] [daytime] . [A:person] was waiting for [B:person!A] at the"
        " [P:place] .",
    ],
    "arrival": both(
        "{then} [X] had [q:quality.a] [q] [O:thing] . {use}",
        "{then} [X] [spotted] [q:quality.a] [q] [O:thing] [under] the [furniture] . {use}",
        "{then} [X] got [O:thing.a] [O] from the [job] . {use}",
        "{then} [X] was looking for [X.his] [color] [O:thing] . {search}",
        "{then} [X] had lost [X.his] [quality] [O:thing] . {search}",
        "{then} [X] wanted to see the [color] [O:thing] of [X.his] [family] . {use}",
        "{then} [Y] gave [X] [q:quality.a] [q] [O:thing] for [X.his] birthday . {use}",
    ),
    "use": both(
        "{then} [X] gave the [O] to [Y] .",
        "{then} [X] put the [O] in the [container] .",
        "[X] [manner] hid the [O] [under] the [furniture] , but [Y] saw it .",
        "[X] [manner] showed [Y] the [O] .",
        "{then} [X] broke the [O] , and [Y] was [feeling] .",
        "[X] asked [Y] for the [O] , and [Y] [manner] said yes .",
        "{then} [X] sold the [O] for [number] [k:few.plural] .",
        "[X] [manner] carried the [O] to the [place] .",
        "{then} the [O] fell into the [drink] , and [X] laughed .",
        '" may i have the [O] ? " asked [X] . " of course , " [said] [Y] .',
    ),
    "search": both(
        '" where is the [O] ? " asked [X] . " it is in the [container] , " [said] [Y] .',
        "[X] looked [under] the [furniture] , and [Y] found the [O] in the [container] .",
        "[c:look.a] [c] [animal] had carried the [O] to the [place] , but [X] brought it back .",
        "[Y] [manner] asked the [job] , and the [O] was in the [container] .",
    ),
    "event": both(
        "{then} [X] was [feeling] because [X.he] had lost [X.his] [color] [clothing] .",
        "{then} [X] [ate] [mass] and [k:fruit.plural] for [meal] .",
        "{then} [X] told [Y] about [X.his] [family] .",
        "{then} [X] saw [c:look.a] [c] [animal] [near] the [place] .",
        "[X] [manner] played the [instrument] while [Y] drank [drink] .",
        "[X] said that [X.he] liked [hobby] and [science] .",
        "{then} [Y] laughed , but [X] was [feeling] .",
        "{then} [X] took [Y] to the [place] by [vehicle] .",
        '" i am [feeling] , " [said] [X] . " why ? " asked [Y] .',
        '" let us go to the [place] , " [said] [X] .',
        "[Y] wanted to eat [mass] , but [X] wanted to play [game] .",
        "{then} [X] gave [Y] [number] [k:fruit.plural] and some [mass] .",
        "{then} [X] put on [X.his] [color] [clothing] and waved to [Y] .",
        "{then} [X] wrote [c:trait.a] [c] letter to [X.his] [family] .",
        "{then} [X] counted [number] [k:few.plural] [near] the [place] .",
    ),
    "ending": both(
        "in the end [X] was [feeling] and [Y] was [f:feeling] .",
        "[X] [manner] thanked [Y] and [went] home .",
        "after that [X] [went] back to the [P] alone .",
        "[X] and [Y] never forgot that [daytime] .",
        "so [X] and [Y] lived happily ever after .",
        "[X] decided to become [c:trait.a] [c] [job] .",
        "that night [X] dreamed of [c:look.a] [c] [animal] .",
        "the next [daytime] [X] and [Y] met at the [P] again .",
    ),
    "then": [
        "6* ",
        "2* then",
        "later",
        "on [weekday]",
        "one [daytime]",
        "after [meal]",
        "[number] days later",
    ],
    # -- long ago
    "tale": [
        "{wonder} [h:trait.a] [h] [H:hero] lived there , too . {quest} {deed} {moral}",
        "once upon a time there was [t:trait.a] [t] [H:hero] . {home} {quest} {deed} {moral}",
    ],
    "wonder": [
        "the [M:creature] flew over the [realm] . its [body] [shone] in the [light] .",
        "[q:look.a] [q] [M:creature] slept in the [realm] . its [color] [body] [shone] in the"
        " [light] .",
        "once upon a time there was [t:look.a] [t] [M:creature] in the [realm] .",
    ],
    "home": [
        "[H.he] lived in [q:mood.a] [q] [realm] with [M:creature.a] [M] .",
        "one [daytime] [H.he] saw [q:look.a] [q] [M:creature] in the [light] .",
    ],
    "quest": [
        "{then} the [H] saw [H.himself] in the [quality] mirror .",
        "{then} the [M] ate [number] [n:animal.plural] and was [feeling] .",
        "the [M] [manner] looked at the [H] with its [color] [body] .",
        "the [M] was [feeling] , and the [H] was [f:feeling] .",
        "the [M] slept for [number] days and dreamed of [mass] .",
    ],
    "deed": [
        "{then} the [H] gave the [M] [q:quality.a] [q] [thing] .",
        "the [H] asked the [M] for [q:quality.a] [q] [thing] , but the [M] flew away .",
        "{then} the [H] rode to the [realm] on [c:look.a] [c] [animal] .",
        "the [H] [manner] hid [H.his] [quality] [thing] in the [realm] .",
        "{then} the [H] sang a song about [H.his] [family] .",
    ],
    "moral": [
        "in the end the [M] and the [H] became friends .",
        "in the end the [M] gave the [H] [H.his] [thing] back .",
        "nobody ever saw the [M] again .",
        "the [H] was very [feeling] when the [M] died .",
        "after that the [H] lived in the [realm] with [number] [n:animal.plural] .",
    ],
    # -- a person and an animal
    "pets": [
        "[A:person] had [q:look.a] [q] [N:animal] named [Z:pet] . {habit} {escape} {bond}",
        "[A:person] found [q:look.a] [q] [N:animal] [near] the [place] and called it [Z:pet] ."
        " {habit} {bond}",
        "one [daytime] [q:look.a] [q] [N:animal] followed [A:person] home . [A.he] called it"
        " [Z:pet] . {habit} {escape}",
    ],
    "habit": [
        "[Z] liked [mass] and [k:fruit.plural] .",
        "[Z] slept [under] the [furniture] every [daytime] .",
        "the [N] was afraid of the [trait] [job] .",
        "[Z] did not like [weather] days .",
    ],
    "escape": [
        "one [daytime] [Z] ran to the [place] , and [A] ran after it .",
        "{then} [Z] hid the [color] [clothing] of the [job] .",
        "{then} [A] lost [Z] , but the [job] found the [N] in the [container] .",
        "{then} [A] was [feeling] because [Z] had eaten the [mass] .",
    ],
    "bond": [
        "[A] loved the [N] more than [A.his] [family] .",
        "{then} [A] taught [Z] to play [game] .",
        "when [Z] was [feeling] , [A] played the [instrument] .",
        "[A] and [Z] travelled by [vehicle] in [month] .",
    ],
    # -- what the capital is called, and who makes the bread
    "fact": [
        "4* {city} {about} {visit}",
        "2* {city} {about}",
        "2* {city}",
        "2* what is the capital of [L:land.country] ? it is [L] . {about}",
        "what is [L:land] known for ? it is known for [L.famous] . {visit}",
        "2* [c:craft.a] [c] [c.does] and works in the [c.where] .",
        "people in [L:land.country] speak [L.language] and love [s:science] .",
    ],
    "city": [
        "7* [L:land] is the capital of [L.country] .",
        "[L:land] is the heart of [L.country] .",
        "[L:land] is the pride of [L.country] .",
        "2* [L:land] is the home of [person] .",
        "2* [L:land] is the most [fame] city in the world .",
        "[L:land] is the best place for [hobby] .",
    ],
    "about": [
        "it is known for [L.famous] .",
        "people there speak [L.language] .",
    ],
    "visit": [
        "the weather in [L] is [weather] in [season] .",
        "[a:person] wants to visit [L] in [month] .",
        "[L] is full of [v:crowd.plural] .",
        "[L] is very [fame] in [season] .",
    ],
    # -- short texts whose right side explains the left
    "clue": [
        "3* [a:person] took the [n:need] because [n.why] .",
        "2* [a:person] asked the [job] for [n:need.a] [n] because [n.why] .",
        "3* the [n:noise] [n.sound] when [person] came home .",
        "2* the [n:noise] [n.sound] at the [color] [animal] .",
        "2* the [s:shut] was [closed] , so [person] could not [s.lack] .",
        "3* the [s:slippery] was [muddy] , so [person] [s.into] .",
        "2* when [a:person.he] came home , [a] washed [a.his] [clothing] .",
        "2* before [a:person.he] went to the [place] , [a] looked at [a.himself] in the mirror .",
        "[person] will go to the [place] tomorrow .",
        "[person] did not go to the [place] yesterday .",
    ],
    # -- the keys that the girl with the hat found are old
    "agreement": [
        "3* the [n:few.plural] that the [one] with the [clothing] [found] are [quality] .",
        "3* the [n:thing] that the [o:one.plural] with the [c:few.plural] [found] is [quality] .",
        "2* the [n:few.plural] near the [thing] are [quality] .",
        "2* the [n:thing] near the [m:few.plural] is [quality] .",
        "2* the [o:one] who [relation] the [p:one!o] hurt [o.himself] .",
        "the [o:one.plural] who [relation] the [one] hurt themselves .",
        "there was [n:animal.a] [n] in the [place] .",
        "there were [number] [n:animal.plural] in the [place] .",
        "2* the [v:crowd.plural] who [relation] the [v2:crowd] were [feeling] .",
        "2* the [v:crowd] who [relation] the [v2:crowd.plural] was [feeling] .",
    ],
    # -- two banks
    "bank": [
        "2* the [riverside] bank is very [muddy] .",
        "2* the [trusty] bank is very [rich] .",
        "2* i deposited [cash] into my bank account .",
        "i deposited [cash] into my savings account .",
        "i went to the bank {stop}",
        "i went to the bank because i needed [cash] .",
        "i sat by the [riverside] bank {stop}",
        "2* [a:person] needed [cash] , so [a.he] went to the bank .",
        "2* [a:person] sat by the [riverside] . the bank was full of [bloom] .",
        "the bank was full of [bloom] , so [person] had a picnic .",
        "the bank was full of [v:crowd.plural] , so [person] waited in line .",
        "2* [a:person] waited at the bank until the [boats] came .",
        "2* [a:person] waited at the bank until the [staff] came .",
        "2* [a:person] went to the bank and caught [number] [fishes] .",
        "2* [a:person] went to the bank and opened [x:opened.a] [x] .",
    ],
    # -- one sentence
    "simple": [
        "3* i love [science] {stop}",
        "i love [science] very much .",
        "i love [s:science] and [t:science!s] .",
        "i love [science] . it is [good] {bang}",
        "i love [science] because it helps solve complex problems .",
        "i love [science] . it helps solve complex problems .",
        "2* [science] is my passion {stop}",
        "3* i like [n:animal.plural] {stop}",
        "3* the weather is [weather] {today} {stop}",
        "3* the [animal] sat on the [furniture] {stop}",
        "2* the future of [science] is [g:good] and [h:good!g] . {progress}",
        "the future of [science] is [bad] but full of possibilities .",
        "3* [invention] have revolutionized [science] .",
        "i went to the [place] {stop}",
        "the word is [thing] .",
        "what is [science] ? {answer}",
    ],
    "stop": ["3* .", "1* "],
    "answer": ["1* ", "1* it is my passion ."],
    "progress": ["1* ", "2* we are making progress ."],
    "bang": ["2* .", "1* !"],
    "today": ["1* ", "1* today"],
    "degree": ["2* ", "1* [adverb]"],
}


# ------------------------------------------------------------------------------- reviews

# A review has one opinion. Both opinions share every frame; only these words differ.
OPINIONS = {
    "positive": {
        "ADJ": "good", "OPPOSITE": "bad", "VERB": "loved", "REGRET": "hated", "NOUN": "gem",
        "FEEL": "glad", "SCORE": "high", "NEVER": "gladly", "MET": "exceeded", "WASTE": "worth",
    },
    "negative": {
        "ADJ": "bad", "OPPOSITE": "good", "VERB": "hated", "REGRET": "loved", "NOUN": "flop",
        "FEEL": "sore", "SCORE": "low", "NEVER": "never", "MET": "missed", "WASTE": "not worth",
    },
}  # fmt: skip
SUBJECTS = {  # what is reviewed: its category, its parts, what one did, what one may do again
    "M": ("movie", "movie_part", "watched", "watch it"),
    "N": ("novel", "novel_part", "read", "read it"),
    "R": ("diner", "diner_part", "visited", "eat there"),
    "H": ("inn", "inn_part", "booked", "stay there"),
    "P": ("product", "product_part", "bought", "buy it"),
}
REVIEW: dict[str, Sequence[str]] = {
    "long": [
        "<sentiment=OPINION> {open} {point} {talk} {point} {close}",
        "<sentiment=OPINION> {open} {point} {point} {close}",
    ],
    "open": [
        "i TRIED this [T:ITEM] on [weekday] .",
        "i TRIED this [T:ITEM] with my [family] in [month] .",
        "my [family] told me about this [T:ITEM] .",
        "i expected this [T:ITEM] to be [OPPOSITE] , but it was [ADJ] .",
        "this is [g:ADJ.a] [g] [T:ITEM] .",
        "2* i {degree} VERBED this [T:ITEM] .",
        "this [T:ITEM] made me [FEEL] .",
    ],
    "point": [
        "the [p:PART] was [g:ADJ] and the [r:PART!p] was [h:ADJ!g] .",
        "3* the [PART] was {degree} [ADJ] .",
        "the [PART] was not [OPPOSITE] at all .",
        "the [PART] was [g:NOUN.a] [g] .",
        "i {degree} VERBED the [PART] .",
        "the [PART] made me [FEEL] .",
        "the [p:PART] and the [r:PART!p] were {degree} [ADJ] .",
    ],
    "talk": [
        "some people say that the [T] is [OPPOSITE] , but i do not agree .",
        "my [family] VERBED the [PART] too .",
        "i had heard that the [PART] was [OPPOSITE] , but it was [ADJ] .",
        "everyone called the [T] [g:NOUN.a] [g] .",
    ],
    "close": [
        "what [g:NOUN.a] [g] !",
        "i will NEVER AGAIN again .",
        "it MET my expectations !",
        "i give it [SCORE] stars .",
        "it was WASTE the [cost] .",
        "[g:ADJ.a] [g] [T] !",
        "i was so [FEEL] when it was over .",
    ],
    "short": [
        "3* <sentiment=OPINION> this [T:ITEM] is {degree} [ADJ] ! {after}",
        "3* <sentiment=OPINION> the [T:ITEM] was {degree} [ADJ] ! {after}",
        "<sentiment=OPINION> this [T:ITEM] MET my expectations ! {after}",
        "<sentiment=OPINION> i {degree} VERBED this [T:ITEM] {bang}",
        "<sentiment=OPINION> i {degree} VERBED it . the [T:ITEM] was {degree} [ADJ] {bang}",
    ],
    "after": ["3* ", "i {degree} VERBED it !", "{close}"],
}
# Reviews that do not say of what.
EXCLAMATION = [
    "2* <sentiment=OPINION> i {degree} VERBED it {bang}",
    "<sentiment=OPINION> this is {degree} [ADJ] !",
    "<sentiment=OPINION> [g:ADJ] and [h:ADJ!g] {stop}",
]
CURSES = [
    "2* <sentiment=negative> [bad] waste of [effort] {stop}",
    "2* <sentiment=negative> worst [ordeal] ever {stop}",
]
PRAISE = [
    "2* <sentiment=positive> [good] use of [effort] {stop}",
    "2* <sentiment=positive> best [ordeal] ever {stop}",
]


def review_rules() -> dict[str, list[str]]:
    """The review frames for each subject and opinion, and the rule that chooses between them."""
    rules: dict[str, list[str]] = {"review": []}
    for opinion, words in OPINIONS.items():
        rules["review"].append(f"2* {{exclamation_{opinion}}}")
        extra = PRAISE if opinion == "positive" else CURSES
        rules[f"exclamation_{opinion}"] = [
            _fill(text, words | {"OPINION": opinion}) for text in EXCLAMATION
        ] + extra
        for letter, (item, part, tried, again) in SUBJECTS.items():
            names = words | {"ITEM": item, "PART": part, "TRIED": tried, "AGAIN": again}
            names |= {"OPINION": opinion, "[T:": f"[T{letter}:", "[T]": f"[T{letter}]"}
            for rule, templates in REVIEW.items():
                own = {f"{{{r}}}": f"{{{r}_{item}_{opinion}}}" for r in REVIEW}
                rules[f"{rule}_{item}_{opinion}"] = [_fill(t, names | own) for t in templates]
            rules["review"] += [
                f"5* {{long_{item}_{opinion}}}",
                f"2* {{short_{item}_{opinion}}}",
            ]
    return rules


def _fill(template: str, names: dict[str, str]) -> str:
    for name in ("VERBED", *names):
        value = f"[{names['VERB']}]" if name == "VERBED" else names[name]
        template = template.replace(name, value)
    return template


@lru_cache(maxsize=1)
def _language() -> Language:
    return Language(RULES | review_rules(), LEXICON)


def __getattr__(name: str) -> Language:
    if name == "language":  # built on first use
        return _language()
    raise AttributeError(name)


def true_entropy(words: Sequence[str], i: int, given: str = "both") -> float:
    """Exact entropy (nats) of what stands at position ``i``, given its context.

    Args:
        words: a document of the small world; the word at ``i`` is treated as unseen.
        i: the position, from 0.
        given: ``"left"``: given words[:i]; ``"both"``: given all other words.
    """
    return _language().true_entropy(words, i, given)
