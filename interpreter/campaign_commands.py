"""The commands about campaigns: new, play, status, export, import."""

from __future__ import annotations

import argparse
import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.commands import command, format_argument, game_argument, open_game_and_sources, report, usage_error

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dsl.model import Campaign, CheckedGame
    from dsl.source import SourceFile

    from .campaign_file import CampaignFile
    from .engine.program import Program
    from .match import Match, MatchError


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    campaign = commands.add_parser(
        "campaign",
        help="play matches of which something is kept",
        description="Play a campaign: matches one after another, of which something is kept.",
        epilog="example: sidescript campaign play our-story.json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parts = campaign.add_subparsers(title="commands", metavar="COMMAND", required=True)
    new = command(
        parts,
        "new",
        "begin a campaign",
        "Begin a campaign of a game. Never writes over a file.",
        "sidescript campaign new sidekick-saga our-story.json --players 3",
    )
    game_argument(new)
    new.add_argument("file", metavar="FILE", type=Path, help="the file of the campaign")
    new.add_argument("--campaign", metavar="NAME", help="which campaign of the game (default: its first)")
    new.add_argument("--players", metavar="N", type=int, help="how many play (default: the fewest)")
    new.add_argument("--options", metavar="NAME=VALUE", action="append", default=[], help="options of all its matches")
    new.set_defaults(run=run_new)

    play = command(
        parts,
        "play",
        "play the next match of a campaign, or go on with it",
        "Play the next match of a campaign, or go on with the one under way. It is saved after every answer, and what\n"
        "it leaves is kept when it is over.",
        "sidescript campaign play our-story.json --agents person,greedy",
    )
    _of_file(play)
    play.add_argument("--agents", metavar="NAMES", help="one name for all seats, or one for each (default: person)")
    play.add_argument("--seed", metavar="N", type=int, help="whole number (default: drawn anew)")
    play.add_argument("--players", metavar="N", type=int, help="how many play from now on")
    play.add_argument(
        "--options",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="play a match aside with these options: it begins with what is kept, and nothing of it is kept",
    )
    play.set_defaults(run=run_play)

    status = command(
        parts,
        "status",
        "say how a campaign stands",
        "Say how a campaign stands: what was played, what is open, what was found. What is not open yet is not named.",
        "sidescript campaign status our-story.json",
    )
    _of_file(status)
    format_argument(status)
    status.set_defaults(run=run_status)

    export = command(
        parts,
        "export",
        "verify a campaign and write it to a file of its own, to share",
        "Play all matches of a campaign again, verify that they lead to what it keeps, and write it to another file.\n"
        "Never writes over a file.",
        "sidescript campaign export our-story.json for-friends.json",
    )
    _of_file(export)
    export.add_argument("to", metavar="TO", type=Path, help="the file that is to be written")
    export.set_defaults(run=run_copy)
    bring = command(
        parts,
        "import",
        "verify a campaign that somebody shared, and go on with a copy of it",
        "Play all matches of a campaign again, verify that they lead to what it keeps, and write it to another file.\n"
        "Never writes over a file.",
        "sidescript campaign import from-friends.json our-story.json",
    )
    _of_file(bring)
    bring.add_argument("to", metavar="TO", type=Path, help="the file that is to be written")
    bring.set_defaults(run=run_copy)


def _of_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the file of the campaign")
    parser.add_argument("--game", metavar="GAME", help="the game, where it is not a built-in one")


def run_new(arguments: argparse.Namespace) -> int:
    from attrs import evolve

    from .campaign_file import CampaignFile, start_of
    from .commands import built, options_of, players_of
    from .engine.phrases import counted
    from .match import lines_of

    game, sources = open_game_and_sources(arguments.game)
    program = built(game, sources)
    if not game.campaigns:
        raise usage_error(f"{game.title} has no campaign")
    name = arguments.campaign or next(iter(game.campaigns))
    if name not in game.campaigns:
        raise usage_error(f"{game.title} has no campaign `{name}`; there are: {', '.join(game.campaigns)}")
    file = CampaignFile(game.name, name, players_of(game, arguments.players), {})
    file = evolve(file, options=_open_values(program, file, options_of(game, arguments.options)))
    _try(program, file, *start_of(program, file))
    _write_new(arguments.file, lines_of(file.to_json()))
    print(f"{arguments.file}: {game.campaigns[name].title} for {counted(file.players, 'player|players')}")
    return 0


def run_play(arguments: argparse.Namespace) -> int:
    from attrs import evolve

    from .agents import AGENTS, seat_names
    from .campaign_file import campaign_of, start_of
    from .commands import players_of, seats_of
    from .match import Match, MatchError
    from .play import Playing

    try:
        file, game, program = _opened(arguments)
        campaign = campaign_of(game, file)
        if arguments.options:
            return _play_aside(arguments, file, game, program)
        match, names = _under_way(program, file, _beside(arguments.file))
        if match is not None and _is_last(file, match):  # written down already; only the file of the match was left
            _beside(arguments.file).unlink()
            match = None
        if match is None:
            if file.finished(campaign):
                print(f"{campaign.title} is finished: there is no game left to play")
                return 0
            file = evolve(file, players=players_of(game, arguments.players or file.players))
            options, setup = start_of(program, file)
            _try(program, file, options, setup)
            seed = arguments.seed if arguments.seed is not None else int.from_bytes(os.urandom(4), "big")
            match = Match(program, file.players, seed, options, setup)
        try:
            said = arguments.agents or ",".join(names) or "person"
            names = seat_names(said, seats_of(game, match.players), ("person", *AGENTS))
        except ValueError as problem:
            raise usage_error(str(problem)) from None
        status = 0
        if not match.over:
            describe = partial(arguments.describe, game) if "describe" in arguments else None
            clause = partial(arguments.clause, game, {}) if "clause" in arguments else None
            more: dict[str, Any] = {
                name: partial(getattr(arguments, name), game) for name in ("offer", "numbers") if name in arguments
            }
            beside, called = _beside(arguments.file), arguments.game or file.game
            status = Playing(game, match, names, beside, describe, called, always=True, clause=clause, **more).run()
        if match.over and match.failure is None:
            _keep(program, file, match, arguments.file)
        return status
    except MatchError as problem:
        return _refused(problem)


def _play_aside(arguments: argparse.Namespace, file: CampaignFile, game: CheckedGame, program: Program) -> int:
    """A match with options of its own, for which the campaign is only where it begins."""
    from .agents import AGENTS, seat_names
    from .campaign_file import start_of
    from .commands import options_of, players_of, seats_of
    from .match import Match
    from .play import Playing

    options, setup = start_of(program, file)
    options |= _open_values(program, file, options_of(game, arguments.options))
    players = players_of(game, arguments.players or file.players)
    _try(program, file, options, setup)
    seed = arguments.seed if arguments.seed is not None else int.from_bytes(os.urandom(4), "big")
    match = Match(program, players, seed, options, setup)
    try:
        names = seat_names(arguments.agents or "person", seats_of(game, players), ("person", *AGENTS))
    except ValueError as problem:
        raise usage_error(str(problem)) from None
    describe = partial(arguments.describe, game) if "describe" in arguments else None
    clause = partial(arguments.clause, game, {}) if "clause" in arguments else None
    more: dict[str, Any] = {
        name: partial(getattr(arguments, name), game) for name in ("offer", "numbers") if name in arguments
    }
    aside = arguments.file.with_name(f"{arguments.file.stem}.aside.json")
    status = Playing(game, match, names, aside, describe, arguments.game or file.game, clause=clause, **more).run()
    if match.over:
        print("This match was played aside: nothing of it is kept.")
    return status


def _open_values(program: Program, file: CampaignFile, said: dict[str, Any]) -> dict[str, Any]:
    """Options as they are; the end of the command for a value that there is not. The engine would name all that there
    are, also what this campaign has not opened yet."""
    from .campaign_file import unopened

    for name, value in said.items():
        known = [each for each, _ in program.game.options[name].values]
        if known and not {one.strip() for one in str(value).split(",")} <= {*known, ""}:
            closed = unopened(program, file)
            there = ", ".join(each for each in known if each not in closed)
            raise usage_error(f"option `{name}` has no value `{value}`; open are {there}")
    return said


def _keep(program: Program, file: CampaignFile, match: Match, path: Path) -> None:
    """Writes down what the match leaves; only then the file of the match goes, so that no crash loses it."""
    from .campaign_file import campaign_of, with_match
    from .campaigns import CampaignError, title_of

    try:
        after = with_match(program, file, match)
    except CampaignError as problem:
        raise usage_error(str(problem)) from None
    after.write(path)
    _beside(path).unlink(missing_ok=True)
    campaign = campaign_of(program.game, after)
    if after.finished(campaign):
        print(f"{campaign.title} is finished.")
    else:
        game = after.next_game(campaign)
        print(f"Next in {campaign.title}: {title_of(program.game, game) if game else program.game.title}")


def run_status(arguments: argparse.Namespace) -> int:
    from .campaign_file import campaign_of
    from .campaigns import games_of, title_of
    from .engine.phrases import counted
    from .match import MatchError

    try:
        file, game, program = _opened(arguments)
        campaign = campaign_of(game, file)
        under_way = _under_way(program, file, _beside(arguments.file))[0] is not None
    except MatchError as problem:
        return _refused(problem)
    finished = file.finished(campaign)
    at = file.next_game(campaign)
    locked = 0 if finished else max(0, len(games_of(campaign)) - sum(p.won for p in file.played) - 1)
    played = [
        {"game": title_of(game, p.game) if p.game else game.title, "won": p.won, "reason": p.reason}
        for p in file.played
    ]
    found = _changed(program, campaign, file.kept)
    if arguments.format == "json":
        told = {
            "game": game.name,
            "campaign": campaign.name,
            "players": file.players,
            "played": played,
            "open": None if finished else title_of(game, at) if at else game.title,
            "locked": locked,
            "under_way": under_way,
            "kept": found,
        }
        print(json.dumps(told, indent=2))
        return 0
    print(f"{campaign.title}, {game.title}, {counted(file.players, 'player|players')}")
    for one in played:
        print(f"  {'won ' if one['won'] else 'lost'}  {one['game']} ({one['reason']})")
    if finished:
        print("  finished")
    else:
        print(f"  open  {title_of(game, at) if at else game.title}{' (under way)' if under_way else ''}")
    if locked:
        print(f"  {locked} more {'game is' if locked == 1 else 'games are'} not open yet")
    if found:
        print("kept:")
    for what, value in found.items():
        print(f"  {what}: {value}")
    return 0


def _changed(program: Program, campaign: Campaign, kept: Mapping[str, Any] | None) -> dict[str, str]:
    """What is kept and differs from how it was when the campaign began: nobody learns what they have not seen."""
    from .campaigns import kept as read

    if kept is None:
        return {}
    state = program.blank(0, 0)
    program.space["f_initial"](state)
    first = read(program, state, campaign)
    names = {program.thing_name(x): _spoken(program, x) for x in range(program.layout.count)}
    found: dict[str, str] = {}
    for part in ("values", "zones"):
        for key, value in kept.get(part, {}).items():
            if first[part].get(key) != value and value != []:
                found[_said(key, names)] = _said(value, names)
    for thing, values in kept.get("things", {}).items():
        for key, value in values.items():
            if first["things"].get(thing, {}).get(key) != value:
                found[f"{names.get(thing, thing)}, {_said(key, names)}"] = _said(value, names)
    return found


def _spoken(program: Program, x: int) -> str:
    """The title of a thing; behind the noun of its Kind if it is a mere sign, as `#1` is."""
    title, info = program.title(x), program.info(x)
    return title if any(c.islower() for c in title) else f"{program.game.kinds[info.kind].noun[0]} {title}"


def _said(value: Any, names: Mapping[str, str]) -> str:
    """A kept value or key in words, as far as names tell it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_said(one, names) for one in value) or "nothing"
    key, _, owner = str(value).partition("@")
    plain = names.get(key, key.rpartition(".")[2].replace("_", " "))
    return f"{plain} of {names.get(owner, owner)}" if owner else plain


def run_copy(arguments: argparse.Namespace) -> int:
    from .campaign_file import verify
    from .match import MatchError, lines_of

    try:
        file, _, program = _opened(arguments)
        verify(program, file)
    except MatchError as problem:
        return _refused(problem)
    _write_new(arguments.to, lines_of(file.to_json()))
    matches = "1 match" if len(file.played) == 1 else f"{len(file.played)} matches"
    print(f"{arguments.to}: verified, {matches}")
    return 0


# ------------------------------------------------------------------------------------------------ files


def _opened(arguments: argparse.Namespace) -> tuple[CampaignFile, CheckedGame, Program]:
    from .campaign_file import campaign_of, read_campaign
    from .commands import built

    file = read_campaign(arguments.file)
    game, sources = open_game_and_sources(arguments.game or file.game)
    campaign_of(game, file)
    return file, game, built(game, sources)


def _beside(path: Path) -> Path:
    """Where the match under way is saved."""
    return path.with_name(f"{path.stem}.match.json")


def _under_way(program: Program, file: CampaignFile, path: Path) -> tuple[Match | None, tuple[str, ...]]:
    from dsl.diagnostics.diagnostic import error
    from dsl.source import Span

    from .campaign_file import start_of
    from .match import Match, MatchError

    if not path.exists():
        return None, ()
    match, names = Match.restore(program, path)
    options, _ = start_of(program, file)
    if match.record().options != Match.settled(options) and not _is_last(file, match):
        headline = f"{path} is no match of this campaign as it stands"
        help = "Put the file elsewhere; the campaign then begins this game anew."
        raise MatchError(error("campaign-file", headline, Span(str(path), 0, 0), help=help))
    return match, names


def _is_last(file: CampaignFile, match: Match) -> bool:
    from .match import checksum

    return bool(file.played) and checksum(file.played[-1].record.to_json()) == checksum(match.record().to_json())


def _try(program: Program, file: CampaignFile, options: Mapping[str, Any], setup: str | None) -> None:
    from .commands import try_start

    try_start(program, file.players, options, setup)


def _write_new(path: Path, text: str) -> None:
    from .decks import write_new

    try:
        write_new(path, text)
    except FileExistsError:
        raise usage_error(f"{path} is there already; I write over no campaign") from None
    except OSError as problem:
        raise usage_error(f"I cannot write {path}: {problem.strerror}") from None


def _refused(problem: MatchError) -> int:
    sources: dict[str, SourceFile] = {problem.source.path: problem.source} if problem.source is not None else {}
    report((problem.diagnostic,), sources)
    sys.stderr.flush()
    return 1
