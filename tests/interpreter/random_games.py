"""Small games put together at random: they check, they play, and no two are alike."""

from __future__ import annotations

import random

KINDS = ("Stone", "Leaf", "Shell")
FORMS = ("stack", "row", "heap")
SIGHTS = ("", ", seen by nobody", ", seen by owner", ", seen by nobody, top seen by all")


def random_game(seed: int) -> str:
    """The source of a game: a few Kinds, zones, verbs, answers, watches, constants, actions; it ends by itself."""
    return _Game(random.Random(seed)).text()


class _Game:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.kinds = KINDS[: chance.randint(1, 3)]
        self.verbs: list[str] = []
        self.zones = [f"z{n}" for n in range(chance.randint(1, 3))]
        self.names = 0

    def one(self, *choices: str) -> str:
        return self.chance.choice(choices)

    def name(self, word: str) -> str:
        self.names += 1
        return f"{word}{self.names}"

    def kind(self) -> str:
        return self.one(*self.kinds)

    # ------------------------------------------------------------------ the parts of a game

    def text(self) -> str:
        chance = self.chance
        lines = [
            'game mixed "Mixed"',
            f"    seats {self.one('1', '2')} to 3 as Player",
            "    joint choices by active",
            f"    endings {self.one('lose before win', 'win before lose')}",
            *([f"    answers {self.kind()} then optional"] if chance.random() < 0.3 else []),
            "    state active: Player",
            "    state tide: Number from 0 to 9 = 3",
            "enum Hue: red, green, blue",
            'die cube "cube" of Hue: red x 2, green, blue',
            f'resource Coin "coin"{self.one("", " x 6")}',
            "kind Player is Figure",
            "    coins: Coin = 0",
            "    power: Number from 0 to 9 = 2",
            f"    zone hand of Card: {self.one(*FORMS)}{self.one(*SIGHTS)}{self.one('', ', holds 2')}",
            "kind Plain is Place",
            "board Plain: path",
            'map land "Land" of Plain',
            "    table Plain",
            "        name | title",
            '        p1   | "P1"',
            '        p2   | "P2"',
            '        p3   | "P3"',
            f"    link path: p1 -- p2{self.one('', ' -- p3')}",
        ]
        for kind in self.kinds:
            lines += [
                f"kind {kind} is Card",
                "    you is active",
                "    weight: Number from 0 to 9 = 1",
                "    bright: Truth = no",
                *(["    faces dull, shiny"] if chance.random() < 0.4 else []),
            ]
        for zone in self.zones:
            lines.append(f"zone {zone} of Card: {self.one(*FORMS)}{self.one('', ', seen by nobody')}")
        lines += [
            'menu play "play"',
            'setup base "Set-up"',
            '    step first "First":',
            "        active = first(Player)",
        ]
        lines += ["        lay land", "        each Player p: move p to p1"]
        for kind in self.kinds:
            lines.append(f"        move each {kind} in box to {self.one(*self.zones)}")
        lines += [f"        shuffle {self.zones[0]}"]
        lines += ["flow", f"    repeat {chance.randint(3, 6)}:", "        turn of active:", "            run day"]
        lines += ["        active = next(active)", 'phase day "Day"']
        lines.append(f"    active takes {self.one('1 play', 'any play up to 2')}")
        if chance.random() < 0.5:
            lines.append("    tide += 1")
        for _ in range(chance.randint(1, 3)):
            lines += self.verb()
        for kind in self.kinds:
            for _ in range(chance.randint(1, 2)):
                lines += self.thing(kind)
        lines += self.actions()
        lines += [
            'ending full "Full"' + f": {self.one('win', 'lose')} when tide >= {chance.randint(6, 9)}",
            'ending strong "Strong": win p when Player p where p.power >= 8',
            'law sane "The tide is a number of the table": tide >= 0 and tide <= 9',
        ]
        return "\n".join(lines) + "\n"

    def verb(self) -> list[str]:
        name = self.name("verb")
        lines = [f'verb {name} Player p by Number n "{{p}} [do] it {{n time|times}}"']
        if self.chance.random() < 0.4:
            lines.append("    needs n > 0")
        for _ in range(self.chance.randint(1, 3)):
            lines += self.statement("p", 1)
        self.verbs.append(name)
        return lines

    def number(self, who: str) -> str:
        many = self.one(f"count({self.kind()})", f"count(Card in {self.one(*self.zones)})")
        return self.one("1", "2", "tide", f"{who}.power", many)

    def condition(self, who: str) -> str:
        return self.one(
            f"tide > {self.chance.randint(0, 6)}",
            f"{who}.power < {self.chance.randint(1, 6)}",
            f"any({self.kind()} c where c.bright)",
            f"{who}.coins > 0",
            f"count(Card in {self.one(*self.zones)}) > 1",
        )

    def statement(self, who: str, depth: int) -> list[str]:
        pad = "    " * depth
        zone, kind = self.one(*self.zones), self.kind()
        deep = depth < 3
        n = self.chance.randint(0, 15 if deep else 8)
        match n:
            case 0:
                return [f"{pad}tide {self.one('+=', '-=')} {self.number(who)}"]
            case 1:
                return [f"{pad}{who}.power {self.one('+=', '-=', '=')} {self.number(who)}"]
            case 2:
                return [f"{pad}{who}.coins {self.one('+=', '-=')} 1"]
            case 3:
                return [f"{pad}draw 1 from {zone} to {who}.hand"]
            case 4:
                return [f"{pad}move each {kind} in {zone} to {self.one('box', *self.zones)}"]
            case 5:
                x = self.name("x")
                goal = self.one(f"{who}.hand", *self.zones)
                return [f"{pad}{who} chooses {kind} {x} in {zone}", f"{pad}move {x} to {goal}"]
            case 6:
                return [f"{pad}shuffle {zone}"]
            case 7:
                x = self.name("hue")
                return [f"{pad}roll cube as {x}", f"{pad}if {x} == red: tide += 1"]
            case 8:
                moment, change = self.one("turn", "day", "game"), self.one("+1", "-1", "at least 3")
                return [f"{pad}until end of {moment}: {who}.power {change}"]
            case 9:
                return [f"{pad}if {self.condition(who)}:", *self.statement(who, depth + 1)]
            case 10:
                return [f'{pad}{who} may "Do it":', *self.statement(who, depth + 1)]
            case 11:
                x = self.name("c")
                return [f"{pad}each Card {x} in {zone}:", f"{pad}    move {x} to {who}.hand"]
            case 12:
                q = self.name("q")
                return [f"{pad}each Player {q}:", *self.statement(q, depth + 1)]
            case 13:
                return [f"{pad}together:", *self.statement(who, depth + 1), *self.statement(who, depth + 1)]
            case 14:
                first, second = self.statement(who, depth + 2), self.statement(who, depth + 2)
                return [f"{pad}{who} choose one:", f'{pad}    "First":', *first, f'{pad}    "Second":', *second]
            case _:
                if not self.verbs:
                    return [f"{pad}tide += 1"]
                return [f"{pad}{self.one(*self.verbs)} {who} by {self.one('0', '1', '2')}"]

    def thing(self, kind: str) -> list[str]:
        name = self.name(kind.lower())
        lines = [f'{kind} {name} "{name.title()}"{self.one("", " x 2", " x 3")}']
        lines.append(f"    weight: {self.chance.randint(0, 4)}")
        for _ in range(self.chance.randint(0, 2)):
            lines += self.ability()
        return lines

    def ability(self) -> list[str]:
        verb = self.one(*self.verbs)
        match self.chance.randint(0, 6):
            case 0:
                return [f"    after {verb} Player p:", "        limit 2 per turn", *self.statement("p", 2)]
            case 1:
                return [f"    before {verb} Player p by Number n:", f"        n {self.one('+=', '-=')} 1"]
            case 2:
                return [f"    before {verb} Player p if {self.condition('p')}:", "        cancel"]
            case 3:
                return [f"    instead of {verb} Player p by Number n if n > 1:", "        n = 1", "        proceed"]
            case 4:
                return [f"    whenever {self.condition('you')}:", "        limit 1 per turn", *self.statement("you", 2)]
            case 5:
                change = self.one("+1", "-1 not below 1", "* 2")
                return [f"    while {self.one('tide > 4', 'tide < 3')}: you.power {change}"]
            case _:
                return [f"    cannot {verb} Player p if {self.condition('p')}"]

    def actions(self) -> list[str]:
        lines: list[str] = []
        for verb in self.verbs:
            lines += [f'action {self.name("act")} "Do it" is play', f"    does: {verb} you by {self.one('1', '2')}"]
        x, y = self.name("act"), self.name("act")
        lines += [f'action {x} "Walk" is play', "    choose Plain t adjacent to you", "    does: move you to t"]
        lines += [f'action {y} "Take" is play', f"    choose {self.kind()} t in {self.one(*self.zones)}"]
        lines += ["    limit 1 per turn for t", f"    {self.one('cost pay 1 Coin by you', 'needs tide < 9')}"]
        lines += ["    does:", "        move t to you.hand", *self.statement("you", 2)]
        return lines
