"""A match: records that replay, undo by its policy, save and restore at any decision, and files that are damaged."""

import json
import os
import random
from pathlib import Path

import pytest

from interpreter.engine.program import BadStart, IllegalAnswer
from interpreter.match import CODES, Match, MatchError, checksum, diagnostic_of, read_record, replay
from tests.interpreter.micro import GAMES, program_of

ONE, TWO, LOT, PEEK = range(4)


def played(program, seed=1, steps=6, **more):
    match = Match(program, 2, seed, **more)
    rng = random.Random(seed)
    for _ in range(steps):
        if not match.over:
            match.step(rng.randrange(len(match.state.options)))
    return match


def code(problem):
    return problem.value.diagnostic.code


def test_a_record_replays_to_the_same_digest(fake):
    for seed in range(30):
        match = played(fake(), seed, 50)
        record = match.record()
        assert fake().digest(replay(fake(), record)) == record.digest


def test_replaying_can_tell_what_happened(fake):
    log = []
    replay(fake(), played(fake(), 3, 4).record(), log)
    assert next(report.text for report in log).startswith("seat 1 takes")


def test_a_record_that_was_changed_is_found(fake, tmp_path):
    path = tmp_path / "r.json"
    played(fake(), 2, 3).record().write(path)
    data = json.loads(path.read_text())
    for change, answers in {"digest": [ONE, ONE], "over": [9], "long": [TWO] * 40}.items():
        path.write_text(json.dumps({**data, "answers": answers}))
        with pytest.raises(MatchError) as problem:
            replay(fake(), read_record(path))
        assert code(problem) == "record-differs", change
        assert problem.value.source.path == path.as_posix()


def test_answering_by_id_and_by_index_is_one_thing(fake):
    by_index, by_id = Match(fake(), 2), Match(fake(), 2)
    by_index.step(TWO)
    by_id.answer("take two")
    assert by_index.record() == by_id.record()


def test_an_illegal_answer_changes_nothing(fake):
    match = Match(fake(), 2)
    before = match.record()
    with pytest.raises(IllegalAnswer) as problem:
        match.answer("take all")
    assert diagnostic_of(problem.value).code == "illegal-answer"
    assert match.record() == before


def test_every_code_of_matches_has_its_page():
    folder = Path(__file__).resolve().parents[2] / "docs" / "errors"
    assert [code for code in CODES if not (folder / f"{code}.md").is_file()] == []


# ------------------------------------------------------------------------------------------------ undo


def test_undo_of_do_is_as_before(fake):
    match = played(fake(), 4, 0)
    before = match.record()
    match.step(TWO)
    assert match.undo() == 1
    assert match.record() == before


@pytest.mark.parametrize(("act", "why"), [(LOT, "random"), (PEEK, "revealed")])
def test_undo_is_refused_after_chance_or_news(fake, act, why):
    match = Match(fake(), 2, 1)
    match.step(ONE)
    match.step(act)
    after = match.record()
    with pytest.raises(MatchError, match=why) as problem:
        match.undo()
    assert code(problem) == "undo-refused"
    assert match.record() == after
    match.step(ONE)
    assert match.undo() == 1  # what came after the draw is free


def test_a_table_can_allow_undo_and_the_same_chance_comes_again(fake):
    match = Match(fake(stones=20), 2, 1, after_chance="allow")
    match.step(LOT)
    first = match.record()
    assert match.undo() == 1
    match.step(LOT)
    assert match.record() == first


def test_undo_for_a_seat_goes_back_over_the_answers_of_others(fake):
    match = Match(fake(stones=20), 3)
    for _ in range(5):
        match.step(ONE)  # seats 1 2 3 1 2
    assert match.undo(seats=[0]) == 2
    assert match.state.who == 0
    assert len(match.answers) == 3


def test_nothing_to_undo(fake):
    with pytest.raises(MatchError, match="nothing"):
        Match(fake(), 2).undo()


def test_an_error_in_play_ends_the_match_and_leaves_the_state_before_it(fake):
    match = Match(fake(stones=4, fragile=True), 2, seed=5)
    before = match.state.copy()
    with pytest.raises(Exception, match="fell over"):
        match.step(LOT)
    assert match.over and match.failure.code == "heap-fell"
    assert match.state == before
    record = match.record()
    assert record.answers == (LOT,) and record.digest is None
    with pytest.raises(Exception, match="fell over"):
        replay(fake(stones=4, fragile=True), record)
    match.undo()
    assert not match.over


# ------------------------------------------------------------------------------------------------ save and restore


def test_save_and_restore_at_every_decision_go_on_alike(fake, tmp_path):
    path = tmp_path / "match.json"
    match = Match(fake(), 3, 8)
    rng = random.Random(3)
    while not match.over:
        match.save(path, ["person", "random", "greedy"])
        other, seats = Match.restore(fake(), path)
        assert seats == ("person", "random", "greedy")
        assert other.state == match.state and other.record() == match.record()
        index = rng.randrange(len(match.state.options))
        match.step(index)
        other.step(index)
        assert other.record() == match.record()


def test_a_restored_match_can_be_undone(fake, tmp_path):
    path = tmp_path / "match.json"
    match = Match(fake(stones=20), 2, 8)
    match.step(ONE)
    before = match.record()
    match.step(TWO)
    match.save(path)
    other, _ = Match.restore(fake(stones=20), path)
    assert other.undo() == 1
    assert other.record() == before


def test_a_save_can_be_replayed(fake, tmp_path):
    path = tmp_path / "match.json"
    match = played(fake(), 9, 4)
    match.save(path)
    assert read_record(path) == match.record()


def test_every_cut_of_a_save_is_found(fake, tmp_path):
    path, cut = tmp_path / "match.json", tmp_path / "cut.json"
    played(fake(), 2, 4).save(path)
    text = path.read_text()
    for end in range(0, len(text.rstrip()) - 1, 7):
        cut.write_text(text[:end])
        with pytest.raises(MatchError) as problem:
            Match.restore(fake(), cut)
        assert code(problem) == "match-file-damaged"
        assert problem.value.diagnostic.span.path == cut.as_posix()


def test_every_changed_digit_of_a_save_is_found(fake, tmp_path):
    path = tmp_path / "match.json"
    played(fake(), 2, 4).save(path)
    text = path.read_text()
    for at, sign in enumerate(text):
        if sign.isdigit():
            path.write_text(text[:at] + str((int(sign) + 1) % 10) + text[at + 1 :])
            with pytest.raises(MatchError):
                Match.restore(fake(), path)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "[" * 100_000, "1" * 5_000, '{"format": 1}', "\x00\xff"])
def test_what_is_no_save_is_said_to_be_none(fake, tmp_path, text):
    path = tmp_path / "match.json"
    path.write_text(text)
    for read in (lambda: Match.restore(fake(), path), lambda: read_record(path)):
        with pytest.raises(MatchError) as problem:
            read()
        assert code(problem) == "match-file-damaged"


def test_other_game_other_text_other_version_no_file(fake, tmp_path):
    path = tmp_path / "match.json"
    played(fake(), 2, 4).save(path)
    text = path.read_text()

    def found(change, program=None):
        path.write_text(change(text))
        with pytest.raises(MatchError) as problem:
            Match.restore(program or fake(), path)
        return problem.value.diagnostic

    other = fake()
    other.game.name = "hill"
    assert found(str, other).code == "match-file-other-game"
    changed = fake()
    changed.game.source_hash = "1" * 64
    assert "another text" in found(str, changed).headline
    modded = fake()
    modded.game.source_hash, modded.game.mods = "1" * 64, ("fog",)
    assert found(str, modded).headline == "This is a match of `heap` without a mod; here it is open with the mod `fog`"
    assert "`fog`" in (found(lambda t: t.replace('"hash": "0', '"mods": ["fog"], "hash": "1')).help or "")
    newer = found(lambda t: t.replace("sidescript-match/1", "sidescript-match/2"))
    assert newer.code == "match-file-other-version" and newer.span.start > 0
    assert found(lambda t: t.replace("sidescript-match/1", "chess/1")).code == "match-file-damaged"
    with pytest.raises(MatchError) as problem:
        Match.restore(fake(), tmp_path / "none.json")
    assert code(problem) == "match-file-unreadable"


def test_a_failed_save_keeps_the_old_one(fake, tmp_path, monkeypatch):
    path = tmp_path / "match.json"
    played(fake(), 2, 2).save(path)
    before = path.read_bytes()
    monkeypatch.setattr("os.fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(MatchError, match="No space left"):
        played(fake(), 2, 4).save(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["match.json"]


def test_a_save_keeps_links_and_modes_and_replaces_no_pipe(fake, tmp_path):
    real, link, pipe = tmp_path / "real.json", tmp_path / "link.json", tmp_path / "pipe.json"
    real.write_text("")
    real.chmod(0o640)
    link.symlink_to(real)
    match = played(fake(), 2, 2)
    match.save(link)
    assert link.is_symlink() and real.stat().st_mode & 0o777 == 0o640
    assert read_record(real) == match.record()
    os.mkfifo(pipe)
    with pytest.raises(MatchError, match="no plain file"):
        match.save(pipe)
    assert pipe.is_fifo()


def test_a_record_that_cannot_begin_is_damaged(fake, tmp_path):
    class Strict(fake):
        def start(self, players, seed, options=None, setup=None):
            if players != 2:
                raise BadStart("two players")
            return super().start(players, seed, options, setup)

    path = tmp_path / "r.json"
    played(fake(), 2, 3).record().write(path)
    data = json.loads(path.read_text())
    for change in ({"players": 7}, {"options": {"a": 1.5}}):
        path.write_text(json.dumps({**data, **change}))
        with pytest.raises(MatchError) as problem:
            replay(Strict(), read_record(path))
        assert code(problem) == "match-file-damaged"


def test_a_save_without_digest_is_refused(fake, tmp_path):
    path = tmp_path / "match.json"
    played(fake(), 2, 3).save(path)
    data = json.loads(path.read_text())
    data["record"]["digest"] = None
    data["checksum"] = checksum(data)
    path.write_text(json.dumps(data))
    with pytest.raises(MatchError, match="damaged"):
        Match.restore(fake(), path)


@pytest.mark.parametrize("players", [0, -1, 3, 99])
def test_a_save_with_another_number_of_players_is_refused(players, tmp_path):
    program, path = program_of(GAMES / "heap"), tmp_path / "match.json"
    Match(program, 2, 1).save(path)
    data = json.loads(path.read_text())
    data["record"]["players"] = players
    del data["checksum"]
    data["checksum"] = checksum(data)
    path.write_text(json.dumps(data))
    with pytest.raises(MatchError, match="damaged"):
        Match.restore(program, path)
