"""A match in the terminal, with piped input: what is shown, commands, mixed seats, the end."""

import io
from types import SimpleNamespace
from typing import Any

import pytest

from dsl.model import EnumType
from interpreter.engine.view import Clock, SeenPlace, SeenThing, SeenZone, View
from interpreter.match import Match
from interpreter.play import Playing


def thing(name, title, **numbers):
    return SeenThing(name, title, "", tuple(numbers.items()))


HUT = SeenThing("hut", "Hut", "", (("cash", 3), ("side", "evil"), ("worth", 2)), led_by="ann")
STONES = (thing("stone#1", "Stone"), thing("stone#2", "Stone"))


class Table:
    """The heap, with a view to look at."""

    ZONES = (
        SeenZone("Place.here", "meadow", "Meadow", 2, (thing("ann", "Ann", health=3), HUT)),
        SeenZone(".heap", None, "heap", 4, (*STONES, SeenThing(None, "", "", ()))),
        SeenZone("Player.hand", "ann", "hand", 1, (thing("ace", "Ace [of] spades"),)),
        SeenZone("Player.hand", "bob", "hand", 3, None),
        SeenZone(".box", None, "discard pile", 0, ()),
    )  # fmt: skip


@pytest.fixture
def play(fake, monkeypatch, capsys, tmp_path):
    class Shown(fake):
        layout = SimpleNamespace(count=1, of_kind=lambda kind: ())

        def thing_name(self, x):
            return "ace" if x == 7 else "bob#1"

        def title(self, x):
            return "Ace [of] spades" if x == 7 else "Bob"

        def places(self, state, seat):
            return (SeenPlace("meadow", "Meadow", ("green",), ("hill",)), SeenPlace("hill", "Hill", (), ("meadow",)))

        def counted(self, state):
            return ()

        def hidden(self, state, seat):
            return frozenset() if state.reveals else frozenset((7,))

        def decision(self, state):
            return SimpleNamespace(**vars(super().decision(state)), kind="menu")

        def view(self, state, seat):
            return View(seat, state.turns, "Taking", "ann", (("stones", state.stones),), Table.ZONES, None, None)

        def clock(self, state):
            return Clock(state.turns, "ann", (("stones", state.stones),))

    titles = {"ann": "Ann", "bob": "Bob", "ace": "Ace [of] spades", "meadow": "Meadow", "stone": "Stone"}
    kinds = {"Card": SimpleNamespace(noun=("card", "cards"))}
    things = {
        name: SimpleNamespace(title=title, kinds=("Card",), name=name, of_test=False) for name, title in titles.items()
    }
    attributes = {
        "Player.cash": SimpleNamespace(name="cash", label="coins", unit=("coin", "coins"), owner="Player", type=None),
        "Player.side": SimpleNamespace(name="side", label="side", unit=None, owner="Player", type=EnumType("Side")),
        "Card.worth": SimpleNamespace(name="worth", label="a price", unit=None, owner="Card", type=None),
    }
    enums = {"Side": SimpleNamespace(values=(("evil", "villainous", None),))}
    game: Any = SimpleNamespace(
        name="heap", title="The Heap", things=things, kinds=kinds, decks={}, attributes=attributes, enums=enums,
        seats=SimpleNamespace(kind="Player"),
    )  # fmt: skip

    def run(text, seats=("person", "random"), status=0, **more):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        monkeypatch.setenv("COLUMNS", "100")
        match = Match(Shown(**more), len(seats), 5)
        playing = Playing(game, match, seats, tmp_path / "match.json", lambda name: f"the text of {name}")
        assert playing.run() == status
        return match, capsys.readouterr()

    return run


def test_the_table_shows_places_zones_and_hands(play):
    _, shown = play("q\n")
    out = shown.out
    for text in (
        "Round 1 · Taking · turn of Ann · stones: 9",
        "Meadow  Ann (health 3), Hut (Ann, 3 coins, villainous, price 2)", "Heap", "2 × Stone, 2 face",
        "hand: Ace [of] spades", "hand: 3 face down", "1  Take one", "4  Peek",
    ):  # fmt: skip
        assert text in out, (text, out)


def test_answers_by_number_and_by_text(play):
    match, _ = play("1\nTake two\ntake one\nq\n", ("person", "person"))
    assert match.answers == [0, 1, 0]


def test_wrong_words_and_numbers_are_told(play):
    match, shown = play("0\n5\n99999999999999999999\n\nhm\n?\nq\n")
    assert match.answers == []
    assert shown.out.count("There are options 1 to 4.") == 3
    assert "Type a number" in shown.out and "I do not know `hm`" in shown.out and "take back" in shown.out


def test_the_log_since_the_last_decision_is_told(play):
    _, shown = play("1\nq\n")
    assert "· seat 1 takes 1" in shown.out and "· seat 2 takes" in shown.out


def test_undo_goes_back_to_the_last_decision_of_a_person(play):
    match, shown = play("u\n1\n1\nu\n2\nq\n", ("person", "person"), stones=30)
    assert "There is nothing to take back" in shown.out and "Taken back: 1 answer." in shown.out
    assert match.answers == [0, 1]


def test_undo_after_chance_is_refused(play):
    match, shown = play("3\n3\nu\nq\n", ("person", "person"), stones=30)
    assert "You cannot take this back: something was drawn or rolled at random since." in shown.out
    assert match.answers == [2, 2]


def test_help_on_a_card(play):
    _, shown = play("h ace of spades\nh ace\nh stne\nh\nq\n")
    assert "the text of ace" in shown.out and "Ace [of] spades" in shown.out
    assert "I know no `stne`. Did you mean stone?" in shown.out


def test_leaving_offers_to_save_what_is_not_saved(play, tmp_path):
    play("1\nq\nn\n")
    assert not (tmp_path / "match.json").exists()
    play("1\nq\ny\n")
    assert (tmp_path / "match.json").exists()
    _, shown = play("1\ns\nq\n")
    assert "Save the match" not in shown.out


def test_a_match_of_agents_plays_to_its_end(play):
    match, shown = play("", ("greedy", "random", "greedy"))
    assert match.over and "The last stone is taken: Seat" in shown.out


def test_a_match_of_agents_that_does_not_end_is_told(play, tmp_path, monkeypatch):
    monkeypatch.setattr("interpreter.play.MOST_ALONE", 1)
    _, shown = play("", ("random", "random"), status=1)
    assert "error[match-too-long]: The match has not ended after 1 decisions" in shown.err
    assert (tmp_path / "match.record.json").exists()


def test_the_end_of_input_leaves(play):
    _, shown = play("1\n")
    assert "End of input" in shown.out


def test_an_error_in_play_leaves_a_record(fake, play, tmp_path):
    _, shown = play("3\n" * 20, ("person", "person"), status=1, fragile=True, stones=4)
    assert "error[heap-fell]" in shown.err
    assert (tmp_path / "match.record.json").exists()


def test_the_log_is_kept_up_to_the_state_that_undo_goes_back_to(play):
    _, shown = play("1\n1\nu\nl\nq\n", ("person", "person"), stones=30)
    log = shown.out.partition("Taken back: 1 answer.")[2]
    assert log.count("· seat 1 takes 1") == 1 and "seat 2 takes" not in log


def test_the_map_tells_neighbours_and_what_lies_there(play):
    _, shown = play("m\nh meadow\nq\n")
    assert "Meadow (green): Ann (health 3), Hut (Ann, 3 coins, villainous, price 2)\n   next to hill" in shown.out
    assert "  green\n  next to hill\n  here: Ann (health 3), Hut" in shown.out


def test_the_whole_table_is_shown_once_a_turn(play):
    _, shown = play("4\n1\nv\nq\n", ("person", "person"))
    assert shown.out.count("on the table") == 3  # the first round, the second, and v
    assert "──── Round 2" in shown.out


def test_what_others_did_is_told(play):
    _, shown = play("1\nq\n")
    assert "· Seat 2: " in shown.out and "· Seat 1: " not in shown.out


def test_the_beginning_of_an_option_is_enough(play):
    match, shown = play("pe\ntake\nTake o\nq\n", ("person", "person"))
    assert match.answers == [3, 0] and "Several options begin with `take`: 1, 2." in shown.out


def test_a_save_makes_no_folders_and_asks_again(play, tmp_path):
    _, shown = play(f"1\ns {tmp_path}/none/a.json\n{tmp_path}/a.json\nq\n", ("person", "person"))
    assert "there is no folder" in shown.out and not (tmp_path / "none").exists()
    assert f"sidescript play heap --from {tmp_path}/a.json" in shown.out and (tmp_path / "a.json").exists()
    assert "Save the match" not in shown.out


def test_a_card_that_comes_to_light_is_read_out_once(play):
    _, shown = play("4\n4\nq\n", ("person", "person"))
    assert shown.out.count("the text of ace") == 1


def test_what_was_told_before_a_save_is_in_the_log_of_the_restored_match(fake):
    match = Match(fake(stones=30), 2, 5)
    for index in (0, 1, 0):
        match.step(index)
    assert [one.text for one in match.told(2)] == ["seat 1 takes 1", "seat 2 takes 2"]


def test_the_prompt_tells_which_action_of_how_many_and_the_log_what_a_die_shows():
    from tests.interpreter import micro

    program = micro.program_of(micro.GAMES / "prices")  # `active takes 2 play`
    state = program.start(1, 1)
    assert (program.decision(state).which, program.decision(state).most) == (1, 2)
    program.answer(state, next(o.id for o in program.decision(state).options if o.id.startswith("work")))
    assert (program.decision(state).which, program.decision(state).most) == (2, 2)
    dice = micro.program_of(micro.GAMES / "dice")
    told = []
    for seed in range(5):
        state = dice.start(dice.game.seats.low, seed)
        for _ in range(6):
            if not dice.ended(state):
                dice.step(state, 0, told)
    rolls = [report.text for report in told if report.verb == "roll"]
    assert rolls
    titles = [die.title for die in dice.game.dice.values()]
    assert all(any(text.lower().startswith(title.lower()) and " shows " in text for title in titles) for text in rolls)


def test_a_card_that_is_known_is_told_by_its_title_when_it_is_drawn(monkeypatch, capsys, tmp_path):
    from tests.interpreter import micro

    folder = micro.GAMES / "decks"
    monkeypatch.setattr("sys.stdin", io.StringIO("Cast: Wave\nCast: Spark\nq\nn\n"))
    match = Match(micro.program_of(folder), 2, 3, {"deck.1": "night", "deck.2": "lights"})
    seats = ("person", "random")
    Playing(micro.checked(folder), match, seats, tmp_path / "m.json", lambda name: f"the text of {name}").run()
    out = capsys.readouterr().out
    assert out.count("the text of wave") == 1  # drawn for the first time
    # A Spark drawn, and the Wave that the other cast: neither is what the answer named.
    assert "· New in sight: Spark, Wave\n" in out


def test_who_leads_a_thing_sees_the_room_that_it_has_left_and_nobody_else_does():
    from tests.interpreter import micro

    program = micro.program_of(micro.GAMES / "room")
    state = program.start(2, 1)
    while program.decision(state).prompt != "play":
        program.step(state, 0)
    seen = [
        {t.title: t.room for z in program.view(state, seat).zones for t in z.things or () if t.room} for seat in (0, 1)
    ]
    assert [len(rooms) for rooms in seen] == [2, 2]
    assert not seen[0].keys() & seen[1].keys()
    skill = {"Merlin": ("room for 3 strains",), "Circe": ("room for 2 strains",), "Medea": ("room for 1 strain",)}
    assert all(skill.get(title, ("no room for strain",)) == room for rooms in seen for title, room in rooms.items())
    program.answer(state, next(o.id for o in program.decision(state).options if o.id.startswith("tire")))
    assert [t.room for z in program.view(state, 0).zones for t in z.things or () if t.room] != [*seen[0].values()]


def test_a_match_of_agents_is_told_as_it_is_played_with_what_every_seat_does(play, monkeypatch):
    """Nobody waits for its end: a file or a pipe has what happened up to each decision. Nobody has typed anything."""
    told = []

    class Watching(io.StringIO):
        def flush(self):
            told.append(len(self.getvalue()))

    out = Watching()
    step = Playing._step

    def stepped(self, index, asked):
        step(self, index, asked)
        told.append("step")

    monkeypatch.setattr(Playing, "_step", stepped)
    monkeypatch.setattr("sys.stdout", out)
    match, _ = play("", ("random", "random"))
    lines = out.getvalue()
    assert "· Seat 1: Draw lot" in lines and len(match.answers) > 3
    first, last = told.index("step"), len(told) - 1 - told[::-1].index("step")
    assert len({one for one in told[first:last] if one != "step"}) >= 2
