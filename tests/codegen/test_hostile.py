"""Games of strangers: their templates and pictures read no other file, reach no network, and end."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve
from test_print_lint import png

from codegen import bounded
from codegen.card_face import DEFAULTS, PrintSettings, SettingsError
from codegen.pictures import PictureError, check_svg, pictures, read_picture
from codegen.problems import SheetReport, of_template
from codegen.rules_pages import html
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from codegen.themes import theme_named, theme_of
from codegen.typst_source import TypesettingError, literal
from dsl.source import SourceFile

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux bounds processor time and memory")
FRONT = "\n#let front(card, theme, w, h) = { %s }\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">%s</svg>'


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less than usual, so that what runs away is stopped soon."""
    monkeypatch.setattr(bounded, "LIMITS", bounded.Limits(seconds=120.0, processor=2, megabytes=2000))


def looks(tmp_path: Path, **files: str) -> PrintSettings:
    folder = tmp_path / "looks"
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")
    return evolve(DEFAULTS, looks=folder)


def front(tmp_path: Path, body: str) -> PrintSettings:
    own = theme_named("storybook").template.replace("#let front(", "#let old-front(") + FRONT % body
    return looks(tmp_path, card__typ=own)


def printed(tmp_path: Path, settings: PrintSettings) -> SheetReport:
    out = tmp_path / "cards.pdf"
    report = sheets(sample.game(sample.cards()[:1]), out, options=SheetOptions(backs="none"), settings=settings)
    assert report.written == out.exists()
    return report


def refused(report: SheetReport) -> str:
    assert [problem.code for problem in report.problems] == ["template-failed"], report
    return report.problems[0].message


# ------------------------------------------------------------------------------------------------ Typst


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('read("/etc/passwd")', "file not found"),
        ('read("../../../../etc/passwd")', "escape"),
        ('image("/etc/hostname")', "file not found"),
        ("while true {}", "infinite"),
        ("let f(n) = f(n + 1); f(1)", "recursion"),
        ('let p = "@preview/cetz:0.3.0"; import p: canvas', "package"),
        ('let p = "@local/cetz:0.3.0"; import p: canvas', "package"),
        ("nothing-of-this-name", "unknown variable"),
    ],
)
def test_what_a_template_does_not_get(tmp_path: Path, body: str, why: str) -> None:
    words = {
        "escape": ("escape", "outside"),
        "infinite": ("infinite", "always true"),
        "recursion": ("depth", "recursion"),
    }
    message = refused(printed(tmp_path, front(tmp_path, body)))
    assert any(word in message for word in words.get(why, (why,))), message
    assert "root:" not in message


@LINUX
@pytest.mark.parametrize(
    "body",
    [
        "let n = 0; for a in range(100000) { for b in range(100000) { n = calc.rem(n + a * b, 7) } }",
        "let n = 0; while n >= 0 { n = calc.rem(n + 1, 1000) }",
    ],
)
def test_a_loop_in_typst_without_an_end(tmp_path: Path, body: str) -> None:
    message = refused(printed(tmp_path, front(tmp_path, body)))
    assert "not done after 2 seconds" in message or "infinite" in message


@LINUX
def test_a_template_that_eats_memory(tmp_path: Path) -> None:
    message = refused(printed(tmp_path, front(tmp_path, 'let a = "x" * 1000; for i in range(40) { a = a + a }')))
    assert "memory" in message or "not done" in message


def test_no_package_is_asked_for_over_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that stands in for the proxy of this machine hears nothing."""
    asked = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(30)

        def hear() -> None:
            try:
                while True:
                    asked.append(server.accept())
            except OSError:
                return

        listener = threading.Thread(target=hear)
        listener.start()
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, address)
        refused(printed(tmp_path, front(tmp_path, 'let p = "@preview/cetz:0.3.0"; import p: canvas')))
        server.shutdown(socket.SHUT_RDWR)
    listener.join()
    assert not asked


def test_secrets_of_the_environment_stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "secret")
    names, _ = bounded.run(_environment)
    assert "SOME_TOKEN" not in names and "PATH" in names


def _environment() -> bounded.Answer:
    return sorted(os.environ), []


@LINUX
def test_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(bounded.Failed, match="too large"):
        bounded.run(_write, str(tmp_path / "file"))


def _write(path: str) -> bounded.Answer:
    Path(path).write_bytes(b"x" * 100_000)
    return None, []


def test_the_clock_stops_what_only_waits() -> None:
    begin = time.monotonic()
    with pytest.raises(bounded.Stopped, match="after 1 seconds"):
        bounded.run(_wait, limits=bounded.Limits(seconds=1.0))
    assert time.monotonic() - begin < 60


def _wait() -> bounded.Answer:
    time.sleep(600)
    return None, []


@LINUX
def test_what_the_process_starts_ends_with_it(tmp_path: Path) -> None:
    """A grandchild holds the pipes, and is not what the clock stops at first."""
    note = tmp_path / "number"
    note.mkdir()
    begin = time.monotonic()
    with pytest.raises(bounded.Stopped, match="after 3 seconds"):
        bounded.run(_start_another, str(note), limits=bounded.Limits(seconds=3.0))
    assert time.monotonic() - begin < 60
    (started,) = (int(one.name) for one in note.iterdir())
    assert _ended(started)


def _start_another(note: str) -> bounded.Answer:
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(note, str(other.pid)).mkdir()  # it may write no file
    return None, []


@LINUX
def test_the_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    """Also where that is killed, and cannot put anything in order."""
    lines = ("import sys", f"sys.path[:0] = {[str(Path(__file__).parent)]!r}", "import test_hostile as t",
             f"t.bounded.run(t._tell_and_wait, {str(tmp_path)!r})")  # fmt: skip
    starter = subprocess.Popen([sys.executable, "-c", "; ".join(lines)])
    while not any(tmp_path.iterdir()):
        assert starter.poll() is None
        time.sleep(0.02)
    (number,) = (int(one.name) for one in tmp_path.iterdir())
    assert not _ended(number, 0.0)
    starter.kill()
    starter.wait()
    assert _ended(number)


def _tell_and_wait(note: str) -> bounded.Answer:
    Path(note, str(os.getpid())).mkdir()
    time.sleep(600)
    return None, []


def _ended(number: int, patience: float = 20.0) -> bool:
    """Is a process gone, or dead and not yet counted by anybody?"""
    until = time.monotonic() + patience
    while True:
        try:
            if "State:\tZ" in Path(f"/proc/{number}/status").read_text("utf-8"):
                return True
        except OSError:
            return True
        if time.monotonic() > until:
            return False
        time.sleep(0.02)


def test_what_a_library_gives_up_on_is_a_message() -> None:
    """Rust panics come to Python as no Exception."""
    with pytest.raises(bounded.Failed, match="gave up"):
        bounded.run(_panic, "gave up")
    with pytest.raises(bounded.Stopped, match="of memory"):
        bounded.run(_panic, "encountered allocation error: Layout")


class _Panic(BaseException):
    pass


def _panic(said: str) -> bounded.Answer:
    raise _Panic(said)


def test_what_comes_back_is_bounded() -> None:
    with pytest.raises(bounded.Stopped, match="larger than 1 MB"):
        bounded.run(_much, limits=bounded.Limits(answer=1))


def _much() -> bounded.Answer:
    return None, [b"x" * 600_000, b"x" * 600_000]


# A WebAssembly module with one function, `f`, that loops without an end; Typst takes modules as bytes.
WASM = bytes.fromhex(
    "0061736d010000000105016000017f030201000503010001070e02066d656d6f72790200016600000a0b01090003400c000b41000b"
)
NOISE = (
    '<filter id="f"><feTurbulence baseFrequency="0.1" numOctaves="2000000000"/></filter>'
    '<rect width="24" height="24" filter="url(#f)"/>'
)

LINKED = '<image href="/etc/hostname" width="9" height="9"/>'


@LINUX
@pytest.mark.parametrize(
    "body",
    [
        f"let module = plugin(bytes({tuple(WASM)})); module.f()",
        f'image(bytes({literal(SVG % NOISE)}), format: "svg", alt: "x")',
    ],
    ids=["module", "drawing"],
)
def test_a_module_and_a_drawing_without_an_end(tmp_path: Path, body: str) -> None:
    assert "not done after 2 seconds" in refused(printed(tmp_path, front(tmp_path, body)))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('eval("read(\\"/etc/passwd\\")")', "file not found"),
        ('read("/proc/self/environ")', "file not found"),
        ("read(\"\\\\\\\\server\\\\share\\\\x\")", "backslash"),
        ('import "/../../etc/passwd": *', "escape"),
        (f'image(bytes({literal(SVG % LINKED)}), format: "svg", alt: "x")', "absolute paths are not allowed"),
        ('let a = "[" * 200000; json(bytes(a))', "recursion limit"),
        ('"a".matches(regex("((((a{100}){100}){100}){100})"))', "size limit"),
    ],
)  # fmt: skip
def test_ways_round(tmp_path: Path, body: str, why: str) -> None:
    message = refused(printed(tmp_path, front(tmp_path, body)))
    assert why in message and "sidescript-" not in message, message  # nor is it told where the document lies


def test_an_error_of_a_template_has_its_line(tmp_path: Path) -> None:
    report = printed(tmp_path, front(tmp_path, 'panic("here")'))
    (problem,) = report.problems
    told = problem.located(sample.game())
    path = tmp_path / "looks" / "card.typ"
    assert told.primary.span.path == str(path) and problem.message == "panicked with: here"
    assert path.read_text("utf-8")[told.primary.span.start :].startswith('panic("here")')
    own = looks(tmp_path, rules__html__jinja="one\n{{ two")
    with pytest.raises(TypesettingError) as failed:
        html(sample.game(sample.cards()[:1]), own)
    located = of_template(str(failed.value), own.looks).located(sample.game())
    source = SourceFile(located.primary.span.path, Path(located.primary.span.path).read_text("utf-8"))
    assert source.place(located.primary.span.start)[0] == 2


# ------------------------------------------------------------------------------------------------ Jinja2


def rendered(tmp_path: Path, text: str) -> str:
    return html(sample.game(sample.cards()[:1]), looks(tmp_path, rules__html__jinja=text))


def test_a_template_of_one_s_own_stands_before_ours(tmp_path: Path) -> None:
    assert rendered(tmp_path, "<h1>{{ book.title }}</h1>") == "<h1>A Sample Game</h1>"
    with pytest.raises(TypesettingError, match=r"rules.html.jinja: line 2"):
        rendered(tmp_path, "one\n{{ two")


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ book.__init__.__globals__ }}",
        "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
        "{% include '/etc/passwd' %}",
        "{% include '../../etc/passwd' %}",
        "{{ say.__class__ }}",
        "{{ '%s' | format(book.__class__.__base__) }}",
        "{% for a in range(10000000) %}x{% endfor %}",
    ],
)
def test_what_a_jinja_template_does_not_get(tmp_path: Path, text: str) -> None:
    with pytest.raises(TypesettingError) as told:
        rendered(tmp_path, text)
    assert "root:" not in str(told.value)


@LINUX
@pytest.mark.parametrize(
    "text",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% macro f() %}{% for a in range(99999) %}{{ f() if a > 99997 }}{% endfor %}{% endmacro %}{{ f() }}{{ f() }}"
        "{% for a in range(99999) %}{{ f() }}{% endfor %}",
    ],
)
def test_a_loop_in_jinja_without_an_end(tmp_path: Path, text: str) -> None:
    with pytest.raises(TypesettingError, match=r"not done after 2 seconds|recursion"):
        rendered(tmp_path, text)


@LINUX
def test_a_jinja_template_that_eats_memory(tmp_path: Path) -> None:
    with pytest.raises(TypesettingError, match="more than 2000 MB"):
        rendered(tmp_path, "{{ 'x' * 90000000000 }}")


# ------------------------------------------------------------------------------------------------ pictures


@pytest.fixture
def art(tmp_path: Path) -> Path:
    (tmp_path / "art").mkdir()
    return tmp_path / "art"


def code(path: Path, home: Path) -> str:
    with pytest.raises(PictureError) as told:
        read_picture(path, home)
    return told.value.code


def test_links_out_of_the_folder(art: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(png(9, 9))
    (art / "a.png").symlink_to(tmp_path / "secret.png")
    (art / "b.png").symlink_to("../secret.png")
    (art / "c.png").write_bytes(png(9, 9))
    (art / "d.png").symlink_to("c.png")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "e.png").write_bytes(png(9, 9))
    (art / "in").symlink_to(tmp_path / "elsewhere")
    assert code(art / "a.png", art) == code(art / "b.png", art) == code(art / "in" / "e.png", art) == "picture-outside"
    assert read_picture(art / "d.png", art).width == 9
    found = pictures((art,), list("abcde"))
    assert set(found.by_name) == {"c", "d"}
    assert [problem.code for problem in found.problems] == ["picture-outside", "picture-outside"]


def test_pipes_and_folders_are_no_pictures(art: Path) -> None:
    (art / "a.png").mkdir()
    assert code(art / "a.png", art) == "picture-unreadable"
    if hasattr(os, "mkfifo"):
        os.mkfifo(art / "b.png")
        assert code(art / "b.png", art) == "picture-unreadable"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.svg", png(9, 9), "picture-unreadable"),
        ("a.png", SVG.encode() % b"<path/>", "picture-unreadable"),
        ("a.jpg", png(9, 9), "picture-unreadable"),
        ("a.png", b"", "picture-unreadable"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "picture-unreadable"),
        ("a.jpg", b"\xff\xd8\xff\xe0\xff\xff", "picture-unreadable"),
        ("a.webp", b"RIFF\0\0\0\0WEBPVP8 ", "picture-unreadable"),
        ("a.gif", b"GIF89a", "picture-unreadable"),
        ("a.png", png(60_000, 60_000, b""), "picture-too-large"),
        ("a.png", png(2**31 - 1, 2**31 - 1, b""), "picture-too-large"),
    ],
)
def test_what_is_no_picture(art: Path, name: str, content: bytes, expected: str) -> None:
    (art / name).write_bytes(content)
    assert code(art / name, art) == expected


BOMB = b"""<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<svg xmlns="http://www.w3.org/2000/svg"><desc>&b;</desc></svg>"""
OUTSIDE = b"""<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><desc>&a;</desc></svg>"""


@pytest.mark.parametrize(
    "inside",
    [
        '<image href="http://127.0.0.1/x.png"/>',
        '<image xlink:href="/etc/passwd"/>',
        '<image href="../secret.png"/>',
        '<image href="file:///etc/passwd"/>',
        '<use href="other.svg#a"/>',
        '<rect fill="url(http://127.0.0.1/x#a)"/>',
        "<rect style=\"fill: url( 'x.svg#a' )\"/>",
        "<style>@import 'http://127.0.0.1/x.css';</style>",
        "<style>rect { fill: url(x.svg#a) }</style>",
        "<script>1</script>",
        "<foreignObject/>",
        "<text>Hello</text>",
    ],
)
def test_drawings_that_ask_for_more(inside: str) -> None:
    with pytest.raises(PictureError) as told:
        check_svg((SVG % inside).encode(), "a.svg")
    assert told.value.code == "picture-refused"


def test_entities_and_damaged_drawings() -> None:
    for content in (BOMB, OUTSIDE):
        with pytest.raises(PictureError) as told:
            check_svg(content, "a.svg")
        assert told.value.code == "picture-refused"
    with pytest.raises(PictureError, match="damaged"):
        check_svg(b"<svg><g></svg>", "a.svg")
    with pytest.raises(PictureError) as many:
        check_svg((SVG % ("<g/>" * 60_000)).encode(), "a.svg")
    assert many.value.code == "picture-too-large"
    check_svg((SVG % '<g id="a"><path d="M0 0"/></g><use href="#a"/><rect fill="url(#a)"/>').encode(), "a.svg")


def test_a_drawing_that_uses_itself_again_and_again() -> None:
    """Each line draws ten of the line before: a thousand million parts in a few hundred letters."""
    use = '<use href="#%s"/>'
    lines = ['<g id="a0"><path d="M0 0h1"/></g>']
    lines += [f'<g id="a{n}">{use % f"a{n - 1}" * 10}</g>' for n in range(1, 10)]
    round_about = f'<g id="a">{use % "b"}</g><g id="b"><use xlink:href="#a"/></g>'
    for inside in ("".join(lines), f'<g id="a">{use % "a"}</g>', round_about):
        with pytest.raises(PictureError) as told:
            check_svg((SVG % inside).encode(), "a.svg")
        assert told.value.code == "picture-too-large"
    check_svg((SVG % f'<defs><path id="leaf" d="M0 0"/></defs>{use % "leaf" * 300}').encode(), "a.svg")


def test_icons_of_strangers_are_looked_through(tmp_path: Path) -> None:
    settings = looks(tmp_path)
    (tmp_path / "looks" / "icons").mkdir()
    for number, content in enumerate((SVG % '<image href="/etc/passwd"/>', "no drawing", SVG % "<text>a</text>")):
        (tmp_path / "looks" / "icons" / f"star{number}.svg").write_text(content, "utf-8")
        with pytest.raises(SettingsError):
            theme_of(settings).icon(f"star{number}")


@LINUX
def test_a_picture_that_unfolds_to_gigabytes(tmp_path: Path, art: Path) -> None:
    """It says that it is small; what is packed into it is not. It is printed or refused, and eats no memory here."""
    import resource

    name = sample.cards()[0].name
    (art / f"{name}.png").write_bytes(png(700, 400, b"\0" * 300_000_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report = printed(tmp_path, evolve(DEFAULTS, pictures=(art,)))
    assert {problem.code for problem in report.problems} <= {"template-failed"}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000  # kilobytes


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("card.typ", b"\x80\xff", "it is not UTF-8 text"),
        ("rules.md.jinja", b"\x80\xff", "it is not UTF-8 text"),
        ("icons/words.toml", b"\x80\xff", "it is not UTF-8 text"),
        ("icons/words.toml", b"lamp = ", "Invalid value"),
        ("icons/words.toml", b"lamp = " + b"[" * 100_000, "nested too deeply"),
        ("theme.toml", b"ink = " + b"[" * 100_000, "nested too deeply"),
    ],
)
def test_looks_that_are_no_text_are_told_with_their_file(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    path = tmp_path / "looks" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=said) as problem:
        theme = theme_of(evolve(DEFAULTS, looks=tmp_path / "looks"))
        assert theme.template
        theme.icon_for("A Lamp")
        assert theme.templates
    assert str(problem.value).startswith(str(path))
