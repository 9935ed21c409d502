"""What a test that fails says: what never happened and why, where the match ended, why nothing is offered."""

import sidescript
from dsl.source import Span
from interpreter import build, scenarios
from interpreter.lower import tests as lowered
from interpreter.scenarios import run_tests
from tests.interpreter.test_micro_games import game_of

GAME = """
game g "G"
    seats 1 to 2 as Trader
    joint choices by active
    state active: Trader
resource Coin "coin" x 9
kind Trader "trader"
    coins: Coin = 0
    gold: Number from 0 to 9 = 0
    zone hand of Ware: row
    you is this
kind Ware "ware" is Card
    price: Number = 1
Ware ruby "Ruby"
Ware topaz "Topaz"
zone cart of Ware: stack
menu turn_action "action"
setup base "Set-up"
    step cart "Cart":
        move each Ware in box to cart
flow
    repeat:
        turn of active:
            active takes 1 turn_action
phase market "Market"
    active takes any turn_action
verb rob Trader p "rob {p}"
    p.gold -= 1
rule night "Night"
    cannot rob Trader p if p.gold == 0 because "nobody robs the poor"
verb unload Trader p "unload for {p}"
    let n = count(Ware in cart)
    move each Ware in cart to p.hand
    p.coins += n
    p.gold += n
action sell "Sell" is turn_action
    choose Ware w in you.hand
    needs w.price < 4 because "Nobody pays that"
    does: move w to cart
ending empty "The cart is empty": lose when none(Ware in cart) and any(Trader p where p.coins > 0)
"""


def outcome(test):
    source = GAME + 'test "It"\n    given\n        Trader ann\n        active = ann\n' + test
    (one,) = run_tests(build(game_of(source), tests=True))
    return one, lambda span: source[slice(*(span.start, span.end))] if isinstance(span, Span) else ""


def test_the_table_is_laid_as_one_change():
    one, _ = outcome(
        "        ann.coins = 1\n        ruby in ann.hand\n        topaz in cart\n"
        "    then\n        continues\n        topaz in cart\n"
    )
    assert one.passed, one.actual


def test_what_did_not_happen_is_shown_with_the_reason_of_the_game():
    one, text = outcome("        topaz in cart\n    when\n        rob ann\n    then\n        ann.gold == 2\n")
    assert [(text(at), said) for at, said in one.remarks] == [
        ("rob ann", "nothing came of this: “nobody robs the poor”")
    ]
    one, _ = outcome(
        "        ann.gold = 3\n        topaz in cart\n    when\n        rob ann\n    then\n        ann.gold == 9\n"
    )
    assert (one.actual, one.remarks) == ("the left side is 2, the right side 9", ())


def test_where_the_match_ended_is_shown():
    one, text = outcome("        topaz in cart\n    when\n        unload ann\n    then\n        ann.gold == 1\n")
    assert [(text(at), said) for at, said in one.remarks] == [("unload ann", "the match ends here: The cart is empty")]
    one, text = outcome("        ann.coins = 1\n        ruby in ann.hand\n    then\n        ann.gold == 1\n")
    assert [said for _, said in one.remarks] == ["the match has ended as soon as the table is laid: The cart is empty"]


def test_why_nothing_is_offered():
    given = "        topaz in cart\n        Ware opal in ann.hand: price = 5\n"
    one, _ = outcome(given + "    then\n        offered ann sell: opal\n")
    assert one.actual == "offered: nothing, because “Nobody pays that”"
    one, _ = outcome(given + "    when\n        ann takes sell opal\n    then\n        continues\n")
    assert one.actual == "offered: nothing, because “Nobody pays that”"


def test_things_of_a_test_have_the_names_that_it_gives_them():
    given = "        topaz in cart\n        Ware opal in ann.hand: price = 2\n"
    one, _ = outcome(given + "    when\n        run market\n    then\n        asked ann: topaz\n")
    menu = " (this is a menu; what it offers is claimed with `offered ann ACTION: ...`)"
    assert one.actual == "ann is asked: sell opal, pass" + menu


def test_what_moves_nothing_is_told_so_and_what_changes_something_is_not_idle():
    failed, _ = outcome(
        "        ruby in cart\n    when\n        give ruby to ann\n        give ruby to ann\n"
        "    then\n        ann.gold == 9\n"
    )
    assert [text for _, text in failed.remarks] == ["nothing came of this"]  # of the second
    carried = GAME + 'verb carry Trader p "carry for {p}"\n    move each Ware in cart to p.hand\n'
    source = carried + (
        'test "It"\n    given\n        Trader ann\n        active = ann\n        ruby in cart\n'
        "    when\n        carry ann\n        carry ann\n    then\n        ann.gold == 9\n"
    )
    (one,) = run_tests(build(game_of(source), tests=True))
    assert one.log == ("Carry for ann", "Carry for ann (nothing changes)")


def test_nothing_is_offered_when_the_match_is_over():
    passed, _ = outcome(
        "        ann.coins = 1\n        ruby in ann.hand\n        topaz in cart\n"
        "    when\n        move topaz to ann.hand\n    then\n        ended empty\n        not offered ann sell\n"
    )
    assert passed.passed, (passed.expected, passed.actual)


def test_the_sides_of_a_claim_are_told_by_their_names():
    for claim, told in (
        ("ruby.holder == ann", "the left side is nothing, the right side ann"),
        ("first(Ware in ann.hand) == topaz", "the left side is nothing, the right side topaz"),
        ("active.gold == 2", "the left side is 0, the right side 2"),
        ("[ruby] == [topaz]", "the left side is [ruby], the right side [topaz]"),
    ):
        failed, _ = outcome(f"    then\n        {claim}\n")
        assert failed.actual == told


def test_a_thing_that_holds_nothing_in_the_box_is_shown():
    source = GAME + (
        'Ware lamp "Lamp"\n    always: each Trader t: t.gold +1\n'
        'verb light Ware w "light {w}"\n    w.price += 1\n'
        'test "It"\n    given\n        Trader ann\n        active = ann\n        topaz in cart\n{given}'
        "    when\n        light lamp\n    then\n        ann.gold == 2\n"
    )
    told = {}
    for given in ("", "        lamp in cart\n"):
        (one,) = run_tests(build(game_of(source.replace("{given}", given)), tests=True))
        told[given] = [(said.partition(":")[0], said.rpartition("`given`")[2]) for _, said in one.remarks]
    assert list(told.values()) == [[("Lamp lies in the box", ": `lamp in cart`")], []], (
        "as tests have it of other Wares"
    )


def test_where_a_thing_lies_instead_is_told():
    """Of a claim that it lies in a zone: the reader wants to know in which one it is."""
    given = "        topaz in cart\n        ruby in ann.hand\n"
    one, _ = outcome(given + "    then\n        ruby in cart\n")
    assert one.actual == "ruby is in ann.hand"
    one, _ = outcome(given + "    then\n        topaz in ann.hand\n")
    assert one.actual == "topaz is in cart"
    one, _ = outcome(given + "    then\n        topaz not in cart\n")
    assert one.actual == "topaz is in cart"


def with_tests(*events):
    given = "    given\n        Trader ann\n        active = ann\n        ann.gold = 2\n"
    return GAME + "".join(
        f'test "{event}, {n}"\n{given}    when\n        {event}\n    then\n        ann.gold < 2\n'
        for n, event in enumerate(events)
    )


def broken(*_):
    raise ZeroDivisionError("oh")


def test_a_bug_in_sidescript_is_how_its_test_fails_and_the_others_are_run(monkeypatch):
    """At the line of the test that ran into it, with the declaration that was being carried out."""
    source = with_tests("rob ann", "unload ann", "rob ann")
    program = build(game_of(source), tests=True)
    monkeypatch.setitem(program.space, "do_moves", broken)
    first, second, third = run_tests(program)
    assert first.passed and third.passed and not second.passed
    assert (second.code, second.actual) == ("bug-in-sidescript", "ZeroDivisionError: oh")
    assert source[second.at.start : second.at.end] == "unload ann"
    assert source[second.within.start :].startswith("verb unload")
    assert 'raise ZeroDivisionError("oh")' in second.trace


def test_so_is_a_bug_while_the_test_is_made_ready(monkeypatch):
    source = with_tests("rob ann", "unload ann", "rob ann")
    item = lowered._Test.item
    monkeypatch.setattr(
        lowered._Test, "item", lambda self, node: broken() if self.plan.number == 1 else item(self, node)
    )
    first, second, third = run_tests(build(game_of(source), tests=True))
    assert first.passed and third.passed
    assert (second.passed, second.code, second.actual) == (False, "bug-in-sidescript", "ZeroDivisionError: oh")


def test_the_command_goes_on_too(monkeypatch, capsys, tmp_path):
    (tmp_path / "game.side").write_text(with_tests("rob ann", "unload ann", "rob ann").strip())
    go = scenarios._Run.go
    monkeypatch.setattr(scenarios._Run, "go", lambda self: broken() if self.plan.number == 1 else go(self))
    assert sidescript.main(["test", str(tmp_path)]) == 1
    out, said = capsys.readouterr()
    assert out.endswith("2 passed, 1 failed\n")
    assert "error[bug-in-sidescript]: The test “unload ann, 1” runs into an error: ZeroDivisionError: oh" in said
    assert "this is a bug in Sidescript" in said and "Traceback" not in said
    assert sidescript.main(["test", str(tmp_path), "--debug"]) == 1
    assert "Traceback" in capsys.readouterr().err
    for way in ("--coverage", "--mutate"):
        assert sidescript.main(["test", str(tmp_path), way]) == 1
        out, said = capsys.readouterr()
        assert "error[bug-in-sidescript]: The test “unload ann, 1” runs into an error" in said
        assert "pieces of the rules are reached" in out and out.endswith("2 passed, 1 failed\n")


COPIES = """
game g "G"
    seats 1 to 2 as Fisher
    state active: Fisher
kind Fisher "fisher"
    zone hand of Bait: row
    you is this
kind Bait "bait" is Card
    used: Truth = no
zone bin of Bait: stack
zone pond of Bait: row
Bait worm "Worm" x 3
Bait shrimp "Shrimp"
menu turn_action "action"
setup base "Set-up"
    step bin "Bin":
        move each Bait in box to bin
flow
    repeat:
        turn of active:
            active takes 1 turn_action
verb swap Fisher f "{f} [swap]"
    f chooses Bait b in f.hand "Which bait?"
    move b to pond
verb toss Fisher f "{f} [toss]"
    f chooses 2 Bait some in f.hand
    each Bait b in some: move b to pond
action cast "Cast" is turn_action
    choose Bait b in you.hand
    needs not b.used because "It is used up"
    does: move b to pond
"""

LAID = """test "It"
    given
        Fisher ann
        Fisher ben
        worm in ann.hand
        worm in ben.hand
        shrimp in ben.hand
        active = ben
"""


def of_copies(test: str, laid: str = LAID) -> tuple[str, ...]:
    source = COPIES + laid + test
    (one,) = run_tests(build(game_of(source), tests=True))
    assert "#" not in one.expected + one.actual
    return (one.expected, one.actual) if not one.passed else ()


def test_of_a_thing_with_copies_any_copy_that_is_offered_will_do():
    """Its name alone is all that can be typed: `#` begins a comment."""
    swapped = "    when\n        swap ben\n    then\n        asked ben: worm, shrimp\n    when\n"
    pond = "    then\n        worm in pond\n        pond == [worm]\n        pond != [shrimp]\n"
    assert not of_copies(swapped + "        ben chooses worm\n" + pond)
    assert not of_copies(swapped + '        ben chooses "Worm"\n' + pond)
    assert of_copies(swapped + '        ben chooses "Snail"\n') == ("the option “Snail”", "ben is asked: worm, shrimp")
    assert of_copies("    when\n        swap ben\n    then\n        asked ben: worm\n") == (
        "just 1 option",
        "ben is asked: worm, shrimp",
    )
    takes = "    then\n        offered ben cast: worm, shrimp\n    when\n        ben takes cast worm\n" + pond
    assert not of_copies(takes)
    both = LAID.replace("worm in ben.hand", "ben.hand = [worm, worm]").replace("in ann.hand", "in bin")
    chosen = "    when\n        toss ben\n        ben chooses [worm, worm]\n    then\n"
    assert not of_copies(chosen + "        count(Bait in pond) == 2\n        shrimp in ben.hand\n", both)


def test_where_the_name_of_a_thing_with_copies_is_claimed_any_copy_is_meant():
    assert not of_copies("    then\n        worm in ben.hand and worm in ann.hand\n        worm not in pond\n")
    assert not of_copies(
        "    then\n        first(Bait in ben.hand) == worm\n        first(Bait in ben.hand) != shrimp\n"
    )
    assert not of_copies("    then\n        ben.hand == [worm, shrimp]\n        not worm in bin\n")
    assert of_copies("    then\n        worm not in ben.hand\n")
    assert of_copies("    then\n        last(Bait in ben.hand) == worm\n")[1] == (
        "the left side is shrimp, the right side worm"
    )
    assert of_copies("    then\n        ben.hand == [worm, worm]\n")[1] == (
        "the left side is [worm, shrimp], the right side [worm, worm]"
    )
    assert of_copies("    then\n        not offered ben cast: worm\n")
    assert not of_copies("    then\n        ben sees worm\n")


def test_only_a_copy_that_is_not_used_up_is_offered():
    used = LAID.replace("worm in ben.hand", "ben.hand = [worm, worm]").replace("in ann.hand", "in ben.hand: used")
    assert not of_copies("    then\n        offered ben cast: worm, shrimp\n", used)
    assert not of_copies("    when\n        ben takes cast worm\n        ben takes cast worm\n", used)


FARE = """
resource Fare "fare" of Fisher
    from Ticket t in this.hand
    gives 1
    spend use_up t
kind Ticket "ticket" is Bait
Ticket slip "Slip"
Ticket stub "Stub"
Bait snail "Snail"
verb use_up Ticket t "[use up] {t}"
    move t to bin
action ride "Ride" is turn_action
    cost pay 1 Fare by you
    choose Bait b in pond
    does: move b to bin
action transfer "Transfer" is turn_action
    cost pay 1 Fare by you
    choose Bait b in pond where b in worm
    choose Bait c in pond where c != b
    does: move c to bin
action row "Row" is turn_action
    choose Bait b in pond
    does: push you
verb push Fisher f "{f} [push]"
    f chooses Bait b in f.hand "What?"
    move b to pond
"""


def test_what_is_asked_for_when_an_action_is_taken_is_not_named_before_and_the_message_says_how():
    laid = LAID.replace("worm in ben.hand", "slip in ben.hand\n        stub in ben.hand\n        worm in pond")
    laid = laid.replace("        shrimp in ben.hand\n", "")

    def failed(test, more="        shrimp in pond\n        snail in pond\n"):
        source = COPIES + FARE + laid + more + test
        (one,) = run_tests(build(game_of(source), tests=True))
        return "" if one.passed else one.actual

    taken = "    when\n        ben takes {}\n"
    how = "; worm is asked for when it is taken: `ben takes ride`, then what pays, then `ben chooses worm`"
    assert failed(taken.format("ride worm")).endswith(how)
    how = "`ben takes transfer`, then what pays, then `ben chooses shrimp` (what is the only one is not asked for)"
    assert failed(
        taken.format("transfer worm, shrimp"), more="        shrimp in pond\n        snail in pond\n"
    ).endswith(how)
    assert failed("    then\n        offered ben ride: worm\n").endswith("then claim `asked`")
    assert not failed(taken.format("ride") + "        ben chooses slip\n        ben chooses worm\n"
                      "    then\n        worm in bin\n        slip in bin\n")  # fmt: skip
    how = "; slip is asked for when it is taken: `ben takes row worm`, then `ben chooses slip`"
    assert failed(taken.format("row worm, slip")).endswith(how)
    assert "when it is taken" not in failed(taken.format("row worm, ann"))
    assert "when it is taken" not in failed(taken.format("row slip"))
