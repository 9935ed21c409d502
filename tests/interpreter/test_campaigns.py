"""Campaigns: what is kept between matches, also when the machine stops at a bad moment."""

from __future__ import annotations

import argparse
import io
import os
import re

import pytest
from attrs import evolve
from pypdf import PdfReader

import sidescript
from dsl.commands import open_game
from interpreter import build_once, campaign_commands
from interpreter.campaign_file import CampaignFile, read_campaign, start_of, unopened, verify, with_match
from interpreter.campaigns import KEPT, changed, first_values, kept
from interpreter.match import Match, MatchError
from tests.interpreter import micro

GAME = micro.GAMES / "campaign"


@pytest.fixture(scope="module")
def program():
    return micro.program_of(GAME)


def played(program, file, pick=0):
    """One match of the campaign, with the same option over and over."""
    options, setup = start_of(program, file)
    match = Match(program, file.players, 1, options, setup)
    while not match.over:
        match.step(min(pick, len(match.state.options) - 1))
    return match


def fresh():
    return CampaignFile("campaign_game", "nights", 2, {})


def test_each_victory_opens_the_next_game_and_a_loss_opens_none(program):
    campaign = program.game.campaigns["nights"]
    file = with_match(program, fresh(), played(program, fresh(), pick=9))  # everybody sleeps
    assert not file.played[0].won
    assert file.next_game(campaign) == "first_night"
    for n, name in enumerate(("second_night", "last_night")):
        file = with_match(program, file, played(program, file))
        assert file.next_game(campaign) == name
        assert file.kept["values"][".done"] == list(range(1, n + 2))
    file = with_match(program, file, played(program, file))
    assert file.finished(campaign)


def test_a_match_of_a_campaign_replays_and_can_be_saved(program, tmp_path):
    file = with_match(program, fresh(), played(program, fresh()))
    match = played(program, file)
    match.save(tmp_path / "m.json")
    again, _ = Match.restore(program, tmp_path / "m.json")
    assert again.record() == match.record()
    assert again.undo() == 1


def test_what_is_written_is_read_again_and_verified(program, tmp_path):
    file = fresh()
    for pick in (0, 9, 1):
        file = with_match(program, file, played(program, file, pick))
    file.write(tmp_path / "c.json")
    read = read_campaign(tmp_path / "c.json")
    assert read.to_json() == file.to_json()
    verify(program, read)
    assert read.kept is not None
    better = evolve(read, kept={**read.kept, "values": dict.fromkeys(read.kept["values"], 0)})
    with pytest.raises(MatchError, match="do not lead to what it keeps"):
        verify(program, better)
    swapped = evolve(read, played=read.played[1:])
    with pytest.raises(MatchError, match="does not begin with"):
        verify(program, swapped)


def test_the_file_says_only_what_has_changed_and_names_nothing_that_is_closed(program, tmp_path):
    path = tmp_path / "c.json"
    file = with_match(program, fresh(), played(program, fresh()))  # the first Night is won, and Cat gets known
    assert file.kept == {
        "values": {".done": [1]},
        "zones": {},
        "things": {
            "cat": {"Beast.known": True},
            "ada": {"Guard.strength": 2},
            "lamp#1": {"holder": "Guard.bag@ada"},
            "lamp#2": {"holder": "Guard.bag@ben"},
        },
    }
    for _ in range(2):
        closed = unopened(program, file)
        assert closed
        file.write(path)
        told = path.read_text()
        for name in closed:
            assert name not in told, name
            assert program.game.things[name].title not in told
        file = with_match(program, file, played(program, file, pick=9))


def test_what_is_as_it_was_at_first_again_is_forgotten(program):
    file = with_match(program, fresh(), played(program, fresh()))
    assert file.kept["things"]["ada"] == {"Guard.strength": 2}
    state = program.before(0, 2, {f"{KEPT}nights": file.kept}, None)
    campaign = program.game.campaigns["nights"]
    first = first_values(program, campaign, 0, 2, {f"{KEPT}nights": file.kept, "night": "second_night"}, None)
    assert first == kept(program, at_first(program), campaign), "what a match brings with it is not how things began"
    assert changed(kept(program, state, campaign), first) == file.kept
    assert changed(first, first) == {"values": {}, "zones": {}, "things": {}}


def at_first(program):
    state = program.before(0, 2)
    program.space["f_initial"](state)
    return state


def test_nothing_that_a_campaign_tells_names_what_is_closed(tmp_path, capsys):
    """The largest story: its file, the match under way, what is told in play, its status, its export, and refusals."""
    path, copy, rules = tmp_path / "c.json", tmp_path / "d.json", tmp_path / "r.md"
    campaign = ["campaign", "new", "sidekick-saga", str(path), "--players", "2"]
    assert sidescript.main(campaign) == 0
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdin", io.StringIO("1\n" * 25))  # somebody plays for a while and goes away
        sidescript.main(["campaign", "play", str(path), "--agents", "person,random", "--seed", "1"])
    under_way = (tmp_path / "c.match.json").read_text()
    assert sidescript.main(["campaign", "play", str(path), "--agents", "random"]) == 0
    for asked in (["status", path], ["status", path, "--format", "json"], ["export", path, copy]):
        assert sidescript.main(["campaign", *map(str, asked)]) == 0
    with pytest.raises(SystemExit):
        sidescript.main(["campaign", "play", str(path), "--options", "episode=issue_66"])
    assert sidescript.main(["rules", "sidekick-saga", "--campaign", str(path), "-o", str(rules)]) == 0
    told = "\n".join([*capsys.readouterr(), under_way, path.read_text(), copy.read_text(), rules.read_text()])
    program = build_once(open_game("sidekick-saga"))
    closed = unopened(program, read_campaign(path))
    assert {"issue_2", "night_owl", "epsilon_wave", "baron_clockwork", "clockwork_day", "guardian_bell"} <= closed
    assert "delphi" not in closed
    words = {name for thing in closed for name in (thing, program.game.things[thing].title)} - {"Slot"}
    assert not [word for word in sorted(words) if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told)]
    for known in ("Cold Front", "issue_1", "delphi", "Krav Maga", "open are first_patrol, issue_1"):
        assert known in told, "the search finds what is there"


def arguments(path):
    return argparse.Namespace(file=path, game=str(GAME), agents="random", seed=3, players=None, options=[])


def test_a_crash_between_the_end_of_a_match_and_writing_it_down_loses_nothing(program, tmp_path):
    path, beside = tmp_path / "c.json", tmp_path / "c.match.json"
    fresh().write(path)
    match = played(program, fresh())
    match.save(beside, ("random", "random"))
    assert campaign_commands.run_play(arguments(path)) == 0
    assert len(read_campaign(path).played) == 1
    assert not beside.exists()
    match.save(beside, ("random", "random"))  # written down, and then the file of the match was not taken away
    assert campaign_commands.run_play(arguments(path)) == 0
    after = read_campaign(path)
    assert len(after.played) == 2, "the old match counts once, and a new one was played"
    assert f"{KEPT}nights" not in after.played[0].record.options
    assert f"{KEPT}nights" in after.played[1].record.options
    verify(program, after)


def test_a_match_of_another_stage_is_not_taken_for_this_one(program, tmp_path):
    path, beside = tmp_path / "c.json", tmp_path / "c.match.json"
    file = with_match(program, fresh(), played(program, fresh()))
    file = with_match(program, file, played(program, file))
    file.write(path)
    played(program, fresh(), 9).save(beside)
    assert campaign_commands.run_play(arguments(path)) == 1
    assert beside.exists()
    assert read_campaign(path).to_json() == file.to_json()


class Stopped(BaseException):
    """The machine stops here: nothing of the process is done any more, no cleaning up either."""


def stop_at(monkeypatch, number, *, done):
    """The machine stops at this call that changes what is on the disk, just before it or just behind it."""
    calls = 0

    def guarded(change):
        def call(*arguments, **more):
            nonlocal calls
            calls += 1
            if calls > number or (calls == number and not done):
                raise Stopped
            result = change(*arguments, **more)
            if calls == number:
                calls += 1
                raise Stopped
            return result

        return call

    for name in ("replace", "fsync", "unlink", "link"):
        monkeypatch.setattr(os, name, guarded(getattr(os, name)))


@pytest.mark.parametrize("done", [False, True], ids=["before", "behind"])
def test_the_machine_may_stop_at_any_change_of_a_file(program, tmp_path, monkeypatch, done):
    stops = 0
    while True:
        stops += 1
        assert stops < 100
        folder = tmp_path / f"{done}{stops}"
        folder.mkdir()
        path, beside = folder / "c.json", folder / "c.match.json"
        fresh().write(path)
        asked = argparse.Namespace(file=path, game=str(GAME), agents="person", seed=3, players=None, options=[])
        whole, typed = True, io.StringIO("1\n" * 40)
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdin", typed)
            stop_at(patched, stops, done=done)
            try:
                campaign_commands.run_play(asked)
            except Stopped:
                whole = False
        file = read_campaign(path)  # it is whole at every moment
        verify(program, file)
        answers = len(Match.restore(program, beside)[0].answers) if beside.exists() else 0
        written = len(file.played[0].record.answers) if file.played else 0
        assert max(answers, written) >= typed.tell() // 2 - 1, "at most the answer that was being saved is lost"
        if not file.played or beside.exists():  # the match under way, or, if it is written down already, the next one
            with monkeypatch.context() as patched:
                patched.setattr("sys.stdin", io.StringIO("1\n" * 40))
                assert campaign_commands.run_play(asked) == 0
        after = read_campaign(path)
        verify(program, after)
        assert 1 <= len(after.played) <= 2
        assert after.played[0].won
        assert len(after.played[0].record.answers) >= answers, "what was saved is gone on with"
        if whole:
            break
    assert stops > 8, "several answers were saved, the end was written down, and a file was taken away"


def test_what_is_not_open_yet_is_left_out_of_sheets_and_exports(program, tmp_path):
    """Of standees too, which are not known by the names of their things; and the file says it."""
    path, file = tmp_path / "c.json", fresh()
    for night in range(2):
        file.write(path)
        names = ["owl"] if night == 0 else ["cat", "owl"]
        for parts in ("cards", "pieces"):
            out = tmp_path / f"{night}-{parts}.pdf"
            asked = ["sheets", str(GAME), "-o", str(out), "--parts", parts, "--campaign", str(path)]
            assert sidescript.main(asked) == 0
            told = " ".join(page.extract_text() for page in PdfReader(out).pages).casefold()
            assert [name for name in ("cat", "owl") if re.search(rf"\b{name}\b", told)] == names
            assert "has not opened yet" in told
        folder = tmp_path / str(night)
        asked = ["export", str(GAME), "--for", "svg", "-o", str(folder), "--campaign", str(path)]
        assert sidescript.main(asked) == 0
        assert [name for name in ("cat", "owl") if (folder / f"{name}.svg").exists()] == names
        file = with_match(program, file, played(program, file))


def test_what_is_not_open_yet_is_left_out_of_the_rules(program, tmp_path):
    path = tmp_path / "c.json"
    file, told = fresh(), []
    for night in range(3):
        later = {"second_night", "last_night", "cat"} if night == 0 else {"last_night"} if night == 1 else set()
        assert unopened(program, file) == later
        file.write(path)
        page = tmp_path / f"{night}.md"
        assert sidescript.main(["rules", str(GAME), "-o", str(page), "--campaign", str(path)]) == 0
        told.append(page.read_text())
        file = with_match(program, file, played(program, file))
    for page, (shown, hidden) in zip(told, (("first", "last"), ("second", "last"), ("last", None)), strict=True):
        assert f"The {shown} night" in page
        assert hidden is None or f"The {hidden} night" not in page
        assert ("Not in this book" in page) == (hidden is not None)
