"""What can happen at all in a game: verbs performed, phases run, menus opened, sections performed."""

from __future__ import annotations

from ... import model as m
from ..walk import nodes, played


class Happens:
    def __init__(self, game: m.CheckedGame) -> None:
        self.verbs: set[str] = set()
        self.phases: set[str] = set()
        self.menus: set[str] = set()
        self.sections: set[str] = set()
        self.free: set[str] = set()
        self.steps: set[str] = set()
        for node in nodes(played(game)):
            match node:
                case m.Event(verb=verb):
                    self.verbs.add(verb)
                case m.Run(phase=phase):
                    self.phases.add(phase)
                case m.Take(menu=menu):
                    self.menus.add(menu)
                case m.Perform(section=section) | m.TargetsOf(section=section):
                    self.sections.add(section)
                case m.Free(action=action):
                    self.free.add(action)
                case m.Step(name=name):
                    self.steps.add(name)
                case _:
                    pass
        if self.verbs & {"draw", "seat", "lay"}:
            self.verbs.add("move")
        owners: list[m.Kind | m.Thing] = [*game.kinds.values(), *game.things.values()]
        actions = [*game.actions.values(), *(action for owner in owners for action in owner.actions)]
        self.actions = {a.name for a in actions if a.name in self.free or any(n in self.menus for n in a.menus)}

    def event(self, pattern: m.Pattern) -> bool:
        match pattern.what:
            case "verb":
                return pattern.name in self.verbs
            case "action":
                return pattern.name in self.actions
            case "phase":
                return pattern.name in self.phases or pattern.name in self.steps or pattern.name in self.menus

    def moment(self, name: str) -> bool:
        return (
            name in ("turn", "phase", "step", "game", "round")
            or name in self.phases
            or name in self.steps
            or name in self.menus
            or name in self.verbs
            or name in self.actions
        )
