"""Under cards/, a thing stands in the folder of its Kind; alone in a file, it gives the file its name."""

from __future__ import annotations

import re
from collections import Counter

from ..members import ThingInfo
from ..world import World


def misplaced_file(world: World) -> None:
    written = [
        t for t in world.things.values() if not t.declared.of_row and not t.faulty and t.declared.belongs_to is None
    ]
    count = Counter(t.node.span.path for t in written)
    rows = {t.node.span.path for t in world.things.values() if t.declared.of_row}
    at_home: set[str] = set()  # files with a thing that belongs there may hold what comes with it
    said: set[str] = set()
    for thing in written:
        path = thing.node.span.path
        folders = path.removeprefix(world.homes.get(path, "")).split("/")
        inside = folders[:-2]
        loose = folders[:-1] == ["cards"] or (
            len(folders) == 1 and count[path] == 1 and folders[0].removesuffix(".side") in _names(thing)
        )
        if loose and path not in said:
            said.add(path)
            kind = kebab(thing.kinds[0])
            world.report.hint(
                "misplaced-file",
                f"`{thing.name}` stands in no folder of its Kind",
                thing.node.name.span,
                f"this file is {'cards/' if len(folders) > 1 else ''}{folders[-1]}",
                help=f"Move it to cards/{kind}/{kebab(thing.name)}.side, so that it can be found.",
            )
        if "cards" not in inside:
            continue
        folder = folders[len(inside) - inside[::-1].index("cards")]
        kinds = [kebab(kind) for kind in world.all_kinds(thing)]
        if folder in kinds:
            at_home.add(path)
        elif path not in at_home and path not in said:
            said.add(path)
            world.report.warning(
                "misplaced-file",
                f"`{thing.name}` stands in the folder of another Kind",
                thing.node.name.span,
                f"this file is in cards/{folder}/",
                help=f"Move it to cards/{kinds[0]}/{kebab(thing.name)}.side.",
            )
        if (
            folder in kinds
            and count[path] == 1
            and path not in rows
            and folders[-1].removesuffix(".side") not in _names(thing)
        ):
            world.report.warning(
                "misplaced-file",
                f"`{thing.name}` stands in a file of another name",
                thing.node.name.span,
                f"this file is {folders[-1]}",
                help=f"Call the file {kebab(thing.name)}.side, so that it can be found.",
            )


def _names(thing: ThingInfo) -> set[str]:
    return {kebab(thing.name), kebab(thing.node.title.value)}


def kebab(name: str) -> str:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name.replace("'", "").replace("’", ""))
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
