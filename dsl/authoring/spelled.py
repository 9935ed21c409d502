"""Values of a checked thing as an author writes them: `3`, `yes`, `oni`, `[a, b]`, `2 energy, 1 speed`."""

from __future__ import annotations

from collections.abc import Iterator

from .. import model


def attributes_of(game: model.CheckedGame, kinds: tuple[str, ...]) -> Iterator[model.Attribute]:
    """The attributes of things of these Kinds, those of the most general Kind first."""
    seen: set[str] = set()
    for name in kinds:
        kind = game.kinds.get(name)
        for ancestor in reversed(kind.ancestors) if kind is not None else ():
            above = game.kinds.get(ancestor)
            for key, attribute in above.attributes.items() if above is not None else ():
                if key not in seen:
                    seen.add(key)
                    yield attribute


def required(game: model.CheckedGame, kind: str) -> list[model.Attribute]:
    """The attributes that every thing of a Kind has to give."""
    optional = (model.OptionalType, model.SetType, model.BagType)
    defaulted = {key for name in game.kinds[kind].ancestors for key in game.kinds[name].defaults}
    return [
        one
        for one in attributes_of(game, (kind,))
        if one.default is None
        and not one.remembered
        and one.key not in defaulted
        and not isinstance(one.type, optional)
        and not game.kinds[one.owner].built_in
    ]


def spelled(value: model.Value) -> str | None:
    """A value as it stands in the sources; None if it is worked out, or is nothing."""
    match value:
        case model.Literal(bool(given)):
            return "yes" if given else "no"
        case model.Literal(int(given)):
            return "infinite" if given == model.INFINITE else str(given)
        case model.Literal(str(given)):
            return quoted(given)
        case model.EnumConstant(_, name) | model.ThingConstant(name) | model.CopiesConstant(name):
            return name
        case model.ZoneValue(zone, None):
            return zone.removeprefix(".")
        case model.Builtin("amount", (model.Literal(int(count)), model.EnumConstant(_, name))):
            return f"{count} {name}"
        case model.Negative(model.Literal(int(given))):
            return str(-given)
        case model.Listing(items):
            parts = [spelled(one) for one in items]
            if any(one is None for one in parts):
                return None
            if isinstance(value.type, model.BagType):
                return ", ".join(one or "" for one in parts)
            return f"[{', '.join(one or '' for one in parts)}]"
        case _:
            return None


def quoted(text: str) -> str:
    """A text between quotation marks."""
    inside = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{inside}"'


def first_legal(game: model.CheckedGame, attribute: model.Attribute) -> str | None:
    """A value that an attribute may have: the smallest number, the first of a list, the first thing of its Kind."""
    match attribute.type:
        case model.NumberType():
            low = attribute.low.value if isinstance(attribute.low, model.Literal) else None
            return str(low) if isinstance(low, int) and not isinstance(low, bool) and low > 0 else "1"
        case model.TruthType():
            return "no"
        case model.TextType():
            return '"..."'
        case model.EnumType(enum):
            return game.enums[enum].values[0][0]
        case model.ResourceType():
            return "1"
        case model.GridType(model.ThingType(kind)):
            one = next((name for name, one in game.things.items() if not one.of_test and is_a(game, one, kind)), None)
            return one and f"[[{one}]]"
        case model.ThingType(kind):
            return next((name for name, one in game.things.items() if not one.of_test and is_a(game, one, kind)), None)
        case _:
            return None


def is_a(game: model.CheckedGame, thing: model.Thing, kind: str) -> bool:
    """Is the thing always of this Kind, or in a group of things that always are?"""
    group = game.groups.get(kind)
    wanted = group.kinds if group is not None else (kind,)
    return any(one in game.kinds[name].ancestors for name in thing.kinds for one in wanted)


def _article(word: str) -> str:
    return "an" if word[:1] in "AEIOU" else "a"


def described(game: model.CheckedGame, attribute: model.Attribute) -> str:
    """What may stand there, in a few words, for a comment."""
    match attribute.type:
        case model.NumberType():
            ends = [spelled(end) if end is not None else None for end in (attribute.low, attribute.high)]
            said = f"a number from {ends[0]} to {ends[1]}" if all(ends) else "a number"
        case model.TruthType():
            said = "yes or no"
        case model.TextType():
            said = "words in quotation marks"
        case model.EnumType(enum):
            values = [name for name, *_ in game.enums[enum].values]
            said = f"{', '.join(values[:-1])} or {values[-1]}" if 1 < len(values) <= 9 else f"one of {enum}"
        case model.ThingType(kind):
            said = f"the name of {_article(kind)} {kind}"
        case model.ResourceType(resource):
            said = f"so many {resource}"
        case _:
            said = ""
    return f"{attribute.label}: {said}" if attribute.label and said else said
