"""Drawings and pictures as programs write them, and as nobody would: printed, or told with their file."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve
from test_print_lint import png

from codegen import bounded
from codegen.card_face import DEFAULTS, PrintSettings, SettingsError
from codegen.pictures import PictureError, check_svg, pictures, read_picture
from codegen.rules_pages import pdf
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from codegen.themes import theme_of
from codegen.typesetting import raster
from codegen.typst_source import TypesettingError

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux bounds processor time")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">%s</svg>'
ENDLESS = SVG % (
    '<filter id="f"><feTurbulence baseFrequency="0.1" numOctaves="2000000000"/></filter>'
    '<rect width="24" height="24" filter="url(#f)"/>'
)


def with_icon(tmp_path: Path, content: str | bytes) -> PrintSettings:
    folder = tmp_path / "looks" / "icons"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mine.svg").write_bytes(content if isinstance(content, bytes) else content.encode())
    return evolve(DEFAULTS, looks=tmp_path / "looks", art={"Danger": "mine", "Hero": "mine"})


def icon(tmp_path: Path, content: str | bytes) -> str:
    found = theme_of(with_icon(tmp_path, content)).icon("mine")
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------------ what never ends


@LINUX
def test_an_icon_without_an_end_is_stopped_wherever_it_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on backs, which are drawn before all else, and on the title page of the book of rules."""
    monkeypatch.setattr(bounded, "LIMITS", bounded.Limits(seconds=60.0, processor=1))
    settings = with_icon(tmp_path, ENDLESS)
    out = tmp_path / "cards.pdf"
    report = sheets(sample.game(sample.cards()[:1]), out, options=SheetOptions(backs="separate"), settings=settings)
    assert [problem.code for problem in report.problems] == ["template-failed"] and not out.exists()
    with pytest.raises(TypesettingError, match="not done after 1 seconds"):
        raster((ENDLESS).encode(), (400, 400), foreign=True)
    with pytest.raises(TypesettingError, match="not done after 1 seconds"):
        pdf(sample.game(sample.cards()[:1]), settings)


@pytest.mark.parametrize("part", ["mask", "pattern", "clipPath"])
def test_masks_in_masks_in_masks(part: str) -> None:
    """Forty lines that draw two to the fortieth rectangles."""
    said = "fill" if part == "pattern" else "clip-path" if part == "clipPath" else "mask"
    twice = '<rect width="9" height="9" {}="url(#m{})"/>' * 2
    lines = [f'<{part} id="m{n}">{twice.format(said, n + 1, said, n + 1)}</{part}>' for n in range(40)]
    with pytest.raises(PictureError) as told:
        check_svg((SVG % ("".join(lines) + f'<rect {said}="url(#m0)"/>')).encode(), "a.svg")
    assert told.value.code == "picture-too-large"
    one_each = [f'<{part} id="m{n}"><rect width="9"/></{part}><rect {said}="url(#m{n})"/>' for n in range(40)]
    check_svg((SVG % "".join(one_each)).encode(), "a.svg")


def test_parts_inside_parts_inside_parts() -> None:
    with pytest.raises(PictureError, match="inside each other"):
        check_svg((SVG % ("<g>" * 5000 + "</g>" * 5000)).encode(), "a.svg")


@pytest.mark.parametrize(
    "inside", ["<style>.a{fill:URL(http://127.0.0.1/x)}</style>", "<style>@IMPORT 'x.css';</style>"]
)
def test_addresses_in_capitals(inside: str) -> None:
    with pytest.raises(PictureError, match="another file"):
        check_svg((SVG % inside).encode(), "a.svg")


@pytest.mark.parametrize(
    ("inside", "advice"),
    [
        ('<image width="9" height="9" xlink:href="data:image/png;base64,iVBORw0KGgo="/>', "in the folder art"),
        ("<switch><foreignObject/><g/></switch>", "plain SVG"),
        ("<text>a</text>", "outlines"),
    ],
)
def test_what_programs_put_into_drawings_is_refused_with_what_to_do(inside: str, advice: str) -> None:
    with pytest.raises(PictureError, match=advice):
        check_svg((SVG % inside).encode(), "a.svg")


# ------------------------------------------------------------------------------------------------ icons of programs


def test_the_style_of_an_icon_is_for_that_icon_alone(tmp_path: Path) -> None:
    """Icons lie in the picture of a card, which has paths, gradients and ids of its own."""
    inside = (
        "<style><![CDATA[/* of a program */ .st0{fill:#00ff00} path, #b > circle{fill:#ff00ff} @page{x:y}]]></style>"
        '<linearGradient id="b"><stop offset="0" stop-color="#010203"/></linearGradient>'
        '<path class="st0" d="M0 0h9"/><circle fill="url(#b)"/><use xlink:href="#b"/>'
    )
    found = icon(tmp_path, SVG % inside)
    stamp = found.split('class="', 1)[1].split('"', 1)[0]
    assert f".{stamp} .st0 {{fill:#00ff00}} .{stamp} path, .{stamp} #{stamp}-b > circle {{fill:#ff00ff}}" in found
    assert f'id="{stamp}-b"' in found and f"url(#{stamp}-b)" in found and f'xlink:href="#{stamp}-b"' in found
    assert "@page" not in found and "CDATA" not in found
    other = icon(tmp_path, SVG % inside.replace("#00ff00", "#00ff01"))
    assert stamp not in other


def test_the_style_of_an_icon_does_not_colour_the_card(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    from test_same_picture import rows

    from codegen.art import back

    drawn = icon(tmp_path, SVG % '<style>path{fill:#ff00ff} rect{fill:#ff00ff}</style><path d="M9 9h1v1z"/>')
    ours = back("x", "#4b4e8f", "")
    mixed = back("x", "#4b4e8f", drawn)
    plain, marked = (rows(raster(one.encode(), (60, 86))) for one in (ours, mixed))
    assert plain[0] == marked[0]  # the first row of pixels is the ground of the back


@pytest.mark.parametrize(
    "content",
    [
        '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><svg:path d="M0 0h9v9z"/></svg:svg>',
        "<!-- <svg> is next --><svg viewBox='0 0 24 24'><path d='M0 0h9v9z'/></svg>",
        '<svg data-a="b>c" viewBox="0 0 24 24"><path d="M0 0h9v9z"/></svg>',
        ('<?xml version="1.0" encoding="UTF-16"?>' + SVG % '<path d="M0 0h9v9z"/>').encode("utf-16"),
        b"\xef\xbb\xbf" + (SVG % '<path d="M0 0h9v9z"/>').encode(),
        ('<?xml version="1.0" encoding="ISO-8859-1"?>' + SVG % '<desc>ä</desc><path d="M0 0h9v9z"/>').encode("latin-1"),
    ],
)
def test_how_a_drawing_may_be_written(tmp_path: Path, content: str | bytes) -> None:
    found = icon(tmp_path, content)
    assert "path d=" in found and "svg>" not in found and "�" not in found
    art = tmp_path / "art"
    art.mkdir()
    (art / "a.svg").write_bytes(content if isinstance(content, bytes) else content.encode())
    assert read_picture(art / "a.svg", art).content.decode("utf-8").isprintable()


@pytest.mark.parametrize("content", ['<svg viewBox="0 0 24 24"/>', '<svg viewBox="0 0 24 24"></svg>', "<svg"])
def test_an_icon_of_nothing_is_told_with_its_file(tmp_path: Path, content: str) -> None:
    with pytest.raises(SettingsError) as told:
        icon(tmp_path, content)
    assert told.value.located()[0].primary.span.path == str(tmp_path / "looks" / "icons" / "mine.svg")


# ------------------------------------------------------------------------------------------------ pictures


def jpeg(orientation: int = 0, before: bytes = b"", end: bytes = b"\xff\xd9") -> bytes:
    """The frame of a JPEG of 40 by 20 pixels; what a camera says of how it was held; `before` its size."""
    exif = b"Exif\0\0MM\0*" + struct.pack(">IHHHIHH", 8, 1, 0x0112, 3, 1, orientation, 0)
    camera = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif if orientation else b""
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 8, 8, 20, 40, 0)
    return b"\xff\xd8" + camera + before + frame + b"\xff\xda" + struct.pack(">H", 2) + b"pixels" + end


@pytest.mark.parametrize(("orientation", "size"), [(0, (40, 20)), (3, (40, 20)), (6, (20, 40)), (8, (20, 40))])
def test_a_camera_on_its_side_has_another_width(tmp_path: Path, orientation: int, size: tuple[int, int]) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(orientation))
    found = read_picture(tmp_path / "a.jpg", tmp_path)
    assert (found.width, found.height) == size


def test_a_jpeg_with_padding_is_read_and_half_of_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(before=b"\xff\xff\xff"))
    assert read_picture(tmp_path / "a.jpg", tmp_path).width == 40
    thumbnail = b"\xff\xe0" + struct.pack(">H", 6) + b"\xff\xd8\xff\xd9"
    (tmp_path / "a.jpg").write_bytes(jpeg(before=thumbnail, end=b""))
    with pytest.raises(PictureError, match="ends in the middle"):
        read_picture(tmp_path / "a.jpg", tmp_path)


def test_which_picture_is_damaged_is_told(tmp_path: Path) -> None:
    """What only Typst notices, when all pictures are in one document."""
    first, second = sample.cards()[:2]
    art = tmp_path / "art"
    art.mkdir()
    (art / f"{first.name}.png").write_bytes(png(400, 300))
    (art / f"{second.name}.png").write_bytes(png(400, 300)[:80])
    out = tmp_path / "cards.pdf"
    report = sheets(sample.game((first, second)), out, settings=evolve(DEFAULTS, pictures=(art,)))
    told = [problem for problem in report.problems if problem.severity == "error"]
    assert [(problem.code, problem.file) for problem in told] == [("picture-unreadable", art / f"{second.name}.png")]
    assert not out.exists()


def test_pictures_of_other_sorts_are_told_of(tmp_path: Path) -> None:
    for name in ("ann.bmp", "ann.png.", "bob.heic", "readme.txt", ".ann.tif"):
        (tmp_path / name).write_bytes(b"x")
    found = pictures((tmp_path,), ["ann"]).problems
    assert [(problem.code, problem.file.name if problem.file else "") for problem in found] == [
        ("picture-unreadable", "ann.bmp"),
        ("unsafe-file-name", "ann.png."),
    ]
