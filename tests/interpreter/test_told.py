"""Tests with a doc comment, told as examples of play."""

from interpreter import build_tests
from interpreter.scenarios.told import examples, story
from tests.interpreter.test_micro_games import game_of

GAME = """
game well "Well"
    seats 2 as Digger
    joint choices by active
    state active: Digger

kind Digger is Figure
    depth: Number from 0 to 9 = 0 "depth" unit "step|steps"

kind Stone "stone" is Token
menu work "work"
zone heap_of_stones "heap of stones" of Stone: heap

verb sink Digger d by Number n "{d} [sink] {n step|steps}"
    d.depth += n

verb stumble Digger d "{d} [stumble], then [sink]"
    note d
    sink d by 1

verb note Digger d "{d} [stumble]"
    d.depth += 0

verb lift Stone s by Digger d "{d} [lift] {s}"
    move s to box

action dig "Dig" is work
    does: sink you by 2
action clear "Clear a stone" is work
    does:
        you chooses Stone s in heap_of_stones "Which stone?"
        lift s by you
action wait "Wait" is work
    does:
        you chooses one:
            "Sit": sink you by 1
            "Fall": stumble you

phase turn "Turn"
    active may "Rest first":
        sink active by 3
    active takes any work up to 3

flow
    repeat: run turn

setup base "Set-up"
    step begin "Begin":
        each Seat s in order of s.number:
            s chooses Digger d in box "Whom?"
            seat d for s
        active = first(team)

ending deep "Deep": win when any(Digger d: d.depth == 9)

Digger ann "Ann"
Digger bo "Bo"
Stone grey "Grey stone"
Stone red "Red stone"

test "Plain"
    given
        ann: depth = 0
        bo: depth = 0
    when
        sink ann by 1
    then
        ann.depth == 1

/// Ann digs.
/// Bo looks on.
test "A turn of Ann"
    given
        ann: depth = 1
        bo: depth = 0
        active = ann
        grey in heap_of_stones
        red in heap_of_stones
    when
        /// She does not
        /// rest.
        run turn
        ann chooses no
        ann takes dig
        /// A stone is in the way.
        ann takes clear
        ann chooses grey
        ann takes wait
        ann chooses "Fall"
    then
        ann.depth == 4

/// It goes wrong.
test "Broken"
    given
        ann: depth = 0
        bo: depth = 0
        active = ann
    when
        run turn
        ann chooses yes
        ann passes
    then
        ann.depth == 8
"""


def test_an_example_is_told_with_what_was_chosen_and_what_came_of_it() -> None:
    game = game_of(GAME)
    tests = examples(game)
    assert [test.title for test in tests] == ["A turn of Ann", "Broken"]
    program = build_tests(game, tests)
    told, broken = (story(program, plan) for plan in program.extras.tests)
    assert told.title == "A turn of Ann" and told.doc == "Ann digs.\nBo looks on." and not told.problem
    assert [(part.remark, part.lines) for part in told.told] == [
        ("She does not rest.", ("Ann: Rest first – no.", "Ann: Dig.", "Ann sinks 2 steps.")),
        ("A stone is in the way.", (
            "Ann: Clear a stone.", "Ann lifts Grey stone.", "Ann: Wait.", "Ann chooses “Fall”.", "Ann stumbles.",
            "Ann sinks 1 step.",
        )),
    ]  # fmt: skip
    assert broken.problem == "expected this holds; the left side is 3, the right side 8"
    assert [part.lines for part in broken.told] == [("Ann: Rest first.", "Ann sinks 3 steps.")]
