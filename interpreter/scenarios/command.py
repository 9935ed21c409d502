"""The command `test`: runs a game's tests, says what they cover, and what could be broken without their noticing."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from attrs import frozen

from dsl.cache import key_for, recall, remember
from dsl.commands import find, open_game_and_sources, report, usage_error
from dsl.diagnostics.diagnostic import Diagnostic, Label, error, warning
from dsl.diagnostics.nearest import nearest
from dsl.files import write_atomically
from dsl.source import NOWHERE

from . import Outcome, run_test

if TYPE_CHECKING:
    from dsl.model import CheckedGame, CheckedTest
    from dsl.source import SourceFile

    from ..lower.tests import TestPlan
    from .mutation import Finding, Place


def run_tests_command(arguments: argparse.Namespace) -> int:
    from ..commands import built, not_playable
    from ..layout import NotPlayable

    begin = time.perf_counter()
    game, sources = open_game_and_sources(arguments.game, arguments.format)
    before = key_for(str(find(arguments.game).resolve()))
    failed_before: frozenset[str] = recall(before, "failed") or frozenset()

    def chosen(test: TestPlan | CheckedTest) -> bool:
        return (
            is_meant(test, arguments.only.strip())
            and (not arguments.at or any(stands_at(test, place, sources) for place in arguments.at))
            and (not arguments.own or not is_of_base(test))
            and (not arguments.failed or test.title in failed_before)
        )

    outcomes: list[Outcome] = []
    seconds: list[float] = []
    found: list[Finding] | None = None
    if arguments.mutate or arguments.coverage:
        try:
            found = _found(arguments, game, sources, chosen, outcomes, seconds)
        except NotPlayable as problem:
            report((not_playable(problem),), sources)
            return 1
    else:
        program = built(game, sources, tests=tuple(filter(chosen, game.tests)))
        for plan in program.extras.tests:
            started = time.perf_counter()
            outcomes.append(run_test(program, plan))
            seconds.append(time.perf_counter() - started)
    failures = [failure(one, arguments.debug) for one in outcomes if not one.passed]
    ran = {one.title for one in outcomes}
    remember(before, "failed", (failed_before - ran) | {one.title for one in outcomes if not one.passed})
    if arguments.junit is not None:
        _write_junit(arguments.junit, game, sources, outcomes, seconds)
    cites = sorted({rule for one in outcomes if one.passed for rule in one.cites})
    if arguments.format == "json":
        from dsl.diagnostics.as_json import as_json

        told = {
            "game": game.name,
            "tests": len(outcomes),
            "passed": len(outcomes) - len(failures),
            "failed": len(failures),
            "seconds": round(time.perf_counter() - begin, 3),
            "cites": cites,
            "diagnostics": as_json(failures, sources),
        }
        if found is not None:
            told |= _pieces(found, game, sources).as_data(breaking=bool(arguments.mutate))
        print(json.dumps(told, indent=2))
    else:
        if failures:
            report(tuple(failures), sources)
        if found is not None:
            _tell_pieces(_pieces(found, game, sources), game, sources, arguments)
        rules = f"{len(cites)} rule{'s' * (len(cites) != 1)} of the rulebook cited, " if cites else ""
        print(f"{game.title}: {rules}{time.perf_counter() - begin:.2f} s")
        print(f"{len(outcomes) - len(failures)} passed, {len(failures)} failed")
        of_game = sum(not one.passed and one.span.path.startswith("..") for one in outcomes)
        if of_game:
            print(
                f"{of_game} of the failures are among the tests of the game itself, which notice rules that you changed"
            )
            print("and cards that they count; --own leaves them out")
    return _status(arguments, outcomes)


def stands_at(test: TestPlan | CheckedTest, place: str, sources: Mapping[str, SourceFile]) -> bool:
    """Is the test in this file, and around this line if the place has one?"""
    path, _, line = place.rpartition(":") if re.search(r":\d+$", place) else (place, "", "")
    if test.span.path != path and not path.endswith(f"/{test.span.path}"):
        return False
    source = sources.get(test.span.path)
    if not line or source is None:
        return True
    return source.place(test.span.start)[0] <= int(line) <= source.place(max(test.span.end - 1, test.span.start))[0]


def is_of_base(test: TestPlan | CheckedTest) -> bool:
    """Does it stand in what a mod builds on, and not in its own folder?"""
    return test.span.path.startswith("..")


def is_meant(plan: TestPlan | CheckedTest, only: str) -> bool:
    """Does the title have these words, whole ones, or does the test cite this rule?"""
    if not only or only.lower() in (rule.lower() for rule in plan.cites):
        return True
    return re.search(rf"(?<!\w){re.escape(only)}(?!\w)", plan.title, re.IGNORECASE) is not None


def _status(arguments: argparse.Namespace, outcomes: list[Outcome]) -> int:
    only = arguments.only.strip()
    if not outcomes and arguments.own and not only:
        print("there is no test in this folder; `sidescript new test` begins one", file=sys.stderr)
    elif not outcomes and arguments.at:
        print(f"there is no test at {', '.join(arguments.at)}", file=sys.stderr)
    elif not outcomes and not arguments.failed:
        wanted = f" with the words `{only}` in its title, nor one that cites a rule `{only}`" if only else ""
        print(f"there is no test{wanted}", file=sys.stderr)
    return 1 if any(not one.passed for one in outcomes) or ((only or arguments.at) and not outcomes) else 0


def failure(one: Outcome, debug: bool = False) -> Diagnostic:
    """A failed test as a message at the line that failed; with `debug`, of a bug also the traceback."""
    from ..match import CURES

    notes = [f"expected: {one.expected}", f"actual: {one.actual}"]
    if one.cites:
        notes.append(f"cites {', '.join(one.cites)}")
    if one.log:
        notes.append("what happened before:\n" + "\n".join(one.log[-12:]))
    headline, within = f"The test “{one.title}” fails", tuple[Label, ...]()
    if one.trace:
        shown = f":\n{one.trace}" if debug else " that the same command with --debug shows"
        notes[:2] = [f"this is a bug in Sidescript, not in your game; please report it with the traceback{shown}"]
    if one.code != "test-failed":
        headline = f"The test “{one.title}” runs into an error: {one.actual}"
        within = (Label(one.within, "while this was carried out"),) if one.within is not NOWHERE else ()
    within += tuple(Label(place, text) for place, text in one.remarks)
    cure = CURES.get(one.code)
    return error(one.code, headline, one.at, one.actual, secondary=within, notes=tuple(notes), help=cure)


def _write_junit(
    path: Path, game: CheckedGame, sources: Mapping[str, SourceFile], outcomes: list[Outcome], seconds: list[float]
) -> None:
    """The report that continuous integration reads."""
    failed = sum(not one.passed for one in outcomes)
    suite = ElementTree.Element(
        "testsuite",
        name=game.mods[-1] if game.mods else game.name,
        tests=str(len(outcomes)),
        failures=str(failed),
        time=f"{sum(seconds):.3f}",
    )
    for one, took in zip(outcomes, seconds, strict=True):
        case = ElementTree.SubElement(
            suite, "testcase", name=one.title, classname=one.span.path, file=one.span.path, time=f"{took:.3f}"
        )
        source = sources.get(one.span.path)
        if source is not None:
            case.set("line", str(source.place(one.span.start)[0]))
        if not one.passed:
            failure = ElementTree.SubElement(case, "failure", message=one.actual, type=one.code)
            failure.text = f"expected: {one.expected}\nactual: {one.actual}\n" + "\n".join(one.log)
    try:
        write_atomically(path, ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True) + b"\n")
    except OSError as problem:
        raise usage_error(f"I cannot write {path}: {problem.strerror}") from None


# ------------------------------------------------------------------------------------------------ what tests notice


@frozen
class Pieces:
    """What the tests say of the pieces of a game's rules. `texts`: the things with a text, each with its pieces."""

    found: tuple[Finding, ...]
    texts: Mapping[str, tuple[Finding, ...]]
    sources: Mapping[str, SourceFile]
    game: CheckedGame

    @property
    def reached(self) -> list[Finding]:
        return [one for one in self.found if one.reached]

    @property
    def unreached(self) -> list[Finding]:
        return [one for one in self.found if not one.reached]

    @property
    def unnoticed(self) -> list[Finding]:
        """Of those that were broken."""
        return [one for one in self.reached if one.noticed_by is None]

    @property
    def unused(self) -> list[str]:
        """The things whose texts no test reaches."""
        return sorted(name for name, those in self.texts.items() if not any(one.reached for one in those))

    def told(self, one: Finding) -> dict[str, Any]:
        """A finding with its place: path, line, column, text."""
        place, source = one.place, self.sources.get(one.place.span.path)
        line, column = source.place(place.span.start) if source else (0, 0)
        text = source.text[place.span.start : place.span.end].split("\n")[0] if source else ""
        where = {"path": place.span.path, "line": line, "column": column, "text": text, "broken": place.broken}
        return where | {"tests": one.reached}

    def as_data(self, *, breaking: bool) -> dict[str, Any]:
        data: dict[str, Any] = {
            "pieces": len(self.found),
            "reached": len(self.reached),
            "things_with_text": len(self.texts),
            "unused_things": self.unused,
            "unreached": [self.told(one) for one in self.unreached],
        }
        if breaking:
            unnoticed = self.unnoticed
            data["noticed"] = len(self.reached) - len(unnoticed)
            data["unnoticed"] = [self.told(one) for one in unnoticed]
        return data


def _pieces(found: list[Finding], game: CheckedGame, sources: Mapping[str, SourceFile]) -> Pieces:
    of_thing: dict[str, tuple[Finding, ...]] = {}
    for name, thing in game.things.items():
        if not thing.of_test:
            path, begin, end = thing.span.path, thing.span.start, thing.span.end
            inside = (one for one in found if one.place.span.path == path and begin <= one.place.span.start < end)
            of_thing[name] = tuple(inside)
    return Pieces(tuple(found), {name: those for name, those in of_thing.items() if those}, sources, game)


def _found(
    arguments: argparse.Namespace,
    game: CheckedGame,
    sources: Mapping[str, SourceFile],
    chosen: Callable[[TestPlan | CheckedTest], bool],
    outcomes: list[Outcome],
    seconds: list[float],
) -> list[Finding]:
    """`--coverage`: which pieces tests reach. `--mutate`: also which could be broken without any test noticing.

    How the tests went while nothing was broken goes into `outcomes` and `seconds`.
    """
    from .mutation import mutations

    parts = [_file_part(one, game, sources) for one in arguments.mutate]

    def went(outcome: Outcome, took: float) -> None:
        outcomes.append(outcome)
        seconds.append(took)

    def looked_at(place: Place) -> bool:
        if arguments.own and place.span.path.startswith(".."):
            return False  # of what a mod builds on: its author has no hand in it
        return not parts or any(part in place.span.path for part in parts)

    found = mutations(
        game,
        looked_at,
        chosen,
        bool(arguments.mutate),
        went,
    )
    return _gathered(found)


def _tell_pieces(
    pieces: Pieces, game: CheckedGame, sources: Mapping[str, SourceFile], arguments: argparse.Namespace
) -> None:
    for one in pieces.unnoticed if arguments.mutate else ():
        head = f"No test notices when this {one.place.broken}"
        many = "one test carries" if one.reached == 1 else f"{one.reached} tests carry"
        report((warning("unnoticed-change", head, one.place.span, f"{many} it out"),), sources)
    if arguments.coverage:
        for one in pieces.unreached:
            data = pieces.told(one)
            print(f"no test reaches {data['path']}:{data['line']}: {data['text']}")
        for name in pieces.unused:
            print(f"no test uses the text of {game.things[name].title} ({name})")
    reached, texts = len(pieces.reached), len(pieces.texts)
    print(f"{reached} of {len(pieces.found)} pieces of the rules are reached by a test that passes")
    print(f"{texts - len(pieces.unused)} of {texts} things with a text are used by a test that passes")
    if arguments.mutate:
        noticed = reached - len(pieces.unnoticed)
        print(f"{noticed} of these {reached} pieces cannot be broken without a test noticing")


def _file_part(asked: str, game: CheckedGame, sources: Mapping[str, SourceFile]) -> str:
    """What is in the paths of the files that are meant: a part of their name, or a path that leads to one of them."""
    paths = [path for path in sources if asked in path or asked.endswith(f"/{path}")]
    if not paths:
        meant = nearest(asked, [*sources, *(path.rpartition("/")[2] for path in sources)])
        hint = f"; did you mean `{meant}`?" if meant else ""
        raise usage_error(f"--mutate: no file of {game.title} is named `{asked}`{hint}")
    return asked if any(asked in path for path in paths) else paths[0]


def _gathered(findings: Any) -> list[Finding]:
    """All findings, with a progress bar on a terminal."""
    from ..progress import progress_bar

    found: list[Finding] = []
    with progress_bar("pieces") as show:
        for one, all_ in findings:
            found.append(one)
            show(len(found), all_)
    return found
