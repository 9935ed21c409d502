"""What the checker notes for editors: values and types by place, also of one declaration read by itself."""

from pathlib import Path

from dsl import model as m
from dsl.language_server.project import Project, declaration_at
from dsl.language_server.symbols import occurrence_at
from dsl.source import SourceFile
from dsl.syntax.parse import parse

GAME = Path(__file__).parents[2] / "interpreter" / "games" / "aiming"


def test_a_whole_check_and_one_declaration_tell_the_same():
    project = Project(GAME)
    project.take(project.analyse())
    assert project.latest is not None and project.latest.game is not None and project.good is project.latest.game
    source = project.latest.files["game.side"]
    at = source.text.index("unfold this by m") + len("unfold this by ")
    whole = occurrence_at(project.latest, "game.side", at)
    changed = SourceFile("game.side", source.text + "\n# more\n")
    parsed = parse(changed)
    small = project.small("game.side", changed, parsed, declaration_at(parsed.file, at))
    assert small is not None
    alone = occurrence_at(small, "game.side", at)
    assert whole.symbols == alone.symbols and whole.type == alone.type == m.ThingType("Mage")
