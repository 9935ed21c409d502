"""Tables of cards: what goes out comes back as it was; what is wrong is told with its row and column."""

import io
import zipfile
from pathlib import Path

import pytest

from dsl.authoring.tables import CannotRead, exported, imported, read_table, write_table
from dsl.check import check
from dsl.load import load
from tests.checked import game_in

GAME = """\
game stall "Stall"
    seats 1 to 2 as Player

enum Colour: red, blue
kind Player
kind Fish is Card
    price: Number from -5 to 9 = 0
    colour: Colour
    fresh: Truth = no
    motto: Text?
    likes: Fish set = []
    sorts: Colour bag
    friend: Fish?

setup base "Set-up"
    step open "Open":
        stop
flow
    stop
ending never "Never": win when no
"""
FISH = """\
table Fish
    name  | title            | copies | price | colour | fresh | motto           | likes       | sorts         | friend | stand_in
    cod   | "Cod"            | 3      | -2    | red    | yes   | "Deep, \\"deep\\"" | [hake, cod] | 2 red, 1 blue | hake   | price
    hake  | "Hake; a | fish" |        |       | blue   |       | "=1+1"          |             |               |        |
"""  # noqa: E501


@pytest.fixture
def stall(tmp_path):
    folder = tmp_path / "stall"
    folder.mkdir()
    (folder / "game.side").write_text(GAME, encoding="utf-8")
    return folder


def things(folder):
    game = check(load(folder)).game
    assert game is not None, [one.headline for one in check(load(folder)).diagnostics]
    return game, {name: one for name, one in game.things.items() if one.kinds == ("Fish",)}


@pytest.mark.parametrize("name", ["fish.csv", "fish.xlsx", "fish.tsv"])
def test_there_and_back_is_exact(stall, tmp_path, name):
    old = stall / "cards" / "fish" / "old.side"
    old.parent.mkdir(parents=True)
    old.write_text(FISH.replace(" | fish", " / fish"), encoding="utf-8")
    game, before = things(stall)
    found = exported(game, "Fish")
    assert found.left_out == ()
    path = tmp_path / name
    path.write_bytes(write_table(path, found.rows, "Fish", "\t" if name.endswith("tsv") else ";"))
    old.unlink()
    made = imported(path, stall)
    assert made.problems == ()
    ((target, text, _),) = made.files
    (stall / target).write_text(text, encoding="utf-8")
    game, after = things(stall)
    assert after == before
    assert exported(game, "Fish").rows == found.rows
    assert imported(path, stall).files == made.files, "again, over itself"


def test_the_incidents_of_tokyo_sidekick_fit_into_a_table():
    from dsl.library import find_game

    found = exported(game_in(find_game("tokyo-sidekick")), "Incident")
    assert found.left_out == ()
    assert len(found.rows) > 40


def test_what_has_a_text_is_left_out(stall):
    (stall / "eel.side").write_text('Fish eel "Eel"\n    colour: red\n    flavour "Long."\n', encoding="utf-8")
    assert exported(things(stall)[0], "Fish").left_out == ("eel",)


HEAD = "name,title,colour,price\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (HEAD + "cod,Cod,green,1\n", ":2:C: "),
        (HEAD + "cod,Cod,red,1\nhake,Hake,red,many\n", ":3:D: "),
        (HEAD + "\ncod,Cod,red,1\ncod,Cod,red,1\n", ":4:A: `cod` is declared twice"),
        (HEAD + "cod,Cod,,1\n", ":2: `cod` does not say its `colour`"),
        (HEAD + "cod,Cod,red|blue,1\n", ":2:C: `red|blue` is no value"),
        (HEAD + "cod,Cod,red,1,more\n", ":2:E: there is no column"),
        ("name,title,color\ncod,Cod,red\n", ":1:C: Fish has no `color`; did you mean `colour`?"),
        ("name,title,,colour\ncod,Cod,,red\n", ":1:C: this column has no name"),
        ("name,title,title\ncod,Cod,Cod\n", ":1:C: there are two columns"),
        (HEAD + "cod,Cod,red,1\nher ring,Herring,red,1\n", ":3:A: `her ring` is no name; write `her_ring`"),
        (HEAD + "if,If,red,1\n", ":2:A: `if` is a word of the language"),
        (HEAD + "cod,Cod,red,1.5\n", ":2:D: `1.5`: numbers are whole"),
        ("name,title,colour,copies\ncod,Cod,red,0\n", ":2:D: `0` copies: a whole number from 1 is wanted"),
    ],
)
def test_what_is_wrong_has_its_cell(stall, tmp_path, data, said):
    path = tmp_path / "fish.csv"
    path.write_text(data, encoding="utf-8")
    assert said in "\n".join(imported(path, stall).problems)


PERSONS = """# Mine.
Fish zander "Zander" x 2  # of the lake
    # Red as a fox.
    colour: red
    price: 4

Fish tench "Tench"
    colour: blue

table Fish
    name | title  | colour | price
    bass | "Bass" | red    | 2  # salt
    dab  | "Dab"  | blue   |
"""


def test_cards_in_files_of_a_person_are_changed_where_they_stand(stall, tmp_path):
    """Only what differs; comments and all else stay, and the old table brings back every byte."""
    file = stall / "zander.side"
    file.write_text(PERSONS, encoding="utf-8")
    path, before = tmp_path / "fish.csv", tmp_path / "before.csv"
    rows = exported(things(stall)[0], "Fish").rows
    before.write_bytes(write_table(before, rows, "Fish"))
    head = "name,title,copies,colour,price\n"
    path.write_text(
        head + "zander,Pike,,red,4\ntench,Tench,3,blue,7\ndab,Dab,,red,\nbass,Bass,,red,2\ncod,Cod,,red,1\n"
    )
    made = imported(path, stall)
    assert made.problems == () and made.as_they_are == 1
    told = {name: (text, said) for name, text, said in made.files}
    assert told["zander.side"][1] == "3 changed" and set(told) == {"zander.side", "cards/fish/fish.side"}
    wanted = PERSONS.replace('"Zander" x 2', '"Pike"').replace(
        '"Tench"\n    colour: blue', '"Tench" x 3\n    colour: blue\n    price: 7'
    )
    assert told["zander.side"][0] == wanted.replace('"Dab"  | blue   |', '"Dab"  | red    |')
    file.write_text(told["zander.side"][0], encoding="utf-8")
    ((name, text, _),) = imported(before, stall, "fish").files
    assert (name, text) == ("zander.side", PERSONS)
    file.write_text(text, encoding="utf-8")
    assert imported(before, stall, "fish").files == () and imported(before, stall, "fish").as_they_are == len(rows) - 1


def test_new_cards_go_below_what_a_person_wrote(stall, tmp_path):
    mine = stall / "cards" / "fish" / "fish.side"
    mine.parent.mkdir(parents=True)
    mine.write_text(PERSONS, encoding="utf-8")
    path = tmp_path / "fish.csv"
    path.write_text(HEAD + "zander,Zander,red,5\ncod,Cod,green,1\n", encoding="utf-8")
    assert imported(path, stall).problems[0].startswith(f"{path}:3:C: "), "the place is that of the table"
    path.write_text(HEAD + "zander,Zander,red,5\ncod,Cod,red,1\n", encoding="utf-8")
    ((name, text, said),) = imported(path, stall).files
    assert (name, said) == ("cards/fish/fish.side", "1 changed and 1 new")
    table = '\ntable Fish\n    name | title | colour | price\n    cod  | "Cod" | red    | 1\n'
    assert text == PERSONS.replace("price: 4", "price: 5") + table
    path.write_text(HEAD + "zander,Zander,red,5\nzander,Zander,red,6\n", encoding="utf-8")
    assert "`zander` stands in two rows" in imported(path, stall).problems[0]
    path.write_text("name,title,colour,copies\nbass,Bass,red,9\n", encoding="utf-8")
    assert (
        "`bass` stands in a table without a column `copies`, at cards/fish/fish.side:"
        in imported(path, stall).problems[0]
    )


def test_a_name_that_the_game_has_is_told_at_the_row(stall, tmp_path):
    text = 'Fish zander "Zander"\n    colour: red\n    flavour "Long."\n'
    (stall / "zander.side").write_text(text, encoding="utf-8")
    path = tmp_path / "fish.csv"
    path.write_text(HEAD + "cod,Cod,red,1\nzander,Zander,red,1\n", encoding="utf-8")
    assert "fish.csv:3:A: `zander` is declared twice" in "\n".join(imported(path, stall).problems)


def test_rows_of_the_game_that_a_mod_changes_are_left_out_and_others_than_they_are_told(stall, tmp_path):
    (stall / "fish.side").write_text(FISH.replace(" | fish", " / fish"), encoding="utf-8")
    base = exported(things(stall)[0], "Fish")
    name = next(iter((stall / "game.side").read_text("utf-8").split("game ")[1:])).split()[0]
    stall.rename(tmp_path / name.replace("_", "-"))
    mod = tmp_path / "my-mod"
    mod.mkdir()
    (mod / "game.side").write_text(f'mod my_mod "My Mod" extends {name}\n', encoding="utf-8")
    path = tmp_path / "fish.csv"
    head, *rows = base.rows
    new = tuple({"name": "eel", "title": "Eel"}.get(column, cell) for column, cell in zip(head, rows[0], strict=True))
    path.write_bytes(write_table(path, (*base.rows, new), "Fish"))
    made = imported(path, mod)
    assert made.problems == () and made.as_they_are == len(rows)
    assert "eel" in made.files[0][1] and "    cod " not in made.files[0][1]
    other = tuple("5" if column == "price" else cell for column, cell in zip(head, rows[0], strict=True))
    path.write_bytes(write_table(path, (head, other), "Fish"))
    assert f"fish.csv:2: `{other[0]}` is of the game" in imported(path, mod).problems[0]
    path.write_bytes(write_table(path, base.rows, "Fish"))
    assert imported(path, mod).files == () and imported(path, mod).as_they_are == len(rows)


def test_a_head_is_read_as_people_write_it(stall, tmp_path):
    path = tmp_path / "fish.csv"
    path.write_text("Name; Title ;COLOUR;Stand in\ncod;Cod;red;yes\n", encoding="utf-8")
    found = imported(path, stall)
    assert found.problems == () and "name | title | colour | stand_in" in found.files[0][1]
    path.write_text("name;title;colour\n", encoding="utf-8")
    with pytest.raises(CannotRead, match="no rows below it"):
        imported(path, stall)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_marks_encodings_and_separators(tmp_path, encoding, separator):
    path = tmp_path / "fish.csv"
    path.write_bytes(f"name{separator}title\r\nal{separator}Å, ü\r\n".replace("Å, ü", '"Å, ü"').encode(encoding))
    rows, sheet = read_table(path)
    assert [row.cells for row in rows] == [("name", "title"), ("al", "Å, ü")]
    assert (rows[1].number, sheet) == (2, "fish")


def test_a_line_that_names_the_separator(tmp_path):
    path = tmp_path / "fish.csv"
    path.write_text("sep=;\nname;title\ncod;Cod, whole\n")
    rows, _ = read_table(path)
    assert rows[1].cells == ("cod", "Cod, whole")
    assert rows[1].number == 3


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"name,title\ncod,K\xf6nig\n", ":2: the byte 0xF6 is not UTF-8"),
        (b'name,title\ncod,"Cod\n', "quotation mark left open"),
    ],
)
def test_what_cannot_be_read(tmp_path, data, said):
    path = tmp_path / "fish.csv"
    path.write_bytes(data)
    with pytest.raises(CannotRead, match=said):
        read_table(path)


def test_a_broken_workbook(tmp_path):
    path = tmp_path / "fish.xlsx"
    path.write_bytes(b"no zip")
    with pytest.raises(CannotRead, match="no XLSX file"):
        read_table(path)


SHEET = "xl/worksheets/sheet1.xml"


def workbook(change=None, **parts):
    """An XLSX with one fish; `change` gets the bytes of its sheet, parts that are None are left out."""
    made = io.BytesIO()
    plain = write_table(Path("fish.xlsx"), [("name", "title", "copies"), ("cod", "Cod", "2")], "Fish")
    with zipfile.ZipFile(io.BytesIO(plain)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.infolist():
            if one.filename not in parts.values():
                data = old.read(one.filename)
                new.writestr(one.filename, change(data) if change and one.filename == SHEET else data)
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (workbook(without=SHEET), "there is no sheet in it"),
        (workbook(lambda sheet: sheet[: len(sheet) // 2]), "no XLSX file that I can read"),
        (workbook(lambda sheet: sheet.replace(b"<v>2</v>", b"<v>two</v>")), "no XLSX file that I can read"),
        (workbook(lambda sheet: sheet.replace(b'r="B2"', b'r="??"')), "no XLSX file that I can read"),
        (
            workbook(lambda sheet: sheet.replace(b"</sheetData>", b" " * 70_000_000 + b"</sheetData>")),
            "unpacks to more",
        ),
    ],
)
def test_a_workbook_that_is_damaged_inside_or_unpacks_without_end(tmp_path, data, said):
    path = tmp_path / "fish.xlsx"
    path.write_bytes(data)
    with pytest.raises(CannotRead, match=said):
        read_table(path)


def test_a_workbook_that_says_it_is_a_million_rows_wide_and_high_is_read_as_it_is(tmp_path):
    path = tmp_path / "fish.xlsx"
    path.write_bytes(workbook(lambda sheet: sheet.replace(b"A1:C2", b"A1:XFD1048576")))
    rows, _ = read_table(path)
    assert [row.cells for row in rows] == [("name", "title", "copies"), ("cod", "Cod", "2")]


def test_a_table_is_bounded(tmp_path):
    path = tmp_path / "fish.csv"
    path.write_text("name\n" + "cod\n" * 10_000)
    with pytest.raises(CannotRead, match="at most 10,000 rows"):
        read_table(path)
    path.write_bytes(b"x" * 16_000_001)
    with pytest.raises(CannotRead, match="over 16,000,000 bytes"):
        read_table(path)
