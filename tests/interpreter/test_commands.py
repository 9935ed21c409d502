"""The command as a process: results on stdout, messages on stderr, exit status, pipes, interruption."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAP = str(ROOT / "tests" / "interpreter" / "games" / "heap")
COMMANDS = ["check", "explain", "test", "play", "simulate", "replay", "sheets", "rules", "show tree", "show model"]
COMMANDS += [f"campaign {name}" for name in ("new", "play", "status", "export", "import")]
COMMANDS += ["deck check", "deck build", "show ir", "show python", "show text", "show words"]


@pytest.fixture
def sidescript(tmp_path):
    """Runs the command in an empty folder."""
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "SIDESCRIPT_CACHE": str(tmp_path / "cache"),
        "COLUMNS": "100",
    }

    def run(*words, stdin="", status=0, **more):
        done = subprocess.run(
            [sys.executable, "-m", "sidescript", *words], input=stdin, capture_output=True, encoding="utf-8",
            cwd=tmp_path, env=surroundings | more, timeout=120,
        )  # fmt: skip
        assert done.returncode == status, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr
        return done

    run.surroundings = surroundings
    return run


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_has_help_with_an_example(sidescript, words):
    assert f"example: sidescript {words}" in sidescript(*words.split(), "--help").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "COMMAND"),
        ("chek heap", "invalid choice"),
        ("check no-such-game", "I know no game"),
        ("check EMPTY", "is no game"),
        ("compare EMPTY HEAP", "is no game"),
        ("explain no-such-code", "no code"),
        ("simulate HEAP --players 9", "2 to 4 players"),
        ("simulate HEAP --agents clever", "no agent `clever`"),
        ("simulate HEAP --agents random,random,random", "3 agents are named for 2"),
        ("simulate HEAP --options colour=red", "no option `colour`"),
        ("simulate HEAP --options size=huge", "no value `huge`"),
        ("simulate HEAP --options size=²", "no value `²`"),
        (f"simulate HEAP --options size={'9' * 5_000}", "no value `999"),
        (f"report {'x' * 5_000}", "the name of a file is too long"),
        ("simulate HEAP --matches 0", "1 or more"),
        ("simulate HEAP --matches 2 --players 2 --matches 3", "--matches is there twice"),
        ("show tree HEAP none.side", "no file `none.side`"),
    ],
)
def test_wrong_usage_is_status_2_and_says_why(sidescript, words, said):
    named = {"HEAP": HEAP, "EMPTY": "."}
    done = sidescript(*(named.get(word, word) for word in words.split()), status=2)
    assert said in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("check no-such-game --format json", "no game"),
        ("simulate no-such-game --format=json", "no game"),
        ("report none.sqlite --format json", "there is no study none.sqlite"),
        ("check --format json", "GAME"),
        ("simulate HEAP --matches 0 --format json", "1 or more"),
        ("show tree HEAP none.side --format json", "no file `none.side`"),
    ],
)
def test_wrong_usage_is_json_for_those_who_ask_for_json(sidescript, words, said):
    done = sidescript(*(HEAP if word == "HEAP" else word for word in words.split()), status=2)
    (told,) = json.loads(done.stderr)["diagnostics"]
    assert told["code"] == "wrong-usage" and told["severity"] == "error" and said in told["headline"]
    assert done.stdout == ""


def test_check_says_nothing_is_wrong(sidescript):
    assert "0 errors" in sidescript("check", HEAP).stdout
    told = json.loads(sidescript("check", HEAP, "--format", "json").stdout)
    assert list(told) == ["game", "files", "errors", "warnings", "hints", "diagnostics"]
    assert told["files"] == 2 and told["errors"] == 0


def test_check_counts_hints_and_shows_them_only_to_those_who_want_them(sidescript):
    shown, counted = (sidescript("check", "disney-sidekicks", *more) for more in ([], ["--no-hints"]))
    many = shown.stderr.count("hint[")
    assert many and counted.stderr == ""
    assert shown.stdout == counted.stdout and f"0 errors, 0 warnings, {many} hint" in shown.stdout


def test_check_remembers_and_notices_changes(sidescript, tmp_path):
    game = tmp_path / "game"
    game.mkdir()
    text = Path(HEAP, "game.side").read_text()
    (game / "game.side").write_text(text)
    first = sidescript("check", "game")
    assert sidescript("check", "game").stdout == first.stdout
    assert list((tmp_path / "cache" / "entries").iterdir())
    (game / "game.side").write_text(text.replace("stones -= n", "stonse -= n"))
    broken = sidescript("check", "game", status=1)
    assert "stonse" in broken.stderr and "1 error" in broken.stdout
    assert sidescript("check", "game", status=1).stderr == broken.stderr
    for entry in (tmp_path / "cache" / "entries").iterdir():
        entry.write_text("{")
    assert sidescript("check", "game", status=1).stderr == broken.stderr


def test_commands_that_need_a_game_stop_at_its_errors(sidescript, tmp_path):
    (tmp_path / "game.side").write_text(Path(HEAP, "game.side").read_text().replace("stones -= n", "stonse -= n"))
    for words in (["simulate", "."], ["test", "."], ["show", "ir", "."], ["play", "."]):
        assert "stonse" in sidescript(*words, status=1).stderr


def test_explain_lists_and_explains(sidescript):
    codes = [line.split()[0] for line in sidescript("explain").stdout.splitlines()]
    assert "unclosed-bracket" in codes and "match-file-damaged" in codes
    assert "bracket" in sidescript("explain", "unclosed-bracket").stdout


def test_show(sidescript):
    assert "Verb" in sidescript("show", "tree", HEAP, "game.side").stdout
    assert "pick_up" in sidescript("show", "model", HEAP, "pick_up").stdout
    assert "pick_up" in sidescript("show", "ir", HEAP, "pick_up").stdout
    assert "def " in sidescript("show", "python", HEAP).stdout
    for view in ("tree", "model", "ir", "python"):
        json.loads(sidescript("show", view, HEAP, "--format", "json").stdout)


def test_test(sidescript):
    assert sidescript("test", HEAP).stdout.endswith("\n2 passed, 0 failed\n")
    told = json.loads(sidescript("test", HEAP, "--format", "json", "--only", "last stone").stdout)
    assert told["tests"] == told["passed"] == 1
    assert "no test with the words `last sto`" in sidescript("test", HEAP, "--only", "last sto", status=1).stderr


def test_tests_of_a_mod_are_told_from_those_of_its_game(sidescript, tmp_path):
    shutil.copytree(HEAP, tmp_path / "heap")
    mod = tmp_path / "less"
    mod.mkdir()
    (mod / "game.side").write_text('mod less "Less" extends heap\n\ntest "Mine"\n    then\n        continues\n')
    assert sidescript("test", "less").stdout.endswith("\n3 passed, 0 failed\n")
    assert sidescript("test", "less", "--own").stdout.endswith("\n1 passed, 0 failed\n")
    (mod / "game.side").write_text('mod less "Less" extends heap\n')
    assert "no test in this folder" in sidescript("test", "less", "--own").stderr


def test_a_failing_test_shows_where_and_what(sidescript, tmp_path):
    (tmp_path / "game.side").write_text(Path(HEAP, "game.side").read_text())
    (tmp_path / "game-test.side").write_text(Path(HEAP, "game-test.side").read_text().replace("== 3", "== 4"))
    done = sidescript("test", ".", status=1)
    assert "error[test-failed]" in done.stderr and "game-test.side" in done.stderr
    assert done.stdout.endswith("\n1 passed, 1 failed\n")


def test_simulate_is_the_same_for_any_number_of_jobs(sidescript):
    def told(*more):
        words = ["simulate", HEAP, "--players", "3", "--matches", "30", "--seed", "5", "--format", "json", *more]
        data = json.loads(sidescript(*words).stdout)
        del data["seconds"], data["decisions_per_second"]
        return data

    one = told()
    assert one["matches"] == 30 and one["agents"] == ["random"] * 3 and one["errors"] == []
    assert {outcome["result"] for outcome in one["outcomes"]} == {"won", "lost"}
    assert told("--jobs", "2") == one
    assert told("--agents", "random,random,random") == one
    assert told("--options", "size=large") != one
    assert told("--agents", "random,greedy,random") != one


def test_a_pipe_gets_no_progress_bar(sidescript):
    done = sidescript("simulate", HEAP, "--matches", "5")
    assert done.stderr == "" and "5 matches of 2 players (random)" in done.stdout


def test_play_save_restore_undo_replay(sidescript, tmp_path):
    played = sidescript("play", HEAP, "--seed", "3", "--agents", "person,random", stdin="1\nu\n2\ns my.json\nq\n")
    assert "Taken back" in played.stdout and "Saved." in played.stdout
    again = sidescript("play", HEAP, "--from", "my.json", stdin="h heap\n?\nv\nl\nxyz\n99\nq\nn\n")
    assert "I do not know `xyz`" in again.stdout and "There are options 1 to" in again.stdout
    assert "digest" in sidescript("replay", HEAP, "my.json").stdout
    told = json.loads(sidescript("replay", HEAP, "my.json", "--log", "--format", "json").stdout)
    assert told["answers"] >= 1 and told["error"] is None and "picks up" in " ".join(told["log"])
    assert "picks up" in sidescript("replay", HEAP, "my.json", "--log", "--seat", "2").stdout


def test_play_to_the_end_by_agents_alone(sidescript):
    done = sidescript("play", HEAP, "--agents", "greedy,random", "--seed", "1")
    assert "The heap" in done.stdout and "rounds" in done.stdout


def test_a_game_without_turns_has_no_rounds(sidescript, tmp_path):
    """A round goes from one turn of the first player to the next; where nobody has turns, decisions are counted."""
    game = str(ROOT / "tests" / "interpreter" / "games" / "sealed")
    sidescript("simulate", game, "--players", "2", "--matches", "4", "--study", "s.sqlite")
    done = sidescript("simulate", game, "--players", "2", "--matches", "4")
    assert "length: 6 to 6 decisions, half of them up to 6" in done.stdout
    for more in (["--engine", "python"], ["--jobs", "2"]):
        words = ["simulate", game, "--players", "2", "--matches", "4", "--format", "json", *more]
        told = json.loads(sidescript(*words).stdout)
        assert told["length"] == {"minimum": 6, "median": 6, "maximum": 6, "unit": "decisions"}
    words = ["simulate", HEAP, "--matches", "4", "--format", "json"]
    assert json.loads(sidescript(*words).stdout)["length"]["unit"] == "rounds"
    told = sidescript("report", "s.sqlite", "-o", "s.html").stdout + (tmp_path / "s.html").read_text("utf-8")
    assert "Half of the matches take 6 to 6 decisions (from 6 to 6 in all)." in told
    assert "0 rounds" not in told and "Round of the end" not in told
    done = sidescript("play", game, "--players", "2", "--agents", "person,random", stdin="1\n1\n")
    assert "Round" not in done.stdout and "6 decisions, seed" not in done.stdout
    done = sidescript("play", game, "--players", "2", "--agents", "random")
    assert "Round" not in done.stdout and "\n6 decisions, seed" in done.stdout


def test_a_seat_takes_what_the_command_says(sidescript, tmp_path):
    game = "disney-sidekicks"
    told = sidescript("play", game, "--seed", "3", "--agents", "person,random", "--seat", "2=abu", stdin="1\nq\nn\n")
    assert "seat 2: Whom do you play? Abu" not in told.stdout, "a person may take what another seat was to have"
    told = sidescript("play", game, "--seed", "3", "--agents", "person,random", "--seat", "2=abu", stdin="2\nq\nn\n")
    assert "seat 2: Whom do you play? Abu" in told.stdout
    told = sidescript("play", game, "--seed", "3", "--seat", "1=lumiere+snow_peak", "--seat", "2=abu", stdin="q\nn\n")
    assert "Whom do you play?\n  1" not in told.stdout and "seat 1: Whom do you play? Lumiere" in told.stdout

    def decisions(*more):
        data = json.loads(sidescript("simulate", game, "--matches", "20", "--format", "json", *more).stdout)
        return data["decisions"]

    wish = ("--seat", "1=abu")
    assert decisions(*wish) == decisions(*wish, "--engine", "python") == decisions(*wish, "--study", "my.sqlite")
    assert decisions(*wish) == decisions("--grid", "seat.1=abu") != decisions()
    refused = ("--seat", "1=exploding_bridge")
    for command in (["simulate", game], ["simulate", game, "--study", "x.sqlite"], ["play", game]):
        assert "it is offered: abu, fairies, lumiere" in sidescript(*command, *refused, status=2).stderr
    assert not (tmp_path / "x.sqlite").exists()


def test_play_at_the_end_of_input_leaves(sidescript):
    assert "End of input" in sidescript("play", HEAP, stdin="1\n").stdout


def test_a_damaged_save_is_a_located_error(sidescript, tmp_path):
    sidescript("play", HEAP, "--seed", "3", stdin="1\ns my.json\nq\n")
    text = (tmp_path / "my.json").read_text()
    (tmp_path / "my.json").write_text(text[: len(text) // 2])
    for words in (["play", HEAP, "--from", "my.json"], ["replay", HEAP, "my.json"]):
        assert "error[match-file-damaged]" in sidescript(*words, status=1).stderr


def test_a_reader_that_leaves_is_no_error(sidescript, tmp_path):
    done = subprocess.run(
        f'"{sys.executable}" -m sidescript show python "{HEAP}" | head -1', shell=True, capture_output=True,
        encoding="utf-8", cwd=tmp_path, env=sidescript.surroundings, timeout=60,
    )  # fmt: skip
    assert done.stdout.count("\n") == 1 and done.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
def test_a_reader_that_leaves_before_a_table_is_written_is_no_fault_of_the_matches(sidescript, tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "sidescript", "simulate", HEAP, "--matches", "2"], stdout=writer, stderr=subprocess.PIPE,
        cwd=tmp_path, env=sidescript.surroundings | {"PYTHONUNBUFFERED": "1"}, timeout=120,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_interruption_sums_up_what_is_finished(sidescript, tmp_path):
    many = ["--matches", "3000000", "--engine", "python"]  # C plays so many in a second or two
    command = [sys.executable, "-m", "sidescript", "simulate", HEAP, *many, "--format", "json"]
    out = ""
    for seconds in (4, 12, 36):  # on a machine with much to do, the first match may begin late
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=tmp_path,
            env=sidescript.surroundings,
        )  # fmt: skip
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        assert process.returncode == 130 and "Traceback" not in errors
        if out:
            break
    assert 0 < json.loads(out)["matches"] < 3000000


def test_a_bug_says_that_it_is_one(sidescript, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import dsl.load\ndef load(*_, **__): raise ZeroDivisionError('oh')\ndsl.load.load = load\n"
    )
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = sidescript("check", HEAP, status=70, PYTHONPATH=path)
    assert "this is a bug in Sidescript" in done.stderr and "ZeroDivisionError: oh" in done.stderr


def test_colour_is_for_terminals(sidescript, tmp_path):
    (tmp_path / "game.side").write_text("game (\n")
    assert "\x1b" not in sidescript("check", ".", status=1).stderr


def test_output_that_cannot_be_written_is_said_to_be_so(sidescript, tmp_path):
    (tmp_path / "read").write_text("")
    run = {"stdin": subprocess.DEVNULL, "cwd": tmp_path, "timeout": 120}
    run["env"] = sidescript.surroundings | {"PYTHONUNBUFFERED": ""}  # argparse hides a failure at once
    for words in (["check", HEAP], ["--help"]):
        call = [sys.executable, "-m", "sidescript", *words]
        with (tmp_path / "read").open("rb") as stream:  # to write there is an error
            done = subprocess.run(call, stdout=stream, stderr=subprocess.PIPE, encoding="utf-8", **run)
        assert done.returncode == 1
        assert done.stderr.startswith("sidescript: I cannot write the output: ") and done.stderr.count("\n") == 1
        with (tmp_path / "read").open("rb") as stream:
            assert subprocess.run(call, stdout=stream, stderr=stream, **run).returncode == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_output_is_no_error(sidescript, tmp_path, closed):
    call = ["sh", "-c", f'exec "$0" -m sidescript check "$1" {closed}', sys.executable, HEAP]
    done = subprocess.run(call, cwd=tmp_path, env=sidescript.surroundings, capture_output=True, timeout=120)
    assert done.returncode == 0 and b"bug" not in done.stderr


def test_a_match_that_cannot_begin_is_reported(monkeypatch, capsys):
    import sidescript as program
    from dsl.source import NOWHERE
    from interpreter.engine.program import Program, StepError

    def start(self, *words, **more):
        raise StepError("heap-fell", "the heap fell over", NOWHERE)

    monkeypatch.setattr(Program, "start", start)
    assert program.main(["play", HEAP, "--agents", "random"]) == 1
    assert "The heap fell over" in capsys.readouterr().err


DECKS = str(ROOT / "tests" / "interpreter" / "games" / "decks")
BAD_DECK = """deck bad "Bad deck"
    1 lena
    1 mord
    5 spark
    1 stra
"""


def test_a_deck_file_is_told_each_rule_that_it_breaks_with_its_line(sidescript, tmp_path):
    (tmp_path / "bad.side").write_text(BAD_DECK, "utf-8")
    assert "no thing `stra`" in sidescript("deck", "check", "bad.side", "--game", DECKS, status=1).stderr
    (tmp_path / "bad.side").write_text(BAD_DECK.replace("stra", "star"), "utf-8")
    done = sidescript("deck", "check", "bad.side", "--game", DECKS, "--format", "json", status=1)
    found = json.loads(done.stdout)["diagnostics"]
    lines = {one["headline"].partition(": ")[2]: one["primary"]["line"] for one in found}
    assert lines == {"All heroes of one side": 2, "Eight spells or more": 1, "Four of a spell at most": 4}
    assert "is not legal" in sidescript("simulate", DECKS, "--deck", "1=bad.side", status=1).stderr
    sidescript("deck", "check", "bad.side", status=2)


def test_what_happens_in_a_turn_is_told_below_its_line_and_once(sidescript):
    two = ("--players", "2", "--agents", "person,random")
    said = sidescript("play", "disney-sidekicks", *two, "--seed", "3", stdin="1\n" * 4 + "q\nn\n").stdout
    assert said.index("──── Round 1") < said.index("A Danger card is drawn")
    assert "seat 2: Whom do you play?" in said and "Lumiere" in said
    answers = "1\n" * 7 + "q\nn\n"
    said = sidescript("play", "tokyo-sidekick", *two, "--seed", "5", stdin=answers).stdout
    assert said.count("ONI moves to ") == 1
    assert "How is the Energy paid? (Move)" in said
    assert "\nplayer 1\n" not in said


def test_a_score_is_counted_at_the_end_of_a_match_where_the_option_says_so(sidescript):
    match = ("play", "tokyo-sidekick", "--players", "2", "--agents", "random,random", "--seed", "3")
    assert "How heroic you were" not in sidescript(*match).stdout
    said = sidescript(*match, "--options", "scoring=yes").stdout.partition("How heroic you were\n")[2].splitlines()
    points = [int(line.split()[0]) for line in said[:9]]
    assert sum(points[:8]) == points[8]
    assert "Hero Nerd" in said[8]


def test_a_deck_belongs_to_the_game_or_mod_that_it_names_or_lies_in(sidescript, tmp_path):
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "game.side").write_text((Path(DECKS) / "game.side").read_text("utf-8"), "utf-8")
    mod = tmp_path / "more-heroes"
    (mod / "decks").mkdir(parents=True)
    (mod / "game.side").write_text('mod more_heroes "More heroes" extends decks\n\nSpell gust "Gust" x 4\n', "utf-8")
    sidescript("deck", "build", "more-heroes", "own.side", "--with", "Mord")
    text = (tmp_path / "own.side").read_text("utf-8")
    assert "    game: more_heroes\n" in text
    lies_in = text.replace("    game: more_heroes\n", "")
    for place, content in (
        ("own.side", text),  # beside the mod
        ("more-heroes/decks/own.side", text),  # in the mod
        ("more-heroes/decks/own.side", lies_in),  # in the mod, which it need not say
    ):
        (tmp_path / place).write_text(content, "utf-8")
        assert "for More heroes, legal" in sidescript("deck", "check", place).stdout
    (tmp_path / "own.side").write_text(lies_in, "utf-8")
    assert "name it with --game" in sidescript("deck", "check", "own.side", status=2).stderr


def test_a_legal_deck_is_built_played_and_replayed_without_its_file(sidescript, tmp_path):
    sidescript("deck", "build", DECKS, "own.side", "--with", "Mord")
    text = (tmp_path / "own.side").read_text("utf-8")
    assert "1 mord" in text
    assert "lena" not in text
    assert "over no deck" in sidescript("deck", "build", DECKS, "own.side", "--with", "lena", status=2).stderr
    assert (tmp_path / "own.side").read_text("utf-8") == text
    assert (
        "All heroes of one side" in sidescript("deck", "build", DECKS, "x.side", "--with", "lena,mord", status=1).stderr
    )
    assert not (tmp_path / "x.side").exists()
    decks = ("--deck", "1=own.side", "--deck", "2=lights")
    sidescript("simulate", DECKS, "--players", "2", *decks, "--matches", "5")
    played = sidescript("play", DECKS, "--players", "2", *decks, "--seed", "3", stdin="1\ns m.json\nq\n")
    assert "Mord" in played.stdout
    (tmp_path / "own.side").unlink()
    assert "as recorded" in sidescript("replay", DECKS, "m.json").stdout


def test_a_deck_from_outside_brings_copies_of_its_own(sidescript, tmp_path):
    """There are eight sparks, and the decks of the game hold them all: still both can be chosen beside a third."""
    (tmp_path / "own.side").write_text('deck own "Own"\n    1 otto\n    4 spark\n    4 wave\n', "utf-8")
    for number in ("1", "2"):
        chosen = sidescript("play", DECKS, "--players", "2", "--deck", "1=own.side", stdin=f"{number}\nq\n")
        assert "Which deck?" in chosen.stdout
        assert "Night" in chosen.stdout
    everybody = ("--players", "2", "--deck", "1=own.side", "--deck", "2=night")
    told = [
        json.loads(sidescript("simulate", DECKS, *everybody, "--matches", "6", *more, "--format", "json").stdout)
        for more in ((), ("--jobs", "2"))
    ]
    assert told[0]["errors"] == told[1]["errors"] == []
    assert told[0]["outcomes"] == told[1]["outcomes"]
    sidescript("play", DECKS, *everybody, "--seed", "3", stdin="1\ns m.json\nq\n")
    assert "as recorded" in sidescript("replay", DECKS, "m.json").stdout


def test_what_a_set_up_requires_of_the_decks_is_told_before_a_match(sidescript, tmp_path):
    strict = ("simulate", DECKS, "--setup", "strict", "--players", "2", "--matches", "2")
    assert "Everybody brings a deck" in sidescript(*strict, "--deck", "1=night", status=2).stderr
    (tmp_path / "own.side").write_text('deck own "Own"\n    1 otto\n    4 spark\n    4 wave\n', "utf-8")
    assert "No more than one hero" in sidescript(*strict, "--deck", "1=own.side", "--deck", "2=lights", status=2).stderr
    sidescript(*strict, "--deck", "1=own.side", "--deck", "2=night")


def test_check_says_when_a_deck_of_the_game_breaks_a_build(sidescript, tmp_path):
    (tmp_path / "game.side").write_text(
        (Path(DECKS) / "game.side").read_text("utf-8").replace("    4 wave\n", "    5 wave\n"), "utf-8"
    )
    done = sidescript("check", str(tmp_path), status=1)
    assert "This deck is not legal: Four of a spell at most" in done.stderr


NIGHTS = str(ROOT / "tests" / "interpreter" / "games" / "campaign")


def test_a_campaign_keeps_what_its_matches_leave_and_names_nothing_that_is_locked(sidescript, tmp_path):
    of = ("story.json", "--game", NIGHTS)
    sidescript("campaign", "new", NIGHTS, "story.json", "--players", "2")
    assert "write over no campaign" in sidescript("campaign", "new", NIGHTS, "story.json", status=2).stderr
    said = sidescript("campaign", "status", *of).stdout
    assert "The first night" in said
    assert "second" not in said
    assert "last" not in said
    left = sidescript("campaign", "play", *of, "--seed", "4", stdin="1\n1\nq\n")
    assert "Ada: Watch" in left.stdout
    assert "under way" in sidescript("campaign", "status", *of).stdout
    sidescript("campaign", "play", *of, "--agents", "random")
    assert not (tmp_path / "story.match.json").exists()
    for seed in range(1, 6):
        sidescript("campaign", "play", *of, "--agents", "random", "--seed", str(seed))
    told = json.loads(sidescript("campaign", "status", *of, "--format", "json").stdout)
    assert len(told["played"]) == 6
    assert told["locked"] == max(0, 2 - sum(one["won"] for one in told["played"]))
    assert "verified, 6 matches" in sidescript("campaign", "export", *of[:1], "share.json", *of[1:]).stdout
    sidescript("campaign", "import", "share.json", "own.json", *of[1:])
    assert (tmp_path / "own.json").read_bytes() == (tmp_path / "story.json").read_bytes()
    text = (tmp_path / "own.json").read_text("utf-8")
    (tmp_path / "own.json").write_text(text.replace('".lost": ', '".lost": 1', 1), "utf-8")
    assert "checksum" in sidescript("campaign", "status", "own.json", *of[1:], status=1).stderr


def test_check_reads_the_print_file_again_when_it_changes(sidescript, tmp_path):
    game = tmp_path / "game"
    shutil.copytree(HEAP, game)
    assert "0 warnings" in sidescript("check", game).stdout
    (game / "print.toml").write_text('[colours]\nNobody = "#112233"\n')
    done = sidescript("check", game)
    assert "1 warning" in done.stdout and "warning[print-name]" in done.stderr and "print.toml:2:1" in done.stderr
    (game / "print.toml").write_text("colors = 3\n")
    assert "error[print-file]" in sidescript("check", game, status=1).stderr
    (game / "print.toml").write_text("")
    assert "0 errors" in sidescript("check", game).stdout
    (game / "looks").mkdir()
    (game / "looks" / "theme.toml").write_text('ink = "no colour"\n')
    assert "theme.toml:1:" in sidescript("check", game, status=1).stderr
    (game / "looks" / "theme.toml").write_text('ink = "#112233"\n')
    assert "0 errors" in sidescript("check", game).stdout  # what is put right is not told again
