"""What authors write by mistake, and what they are told: what to write; and each certain fix is right."""

from __future__ import annotations

import pytest

from dsl.source import SourceFile
from dsl.syntax.parse import parse

CARD = 'Danger fog "Fog"\n    rises:\n        damage you by 1\n'


def in_section(text: str) -> str:
    return 'Danger fog "Fog"\n    rises:\n' + "".join(f"        {line}\n" for line in text.split("\n"))


def in_thing(text: str) -> str:
    return 'Power calm "Calm"\n    sidekick: abu\n' + "".join(f"    {line}\n" for line in text.split("\n"))


# what is written in a section, and what the help says
STATEMENTS = [
    ("you may pay 1 Speed Energy", "`you may pay 1 speed Energy`"),
    ("active takes up to 2 turn_action", "`active takes any turn_action up to 2`"),
    ("each Sidekick with stars > 2 loses 1 star", "`each Sidekick x where x. ...`"),
    ("roll the attack_die", "`roll attack_die`"),
    ("repeat until you.stars == 2:\n    go", "`repeat while not (you.stars == 2):`"),
    ("lose 1 Star", "`you.stars -= 1`"),
    ("damage you 1", "`damage you by 1`"),
    ("damage you by 1 heart", "a number of its own stands alone, as in `by 1`"),
    ("you may pay 1 star", "`pay 2 Star`"),
    ("you lose 1 heart", "`VERB you by 1`"),
    ("each Sidekick s:\n    s loses 1 heart", "`VERB s ...`"),
    ("each Sidekick s: s loses 1 heart", "`VERB s ...`"),
    ("each Sidekick s: s wins", "Write `win s`."),
    ("if you.stars > 2:\n    you.friend loses", "Write `lose you.friend`."),
    ("if you.stars > 2 then damage you by 1", "`if you.stars > 2:`, and what is done then below it"),
    ("if you.stars = 2:\n    damage you by 1", "`==`"),
    ("if you.stars == 2:\n    damage you by 1\nelse if you.stars == 3:\n    go", "`elif you.stars == 3:`"),
    ("if you.stars is greater than 2:\n    go", "`if you.stars > 2:`"),
    ("if you.stars is at least 2:\n    go", "`if you.stars >= 2:`"),
    ("you.stars =- 1", "`-= 1` to take away, or `= -1`"),
    ("you.stars =-1", "`-= 1` to take away, or `= -1`"),
    ("you.stars =+ 1", "`you.stars += 1`"),
    ("you.stars *= 2", "`you.stars = you.stars * 2`"),
    ("you.stars == 2", "`you.stars = 2`"),
    ("if 1 < you.stars < 3:\n    go", "`if 1 < you.stars and you.stars < 3:`"),
    ("if you.stars > 1 and < 3:\n    go", "`if you.stars > 1 and you.stars < 3:`"),
    ("if you.stars <> 2:\n    go", "`if you.stars != 2:`"),
    ("if you.stars => 2:\n    go", "`if you.stars >= 2:`"),
    ("if !you.hurt:\n    go", "`not`"),
    ("if you.stars > 2\n    damage you by 1", "`if you.stars > 2:`"),
    ("you may pay 1 Star\n    damage you by 1", "`you may pay 1 Star:`"),
    ("each Sidekick s\n    damage s by 1", "`each Sidekick s:`"),
    ('you choose one\n    "a":\n        go', "`you choose one:`"),
    ("for each Sidekick s:\n    damage s by 1", "`each Sidekick s:`"),
    ("foreach Sidekick s:\n    damage s by 1", "`each Sidekick s:`"),
    ("each Sidekick may pay 1 Star", "`each Sidekick x:`, and below it, one step further in, `x may pay 1 Star`"),
    ("each Sidekick s where s.hurt may pay 1 Star", "`each Sidekick s where s.hurt:`, and below it"),
    ('each Sidekick s may "Go":\n    heal s by 1', '`s may "Go":`'),
    ("win each Sidekick s where s.stars > 3", "`let those = Sidekick x where ...`, then `win those`"),
    ("if you.hurt: lose all Sidekick", "`lose highest(Sidekick x: x.number)`"),
    ("win Sidekick s where s.stars > 3", "`win x when Sidekick x where ...`"),
    ("repeat 2 times:\n    damage you by 1", "`repeat 2:`"),
    ("damage all Sidekick by 1", "`damage each Sidekick by 1`"),
    ("damage each sidekick by 1", "`Sidekick`"),
    ("damage each Sidekick within 2 spaces of you by 1", "`damage each Sidekick within 2 of you by 1`"),
    ("damage each adjacent Sidekick by 1", "`damage each Sidekick adjacent to you by 1`"),
    ("damage the nearest Sidekick by 1", "`choose Sidekick x nearest to you`"),
    ("choose up to 2 Sidekick set fed", "`choose up to 2 Sidekick fed`. With an amount, `fed` is a set"),
    ("damage you by 1 and gain 1 Star for you", "`gain 1 Star for you` on a line of its own"),
    ("damage you by 1, then gain 1 Star for you", "`gain 1 Star for you` on a line of its own"),
    ("damage you by 1; gain 1 Star for you", "A new line ends a statement"),
    ("damage you by 1.", "`damage you by 1`"),
    ("damage you by 1.5", "rounds down"),
    ("damage by 1 you", "`damage you by 1`"),
    ("damage you by count (Guard)", "`damage you by count(Guard)`"),
    ("damage you by (1", "missing `)`"),
    ("you.stars++", "`you.stars += 1`"),
    ("damage you by 1 // ouch", "`# ...`"),
    ("damage you's friend by 1", "`you.friend`"),
    ("damage you\u00a0by 1", "ordinary space"),
    ("until end of turn: you cannot move", "`cannot move you`"),
    ("until end of turn: you.actions += 1", "`until end of turn: you.actions +1`"),
    ("move guard to your space", "`move guard to you.space`"),
]
# what is written as a line of a thing
LINES = [
    ("sidekick = abu", "`sidekick: abu`"),
    ("sidekick abu", "`sidekick: abu`"),
    ("sidekick: Abu", "`sidekick: abu`"),
    ('flavor "Calm."', '`flavour "Calm."`'),
    ("damage you by 1", "the name of the section and a colon, and below it, one step further in, `damage you by 1`"),
    ("play: damage you by 1", "begin a new line after the colon"),
    ("when damage you by Number n:\n    go", "`after VERB ...:`"),
    ("after you lose a heart:\n    go", "`after VERB you ...:`"),
    ("at the start of your turn:\n    go", "`at start of turn of you:`"),
    ("once per turn, after damage you by Number n:\n    go", "`limit 1 per turn` as the first line"),
    ("while you.hurt: you.actions += 1", "`while you.hurt: you.actions +1`"),
    ("while you.hurt: gain 1 Star for you", "`after ...:`"),
    ("you cannot be damaged", "`cannot wound you`"),
    ("always: you.actions +1\n        you.stars +1", "indentation of the line above"),
]
# whole declarations
WHOLE = [
    ('Danger fog "Fog"\nrises:\n    damage you by 1\n', "Indent it by four spaces, and what stands below it as well"),
    ('Danger fog "Fog"\n    rises:\n    damage you by 1\n', "by four spaces"),
    ('Danger fog "Fog"\n\trises:\n\t\tdamage you by 1\n', "four spaces"),
    ("Danger fog “Fog”\n    rises:\n        go\n", '`Danger fog "Fog"`'),
    ("Danger fog 'Fog'\n", '`Danger fog "Fog"`'),
    ("Danger fog\n    rises:\n        go\n", '`Danger fog "Fog"`'),
    ('Danger "Sudden Fog"\n', '`Danger sudden_fog "Sudden Fog"`'),
    ('Danger sudden fog "Sudden Fog"\n', '`Danger sudden_fog "Sudden Fog"`'),
    ('Danger SuddenFog "Sudden Fog"\n', "`sudden_fog`"),
    ('Danger sudden-fog "Sudden Fog"\n', "`sudden_fog`"),
    ('Danger fog "Fog":\n    rises:\n        go\n', '`Danger fog "Fog"`'),
    ('Danger fog x 2 "Fog"\n', '`Danger fog "Fog" x 2`'),
    ('2 Danger fog "Fog"\n', '`Danger fog "Fog" x 2`'),
    ('danger fog "Fog"\n', "begin with a capital"),
    ('Danger fog "Fog"\n    rises:\n        go\n      go\n', "four spaces for each level"),
    ('test "x"\n    abu at a\n    when\n        go\n', "`given` above it"),
    ('test "x"\n    given:\n        map a\n', "`given`"),
    ('test "x"\n    given\n        abu at a: health: 3\n', "`abu at a: health = 3`"),
    ('test "x"\n    given\n        map a\n    then\n        offered abu walk fog: a\n', "`offered abu walk: fog`"),
    ('test "x"\n    given\n        map a\n    when\n        abu.stars = 2\n', "`abu.stars = ...` below `given`"),
    ("test x\n    given\n        map a\n", '`test "x"`'),
]
ALL = [(in_section(text), help) for text, help in STATEMENTS]
ALL += [(in_thing(text), help) for text, help in LINES] + WHOLE


@pytest.mark.parametrize(("text", "help"), ALL, ids=[text.strip().split("\n")[-1].strip()[:40] for text, _ in ALL])
def test_one_message_says_what_to_write(text: str, help: str) -> None:
    messages = parse(SourceFile("example.side", text)).diagnostics
    assert len(messages) == 1
    said = (messages[0].help or "") + (messages[0].primary.text)
    assert help in said


@pytest.mark.parametrize("text", [text for text, _ in ALL], ids=[str(n) for n in range(len(ALL))])
def test_a_certain_fix_makes_it_readable(text: str) -> None:
    (message,) = parse(SourceFile("example.side", text)).diagnostics
    if message.fix is None:
        return
    right = text
    for edit in sorted(message.fix.edits, key=lambda edit: -edit.span.start):
        right = right[: edit.span.start] + edit.text + right[edit.span.end :]
    left = parse(SourceFile("example.side", right)).diagnostics
    assert all(one.span.start > message.span.start for one in left), right


@pytest.mark.parametrize("text", [CARD, CARD.replace("\n", "\r\n"), "\ufeff" + CARD, CARD.replace("\n", "\r")])
def test_line_ends_and_marks_of_other_systems_are_no_mistake(text: str, tmp_path) -> None:
    from dsl.load import read_file

    file = tmp_path / "fog.side"
    file.write_bytes(text.encode())
    read = read_file(file, "fog.side")
    assert read.file is not None
    assert parse(read.file).diagnostics == ()
    assert parse(read.file).file.declarations[0].name.text == "fog"  # type: ignore[union-attr]


def test_check_puts_right_what_has_one_remedy(tmp_path, capsys) -> None:
    import sidescript

    (tmp_path / "game.side").write_text("mod typed “Typed” extends disney_sidekicks\n", encoding="utf-8")
    card = tmp_path / "fog.side"
    card.write_text(
        "Danger sudden fog ‘Fog’:\n\trises:\n\t\tif you.stars is greater than 2 then\n\t\t\tdamage you by 1.\n"
        "\t\telse if you.hurt\n\t\t\tdamage you by 1\n",
        encoding="utf-8",
    )
    assert sidescript.main(["check", str(tmp_path), "--fix"]) == 0
    told = capsys.readouterr().out
    assert "fog.side: 9 mistakes put right" in told and "0 errors" in told
    assert card.read_text("utf-8") == (
        'Danger sudden_fog "Fog"\n    rises:\n        if you.stars > 2:\n            damage you by 1\n'
        "        elif you.hurt:\n            damage you by 1\n"
    )
    before = card.stat().st_mtime_ns
    assert sidescript.main(["check", str(tmp_path), "--fix"]) == 0
    assert card.stat().st_mtime_ns == before


def test_who_wins_at_an_ending_is_named_behind_when() -> None:
    (told,) = parse(SourceFile("a.side", 'ending rich "Rich": win each Sidekick s where s.stars > 3\n')).diagnostics
    assert told.help is not None and "`win x when Sidekick x where ...`" in told.help
