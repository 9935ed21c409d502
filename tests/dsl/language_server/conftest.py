import shutil

import pytest

from .client import ROOT, Client


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A small game in two files, and a mod of a large one."""
    home = tmp_path_factory.mktemp("games")
    shutil.copytree(ROOT / "tests" / "interpreter" / "games" / "aiming", home / "aiming")
    shutil.copytree(ROOT / "cards" / "homemade" / "first-card", home / "first-card")
    (home / "aiming" / "more.side").write_text(
        "/// Burns everybody. 🔥\n"
        'Spell blaze "🔥 Blaze 🔥" x 2\n'
        "    cast:\n"
        "        each Mage x in yard where x.life > 1:\n"
        "            x.burning = yes\n"
        "        unfold this by m\n",
        encoding="utf-8",
    )
    return home


@pytest.fixture(scope="module")
def client(game):
    one = Client(game / "aiming", SIDESCRIPT_CACHE=str(game / "cache"))
    yield one
    assert one.close() == 0
    assert [message for message in one.said if message["method"] == "window/logMessage"] == []
