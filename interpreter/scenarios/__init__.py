"""Tests in the language: given, when, then. Runs them on a Program built with `tests=True`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from dsl import model as m
from dsl.source import NOWHERE, Span

from ..campaigns import after_game, game_after, restore
from ..engine.program import Program, Raw, StepError, table
from ..engine.runtime import MOST_OPTIONS
from ..engine.state import State
from ..lower.layout import BOX
from ..lower.tests import Answer, StepPlan, TestPlan, in_words
from ..lower.walk import nodes

BUG = "bug-in-sidescript"


@frozen
class Outcome:
    """How one test went: passed, or what failed and where, with the log up to there."""

    title: str
    cites: tuple[str, ...]
    span: Span
    passed: bool
    at: Span
    expected: str = ""
    actual: str = ""
    log: tuple[str, ...] = ()
    code: str = "test-failed"
    within: Span = NOWHERE  # of an error in play: the declaration that was being carried out
    remarks: tuple[tuple[Span, str], ...] = ()  # what came before and may be why: nothing came of it, the match ended
    trace: str = ""  # of a bug in Sidescript: where in it


@frozen
class Copies:
    """A thing with copies, as a test names it: any of them will do."""

    ids: tuple[int, ...]


class Failed(Exception):
    def __init__(self, at: Span, expected: str, actual: str) -> None:
        super().__init__(expected)
        self.at = at
        self.expected = expected
        self.actual = actual


def run_tests(program: Program, wanted: str | None = None) -> Iterator[Outcome]:
    """Runs the tests of a Program, all or those whose title or a cited rule contains a text."""
    for plan in program.extras.tests:
        if wanted is None or wanted.lower() in plan.title.lower() or wanted in plan.cites:
            yield run_test(program, plan)


def run_test(program: Program, plan: TestPlan) -> Outcome:
    """Runs one test. Whatever goes wrong in it is how it fails, also a bug in Sidescript: other tests can be run."""
    run = _Run(program, plan)
    if plan.bug is not None:
        said, trace = plan.bug
        return evolve(run.broken(StepError(BUG, said)), trace=trace)
    try:
        run.go()
    except Failed as failed:
        run.out_of_play()
        return Outcome(
            plan.title,
            plan.cites,
            plan.span,
            False,
            failed.at,
            failed.expected,
            failed.actual,
            tuple(run.log),
            remarks=tuple(run.remarks),
        )
    except StepError as error:
        return run.broken(error)
    except program.space["PlayError"] as error:  # in a value of the test itself
        return run.broken(program.located(error, run.s))
    except Exception as bug:
        return run.bug(bug)
    return Outcome(plan.title, plan.cites, plan.span, True, plan.span)


class _Run:
    def __init__(self, program: Program, plan: TestPlan) -> None:
        self.program = program
        self.plan = plan
        self.space = program.space
        self.at = plan.span
        self.log: list[str] = []
        self.remarks: list[tuple[Span, str]] = []
        self.outer: list[tuple[list[Any], Any, int, int]] = []
        self.s = program.blank(0, 0)
        self.running = False
        self.boxed: set[int] = set()  # what lies in the box when the table is laid

    def broken(self, error: StepError) -> Outcome:
        """The test ran into an error in play."""
        plan = self.plan
        return Outcome(
            plan.title,
            plan.cites,
            plan.span,
            False,
            self.at,
            "no error in play",
            error.sentence,
            tuple(self.log),
            error.code,
            error.span,
        )

    def bug(self, bug: Exception) -> Outcome:
        """The test ran into an exception that is nobody's fault but Sidescript's."""
        said, trace = in_words(bug)
        return evolve(self.broken(StepError(BUG, said, self.program.carried_out(bug, self.s))), trace=trace)

    # ------------------------------------------------------------------ the whole test

    def go(self) -> None:
        plan = self.plan
        if plan.problem is not None:
            raise Failed(plan.problem[1], "a test that can be played", f"{plan.problem[0]} cannot be played yet")
        self.prepare()
        for step in plan.steps:
            self.at = step.span
            getattr(self, step.kind)(step)

    def prepare(self) -> None:
        program, plan = self.program, self.plan
        self.s = self.fresh()
        if plan.after_setup:
            self.call(plan.facts)
            self.after_setup(self.s)
        self.s.defer += 1  # the table is laid as one change: no ending is looked at half-way
        self.call(plan.facts)
        s = self.s
        try:
            self.space["undefer"](s)
        except self.space["Ended"] as ended:
            self.over(ended.args[0])
        s.w = 0
        s.bd = None
        forced: list[tuple[int, ...]] = [()] * len(program.game.dice)
        for die, function in plan.dice:
            faces = (
                self.space[f"T{list(program.rules.tables).index('die:' + list(program.game.dice)[die])}"]
                if f"die:{list(program.game.dice)[die]}" in program.rules.tables
                else ()
            )
            forced[die] = tuple(faces.index(v) for v in self.pure(function))
        s.forced = tuple(forced)
        self.boxed = {x for x, zone in enumerate(s.loc) if zone == BOX}

    def fresh(self) -> State:
        """Everything in the box, with the values that things have at the start."""
        program = self.program
        s = program.blank(0, 0)
        program.set_options(s, {})
        self.s = s
        if self.plan.map_places:
            links = list(self.space["LINKS"])
            links.append(self.plan.map_pairs)
            self.space["LINKS"] = tuple(links)
            s.a[program.layout.column["laid"]] = (len(links) - 1,)
        self.call("initial")
        return s

    def after_setup(self, scratch: State, kept: Mapping[str, Any] | None = None, played: str | None = None) -> None:
        """The real set-up: who is seated as the test says, everything else the first option.

        In a campaign: with what was kept, and with this one of its games.
        """
        program = self.program
        lay = program.layout
        seated = list(scratch.seated)
        players = len(seated) or max(program.game.seats.low, scratch.a[lay.column["players"]])
        options = {name: scratch.a[lay.column[f"option.{name}"]] for name in program.game.options}
        s = program.blank(0, players)
        for name, value in options.items():
            s.a[lay.column[f"option.{name}"]] = value
            if played is not None and played in {one for one, _ in program.game.options[name].values}:
                s.a[lay.column[f"option.{name}"]] = lay.first[played]
        program.set_decks(s, {})
        for seat in lay.seats[:players]:
            self.space["do_move"](s, seat, 2, 1)
        self.s = s
        self.call("initial")
        if self.plan.made is not None:
            self.call(self.plan.made)
        if kept is not None:
            restore(program, s, kept)
        # Whom no set-up seats sits down before it, as in a real match: players that the test declares, else made ones.
        made = program.unnamed_players()
        given = [x for x in seated if lay.declarations[lay.things[x][0]].of_test] if made else []
        for seat, x in zip(lay.seats[:players], given or made, strict=False):
            self.space["do_seat"](s, x, seat)
        first = next(iter(program.game.setups), None)
        if first is None:
            return
        self.space["set_quiet"](s, 1)
        self.push(f"setup_{first}")
        while s.options:
            raw = [x for x in seated if x in s.options]
            self.space["step"](s, s.options.index(raw[0]) if raw else 0)
        s.over = 0
        try:
            self.space["set_quiet"](s, 0)
        except self.space["Ended"] as ended:  # an ending is true as soon as the set-up is done
            self.over(ended.args[0])

    def out_of_play(self) -> None:
        """Remarks on things that the test names, that have abilities, and that lie in the box from first to last."""
        program, lay = self.program, self.program.layout
        game = program.game
        test = game.tests[self.plan.number]
        steps = [step for part in test.parts for step in part]
        named = [(node, step) for step in steps for node in nodes(step) if isinstance(node, m.ThingConstant)]
        first = {node.thing: step.span for node, step in reversed(named) if node.thing in game.things}
        for name, place in first.items():
            thing = game.things[name]
            abilities = [*thing.abilities, *(a for kind in thing.kinds for a in game.kinds[kind].abilities)]
            lasting = any(isinstance(ability, m.Standing) for ability in abilities)
            if lasting and all(x in self.boxed and self.s.loc[x] == BOX for x in lay.ids(name)):
                text = (
                    f"{thing.title} lies in the box: what it says to hold `always` or `while` something holds "
                    f"only where it works, so let it lie there in `given`{self.where_it_works(thing)}"
                )
                self.remarks.append((place, text))

    def where_it_works(self, thing: m.Thing) -> str:
        """How to say so, if it works in a zone of the game, or tests put others of its Kind into one."""
        game = self.program.game
        said = (thing.works_in, *(game.kinds[kind].works_in for kind in thing.kinds))
        zones = next((those for those in said if those is not None), ())
        used = [
            fact.place.zone
            for test in game.tests
            for fact in test.facts
            if isinstance(fact, m.Placed) and isinstance(fact.place, m.ZoneValue) and fact.place.owner is None
            and isinstance(fact.thing, m.ThingConstant) and fact.thing.thing in game.things
            and game.things[fact.thing.thing].kinds == thing.kinds
        ]  # fmt: skip
        whole = [zone for zone in (*zones, *used) if zone in game.zones and not game.zones[zone].owner]
        return f": `{thing.name} in {self.program.game.zones[whole[0]].name}`" if whole else ""

    # ------------------------------------------------------------------ calling

    def pure(self, function: str) -> Any:
        return self.space["f_" + function](self.s)

    def call(self, function: str, *args: Any) -> None:
        """Calls a function that does not wait (or lets it run to its first decision)."""
        self.push(function, *args)

    def over(self, ending: int) -> None:
        """The match has ended like this."""
        self.s.over = ending + 1
        self.ended()
        self.s.options = ()
        self.s.stack = []
        self.outer = []

    def push(self, function: str, *args: Any) -> None:
        """Carries a function out on the spot; an open decision waits behind it."""
        s = self.s
        s.log = Raw(self.program, s)
        if not self.space["WAITS"][self.space["NUMBERS"][function]]:
            try:
                self.program.push(s, function, *args)
            except self.space["Ended"] as ended:
                self.over(ended.args[0])
            except self.space["PlayError"] as error:
                raise self.program.located(error, s) from None
            self.report()
            return
        if s.stack:
            self.outer.append((s.stack, s.options, s.site, s.asker))
        s.stack = []
        self.program.push(s, function, *args)
        self.run()

    def run(self) -> None:
        self.program.run(self.s)
        self.after_run()

    def after_run(self) -> None:
        s = self.s
        self.report()
        if s.over == -1:
            s.over = 0
            s.options = ()
            if self.outer:
                s.stack, s.options, s.site, s.asker = self.outer.pop()
        elif s.over:
            self.outer = []
            self.ended()

    def ended(self) -> None:
        result = self.program.result(self.s)
        if result is not None and not any(text.startswith("the match") for _, text in self.remarks):
            laid = self.at is self.plan.span
            how = "the match has ended as soon as the table is laid" if laid else "the match ends here"
            self.remarks.append((self.at, f"{how}: {result.reason}"))

    def report(self) -> None:
        raw = self.s.log
        if isinstance(raw, Raw):
            raw.look()
            for number, (n, args) in enumerate(raw):
                told = self.program.report(n, args)
                self.log.append((told.idle() if number in raw.idle else told).text)
        self.s.log = Raw(self.program, self.s)

    def step(self, index: int) -> None:
        s = self.s
        s.log = Raw(self.program, s)
        s.answer = s.options[index]
        s.steps = 0
        self.run()

    # ------------------------------------------------------------------ events

    def TestDo(self, step: StepPlan) -> None:
        assert step.function is not None
        self.s.did = 0
        before = table(self.s)
        self.push(step.function)
        if step.flag and self.s.did:
            raise Failed(step.span, "this is refused", "it happens")
        if not (step.flag or self.s.did or self.s.options or self.s.over or table(self.s) != before):
            why = "; ".join(f"“{because}”" for test, because in step.reasons if self.pure(test))
            self.remarks.append((step.span, f"nothing came of this{': ' if why else ''}{why}"))
        self.renew_menu()

    def renew_menu(self) -> None:
        """What was done on the spot while a menu is open can make other actions possible, and some impossible."""
        s = self.s
        site = self.program.rules.sites[s.site]
        if s.over or not s.options or site.kind != "menu" or site.narrowed or not site.noun or s.asker < 0:
            return
        now = tuple(self.space[f"f_menu_{site.noun}"](s, s.asker))
        if 0 < len(now) <= MOST_OPTIONS:
            s.options = (*now, *(raw for raw in s.options if raw[0] < 0))

    def NextGame(self, step: StepPlan) -> None:
        """What the campaign keeps of this match, and the set-up of its next game with it."""
        assert step.text is not None
        campaign = self.program.game.campaigns[step.text]
        before = self.s
        self.outer = []
        self.after_setup(before, after_game(self.program, before, campaign), game_after(self.program, before, campaign))

    def TestRun(self, step: StepPlan) -> None:
        assert step.function is not None
        self.running = True
        self.push(step.function)

    def TestSetup(self, step: StepPlan) -> None:
        """The real set-up, with every decision asked. The number of players comes from `players = n`."""
        assert step.function is not None
        s, lay = self.s, self.program.layout
        players = s.a[lay.column["players"]] or self.program.game.seats.low
        s.a[lay.column["players"]] = players
        for seat in lay.seats[:players]:
            self.space["do_move"](s, seat, 2, 1)
        self.push(step.function)

    def TestTurn(self, step: StepPlan) -> None:
        assert step.who is not None
        self.running = True
        self.push("test_turn", self.pure(step.who))

    def values(self, answers: tuple[Answer, ...] | None) -> list[Any]:
        return [self.value(a) for a in answers or ()]

    def value(self, a: Answer) -> Any:
        if a.several is not None:
            return [self.value(x) for x in a.several]
        if a.copies:
            return Copies(a.copies)
        if a.function is not None:
            return self.pure(a.function)
        return a.text

    def TestTake(self, step: StepPlan) -> None:
        s = self.s
        assert step.who is not None
        who = self.pure(step.who)
        wanted = self.values(step.answers)
        if not step.flag:
            self.until_asked(who)
        site = self.program.rules.sites[s.site]
        open_menu = bool(s.options) and site.kind == "menu" and self.is_asked(who)
        open_site = site if s.options and site.kind != "menu" else None
        if open_menu:
            options = self.whole_options(who)
        else:
            options = self.offered(who, step.action) if step.flag or open_site is None else self.legal(who, step.action)
        found = [raw for raw in options if self.fits(raw, step.action, wanted)]
        if step.flag:
            if found:
                raise Failed(step.span, f"{step.action} is refused", "it is offered")
            return
        if not found:
            raise Failed(
                step.span,
                f"{self.name(who)} can take {step.action} {self.names(wanted)}".strip(),
                self.offered_text(options, step.action, who, wanted)
                + self.named_later(who, options, step.action, wanted),
            )
        self.take(who, found[0])

    def named_later(self, who: int, options: list[tuple[int, ...]], action: str, wanted: list[Any]) -> str:
        """How to write it, where some of these things are asked for only when the action is taken: those below a cost
        that is paid with cards, or that its effect asks for."""
        for known in range(len(wanted) - 1, -1, -1):
            found = next((raw for raw in options if self.fits(raw, action, wanted[:known])), None)
            if found is not None:
                break
        else:
            return ""
        if known < len(found) - 2:  # something is to be named, and it is something else
            return ""
        then = self.asks_then(who, found, wanted[known:])
        if then is None:
            return ""
        paid, rest = then
        name, later = _plain(self.name(who)), wanted[known:]
        steps = [f"`{name} takes {action.rpartition('.')[2]}{' ' if known else ''}{self.names(wanted[:known])}`"]
        steps += ["what pays"] * paid + [f"`{name} chooses {self.names([one])}`" for one in rest]
        asked = "is asked for" if len(later) == 1 else "are asked for"
        alone = "" if len(rest) == len(later) else " (what is the only one is not asked for)"
        return _plain(f"; {self.names(later)} {asked} when it is taken: {', then '.join(steps)}{alone}")

    def asks_then(self, who: int, raw: tuple[int, ...], wanted: list[Any]) -> tuple[bool, list[Any]] | None:
        """Is something paid when this action is taken, and which of these answers are asked for then? None: nothing
        says that any of them is. It is tried, and everything is as before."""
        kept, outer, log, remarks, at = self.s, list(self.outer), list(self.log), list(self.remarks), self.at
        self.s = kept.copy()
        paid = False
        asked: list[Any] = []
        try:
            self.take(who, raw)
            left = list(wanted)
            while self.s.options and self.is_asked(who):
                site = self.program.rules.sites[self.s.site]
                if site.kind in ("payment", "split") and not asked:
                    paid = True
                    self.step(0)
                    continue
                answers = [(n, k) for n, one in enumerate(left) for k, option in enumerate(self.s.options)
                           if site.kind != "menu" and self.is_option(site, option, one)]  # fmt: skip
                if not answers:
                    break
                n, k = answers[0]
                asked.append(left[n])
                left = left[n + 1 :]
                self.step(k)
        except (StepError, self.space["PlayError"]):  # what goes wrong then is not what this test is about
            pass
        finally:
            self.s, self.outer, self.log, self.remarks, self.at = kept, outer, log, remarks, at
        chosen = sum(isinstance(one, m.Choose) for one in self.program.extras.actions[raw[0]][1].clauses)
        return (paid, asked) if asked or chosen > len(raw) - 2 else None

    def take(self, who: int, raw: tuple[int, ...]) -> None:
        """Takes an action: out of the open menu, or without one."""
        s = self.s
        if s.options and self.program.rules.sites[s.site].kind == "menu" and self.is_asked(who):
            begun: tuple[int, ...] = ()
            while begun != raw:  # of too many options an action is chosen step by step
                begun = next(one for one in self.s.options if raw[: len(one)] == one)
                self.step(list(self.s.options).index(begun))
        else:
            self.push(f"action_{raw[0]}", who, raw)

    def whole_options(self, who: int) -> list[tuple[int, ...]]:
        """What the open menu offers, also where it shows only how an option begins."""
        s = self.s
        shown = [raw for raw in s.options if raw[0] >= 0]
        if not shown or not self.program.rules.sites[s.site].noun:
            return shown
        legal = self.space[f"f_menu_{self.program.rules.sites[s.site].noun}"](s, who)
        begun = set(shown)
        whole = [raw for raw in legal if any(raw[:n] in begun for n in range(1, len(raw) + 1))]
        begins = all(any(raw[: len(one)] == one for raw in whole) for one in shown)
        return whole if begins and not set(whole) <= begun else shown

    def until_asked(self, who: int | tuple[int, ...]) -> None:
        """Where several have a menu open, whoever is asked before this one passes."""
        s, asked = self.s, self.s.site
        for _ in s.seated:
            if not s.options or s.site != asked or not self.program.rules.sites[asked].round or self.is_asked(who):
                return
            self.step(len(s.options) - 1)

    def offered(self, who: int, action: str) -> list[tuple[int, ...]]:
        """What is offered now: what the open menu offers, and nothing while another question is open. Once a phase or
        turn has been run, also nothing when no decision is open; before that, whatever is legal."""
        s = self.s
        if s.over or (self.running and not s.options):
            return []
        if s.options and self.program.rules.sites[s.site].kind != "menu":
            return []
        if s.options and self.program.rules.sites[s.site].kind == "menu":
            site = self.program.rules.sites[s.site]
            if site.round:
                of_menu = self.space[f"f_menu_{site.noun}"](s, who)
                return [raw for raw in of_menu if action in self.action_names(raw[0])]
            if not self.is_asked(who):
                return []
            return [raw for raw in self.whole_options(who) if action in self.action_names(raw[0])]
        return self.legal(who, action)

    def action_names(self, number: int) -> tuple[str, str]:
        declared = self.program.extras.actions[number][1]
        return declared.name, declared.key

    def legal(self, who: int, action: str) -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        for number, (_, declared) in enumerate(self.program.extras.actions):
            if action in (declared.name, declared.key):
                found += self.space[f"f_options_{number}"](self.s, who)
        return found

    def fits(self, raw: tuple[int, ...], action: str, wanted: list[Any]) -> bool:
        declared = self.program.extras.actions[raw[0]][1]
        if action not in (declared.name, declared.key):
            return False
        things = raw[2:]
        for given in (things, raw[1:]):
            if len(wanted) <= len(given) and all(self.same(w, g) for w, g in zip(wanted, given, strict=False)):
                return True
        return False

    def same(self, wanted: Any, given: Any) -> bool:
        """The same thing, or a copy that nobody can tell from it."""
        if isinstance(wanted, Copies):
            return given in wanted.ids
        if wanted == given:
            return True
        if (
            isinstance(wanted, int)
            and isinstance(given, int)
            and 0 <= wanted < self.space["COUNT"]
            and 0 <= given < self.space["COUNT"]
        ):
            return len(self.space["distinct"](self.s, (given, wanted))) == 1
        return False

    def is_asked(self, who: int | tuple[int, ...]) -> bool:
        s = self.s
        if s.asker < 0 or who == -1:
            return True
        if isinstance(who, tuple):
            return s.asker in who or s.asker in self.program.layout.seats  # a seat is anybody's before it is taken
        return s.asker == who or s.asker == s.a[self.program.layout.column["seat"] + who]

    def TestChoose(self, step: StepPlan) -> None:
        assert step.who is not None
        who = self.pure(step.who)
        for answer in step.answers or ():
            self.choose(step, who, answer)

    def choose(self, step: StepPlan, who: Any, answer: Answer) -> None:
        s = self.s
        if not s.options:
            raise Failed(step.span, "an open decision", "nothing is asked" if not s.over else "the game is over")
        if not self.is_asked(who):
            raise Failed(step.span, f"{self.name(who)} is asked", f"{self.name(s.asker)} is asked")
        value = self.value(answer)
        site = self.program.rules.sites[s.site]
        if answer.several is not None and site.kind not in ("split", "payment"):
            asked = s.site
            for one in answer.several:
                self.choose(step, who, one)
            if s.options and s.site == asked and -1 in s.options and self.is_asked(who):
                self.step(list(s.options).index(-1))
            return
        if isinstance(value, tuple) and site.kind not in ("split", "payment"):
            asked = s.site
            for one in value:
                self.pick(step, site, one)
            if s.options and s.site == asked and -1 in s.options and self.is_asked(who):
                self.step(list(s.options).index(-1))
            return
        self.pick(step, site, value)

    def pick(self, step: StepPlan, site: Any, value: Any) -> None:
        firsts = [value.ids[0]] if isinstance(value, Copies) else []  # the first of copies that are told apart
        for wanted in (*firsts, value):
            for n, raw in enumerate(self.s.options):
                if self.is_option(site, raw, wanted):
                    self.step(n)
                    return
        said = "yes" if value == 1 and site.kind in ("payment", "split") else self.names([value])
        raise Failed(step.span, f"the option {said}", f"{self.decision_text()}")

    def is_option(self, site: Any, raw: Any, value: Any) -> bool:
        match site.kind:
            case "may":
                if isinstance(value, str):
                    return bool(raw) == (value in ("yes", site.prompt))
                return value in (None, 0, 1) and bool(raw) == bool(value)  # a thing answers no yes-or-no question
            case "mode":
                return bool(site.texts[raw] == value)
            case "menu":
                return value is None and raw[0] < 0
            case "order":
                x = raw % 4096
                return x in value.ids if isinstance(value, Copies) else value in (x, site.texts[raw // 4096])
            case "payment":
                given = list(value) if isinstance(value, (list, tuple)) else [value]
                return self.are_just(given, raw)
            case "split":
                if value is None:
                    return bool(raw == -1)
                given = list(value) if isinstance(value, (list, tuple)) else [value]
                return raw != -1 and self.are_just(given, raw)
            case _:
                if value is None:
                    return bool(raw == -1)
                if isinstance(value, str):
                    shown = self.program.option(self.s, site, raw).text
                    return raw != -1 and (value == shown or (site.kind == "thing" and value == self.program.title(raw)))
                return raw != -1 and self.same(value, raw)

    def are_just(self, given: list[Any], raw: tuple[int, ...]) -> bool:
        """Are these things given, each once?"""
        left = list(raw)
        for value in sorted(given, key=lambda one: isinstance(one, Copies)):  # what leaves least choice goes first
            hit = next((n for n, x in enumerate(left) if self.same(value, x)), None)
            if hit is None:
                return False
            del left[hit]
        return not left

    def TestDecline(self, step: StepPlan) -> None:
        s = self.s
        assert step.who is not None
        who = self.pure(step.who)
        if not s.options or not self.is_asked(who):
            raise Failed(step.span, f"{self.name(who)} is asked", self.decision_text())
        site = self.program.rules.sites[s.site]
        for n, raw in enumerate(s.options):
            if raw == -1 or (site.kind == "menu" and raw[0] < 0) or (site.kind == "may" and not raw):
                self.step(n)
                return
        raise Failed(step.span, "a decision that can be declined", self.decision_text())

    # ------------------------------------------------------------------ claims

    def ClaimTrue(self, step: StepPlan) -> None:
        assert step.function is not None
        if not self.pure(step.function):
            values = [self.pure(f) for f, _ in step.parts]
            sides = [self.told(value, of) for value, (_, of) in zip(values, step.parts, strict=True)]
            actual = "it does not"
            if len(sides) == 2:
                actual = f"the left side is {sides[0]}, the right side {sides[1]}"
            elif sides:
                actual = f"{sides[0]} {self.place_of(values[0])}"
            raise Failed(step.span, "this holds", actual)

    def ClaimAsked(self, step: StepPlan) -> None:
        s = self.s
        assert step.who is not None
        who = self.pure(step.who)
        if not s.options or not self.is_asked(who):
            raise Failed(step.span, f"{self.name(who)} is asked", self.decision_text())
        if step.answers is None:
            return
        site = self.program.rules.sites[s.site]
        wanted = [self.value(a) for a in step.answers]
        left = list(s.options)
        for value in wanted:
            hit = next((raw for raw in left if self.is_option(site, raw, value)), "none")
            if hit == "none":
                raise Failed(step.span, f"the option {self.names([value])}", self.decision_text() + self.in_a_menu(who))
            left.remove(hit)
        if left:
            raise Failed(step.span, _just(len(wanted)), self.decision_text())

    def in_a_menu(self, who: int) -> str:
        """How to claim what a menu offers, if one is open."""
        s = self.s
        raws = [raw for raw in s.options if isinstance(raw, tuple) and raw and raw[0] >= 0]
        if self.program.rules.sites[s.site].kind != "menu" or not raws:
            return ""
        return f" (this is a menu; what it offers is claimed with `offered {_plain(self.name(who))} ACTION: ...`)"

    def ClaimOffered(self, step: StepPlan) -> None:
        assert step.who is not None
        who = self.pure(step.who)
        options = self.offered(who, step.action)
        wanted = self.values(step.answers)
        shown = self.offered_text(options, step.action, who, [] if step.flag else wanted[:1])
        if step.answers is None:
            if bool(options) == step.flag:
                raise Failed(step.span, f"{step.action} is {'not ' if step.flag else ''}offered", shown)
            return
        if step.flag:
            for value in wanted:
                if any(self.fits(raw, step.action, [value]) for raw in options):
                    raise Failed(step.span, f"{self.names([value])} is not offered", shown)
            return
        named = wanted and all(any(self.same(value, raw[1]) for raw in options) for value in wanted)
        left = {raw[1 if named else min(2, len(raw) - 1)] for raw in options}
        for value in wanted:
            hit = next((x for x in left if self.same(value, x)), None)
            if hit is None and not any(self.fits(raw, step.action, [value]) for raw in options):
                later = bool(options) and (
                    all(len(raw) < 2 or raw[-1] < 0 for raw in options)
                    or self.asks_then(who, options[0], [value]) is not None
                )
                more = "; what it is done with is asked for when it is taken: then claim `asked`" if later else ""
                raise Failed(step.span, f"{self.names([value])} is offered", shown + more)
            left.discard(hit)
        if left:
            raise Failed(
                step.span,
                f"{_just(len(wanted))} for {step.action}",
                shown,
            )

    def ClaimRefused(self, step: StepPlan) -> None:
        assert step.who is not None
        who = self.pure(step.who)
        wanted = self.values(step.answers)
        options = self.offered(who, step.action)
        if any(self.fits(raw, step.action, wanted) for raw in options):
            raise Failed(step.span, f"{step.action} {self.names(wanted)} is refused", "it is offered")
        if step.text is not None:
            from .reasons import reasons

            named = [one.ids[0] if isinstance(one, Copies) else one for one in wanted]
            given = reasons(self.program, self.s, step.action, who, named)
            if step.text not in given:
                raise Failed(step.span, f"refused because “{step.text}”", "; ".join(given) or "no reason is known")

    def ClaimRanked(self, step: StepPlan) -> None:
        score = self.program.game.score
        assert step.function is not None and score is not None
        number = self.pure(step.function)
        reached = score.ranks[number][1] if number >= 0 else ""
        if reached != step.text:
            raise Failed(step.span, f"ranked “{step.text}”", f"ranked “{reached}”" if reached else "no rank is reached")

    def ClaimEnded(self, step: StepPlan) -> None:
        result = self.program.result(self.s)
        if step.text is None:
            if result is not None:
                raise Failed(step.span, "the game goes on", f"it ended: {result.reason}")
        elif result is None or result.ending != step.text:
            raise Failed(
                step.span,
                f"ended {step.text}",
                "the game goes on" if result is None else f"ended {result.ending or result.reason}",
            )

    def ClaimWins(self, step: StepPlan) -> None:
        assert step.who is not None
        result, who = self.program.result(self.s), self.pure(step.who)
        expected = f"{self.name(who)} {'wins' if step.flag else 'loses'}"
        if result is None:
            raise Failed(step.span, expected, "the game goes on")
        ended = f"ended {result.ending or result.reason}"
        seat = self.program.layout.column["seat"]
        of = who if isinstance(who, tuple) else (who,)
        won = self.s.seated if result.result == "won" else result.winners
        if any((x in won or any(self.s.a[seat + w] == x for w in won)) != step.flag for x in of):
            names = " and ".join(self.name(w) for w in won)
            raise Failed(step.span, expected, f"{ended}: {names or 'nobody'} won")

    def ClaimSees(self, step: StepPlan) -> None:
        from ..engine.view import may_see

        assert step.who is not None and step.function is not None
        who, what = self.pure(step.who), self.pure(step.function)
        s, lay = self.s, self.program.layout
        seat = s.a[lay.column["seat"] + who]
        number = seat - lay.seats[0] if seat >= 0 else -1
        things = what if isinstance(what, tuple) else (what,)
        for x in things:
            zone = s.loc[x]
            seen = may_see(self.program, s, number, zone, x, self.space["contents"](s, zone).index(x))
            if seen == step.flag:
                raise Failed(
                    step.span,
                    f"{self.name(who)} {'does not see' if step.flag else 'sees'} {self.name(x)}",
                    "the other way round",
                )

    # ------------------------------------------------------------------ words

    def offered_text(self, options: list[tuple[int, ...]], action: str, who: Any, wanted: list[Any]) -> str:
        """What is offered; if nothing is, why not, as far as it is known."""
        if options:
            return "offered: " + _plain("; ".join(self.program.action_option(r).id for r in options))
        s = self.s
        if s.over:
            return "offered: nothing, the match is over"
        if s.options and (self.program.rules.sites[s.site].kind != "menu" or not self.is_asked(who)):
            return f"offered: nothing, {self.decision_text()}"
        from .reasons import reasons

        named = [one.ids[0] if isinstance(one, Copies) else one for one in wanted]
        why = "; ".join(f"“{because}”" for because in reasons(self.program, s, action, who, named))
        return f"offered: nothing{', because ' if why else ''}{why}"

    def place_of(self, x: Any) -> str:
        """Where a thing is, as a test would write it."""
        lay, s = self.program.layout, self.s
        if not isinstance(x, int) or not 0 <= x < lay.count:
            return "is in no zone"
        zone = s.loc[x]
        if zone == BOX:
            return "is in box"
        key, owner = lay.zone_key[zone], lay.zone_owner[zone]
        if owner < 0:
            named = self.program.game.zones.get(key)
            return f"is in {named.name}" if named is not None else "is in no zone"
        name = self.name(owner)
        return f"is in {name}.{key.rpartition('.')[2]}" if key in self.program.game.zones else f"is at {name}"

    def told(self, value: Any, of: m.Type) -> str:
        """A value of a claim, as the test would write it."""
        match of:
            case m.OptionalType(inner):
                return "nothing" if value == -1 else self.told(value, inner)
            case m.SetType(inner) if isinstance(value, tuple):
                return f"[{', '.join(self.told(x, inner) for x in value)}]"
            case m.ThingType() if isinstance(value, int):
                return "nothing" if value == -1 else self.name(value)
            case m.EnumType(enum) if enum in self.program.game.enums and isinstance(value, int) and value >= 0:
                return str(self.program.game.enums[enum].values[value][0])
            case m.TruthType():
                return "yes" if value else "no"
            case _:
                return str(value)

    def name(self, x: Any) -> str:
        if isinstance(x, tuple):
            return ", ".join(self.name(y) for y in x)
        if isinstance(x, Copies):
            return self.name(x.ids[0])
        return (
            _plain(self.program.thing_name(x))
            if isinstance(x, int) and 0 <= x < self.space["COUNT"]
            else "nobody"
            if x == -1
            else str(x)
        )

    def names(self, values: list[Any]) -> str:
        return ", ".join(
            "[" + self.names(list(v)) + "]"
            if isinstance(v, (list, tuple))
            else self.name(v)
            if isinstance(v, (int, Copies))
            else "nothing"
            if v is None
            else f"“{v}”"
            for v in values
        )

    def decision_text(self) -> str:
        if not self.s.options:
            return "nothing is asked" if not self.s.over else "the game is over"
        decision = self.program.decision(self.s)
        return _plain(f"{decision.who} is asked: {', '.join(o.id for o in decision.options)}")


__all__ = ["Outcome", "run_test", "run_tests"]


def _just(many: int) -> str:
    return f"just {many} option{'' if many == 1 else 's'}"


def _plain(text: str) -> str:
    """Things of a test by the names that the test gives them, and copies by the name of all of them."""
    return re.sub(r"\btest\d+\.|(?<=\w)#\d+\b", "", text)
