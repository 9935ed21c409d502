"""One small game for each operation of the language: its own tests hold, and random matches of it keep the promises."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dsl.check import check_parsed
from dsl.source import NOWHERE, SourceFile
from dsl.syntax.parse import parse
from interpreter import build
from interpreter.decks import findings, read_deck, with_copies
from interpreter.engine.program import BadStart, StepError
from interpreter.lower import NotPlayable
from interpreter.match import Match
from interpreter.scenarios import run_tests
from sidescript import main
from tests.interpreter import micro

ROOT = Path(__file__).parents[2]


def game_of(text):
    file = SourceFile("game.side", text)
    found = check_parsed([file], [parse(file)])
    assert found.game is not None, [d.headline for d in found.diagnostics]
    return found.game


@pytest.mark.parametrize("topic", micro.TOPICS)
def test_its_own_tests_hold(topic):
    outcomes = list(run_tests(micro.test_program_of(micro.GAMES / topic)))
    assert outcomes
    failed = [f"{one.title}: expected {one.expected}; {one.actual}" for one in outcomes if not one.passed]
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("topic", micro.TOPICS)
def test_thirty_random_matches_keep_the_promises(topic):
    program = micro.program_of(micro.GAMES / topic)
    seats = program.game.seats
    for seed in range(30):
        micro.play(program, seats.low + seed % (seats.high - seats.low + 1), seed, 40, every=4)


@pytest.mark.parametrize("topic", micro.TOPICS)
def test_undo_takes_back_what_was_done(topic):
    """Undoing an answer leads to the very state before; chance comes again as it was."""
    program = micro.program_of(micro.GAMES / topic)
    match = Match(program, program.game.seats.high, 3, after_chance="allow")
    for n in range(12):
        if match.over:
            break
        before = program.digest(match.state)
        match.step(n % len(match.state.options))
        after = program.digest(match.state)
        match.undo()
        assert program.digest(match.state) == before
        match.step(n % len(match.state.options))
        assert program.digest(match.state) == after


PLAYER = """
import sys
sys.path.insert(0, {root!r})
from tests.interpreter import micro
for topic in micro.TOPICS:
    program = micro.program_of(micro.GAMES / topic)
    state = program.start(program.game.seats.high, 5)
    for n in range(30):
        if program.ended(state):
            break
        program.step(state, n % len(state.options))
    print(topic, program.digest(state))
"""


def test_the_same_seed_gives_the_same_match_in_every_process():
    found = {
        subprocess.run(
            [sys.executable, "-c", PLAYER.format(root=str(ROOT))],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(found) == 1
    assert len(next(iter(found)).splitlines()) == len(micro.TOPICS)


# ------------------------------------------------------------------------------------------------ errors in play


def running(topic, action, **places):
    """A match in which the next answer takes this action, with things put into zones of the game by hand."""
    program = micro.program_of(micro.GAMES / topic)
    state = program.start(1, 0)
    for name, zone in places.items():
        x = next(x for x in range(program.layout.count) if program.thing_name(x) == name)
        program.space["do_move"](state, x, program.layout.zone_base[f".{zone}"], 1)
    while True:
        found = [n for n, o in enumerate(program.decision(state).options) if o.id.startswith(action)]
        if found:
            return program, state, found[0]
        program.step(state, 0)


@pytest.mark.parametrize(
    ("action", "code", "place"),
    [
        ("turn_round", "step-budget", "verb spin"),
        ("call", "step-budget", "verb shout"),
        ("light", "step-budget", "action light"),
        ("hang_all", "not-the-only-one", "define the_echo"),
    ],
)
def test_what_never_ends_or_cannot_be_is_an_error_with_its_place(action, code, place):
    program, state, index = running("budget", action, canyon="wall", flicker="wall")
    with pytest.raises(StepError) as caught:
        program.step(state, index)
    assert caught.value.code == code
    span = caught.value.span
    assert span is not NOWHERE
    text = (micro.GAMES / "budget" / span.path).read_text("utf-8")
    assert text[span.start :].startswith(place)


@pytest.mark.parametrize(
    ("claim", "code"), [("roll_it", "unset-chance"), ("all_are_one", "not-the-only-one"), ("for_ever", "step-budget")]
)
def test_errors_in_a_test_have_a_code_and_a_place(claim, code):
    game = game_of(
        f"""
game broken "Broken"
    seats 1 to 2 as Player
    state active: Player
    state n: Number = 0
kind Player
enum Pip: heads, tails
die coin "coin" of Pip: heads, tails
setup base "Set-up"
    step first "First": active = first(Player)
menu play "play"
flow
    turn of active:
        active takes 1 play
action wait "Wait" is play
    does: roll_it
verb roll_it
    roll coin as c
    if c == heads: n += 1
verb all_are_one
    n += the(Player).seat.number
verb for_ever
    repeat while n >= 0: n += 1
test "It"
    given
        Player ann
        Player bob
        active = ann
    when
        {claim}
    then
        n == 0
"""
    )
    (outcome,) = run_tests(build(game, tests=True))
    assert not outcome.passed
    assert outcome.code == code
    assert outcome.within is not NOWHERE


@pytest.mark.parametrize(("phrase", "passes"), [("sing_for 0", True), ("sing_for 1", False), ("hush", True)])
def test_what_a_test_says_is_refused_must_not_come_about(phrase, passes):
    game = game_of(
        f"""
game refusing "Refusing"
    seats 1 to 2 as Player
    state active: Player
    state songs: Number = 0
kind Player
setup base "Set-up"
    step first "First": active = first(Player)
menu play "play"
flow
    turn of active:
        active takes 1 play
action sing "Sing" is play
    does: sing_for 1
verb sing_for Number n
    needs n > 0
    songs += n
verb hush
    songs -= 1
rule quiet "Quiet"
    cannot hush
test "It"
    given
        Player ann
        active = ann
    when
        refused {phrase}
    then
        continues
"""
    )
    (outcome,) = run_tests(build(game, tests=True))
    assert outcome.passed == passes


UNSET = {
    "write": "favourite.value",
    "write_deep": "favourite.keeper",
    "carry": "favourite to",
    "carry_away": "shelf",
    "carry_home": "favourite.keeper.hand",
    "turn_over": "favourite",
    "sing": "favourite",
    "take_up": "leader",
    "lend": "favourite.keeper",
    "call_out": "favourite",
}


def test_what_is_done_with_a_name_that_names_nothing_is_an_error_at_its_place():
    source = (micro.GAMES / "unset" / "game.side").read_text("utf-8")
    given = "    given\n        Player ann\n        pawn in chest\n        active = ann\n"
    tests = "".join(f'test "{n}"\n{given}    when\n        {n}\n    then\n        continues\n' for n in UNSET)
    outcomes = list(run_tests(build(game_of(source + tests), tests=True)))
    assert [one.title for one in outcomes] == list(UNSET)
    for one, place in zip(outcomes, UNSET.values(), strict=True):
        assert (one.passed, one.code) == (False, "nothing-here"), one.title
        assert source[one.within.start :].startswith(place), (one.title, source[one.within.start :][:40])


@pytest.mark.parametrize(
    ("acts", "told_apart"),
    [
        ((), 1),
        (("count_up",), 1),  # numbers that happen to be those of things say nothing of things
        (("rub_one",), 2),
        (("rub_one", "wash_one"), 3),  # the same number of events, but others
        (("rub_one", "rub_one 1"), 2),  # and the same events of two copies
        (("like_one",), 2),
        (("polish_one",), 2),
        (("fill_one",), 2),
        (("cut_one",), 2),
        (("Coin.twirl",), 2),
        (("mark_both",), 3),  # the first of a set, and its second
    ],
)
def test_copies_are_one_option_until_something_is_said_of_one(acts, told_apart):
    program = micro.program_of(micro.GAMES / "copies")
    state = program.start(1, 0)
    purse = next(z for z in range(program.rules.zones) if len(state.z[z]) == 3)
    for act in acts:
        action, _, nth = act.partition(" ")
        options = program.decision(state).options
        program.step(state, [n for n, o in enumerate(options) if o.action == action][int(nth or -1)])
    assert len(program.space["distinct"](state, state.z[purse])) == told_apart
    stands = [o for o in program.decision(state).options if o.action == "stand"]
    assert len(stands) == 8, "a place is told by where it lies"


def test_an_action_of_too_many_is_chosen_step_by_step_and_none_is_lost():
    program = micro.program_of(micro.GAMES / "wide-menu")
    start = program.start(2, 0)
    legal = set(program.space["f_menu_play"](start, start.asker))
    assert len(legal) > 600
    depths = set()

    def reached(state, begun, depth):
        """The actions that can be taken by answering on, until what was chosen is a whole one."""
        assert len(state.options) <= 201
        for n, raw in enumerate(state.options):
            if raw in legal:
                depths.add(depth)
                yield raw
            elif raw[0] >= 0:
                assert raw[: len(begun)] == begun
                after = state.copy()
                program.step(after, n)
                yield from reached(after, raw, depth + 1)

    found = list(reached(start, (), 1))
    assert len(found) == len(set(found))
    assert set(found) == legal
    assert max(depths) > 1
    assert len({o.text for o in program.decision(start).options}) == len(start.options)


# ------------------------------------------------------------------------------------------------ starting and ending


def test_every_set_up_can_be_played():
    program = micro.program_of(micro.GAMES / "preparing")
    noise = program.layout.column[".noise"]
    assert program.start(2, 0, setup="quick").a[noise] == 5
    assert program.start(2, 0, setup="base").a[noise] == 0
    with pytest.raises(BadStart):
        program.start(2, 0, setup="slow")


def test_a_lone_player_holds_two_seats():
    program = micro.program_of(micro.GAMES / "preparing")
    state = program.start(1, 0, setup="quick")
    assert len(state.seated) == 2


def test_a_greedy_score_with_a_parameter_is_that_of_each_seat():
    match = Match(micro.program_of(micro.GAMES / "winners"), players=2, seed=0)
    match.answer("one_point")
    assert [match.program.score(match.state, seat) for seat in (0, 1)] == [1, 0]


@pytest.mark.parametrize(("action", "winner"), [("one_point", "you"), ("yield_now", "other")])
def test_an_ending_for_somebody_names_who_has_won(action, winner):
    program = micro.program_of(micro.GAMES / "winners")
    state = program.start(2, 0)
    mine = state.asker
    while not program.ended(state):
        options = [o.id for o in program.decision(state).options]
        wanted = action if state.asker == mine else "idle"
        index = next((n for n, o in enumerate(options) if o.startswith(wanted)), len(options) - 1)
        program.step(state, index)
    result = program.result(state)
    (won,) = result.winners
    assert (won == mine) == (winner == "you")
    assert result.result == program.title(won)
    seat = program.seated_at(state, won)
    assert program.score(state, seat) > program.score(state, 1 - seat)


SCORED = """
score "Points" of Player p if not starved
    2 * p.points "points"
    count(Goal in wall) "goals"
    rank at least 3 "Master"
    rank otherwise "Beginner"
option starved "No score": no
"""


def test_each_player_who_competes_has_a_score():
    source = (micro.GAMES / "winners" / "game.side").read_text()
    program = build(game_of(source + SCORED))
    match = Match(program, players=2, seed=0)
    mine = match.state.asker
    match.answer("one_point")
    told = [(one.whose, one.lines, one.total, one.rank) for one in program.counted(match.state)]
    players = [(program.title(x), 2 if x == mine else 0) for x in match.state.seated]
    assert told == [
        (title, ((n, "points"), (1, "goals")), n + 1, "Master" if n else "Beginner") for title, n in players
    ]
    assert program.counted(match.state)[0].to_json() == {
        "player": told[0][0],
        "total": told[0][2],
        "rank": told[0][3],
        "lines": [{"points": points, "for": label} for points, label in told[0][1]],
    }
    without = Match(program, players=2, seed=0, options={"starved": 1})
    assert program.counted(without.state) == ()


def test_a_score_of_what_is_on_no_seat():
    source = (micro.GAMES / "winners" / "game.side").read_text() + SCORED.replace("Player p", "Goal p")
    file = SourceFile("game.side", source)
    found = check_parsed([file], [parse(file)]).diagnostics
    assert any(d.headline == "A score is of all together, or of each Player" for d in found)


@pytest.mark.parametrize(
    ("steps", "claims", "actual"),
    [
        ("score 9 for ann", "ended nine, ann wins, bob loses", ""),
        ("yield_all by ann", "bob wins, ann loses", ""),
        ("score 2 for ann", "ann loses, bob loses, team loses", ""),
        ("score 9 for ann", "bob wins", "ended nine: ann won"),
        ("score 9 for ann", "ann loses", "ended nine: ann won"),
        ("score 2 for ann", "ann wins", "ended twos: nobody won"),
        ("score 1 for ann", "ann wins", "the game goes on"),
    ],
)
def test_a_test_says_who_has_won(steps, claims, actual):
    source = (micro.GAMES / "winners" / "game.side").read_text()
    test = (
        "    given\n        Player ann\n        Player bob\n        active = ann\n        two in wall\n"
        f"    when\n        {steps}\n    then\n        " + "\n        ".join(claims.split(", "))
    )
    (one,) = run_tests(build(game_of(f'{source}\ntest "It"\n{test}\n'), tests=True))
    assert one.actual == actual


def test_the_slots_of_a_question_are_filled():
    """One thing, two of several, yes or no, one of two ways; also after saving, and in general when nobody is asked."""
    program = micro.test_program_of(micro.GAMES / "choosing")
    asked = []
    state = program.start(1, 0)
    options = [o.id for o in program.decision(state).options]
    program.step(state, next(n for n, o in enumerate(options) if o.startswith("a10")))
    for _ in range(5):
        state = program.load(json.loads(json.dumps(state.to_json())))
        asked.append(program.decision(state).prompt)
        program.step(state, 0)
    who = program.title(state.seated[0])
    assert asked == [
        f"What does {who} graft on Apple for 3 gems?",
        f"Which two go with Pear, {who}?",
        f"Which two go with Pear, {who}?",
        "Does Apple fall?",
        f"What is Pear worth to {who}?",
    ]
    general = {program.prompt(site) for site in program.rules.sites}
    assert "What does the Player graft on the Fruit for so many gems?" in general


# ------------------------------------------------------------------------------------------------ who knows what


def test_an_answer_is_asked_for_and_shown_to_its_owner_only():
    """The others see that somebody is asked, neither for what nor from among which cards."""
    program = micro.program_of(micro.GAMES / "responses")
    asked = 0
    about = set()
    for seed in range(12):
        state = program.start(3, seed)
        for n in range(60):
            if program.ended(state):
                break
            decision = program.decision(state)
            if decision.prompt == "Do you answer?":
                asked += 1
                about.add(decision.about)
                hands = {s: program.layout.zone_base["Player.hand"] + x for s, x in enumerate(state.seated)}
                for seat in hands:
                    view = program.view(state, seat)
                    assert (view.decision is not None) == (seat == decision.seat)
                    if seat != decision.seat:
                        shown = json.dumps(view.to_json())
                        for option in decision.options:
                            assert f'"{option.id}"' not in shown
                for option in decision.options[:-1]:
                    card = int(state.options[decision.options.index(option)][1])
                    assert card in state.z[hands[decision.seat]], "a card of somebody else is offered"
            program.step(state, (seed + n) % len(state.options))
    assert asked > 20
    assert {"Strike Player 3", "Carry out Bolt"} <= about


# ------------------------------------------------------------------------------------------------ what is not played

HEAD = """
game small "Small"
    seats 1 to 2 as Player
    state active: Player
    state n: Number = 0
kind Player
    health: Number = 3
    hero: Truth = no
    coins: Coin = 2
kind Item is Card
    you is active
    section play "Play"
    size: Number = 1
    hue: Hue = red
zone wall of Item: row
resource Coin "coin" x 9
enum Hue: red, green
setup base "Set-up"
    step first "First": active = first(Player)
menu play "play"
flow
    turn of active:
        active takes 1 play
action wait "Wait" is play
    does: hurt active
verb hurt Player p "hurt {p}"
    p.health -= 1
Item plain "Plain"
"""

NOT_PLAYED = {
    "a timing that no action performs": """Item ward "Ward"
    play before hurt Player p:
        n += 1
""",
    "an answer to a payment that several split": """rule other "Other"
    after pay Coin k by Player p:
        n += 1
action other "Other" is play
    cost pay 2 Coin by team
    does: n += 1
""",
    "an ending for somebody, on copies": """Item twin "Twin" x 2
    ending twins: win p when Player p where p.health > 8
""",
}


@pytest.mark.parametrize("form", NOT_PLAYED)
def test_what_is_not_played_says_so_with_its_place(form):
    text = NOT_PLAYED[form]
    game = game_of(text if text.lstrip().startswith("game ") else HEAD + text)
    with pytest.raises(NotPlayable) as caught:
        build(game)
    assert caught.value.what
    assert caught.value.span is not NOWHERE


def test_check_says_what_is_not_played(tmp_path, capsys):
    """Not only who wants to play learns of it."""
    from sidescript import main

    (tmp_path / "game.side").write_text(HEAD + NOT_PLAYED["an ending for somebody, on copies"], "utf-8")
    assert main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "error[not-playable]" in said
    assert "ending twins: win p when" in said


def test_what_is_played_beside_it():
    build(game_of(HEAD))


NO_DECISIONS = """game g "G"
    seats 1 to 2 as Player
    state active: Player

kind Player is Figure
    score: Number from 0 to 99 = 0

setup base "Base"
    step first "One":
        active = first(team)

flow
    repeat 3:
        turn of active:
            run main_phase

phase main_phase "Main"
    BODY

ending done "Done": win when any(Player p where p.score > 5)
"""


def game_that(body):
    return game_of(NO_DECISIONS.replace("BODY", body))


def test_a_game_without_decisions_may_end():
    program = build(game_that("active.score += 9"))
    state = program.start(players=1, seed=1)
    result = program.result(state)
    assert result is not None and result.ending == "done"


def test_a_test_sees_that_the_set_up_has_ended_the_match():
    text = NO_DECISIONS.replace("BODY", "stop").replace(
        "active = first(team)", "active = first(Player)\n        active.score = 9", 1
    )
    text += 'test "Over at once"\n    given\n        after setup\n    then\n        ended done\n'
    assert [one.passed for one in run_tests(build(game_of(text), tests=True))] == [True]


def test_an_error_before_the_first_decision_is_located():
    program = build(game_that("repeat 999999999: active.score = 1"))
    with pytest.raises(StepError) as error:
        program.start(players=1, seed=1)
    assert error.value.code == "step-budget"


def test_modulo_by_nothing_is_no_error():
    program = build(game_that("active.score = 5 mod (active.score)"))
    assert program.ended(program.start(players=1, seed=1))


def test_what_python_cannot_nest_is_not_playable():
    body = "repeat 1:\n"
    for depth in range(1, 25):
        body += "    " * (depth + 1) + "repeat 1:\n"
    body += "    " * 26 + "active.score += 1"
    with pytest.raises(NotPlayable):
        build(game_that(body))


def test_a_pledge_that_is_withdrawn_leaves_the_state_as_it_was():
    """But for what has been seen: nothing hidden may be learned by taking it back. The menu offers it when something
    else has been done."""
    program = micro.program_of(micro.GAMES / "pledges")
    state = program.start(2, 4)
    while not any(o.id.startswith("attack ogre") for o in program.decision(state).options):
        program.step(state, 0)
    before = state.to_json()
    program.answer(state, "attack ogre")
    laid = 0
    while state.asker >= 0 and program.rules.sites[state.site].kind != "menu":
        hidden_order = [o.id for o in program.decision(state).options]
        index = hidden_order.index("done") if "done" in hidden_order and laid else 0
        laid += "#" in hidden_order[index]
        program.step(state, index)
    after = state.to_json()
    assert laid and after["reveals"] > before["reveals"]
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"reveals", "options", "agenda"}, changed
    assert not any(o.id.startswith("attack ogre") for o in program.decision(state).options)
    program.answer(state, "siege")


def test_numbers_and_payments_without_bound_are_errors_with_a_place():
    for body, code in (
        (
            "let big = active.score + 9\n    let n = active.pot\n    repeat 40:\n        n = n * n * n + big",
            "number-too-large",
        ),
        ("pay 900 Coin by team", "too-many-ways"),
    ):
        text = NO_DECISIONS.replace("BODY", body).replace("seats 1 to 2", "seats 1 to 3")
        text = text.replace("kind Player", 'resource Coin "coin"\nkind Player').replace(
            "    score:", "    pot: Number = 2\n    coins: Coin = 999\n    score:"
        )
        program = build(game_of(text))
        with pytest.raises(StepError) as error:
            program.start(players=3, seed=1)
        assert error.value.code == code
        assert error.value.span is not NOWHERE


@pytest.mark.parametrize(
    "text",
    [
        'action other "Other" is play\n    if n > 0:\n        n += 1\n    does: n += 1\n',
        "verb ask Player q\n    pledge Player p from q, others may:\n        q chooses Player r\n",
    ],
)
def test_what_has_no_meaning_where_it_stands_is_an_error_of_the_checker(text):
    file = SourceFile("game.side", HEAD + text)
    assert "wrong-place" in [d.code for d in check_parsed([file], [parse(file)]).diagnostics]


@pytest.mark.parametrize("lines", ["    999999999 spark\n", "    2 spark\n" * 5_001, f"    {'9' * 5_000} spark\n"])
def test_a_deck_file_with_more_things_than_can_be_played_with_is_refused_at_once(lines):
    program = micro.program_of(micro.GAMES / "decks")
    deck, wrong = read_deck(SourceFile("deck.side", f'deck mine "Mine"\n    1 lena\n{lines}'))
    assert deck is not None or [d.code for d in wrong] == ["number-too-large"]
    if deck is not None:
        (told,) = findings(program, deck)
        assert (told.code, told.headline) == ("deck-too-large", "A deck cannot have so many `spark`")
        assert "at most 10,000 copies" in told.primary.text


@pytest.mark.parametrize("count", ["999999999", "9" * 5_000])
def test_a_saved_deck_with_too_many_of_a_thing_is_refused_at_once(count):
    program = micro.program_of(micro.GAMES / "decks")
    options = {"deck.1": (f"{count} spark",)}
    with pytest.raises(BadStart, match="so many `spark`"):
        with_copies(program, 2, options).start(2, 1, options)


def test_a_deck_file_of_thousands_of_lines_is_judged_without_trying_each_of_them():
    program = micro.program_of(micro.GAMES / "decks")
    lines = "    1 spark\n" * 2_000
    deck, _ = read_deck(SourceFile("deck.side", f'deck mine "Mine"\n{lines}'))
    assert deck is not None
    told = findings(program, deck)
    assert {one.span.start for one in told} == {deck.span.start}
    assert "This deck is not legal: One or two heroes" in [one.headline for one in told]


@pytest.mark.parametrize("title", ["two\nlines", "not \udcff text"])
def test_a_deck_is_not_built_under_a_title_that_no_file_can_hold(tmp_path, capsys, title):
    path = tmp_path / "mine.side"
    with pytest.raises(SystemExit) as end:
        main(["deck", "build", str(micro.GAMES / "decks"), str(path), "--with", "lena", "--title", title])
    assert end.value.code == 2
    assert "characters that no title can have" in capsys.readouterr().err
    assert not path.exists()
