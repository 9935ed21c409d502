"""Files of campaigns: what is kept, and the record of every match; written whole, verified when read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from dsl import model as m
from dsl.diagnostics.codes import register
from dsl.diagnostics.diagnostic import error
from dsl.source import NOWHERE, SourceFile, Span

from .campaigns import KEPT, after_game, beginning, changed, first_values, games_of, won
from .match import (
    Match,
    MatchError,
    Record,
    checksum,
    damaged,
    lines_of,
    other_format,
    part_of,
    read_json,
    record_of,
    replay,
    write_atomically,
)

if TYPE_CHECKING:
    from .engine.program import Program
    from .engine.state import State

FORMAT = "sidescript-campaign/1"

register({"campaign-file": "A file of a campaign does not fit the game, or its matches do not lead to what it keeps."})


@frozen
class Played:
    """A match of a campaign that is over: which of its games it was, how it ended, and its record."""

    game: str | None
    won: bool
    result: str
    reason: str
    record: Record


@frozen
class CampaignFile:
    """A campaign as a group plays it. `kept` is None before the first match is over; then it is what has changed since
    the campaign began."""

    game: str
    campaign: str
    players: int
    options: Mapping[str, Any]
    kept: Mapping[str, Any] | None = None
    played: tuple[Played, ...] = ()
    source: SourceFile | None = None

    def to_json(self) -> dict[str, Any]:
        body: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "campaign": self.campaign,
            "players": self.players,
            "options": dict(self.options),
            "kept": self.kept,
            "played": [
                {"game": p.game, "won": p.won, "result": p.result, "reason": p.reason, "record": p.record.to_json()}
                for p in self.played
            ],
        }
        body["checksum"] = checksum(body)
        return body

    def write(self, path: Path) -> None:
        write_atomically(path, lines_of(self.to_json()))

    def next_game(self, campaign: m.Campaign) -> str | None:
        """Which of the campaign's games is open: the first that was not won; the last one if all were."""
        names = games_of(campaign)
        wins = sum(p.won for p in self.played)
        return names[min(wins, len(names) - 1)] if names else None

    def finished(self, campaign: m.Campaign) -> bool:
        names = games_of(campaign)
        return bool(names) and sum(p.won for p in self.played) >= len(names)


def read_campaign(path: Path) -> CampaignFile:
    data, source = read_json(path)
    if data.get("format") != FORMAT:
        raise other_format(data, source, FORMAT)
    if data.get("checksum") != checksum(data):
        raise damaged(source, "its checksum does not fit: the file was changed")
    kept = data.get("kept")
    if not isinstance(kept, dict | None):
        raise damaged(source, "`kept` is of another form")
    played: list[Played] = []
    for one in part_of(data, "played", list, source):
        if not isinstance(one, dict) or not isinstance(one.get("record"), dict):
            raise damaged(source, "a match of it is of another form")
        record = record_of(one["record"], source)
        played.append(
            Played(one.get("game"), bool(one.get("won")), str(one.get("result")), str(one.get("reason")), record)
        )
    return CampaignFile(
        part_of(data, "game", str, source),
        part_of(data, "campaign", str, source),
        part_of(data, "players", int, source),
        part_of(data, "options", dict, source),
        kept,
        tuple(played),
        source,
    )


def campaign_of(game: m.CheckedGame, file: CampaignFile) -> m.Campaign:
    """The campaign of a game that a file is of."""
    found = game.campaigns.get(file.campaign) if game.name == file.game else None
    if found is None:
        raise _unfit(file, f"This is a campaign `{file.campaign}` of `{file.game}`, which is not there")
    return found


def start_of(program: Program, file: CampaignFile) -> tuple[dict[str, Any], str | None]:
    """Options and set-up of the next match of a campaign."""
    campaign = campaign_of(program.game, file)
    played, setup = beginning(program, campaign, file.next_game(campaign))
    options = {**file.options, **played}
    if file.kept is not None:
        options[f"{KEPT}{campaign.name}"] = file.kept
    return options, setup


def unopened(program: Program, file: CampaignFile) -> frozenset[str]:
    """The things that the group of a campaign has not come to: of which the game's `define unopened(Thing t)` holds
    when their next match begins. Raises MatchError for a file of another game, CampaignError if it cannot go on."""
    declared = program.game.defines.get(".unopened")
    if declared is None or not declared.parameters or program.game.campaigns.get(file.campaign) is None:
        campaign_of(program.game, file)
        return frozenset()
    options, setup = start_of(program, file)
    s, lay = program.start(file.players, 0, options, setup), program.layout
    of = declared.parameters[0].type
    ids = lay.of_kind(of.kind) if isinstance(of, m.ThingType) else ()
    asked = program.space["f_d__unopened"]
    return frozenset(lay.things[x][0] for x in ids if x not in program.tests_only and asked(s, x))


def with_match(program: Program, file: CampaignFile, match: Match) -> CampaignFile:
    """The campaign after this match of it, which is over."""
    campaign = campaign_of(program.game, file)
    result = program.result(match.state)
    assert result is not None
    played = Played(file.next_game(campaign), won(program, match.state), result.result, result.reason, match.record())
    return evolve(file, kept=_left(program, campaign, match.state, played.record), played=(*file.played, played))


def _left(program: Program, campaign: m.Campaign, over: State, record: Record) -> dict[str, Any]:
    """What a match that is over leaves to the next one, as a file says it."""
    first = first_values(program, campaign, record.seed, record.players, record.options, record.setup)
    return changed(after_game(program, over, campaign), first)


def verify(program: Program, file: CampaignFile) -> None:
    """Plays every match of a campaign again: each begins with what was kept before, and all lead to what is kept."""
    campaign = campaign_of(program.game, file)
    so_far = evolve(file, kept=None, played=())
    for n, played in enumerate(file.played):
        if played.record.hash != program.game.source_hash:
            raise _unfit(file, f"Match {n + 1} was played with another text of `{file.game}`, so I cannot verify it")
        options, _ = start_of(program, so_far)
        given = played.record.options
        mine = {name: value for name, value in options.items() if name.startswith(KEPT)}
        if {name: value for name, value in given.items() if name.startswith(KEPT)} != mine:
            raise _unfit(file, f"Match {n + 1} does not begin with what the matches before it leave")
        state = replay(program, played.record)
        if not state.over or won(program, state) != played.won or played.game != so_far.next_game(campaign):
            raise _unfit(file, f"Match {n + 1} did not end as it is written down")
        kept = json.loads(json.dumps(_left(program, campaign, state, played.record)))
        so_far = evolve(so_far, kept=kept, played=(*so_far.played, played))
    if so_far.kept != file.kept:
        raise _unfit(file, "The matches of this campaign do not lead to what it keeps")


def _unfit(file: CampaignFile, headline: str) -> MatchError:
    place = Span(file.source.path, 0, 0) if file.source is not None else NOWHERE
    return MatchError(error("campaign-file", headline, place), file.source)
