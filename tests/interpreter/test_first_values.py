"""What everything begins with is what the source says: every type, sort of value and owner, in both back ends."""

from __future__ import annotations

import pytest

from dsl.check import check_parsed
from dsl.source import SourceFile
from dsl.syntax.parse import parse
from interpreter import build
from interpreter.native import native_or_why
from interpreter.scenarios import run_tests
from tests.interpreter.test_micro_games import game_of
from tests.interpreter.test_native import FAST, needs_compiler

BASE = """
game g "G"
    seats 2 as Player
    state active: Player
    state late: Number = mood + 1
    state mood: Number = 4
{state}
enum Colour: red, blue, green
resource Coin "coin" x 40
option mode "Mode": hard, easy
option big "Big": yes
kind Player "player"
    you is this
    score: Number = 3
kind Spot "spot" is Place
    deep: Number
kind Lamp "lamp|lamps" is Token
    wide: Number = this.full + 2
    full: Number = 6
    near: Spot?
{kind}
kind Torch "torch|torches" is Lamp
{default}
Spot hill "Hill"
    deep: 1
Spot dell "Dell"
    deep: 5
Spot pier "Pier" x 2
    deep: 2
Lamp lantern "Lantern"
    full: 7
    near: dell
{property}
{remembers}
Torch torch "Torch"
zone shelf "shelf" of Lamp: row
define five: 5
define reach(Spot s): s.deep * 2
define breadth(Lamp q): q.wide
verb touch
    active.score += mood + late
{write}
setup base "Set-up"
    step first "Who begins":
        active = first(Player)
flow
    run begin
    active takes 1 turn_action
    win "All is as it is said"
menu turn_action "action"
action light "Light" is turn_action
    does: touch
action wait "Wait" is turn_action
    does: active.score += 1
phase begin "Begin"
    active.score += 1
"""

OWNERS = {  # what says it: where it is read
    "state": "{v}",
    "kind": "lantern.{v}",
    "default": "torch.{v}",
    "property": "lantern.{v}",
    "remembers": "lantern.{v}",
}

VALUES: dict[str, tuple[str, str, list[tuple[str, str]]]] = {
    # type: a value that a Kind gives and something else says anew, how it is written in play, and (value, what it is)
    "Number": ("1", "{v} += 1", [
        ("7", "7"), ("-3", "-3"), ("infinite", "infinite"), ("five", "5"), ("2 * 3 + 1", "7"), ("-7 / 2", "-4"),
        ("if big then 4 else 2", "4"), ("if mode == hard then 8 else 1", "8"), ("count(Spot in box)", "4"),
        ("reach(dell)", "10"), ("dell.deep", "5"), ("mood", "4"), ("late", "5"), ("ordinal(blue)", "2"),
        ("sum(Spot s in box: s.deep)", "10"), ("max(2, 3)", "3"), ("players", "2"), ("people", "2"),
        ("count([hill, dell])", "2"), ("count(pier)", "2"), ("lantern.wide", "9"), ("breadth(torch)", "8"),
        ("lantern.full - torch.wide", "-1"), ("count(Colour)", "3"), ("base(lantern.full)", "7"),
    ]),
    "Number from 2 to 6": ("3", "{v} += 1", [
        ("4", "4"), ("mood", "4"), ("late + 3", "6"), ("mood - 3", "2"), ("if big then 9 else 3", "6"),
    ]),
    "Number from mood to lantern.wide": ("5", "{v} += 1", [("5", "5"), ("11", "9"), ("2", "4"), ("late", "5")]),
    "Truth": ("no", "{v} = not {v}", [
        ("yes", "yes"), ("no", "no"), ("big", "yes"), ("mood > 3", "yes"), ("mode == easy", "no"), ("not big", "no"),
        ("lantern is Torch", "no"), ("dell in [hill, dell]", "yes"), ("hill in box", "yes"),
        ("lantern.near is nothing", "no"),
    ]),
    "Text": ('"x"', '{v} = "z"', [('"word"', '"word"')]),
    "Colour": ("red", "{v} = red", [
        ("blue", "blue"), ("next(blue)", "green"), ("if big then green else red", "green"), ("Colour.green", "green"),
        ("the(Colour c where ordinal(c) == 2)", "blue"),
    ]),
    "Colour?": ("red", "{v} = red", [("nothing", "nothing"), ("green", "green"), ("next(green)", "nothing")]),
    "Spot": ("hill", "{v} = hill", [
        ("dell", "dell"), ("first(Spot in box)", "hill"), ("if big then dell else hill", "dell"), ("last(pier)", ""),
        ("the(Spot s in box where s.deep == 5)", "dell"), ("lantern.near", "dell"),
    ]),
    "Spot?": ("hill", "{v} = hill", [
        ("nothing", "nothing"), ("dell", "dell"), ("first(Spot s in box where s.deep > 9)", "nothing"),
        ("torch.near", "nothing"),
    ]),
    "Lamp": ("torch", "{v} = torch", [("lantern", "lantern"), ("first(Lamp in box)", "lantern")]),
    "Spot set": ("[]", "{v} = []", [
        ("[]", "[]"), ("[hill, dell]", "[hill, dell]"), ("pier", "(Spot s in box where s.deep == 2)"),
        ("[hill, pier]", "(Spot s in box where s.deep < 3)"), ("(Spot in box)", "(Spot in box)"),
        ("highest(Spot s in box: s.deep)", "[dell]"), ("hill", "[hill]"),
    ]),
    "Colour set": ("[]", "{v} = []", [
        ("[]", "[]"), ("[red, green]", "[red, green]"), ("blue", "[blue]"), ("if big then [red] else []", "[red]"),
    ]),
    "Coin": ("1", "{v} += 1", [("3", "3"), ("five", "5"), ("mood", "4"), ("mood - 9", "0")]),
    "Zone": ("box", "{v} = box", [("shelf", "shelf"), ("if big then shelf else box", "shelf")]),
    "Zone?": ("box", "{v} = box", [("nothing", "nothing"), ("shelf", "shelf")]),
}  # fmt: skip


def claims(path: str, of: str, value: str) -> list[str]:
    """What has to hold of what begins with a value."""
    if not value:
        return [f"{path}.deep == 2"]
    if of.endswith(" set"):
        kind = of.removesuffix(" set")
        among = f"{kind} m" if kind == "Colour" else f"{kind} m in box"
        return [f"count({path}) == count({value})", f"none({among} where (m in {path}) != (m in {value}))"]
    return [f"{path} == {value}"]


def the_game(written: bool) -> tuple[str, list[list[str]]]:
    """A game in which everything begins with something, and what has to hold of each when it begins."""
    lines: dict[str, list[str]] = {owner: [] for owner in (*OWNERS, "write")}
    hold: list[list[str]] = []
    for of, (other, write, values) in VALUES.items():
        for value, expected in values:
            for owner, where in OWNERS.items():
                name = f"v{len(hold)}"
                path = where.format(v=name)
                declared = f"{name}: {of} = "
                match owner:
                    case "remembers" | "state":
                        lines[owner].append(f"{owner} {declared}{value}")
                    case "default" | "property":
                        lines["kind"].append(declared + other)
                        lines[owner].append(f"{name}{' =' if owner == 'default' else ':'} {value}")
                    case _:
                        lines[owner].append(declared + value)
                if owner == "property" and value.startswith("if "):
                    lines[owner][-1] = f"{name}: ({value})"
                if written:
                    lines["write"].append(write.format(v=path))
                hold.append(claims(path, of, expected))
    text = BASE.format(**{owner: "\n".join(f"    {line}" for line in found) for owner, found in lines.items()})
    return text, hold


@pytest.mark.parametrize("written", [False, True])
def test_it_begins_as_it_is_said_in_a_test(written):
    text, hold = the_game(written)
    given = "    given\n        Player ann\n        Player bob\n        active = ann\n    then\n        "
    text += "".join(f'test "{n}"\n{given}' + "\n        ".join(one) + "\n" for n, one in enumerate(hold))
    failed = [f"{hold[n]}: {one.actual}" for n, one in enumerate(run_tests(build(game_of(text), tests=True)))
              if not one.passed]  # fmt: skip
    assert not failed, "\n".join(failed)


@needs_compiler
@pytest.mark.parametrize("written", [False, True])
def test_it_begins_as_it_is_said_in_a_match_of_either_back_end(written):
    text, hold = the_game(written)
    begin = 'phase begin "Begin"\n'
    every = [claim for one in hold for claim in one]
    program = build(game_of(text.replace(begin, begin + "".join(
        f'    if not ({claim}): lose "{claim.replace(chr(34), chr(39))}"\n' for claim in every
    ))))  # fmt: skip
    state = program.start(2, 1)
    assert program.result(state) is None, program.result(state).reason
    (played,) = native_or_why(program, FAST).play([1], 2, {}, answers=True)
    assert program.result_of(played.over, played.seated, played.winners).reason == "All is as it is said"


def outcome(more: str, test: str, base: str = "") -> list[str]:
    """What fails of a test in the game with more of it."""
    text = BASE.format(state="", kind=more, default="", property="", remembers="", write="") + base
    (one,) = run_tests(build(game_of(f'{text}test "It"\n{test}'), tests=True))
    return [] if one.passed else [one.actual]


def test_what_a_test_says_is_what_others_begin_with():
    """Also by way of another; but what the test says itself stays as it says."""
    given = "    given\n        Player ann\n        active = ann\n        big = no\n        mood = 8\n"
    kind = "    high: Number = this.wide + 1\n    lit: Number = if big then 1 else 2\n    seen: Number = late * 10"
    test = given + "        Lamp bulb: full = 20\n        torch: full = 30, wide = 5\n    then\n"
    test += "        bulb.wide == 22\n        bulb.high == 23\n        torch.wide == 5\n        torch.high == 6\n"
    test += "        lantern.wide == 9\n        lantern.lit == 2\n        late == 9\n        lantern.seen == 90\n"
    assert outcome(kind, test) == []
    three = "    given\n        Player ann\n        active = ann\n    then\n        lantern.many == 10\n"
    assert outcome("    many: Number = players * 10", three) == []
    after = (
        "    given\n        Player ann\n        Player bob\n        after setup\n        Lamp bulb in box: full = 9\n"
    )
    then = "    then\n        lantern.many == 20\n        bulb.wide == 11\n"
    assert outcome("    many: Number = players * 10", after + then) == []


def test_what_is_reset_begins_anew_within_its_range():
    kind = "    lit: Number from 0 to this.wide - 7 = this.full\n    high: Number = this.lit"
    test = "    given\n        Player ann\n        active = ann\n    when\n        dim lantern\n    then\n"
    test += "        lantern.lit == 2\n        lantern.high == 2\n"
    assert outcome(kind, test, "verb dim Lamp q\n    q.lit = 0\n    q.high = 9\n    reset q\n") == []


REFUSED = [
    "count(Spot)", "count(Lamp in shelf)", "if this in shelf then 2 else 1", "count(neighbours(hill))", "count(shelf)",
    "distance(hill, dell)", "count(team)", "count(seats)", "count(Seat)", "if active.score > 2 then 1 else 2",
    "if happened(touch) then 1 else 2", "if can(touch) then 1 else 2", "many", "this.lots", "position(this)",
    "if shelf == [lantern] then 1 else 2", "count(Spot at hill)", "count(Spot s in box nearest to hill)",
    "if scenario is nothing then 1 else 2", "count(Bright)", "count(Late in box)", "count(Lamp of hill)",
    "sum(Player p: p.score)", "if current_phase == begin then 1 else 2", "you.score", "this.v", "this.w", "this.odd",
    "if this.in_play then 1 else 2", "if next(first(Player in box)) is nothing then 1 else 2",
    "sum(Lamp q in box: q.v)", "if lantern is Late then 1 else 2", "count(this.goal)", "if top of shelf is nothing "
    "then 1 else 2", "if lantern.holder is nothing then 2 else 1", "count(1 random Spot in box)",
]  # fmt: skip
MORE = """
group Bright: Lamp q where q.full > 6
group Late: Lamp q where q in shelf
define many: count(Spot)
"""


@pytest.mark.parametrize("value", REFUSED)
def test_what_is_not_known_yet_is_refused_at_its_place(value):
    kind = (
        f"    v: Number = {value}\n    w: Number = this.v\n    goal: Zone = shelf\n    you is active\n"
        "    define lots: count(Spot)\n    define odd: this.w + 1"
    )
    text = BASE.format(state="", kind=kind, default="", property="", remembers="", write="") + MORE
    file = SourceFile("game.side", text)
    found = [one for one in check_parsed([file], [parse(file)]).diagnostics if one.severity == "error"]
    assert [one.code for one in found] == ["not-known-yet"], [one.headline for one in found]
    assert text[found[0].span.start : found[0].span.end] in (value, "this.v", "this.w + 1")


ALLOWED = [
    "count(Bright in box)",
    "if lantern is Bright then 1 else 2",
    "count(goals)",
    "if shelf == box then 1 else 2",
]


@pytest.mark.parametrize("value", ALLOWED)
def test_what_is_known_is_not_refused(value):
    kind = f"    v: Number = {value}\n    goal: Zone = shelf"
    text = BASE.format(state="", kind=kind, default="", property="", remembers="", write="")
    game_of(text + MORE.replace("count(Spot)", "1") + "define goals: [hill, dell]\n")


NOTHING = "first(Spot s where s.deep > 99)"
GIVEN_NOTHING = [  # what is done, and what the score is then: 9 without it
    (f"active.score += reach({NOTHING})", 9),
    (f"let q = {NOTHING}\n    active.score += reach(q)", 9),
    (f"lantern.last = {NOTHING}\n    active.score += lantern.last.deep", 9),
    (f"active.score += sum(Spot s in [{NOTHING}, dell]: s.deep)", 14),
    (f"lantern.many = [{NOTHING}, dell]\n    active.score += sum(Spot s in lantern.many: s.deep)", 14),
    (f"lantern.many += {NOTHING}\n    active.score += sum(Spot s in lantern.many: s.deep)", 9),
    (f"if {NOTHING} in [{NOTHING}]: active.score += 1", 10),
    ("lantern.near = nothing\n    active.score += reach(lantern.near)", 9),
    ("lantern.hues += next(green)\n    active.score += count(lantern.hues)", 9),
    ("active.score += shade(next(green))", 9),
    ("let z = lantern.goals\n    active.score += count(z)", 9),
    ("active.score += fullness(lantern.goals)", 9),
    ("lantern.goal = lantern.goals\n    active.score += count(lantern.goal)", 9),
    (f"lantern.last = {NOTHING}\n    deepen lantern.last", None),
]


@pytest.mark.parametrize(("done", "score"), GIVEN_NOTHING)
def test_what_may_be_nothing_is_never_read_as_something(done, score):
    """Where something is wanted, nothing is asked 0, no or nothing, is in no set, and is done nothing with."""
    remembers = "    remembers last: Spot = hill\n    remembers many: Spot set\n    remembers hues: Colour set\n"
    remembers += "    remembers goal: Zone = shelf\n    remembers goals: Zone?"
    text = BASE.format(
        state="", kind="", default="", property="", remembers=remembers, write=f"    active.score += 1\n    {done}"
    )
    text += "define fullness(Zone z): count(Thing in z) + 7\ndefine shade(Colour c): ordinal(c) + 3\n"
    text += "verb deepen Spot s\n    s.deep += 1\n"
    text += (
        'test "It"\n    given\n        Player ann\n        active = ann\n        late = 1\n        shelf = [lantern]\n'
    )
    text += f"    when\n        touch\n    then\n        active.score == {score or 0}\n"
    (one,) = run_tests(build(game_of(text), tests=True))
    assert (one.code == "nothing-here") if score is None else one.passed, one.actual
