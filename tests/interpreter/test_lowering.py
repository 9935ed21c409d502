"""What the central forms of the language are lowered to, as snapshots. UPDATE=1 accepts what is printed now."""

import os
from pathlib import Path

import pytest

from dsl.check import check_parsed
from dsl.source import SourceFile
from dsl.syntax.parse import parse
from interpreter.lower import lower
from interpreter.show_ir import show_functions
from interpreter.verify import verify

SNAPSHOTS = Path(__file__).parent / "lowering"
TOPICS = sorted(path.stem for path in SNAPSHOTS.glob("*.side"))


@pytest.mark.parametrize("topic", TOPICS)
def test_it_is_lowered_as_before(topic):
    text = (SNAPSHOTS / f"{topic}.side").read_text("utf-8")
    file = SourceFile("game.side", text)
    checked = check_parsed([file], [parse(file)])
    assert checked.game is not None, [d.headline for d in checked.diagnostics]
    rules = lower(checked.game)
    verify(rules)
    wanted = text.partition("\n")[0].removeprefix("# functions:").split()
    assert not [name for name in wanted if name not in rules.functions]
    shown = "\n".join(show_functions(rules, wanted)).rstrip() + "\n"
    snapshot = SNAPSHOTS / f"{topic}.ir"
    if os.environ.get("UPDATE"):
        snapshot.write_text(shown, "utf-8")
    assert shown == snapshot.read_text("utf-8")
