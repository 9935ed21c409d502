"""A modifier that depends on what it changes has no answer."""

from __future__ import annotations

from ... import model as m
from ..report import Report
from ..walk import nodes, sources


def constant_reads_itself(game: m.CheckedGame, report: Report) -> None:
    defines: dict[str, list[m.Value]] = {}
    owners: list[m.Kind | m.Thing] = [*game.kinds.values(), *game.things.values()]
    for owner in owners:
        for key, define in owner.defines.items():
            defines.setdefault(key, []).append(define.value)
    for key, define in game.defines.items():
        if not define.owner:
            defines.setdefault(key, []).append(define.value)

    def reads(root: object, attribute: str, seen: set[str]) -> m.Node | None:
        printed: set[int] = set()
        for node in nodes(root):
            match node:
                case m.Builtin(name="base", arguments=(m.AttributeValue() as of,)):
                    printed.add(id(of))
                case m.AttributeValue(attribute=key) | m.StateValue(attribute=key) if key == attribute:
                    if id(node) not in printed and not (isinstance(node, m.AttributeValue) and node.base):
                        return node
                case m.DefineValue(define=key) if key not in seen:
                    seen.add(key)
                    if reads(tuple(defines.get(key, ())), attribute, seen) is not None:
                        return node
                case _:
                    pass
        return None

    def look(constant: m.Constant, conditions: tuple[object, ...]) -> None:
        match constant:
            case m.Modify(attribute=attribute, value=value, bound=bound):
                found = reads((*conditions, constant.object, value, bound), attribute, set())
                if found is not None:
                    name = attribute.rpartition(".")[2]
                    report.error(
                        "constant-reads-itself",
                        f"This changes `{name}` and depends on `{name}`",
                        constant.span,
                        f"changes `{name}`",
                        other=((found.span, f"depends on `{name}`"),),
                        help=f"Read what is printed instead: `base(x.{name})`.",
                    )
            case m.ConstantEach(query=query, constants=constants):
                for one in constants:
                    look(one, (*conditions, query))
            case _:
                pass

    for source in sources(game):
        for ability in source.abilities:
            if isinstance(ability, m.Standing):
                for constant in ability.constants:
                    look(constant, (*source.conditions, ability.condition))
