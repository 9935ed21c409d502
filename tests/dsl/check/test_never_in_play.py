"""Cards that nothing brings into play: what a query in the box may find, what lists hold, and what stays silent."""

from __future__ import annotations

from pathlib import Path

import pytest

import sidescript
from dsl.check import check_parsed
from dsl.source import SourceFile
from dsl.syntax.parse import parse

GAME = """
game g "G"
    seats 1 to 2 as Player
    state active: Player
    state act: Act = dawn
enum Act: dawn, dusk
option tale "Tale": Tale
kind Player
    zone hand of News: row
    you is this
kind Tale is Scenario
    news: News set
    mark: Act = dawn
kind Printed is Card
    mark: Act = dawn
kind News is Printed
    hour: Act = dawn
    size: Number from 1 to 9 = 1
    spare: News?
kind Extra is News
News fire "Fire"
News flood "Flood"
    hour: dusk
News storm "Storm"
    size: 3
Extra quake "Quake"
Tale short "Short"
    news: fire, flood
    mark: dusk
Tale long "Long"
    news: [flood, fire, quake]
    mark: dusk
zone deck of News: stack
group Late: News n where n.hour == dusk
define listed(News n): n in tale.news
define fits(News n): if count(tale.news) > 3 then n in tale.news else n.mark == tale.mark
setup base "Set-up"
    step first "First":
        active = first(Player)
        {found}
flow
    repeat 3:
        turn of active:
            active takes 1 play
menu play "play"
action wait "Wait" is play
    does: act = dusk
{more}
"""


def lost(found: str, more: str = "") -> set[str]:
    text = GAME.format(found=found, more=more)
    checked = check_parsed([file := SourceFile("game.side", text)], [parse(file)])
    errors = [one.headline for one in checked.diagnostics if one.severity == "error"]
    assert not errors, errors
    at = [one.span for one in checked.diagnostics if one.code == "never-in-play"]
    return {text[span.start : span.end] for span in at}


@pytest.mark.parametrize(
    ("found", "names"),
    [
        ("each News n in tale.news: move n to deck", {"storm"}),
        ("each News n in box where n in tale.news: move n to deck", {"storm"}),
        ("each News n in box where listed(n): move n to deck", {"storm"}),
        ("each News n in box where listed(n) and n.hour == act: move n to deck", {"storm"}),
        ("each News n in box where fits(n): move n to deck", {"storm"}),
        ("each News n in box where n.size < 3 and n.hour == dawn: move n to deck", {"storm"}),
        ("each Late n in box: move n to deck", {"storm"}),
        ("each News n in box where n.size == 3 and n.hour == dusk: move n to deck", {"storm"}),
        ("each News n in box where n.spare is not nothing: move n to deck", {"storm"}),
        ("each News n in box where n is Extra: move n to deck", {"storm"}),
        ("each Extra n in box: move n to deck", {"storm"}),
        ("each News n in deck: move n to active.hand", {"storm"}),
        # in doubt silent
        ("each News n in box: move n to deck", set()),
        ("each Card n in box where n is News: move n to deck", set()),
        ("each News n in box where n.hour == act: move n to deck", set()),
        ("each News n in box where n.size > 2: move n to deck", set()),
        ("each News n in box where listed(n) or n.size > 2: move n to deck", set()),
        ("each News n in box where not listed(n): move n to deck", set()),
        ("each News n in box where n.mark == dawn or fits(n): move n to deck", set()),
        ("move 1 random News in box to deck", set()),
        ("each News n in [storm, fire]: move n to deck", set()),
        ("move storm to deck", set()),
        ("active chooses News n in box where n is not Extra", set()),
    ],
)
def test_what_the_set_up_finds(found: str, names: set[str]) -> None:
    assert lost(found) == names


LISTED = "each News n in tale.news: move n to deck"


@pytest.mark.parametrize(
    "more",
    [
        "verb call_in\n    move storm to deck\n",
        "rule calling\n    at end of turn:\n        each News n in box where n.size > 1: move n to deck\n",
        "define worst: storm\nverb call_in\n    move worst to deck\n",
        'Tale last "Last"\n    news: storm\n',
        "verb add News n\n    short.news += n\n",
        'News shower "Shower"\n    spare: storm\n',
        'deck mine "Mine"\n    1 storm\n',
        'option kept "Kept": News\n',
        'campaign story "Story"\n    keep news of Tale\n',
        "verb write News n\n    n.spare = storm\n",
    ],
)
def test_it_may_come_another_way(more: str) -> None:
    assert "storm" not in lost(LISTED, more)


def test_what_names_only_itself_is_not_named() -> None:
    hail = 'News hail "Hail"\n    after call_in:\n        move hail to box\nverb call_in\n'
    more = 'News wind "Wind"\nNews rain "Rain"\nTale last "Last"\n    news: wind, rain\n'
    assert lost(LISTED, hail + more) == {"storm", "hail"}


def test_where_most_of_a_kind_do_not_come_nothing_is_said() -> None:
    assert lost(LISTED, 'News wind "Wind"\nNews rain "Rain"\n') == set()


def test_a_test_brings_nothing_into_a_match() -> None:
    test = 'test "Storm"\n    given\n        Player ann\n        storm in deck\n    then\n        storm in deck\n'
    assert lost(LISTED, test) == {"storm"}


def test_a_kind_of_which_none_comes_is_left_alone() -> None:
    assert lost(LISTED, 'kind Poster is Card\nPoster big "Big"\nPoster small "Small"\n') == {"storm"}


def test_the_help_says_where_the_others_are() -> None:
    file = SourceFile("game.side", GAME.format(found=LISTED, more=""))
    (one,) = [o for o in check_parsed([file], [parse(file)]).diagnostics if o.code == "never-in-play"]
    assert one.severity == "hint"
    assert one.help == (
        "Others are named in `news` of `short` and of 1 more. Name it there, too; a mod writes `patch Tale short`, "
        "and below it `news += storm`."
    )


@pytest.mark.parametrize(
    ("found", "begin"), [(LISTED, "So"), ("each News n in box where n.size > 0: move n to deck", "To make sure")]
)
def test_who_writes_a_new_card_is_told_how_it_comes_into_play(
    found: str, begin: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = 'News wind "Wind"\nNews rain "Rain"\nTale last "Last"\n    news: wind, rain\n'
    (tmp_path / "game.side").write_text(GAME.format(found=found, more=more).strip(), "utf-8")
    assert sidescript.main(["new", "news", "Hail", "--in", str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip().splitlines()[-1] == (
        f"{begin} that it comes into play: Others are named in `news` of `short` and of 2 more. Name it there, too; "
        "a mod writes `patch Tale short`, and below it `news += hail`."
    )
