"""Cards for elsewhere: pixels, density, decks of a virtual table, what a shop would refuse, names of files."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve
from pypdf import PdfReader

from codegen.card_face import DEFAULTS
from codegen.exports import (
    ExportReport,
    Ordered,
    back_names,
    export,
    file_name,
    order_list,
    order_told,
    profiles,
    refusals,
)
from codegen.png import channels, density, pixels, stacked, with_density, without_alpha
from codegen.selection import Selection

DANGER = Selection(kinds=("Danger",), each_once=True)
BOTH = ("danger_rising", "exploding_bridge")


def make(folder: Path, profile: str, wanted: Selection = DANGER, **more: object) -> ExportReport:
    return export(sample.game(sample.cards()), folder, profiles()[profile], wanted=wanted, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("profile", "size", "expected"),
    [
        ("png", "poker", (750, 1050)),
        ("png", "standard", (744, 1039)),
        ("png", "69x94", (815, 1110)),
        ("the-game-crafter", "poker", (825, 1125)),
        ("the-game-crafter", "tarot", (900, 1500)),
        ("makeplayingcards", "poker", (822, 1122)),
    ],
)
def test_pixels_and_density(tmp_path: Path, profile: str, size: str, expected: tuple[int, int]) -> None:
    wanted = Selection(names=("danger_rising",))
    assert make(tmp_path, profile, wanted, size=size).written
    assert {path.name for path in tmp_path.iterdir()} == {"danger-rising.png", "back-danger.png", "order.csv"}
    for path in tmp_path.glob("*.png"):
        content = path.read_bytes()
        assert all(abs(one - other) <= (profile == "png") for one, other in zip(pixels(content), expected, strict=True))
        assert density(content) == pytest.approx(300, abs=0.05)


def test_drawings_have_their_words(tmp_path: Path) -> None:
    assert make(tmp_path, "svg", Selection(names=("danger_rising",))).written
    assert (tmp_path / "danger-rising.svg").read_text("utf-8").startswith("<svg")


def test_a_deck_for_a_virtual_table(tmp_path: Path) -> None:
    report = make(tmp_path, "tabletop-simulator", Selection(kinds=("Danger",)), url="https://example.org/")
    assert report.written
    saved = json.loads((tmp_path / "sample-poker.json").read_text("utf-8"))
    (deck,) = saved["ObjectStates"]
    assert deck["Nickname"] == "Danger card"
    ((number, sheet),) = deck["CustomDeck"].items()
    assert sheet["FaceURL"] == "https://example.org/danger-poker-1.png" and sheet["BackURL"].endswith(
        "back-danger-poker.png"
    )
    assert sheet["BackIsHidden"] and not sheet["UniqueBack"] and sheet["NumWidth"] == 10
    wide, tall = pixels((tmp_path / "danger-poker-1.png").read_bytes())
    assert wide % 10 == 0 and tall % sheet["NumHeight"] == 0 and max(wide, tall) <= 4096
    cards = [face for face in sample.game(sample.cards()).things.values() if face.kinds[0] == "Danger"]
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == sum(card.copies for card in cards)
    assert {identity // 100 for identity in deck["DeckIDs"]} == {int(number)}
    titles = {one["Nickname"] for one in deck["ContainedObjects"]}
    assert titles == {card.title for card in cards}


def test_no_sheet_holds_more_than_69_cards(tmp_path: Path) -> None:
    card = sample.cards()[0]
    many = tuple(evolve(card, name=f"card_{n}", title=f"Card {n}") for n in range(71))
    report = export(sample.game(many), tmp_path, profiles()["tabletop-simulator"])
    assert report.written
    assert len(list(tmp_path.glob("danger-poker-*.png"))) == 2
    saved = json.loads((tmp_path / "sample-poker.json").read_text("utf-8"))
    assert max(identity % 100 for identity in saved["ObjectStates"][0]["DeckIDs"]) == 68


def test_a_print_shop_s_pdf_has_back_and_front_in_turn(tmp_path: Path) -> None:
    report = make(tmp_path, "drivethrucards")
    assert report.written and any("PDF/X-1a" in problem.message for problem in report.problems)
    pages = PdfReader(next(tmp_path.glob("*.pdf"))).pages
    box = pages[0].mediabox
    assert float(box.width) / 72 == pytest.approx(2.75, abs=0.01) and float(box.height) / 72 == pytest.approx(
        3.75, abs=0.01
    )
    assert [("Danger Rises" in page.extract_text()) for page in pages[:4]] == [False, True, False, True]


def test_a_shop_would_refuse(tmp_path: Path) -> None:
    report = make(tmp_path, "makeplayingcards", size="tarot")
    assert not report.written and not list(tmp_path.iterdir())
    assert "MakePlayingCards prints no cards of the size tarot, but poker" in report.problems[0].message
    assert report.problems[0].message.endswith("--size poker")


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("../x", "x"), ("a/b", "a-b"), ("a\\b", "a-b"), ("CON", "con-card"), ("x:y?", "x-y"),
        ("heaven // earth.", "heaven-earth"),
        ("lpt1", "lpt1-card"), ("木", "card"), ("a" * 300, "a" * 80),
    ],
)  # fmt: skip
def test_names_of_files_are_safe(key: str, name: str) -> None:
    assert file_name(key) == name


def test_why_a_shop_would_refuse_a_picture(tmp_path: Path) -> None:
    """Its pixels, its density, its colours; and what is made for it is refused for none of them."""
    import typst
    from test_same_picture import rows

    assert make(tmp_path, "the-game-crafter", Selection(names=("danger_rising",))).written
    made = (tmp_path / "danger-rising.png").read_bytes()
    assert refusals(made, (825, 1125), 300) == [] and channels(made) == 3
    assert "825 × 1125 pixels instead of 822 × 1122" in refusals(made, (822, 1122), 300)[0]
    assert "72 pixels an inch" in refusals(with_density(made, 72), (825, 1125), 300)[0]
    plain = typst.compile(
        b'#set page(width: 20pt, height: 30pt, margin: 2pt, fill: gradient.linear(red, blue))\n#text(8pt)[Ab]',
        format="png", ppi=144,
    )  # fmt: skip
    assert isinstance(plain, bytes) and channels(plain) == 4
    assert "it is not RGB" in refusals(plain, None, 300)
    assert rows(without_alpha(plain)) == rows(plain) and channels(without_alpha(plain)) == 3


def rows(png: bytes) -> list[bytes]:
    """The rows of a picture with 8 bits a channel, its filters undone."""
    wide, high = pixels(png)
    each = channels(png)
    packed, at = b"", 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        packed += png[at + 8 : at + 8 + length] if png[at + 4 : at + 8] == b"IDAT" else b""
        at += length + 12
    raw, found, above = zlib.decompress(packed), [], bytes(wide * each)
    for number in range(high):
        begin = number * (wide * each + 1)
        row = bytearray(raw[begin + 1 : begin + 1 + wide * each])
        for at, value in enumerate(row):
            left, corner = (row[at - each], above[at - each]) if at >= each else (0, 0)
            guess = left + above[at] - corner
            nearest = min((left, above[at], corner), key=lambda one: abs(one - guess))
            row[at] = (value + [0, left, above[at], (left + above[at]) // 2, nearest][raw[begin]]) & 255
        above = bytes(row)
        found.append(above)
    return found


@pytest.mark.parametrize("filter", range(5))
def test_pictures_are_joined_below_each_other_whatever_filter_their_rows_have(filter: int) -> None:
    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    def picture(seed: int, high: int) -> bytes:
        body = b"".join(
            bytes([filter, *((seed * 31 + row * 7 + at * at) & 255 for at in range(12))]) for row in range(high)
        )
        head = struct.pack(">IIBBBBB", 3, high, 8, 6, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")

    parts = [picture(1, 2), picture(2, 3), picture(3, 1)]
    joined = stacked(parts)
    assert pixels(joined) == (3, 6) and channels(joined) == 4
    assert rows(joined) == [row for part in parts for row in rows(part)]
    with pytest.raises(ValueError, match="not alike"):
        stacked([parts[0], picture(1, 1)[:16] + struct.pack(">I", 4) + picture(1, 1)[20:]])


def test_how_many_of_each_file_a_shop_is_to_make(tmp_path: Path) -> None:
    wanted = Selection(names=("danger_rising", "exploding_bridge"), quantities={"danger_rising": 3})
    report = make(tmp_path, "makeplayingcards", wanted)
    rows = (tmp_path / "order.csv").read_text("utf-8-sig").splitlines()
    assert rows[0] == "copies,file,back,card,size" and rows[-1] == "4,,,all cards,"
    files = [row.split(",") for row in rows[1:-1]]
    assert sorted(row[0] for row in files) == ["1", "3"]
    for row in files:
        assert (tmp_path / row[1]).is_file() and (tmp_path / row[2]).is_file() and row[4] == "poker"
    assert order_told(report.order)[1:] == ["  3 × danger-rising.png (Danger Rising)"]


def test_a_deck_in_one_file_holds_its_copies(tmp_path: Path) -> None:
    wanted = Selection(
        names=("danger_rising", "exploding_bridge"), quantities={"exploding_bridge": 2, "danger_rising": 1}
    )
    report = make(tmp_path, "drivethrucards", wanted)
    pages = [page.extract_text() for page in PdfReader(tmp_path / "sample-poker.pdf").pages]
    for line in report.order:
        page = int(line.file.rpartition(" ")[2])
        assert line.card in pages[page - 1]
        assert sum(line.card in text for text in pages) == line.copies


def test_a_list_for_a_spreadsheet_holds_no_formula() -> None:
    lines = [Ordered(1, "a.png", "b.png", '=HYPERLINK("http://127.0.0.1";"x")', "poker")]
    assert b"'=HYPERLINK" in order_list(lines)
    assert order_told(lines) == ["1 card: one of each (order.csv)"]


def test_copies_count_where_a_shop_counts_cards(tmp_path: Path) -> None:
    wanted = Selection(
        names=("danger_rising", "exploding_bridge"), quantities={"danger_rising": 500, "exploding_bridge": 200}
    )
    report = make(tmp_path, "makeplayingcards", wanted)
    assert any("takes 612 cards in one deck, and these are 700" in problem.message for problem in report.problems)


def test_no_back_is_written_over_another_or_over_a_card() -> None:
    """Kinds that differ in capitals, a card that is called like a back, one back of two sizes."""
    backs = (("Ab", "poker"), ("AB", "poker"), ("Path", "poker"), ("Wide", "poker"), ("Wide", "63.5 × 88 mm"))
    assert list(back_names(backs, {"back-path"}).values()) == [
        "back-ab", "back-ab-2", "back-path-2", "back-wide-poker", "back-wide-63.5x88",
    ]  # fmt: skip


def test_cards_of_two_sizes_with_one_back_have_two_files(tmp_path: Path) -> None:
    settings = evolve(DEFAULTS, sizes={"Danger": "mini", "Power": "poker"}, backs={"Power": "Danger"})
    things = (sample.cards()[0], next(one for one in sample.cards() if one.kinds == ("Power",)))
    export(sample.game(things), tmp_path, profiles()["png"], settings=settings)
    assert {"back-danger-mini.png", "back-danger-poker.png"} <= {one.name for one in tmp_path.iterdir()}
    table = (tmp_path / "order.csv").read_text("utf-8-sig")
    assert "back-danger-mini.png" in table and "back-danger-poker.png" in table
