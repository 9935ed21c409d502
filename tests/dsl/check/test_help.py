"""The help of a message says what would be right."""

from __future__ import annotations

import pytest

from tests.dsl.check.programs import findings


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (
            "each Hero h at red: wound h by 1",
            "`red` is what a Room says under `colour`. Write `Kind x where x.place.colour == red`.",
        ),
        ("if lamp == ada.hand: burn lamp", "To ask whether it lies there, write `x in zone`, with the zone last."),
        ("heroes.health -= 1", "Write `each Hero h in heroes:` and change it in the lines below."),
        ("put 1 Item on ada", "Did you mean `pile_up`? That is how it is told: “put {i} onto the pile”."),
        ("move lamp to dscard", "Did you mean `discard`?"),
        ("move lamp to adda", "There are: `pile`, `discard` and `lair`."),
        ("wound ada by ada.name", "Write `title` for what is printed; two copies of a card have the same."),
        ("wound everyone by 1", "Write `each Kind`, such as `each Player`."),
        ("wound ada by health", "Whose is it? Write `x.health`, where `x` names a Hero."),
        ("if true: wound ada by 1", "Write `yes`."),
        (
            "wound a Hero by 1",
            "The language has no articles: leave it out. One that somebody chooses is `choose Hero x ...`.",
        ),
        ("wound lowest Hero by 1", "Write `lowest(Hero x: x.number)`; it finds all that are equal."),
        (
            "each Hero h: h loses 1 Item",
            "Who it is done to stands behind the verb: `VERB h ...`, or `h.name -= 1` for what they have.",
        ),
        ("each Hero h where Hero.health > 1: wound h by 1", "Give the Hero a name: `Hero x`, and write `x.health`."),
        ("wound each Hero next to ada by 1", "Write `Hero adjacent to ...` for what is next to something."),
        (
            'wound "Ada" by 1',
            "A text is a value only after = and ==, in lists and brackets, and in properties. A name has no quotes.",
        ),
        ("wound lamp by 1", "`ada` and `bob` would fit here, or a name for one: `choose Hero x ...`."),
    ],
)
def test_help(line: str, help: str) -> None:
    text = f"""define heroes: Hero h

verb pile_up Item i "put {{i}} onto the pile"
    move i to pile

verb rain "it [rain]"
    {line}
"""
    assert [d.help for d, _ in findings(text) if d.severity == "error"] == [help]


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ('home: "hall"', "A name has no quotes: `hall`."),
        ('flavour: "Calm."', 'Write `flavour "..."`, without the colon.'),
        ("home: attic", "There are `hall` and `cellar`. Declare it, or correct its spelling."),
        ("copies: 2", 'How many there are stands behind the title: `Kind name "Title" x 2`.'),
    ],
)
def test_help_at_a_line_of_a_thing(line: str, help: str) -> None:
    home = "" if line.startswith("home") else "    home: hall\n"
    text = f'Hero eve "Eve"\n{home}    {line}\n'
    assert [d.help for d, _ in findings(text) if d.severity == "error"] == [help]


def test_a_zone_of_all_players() -> None:
    text = 'rule greed "Greed"\n    after rain if any(Item in Hero.bag):\n        rain\n'
    game = 'verb rain "it [rain]"\n    shuffle pile\n\n'
    assert [d.help for d, _ in findings(game + text.replace("bag", "hand")) if d.severity == "error"] == [
        "Give the Hero a name: `Hero x`, and write `x.hand`. `team.hand` is that of each of them, all together."
    ]
    assert not findings(game + text.replace("Hero.bag", "team.hand"))


def test_an_attribute_that_you_have() -> None:
    text = """kind Charm is Card
    you is active

Charm clover "Clover"
    at end of turn:
        wound you by health
"""
    assert [d.help for d, _ in findings(text) if d.severity == "error"] == ["Whose is it? Write `you.health`."]


@pytest.mark.parametrize(
    ("fact", "help"),
    [
        ("pile = [hammock]", "There are `lamp` and `rope`. Declare it, or correct its spelling."),
        ("old_lamp in pile", "There are `lamp` and `rope`. Declare it, or correct its spelling."),
        ("pile = [ropes]", "Did you mean `rope`?"),
        ("discard = [charm]", "Did you mean `lucky_charm`?"),
        ("eve: health = 2", "Correct its spelling, or make one for this test: `Kind eve` below `given`."),
    ],
)
def test_help_at_a_fact_of_a_test(fact: str, help: str) -> None:
    """What lies in a zone is known by its Kind: what could lie there is listed, the likest first."""
    charm = 'Item lucky_charm "Lucky Charm"\n\n' if "charm" in fact else ""
    text = f'{charm}test "t"\n    given\n        {fact}\n    then\n        continues\n'
    assert [d.help for d, _ in findings(text) if d.severity == "error"] == [help]


def test_where_a_thing_is_wanted_no_value_is_meant() -> None:
    """The name of a card is sought, and that of its colour is near."""
    text = "enum Hue: scarlet, azure\n\nkind Flag is Card\n    hue: Hue\n\nzone chest of Flag: heap\n\n"
    text += "".join(f'Flag f{n} "F{n}"\n    hue: {"scarlet" if n in (3, 4) else "azure"}\n\n' for n in range(9))
    test = 'test "t"\n    given\n        {} in chest\n    then\n        continues\n'
    assert [d.help for d, _ in findings(text + test.format("scarlet_1")) if d.severity == "error"] == [
        "`scarlet` is what `f3` and `f4` say. `sidescript show words GAME Flag` lists all."
    ]
    assert [d.help for d, _ in findings(text + test.format("banner")) if d.severity == "error"] == [
        "There are `f0`, `f1`, `f2`, `f3`, `f4`, `f5`, `f6`, `f7` and more. Declare it, or correct its spelling. "
        "`sidescript show words GAME Flag` lists all."
    ]


def test_how_copies_in_a_zone_are_counted() -> None:
    test = 'test "t"\n    given\n        coin in pile\n    then\n        count({}) == 1\n'
    text = 'Item coin "Coin" x 3\n\n' + test
    for name, right in (("coin", "Item x in pile where x in coin"), ("lamp", "Item x in pile where x == lamp")):
        assert [d.help for d, _ in findings(text.format(f"{name} in pile"))] == [f"Write `{right}`."]
        assert not findings(text.format(right))


@pytest.mark.parametrize(
    ("amount", "right"),
    [
        ("1/2 * ada.health", "ada.health / 2"),
        ("3 / 2 * ada.health", "3 * ada.health / 2"),
        ("(1/2) * ada.health", None),
    ],
)
def test_a_fraction_is_put_behind_what_it_is_of(amount: str, right: str | None) -> None:
    text = f'verb rain "it [rain]"\n    ada.health -= {amount}\n    rain\n'
    (found,) = [d for d, _ in findings(text) if d.severity == "error"]
    assert found.code == "rounded-away"
    if right is None:
        assert found.guess is None
        return
    assert found.guess is not None
    for edit in sorted(found.guess.edits, key=lambda edit: -edit.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert f"ada.health -= {right}\n" in text


def test_a_sort_of_a_resource_is_no_kind() -> None:
    """The printed text says “Pay 1 Speed Energy”: `speed` stands before the resource."""
    text = """
enum Spark: quick "Speed", calm

kind Cell is Item
    spark: Spark

resource Energy "energy" of Hero
    from Cell c in pile
    gives 1 of c.spark
    spend drain c

verb drain Cell c "[drain] {c}"
    move c to discard

verb dash Hero h "{h} [dash]"
    pay 1 Speed by h
"""
    (found,) = [d for d, _ in findings(text) if d.severity == "error"]
    assert found.help == "`quick` is one of Spark, for Energy: write `quick Energy`, as in `pay 1 quick Energy by you`."
    assert not [d for d, _ in findings(text.replace("1 Speed", "1 quick Energy")) if d.severity == "error"]
