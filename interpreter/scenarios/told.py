"""Tests that are examples of play, told: what was chosen, and what it led to. Those with a doc comment are examples."""

from __future__ import annotations

import re
from typing import Any

from attrs import frozen

from dsl import model as m

from ..engine.program import Program, StepError
from ..lower.tests import StepPlan, TestPlan
from . import Failed, _Run


@frozen
class Told:
    """A stretch of an example: what its author says of it, or "", and then what is chosen and what happens."""

    remark: str
    lines: tuple[str, ...]


@frozen
class Story:
    """An example of play. `problem`: why it could not be told to its end, for then the test fails."""

    title: str
    doc: str
    told: tuple[Told, ...]
    problem: str = ""


def examples(game: m.CheckedGame) -> tuple[m.CheckedTest, ...]:
    """The tests of a game that its rules tell as examples."""
    return tuple(test for test in game.tests if test.doc.strip())


def story(program: Program, plan: TestPlan) -> Story:
    """Carries an example out and tells it; `program` was built with this test."""
    test = program.game.tests[plan.number]
    run = _Telling(program, plan, test)
    problem = ""
    try:
        run.go()
    except Failed as failed:
        problem = f"expected {failed.expected}; {failed.actual}"
    except StepError as error:
        problem = error.sentence
    except program.space["PlayError"] as error:
        problem = program.located(error, run.s).sentence
    return Story(test.title, test.doc, run.stretches(), problem)


class _Telling(_Run):
    """A run that writes down what is told, once the table is laid."""

    def __init__(self, program: Program, plan: TestPlan, test: m.CheckedTest) -> None:
        super().__init__(program, plan)
        self.docs = test.docs
        self.laying = True
        self.acted = ""  # the menu of which something was taken, till somebody passes
        self.chosen: list[tuple[str, str]] = []  # lines of choices, each with the word that a report of it would have
        self.parts: list[tuple[str, list[str]]] = []

    def prepare(self) -> None:
        super().prepare()
        self.laying = False

    def stretches(self) -> tuple[Told, ...]:
        return tuple(Told(remark, _told_once(lines)) for remark, lines in self.parts if remark or lines)

    def line(self, text: str) -> None:
        """One more line of the stretch that the test is in."""
        remark = " ".join(self.docs.get(self.at.start, "").split())
        if not self.parts or (remark and self.parts[-1][0] != remark):
            self.parts.append((remark, []))
        if text:
            self.parts[-1][1].append(text if text.endswith((".", "!", "?")) else f"{text}.")

    def report(self) -> None:
        before = len(self.log)
        super().report()
        for text in self.log[before:] if not self.laying else ():
            for said, word in self.chosen:  # "Abu: Move" says no more than "Abu moves"
                if word.lower() in text.lower() and said in self.parts[-1][1]:
                    self.parts[-1][1].remove(said)
            self.line(text)

    def step(self, index: int) -> None:
        if not self.laying:
            decision = self.program.decision(self.s)
            option = decision.options[index]
            said = _chosen(decision, option) if option.id != "done" else ""
            if option.id == "pass":
                said = said if self.acted == decision.prompt else ""  # who has done nothing passes without a word
                self.acted = ""
            elif decision.kind == "menu":
                self.acted = decision.prompt
            self.line(said)
            if decision.kind == "menu":
                self.chosen = [(said, option.text.split()[0].rstrip(":"))]
            elif decision.kind == "thing" and said:
                self.chosen.append((said, option.text))
        super().step(index)

    def TestRun(self, step: StepPlan) -> None:
        self.line("")
        super().TestRun(step)


def _chosen(decision: Any, option: Any) -> str:
    """A choice as a sentence."""
    said = re.sub(r" \([^()]*\)$", "", option.text)  # how things are just now is for whoever chooses
    prompt = decision.prompt if decision.prompt.endswith("?") else ""
    who = decision.who[:1].upper() + decision.who[1:]
    match decision.kind:
        case "menu":
            return f"{who} passes." if option.id == "pass" else f"{who}: {said}."
        case "may":
            answer = "." if option.id == "yes" else " – no."
            return f"{who}: {prompt} {said}." if prompt else f"{who}: {decision.prompt.rstrip('.')}{answer}"
        case "mode":
            return f"{who} chooses “{said.rstrip('.')}”."
        case _ if prompt:
            return f"{prompt} {said.rstrip('.')}."
        case _:
            return f"{who} chooses {said.rstrip('.')}."


def _told_once(lines: list[str]) -> tuple[str, ...]:
    """Without lines whose beginning is told by the next one, as by an effect that is made of several."""
    bare = [line.rstrip(".") for line in lines]
    return tuple(
        line for at, line in enumerate(lines)
        if at + 1 == len(lines) or not (bare[at] != bare[at + 1] and bare[at].startswith(bare[at + 1]))
    )  # fmt: skip
