"""What is printed says no more and no less than the rules: who is meant, how many, and in words to be read.

Each card of a small game is a case: its source, and what has to be printed on it.
"""

from __future__ import annotations

import pytest

from codegen.wording import event_report, text
from dsl import model as m
from dsl.check import check
from dsl.load import load

GAME = """\
/// Deeds of heroes.
game deeds "Deeds"
    seats 2 to 4 as Player
    state active: Player

resource Star "star|stars"

kind Player "player"
    stars: Star from 0 to 99 = 0 "stars"
    lucky: Truth = no "lucky"
    zone deck "deck" of Deed: stack, seen by nobody
    zone hand "hand" of Deed: heap, seen by owner
    zone kept "kept cards" of Deed: heap
    moves_left: Number from 0 to 9 = 3 "steps that are left"
    you is this
    define points "points": sum(Hero h where h.player == this: h.health)
    define has(Hero h) "{this} [have] {h}": h.player == this

kind Hero "Hero|Heroes" is Figure
    health: Number from 0 to 9 = 5 "health"
    stamina: Number from 0 to 9 = 5 "Stamina"
    player: Player? = nothing
    turned: Number from 0 to 270 = 0 "disarray" unit "degree|degrees"
    zone carried "carried cards" of Deed: heap

kind Room "room" is Place

board Room: doors

phase crime_time "Crime Time"
    draw_cards 1 for active

kind Coin "Coin" is Token
    faces silver "silver", golden "golden"

kind Deed "Deed" is Card
    spent: Truth = no "spent"
    you is active
    section play Hero user "Play"


action charge "Charge" is turn
    does: draw_cards 1 for you

verb draw_cards Number n for Player p "{p} [draw] {n card|cards}"
    draw n from p.deck to p.hand

verb damage Hero h by Number n "deal {n} damage to {h}" "{h} [take] {n} damage"
    h.health -= n

verb wound Hero h by Number n "{h} [lose] {n heart|hearts}"
    h.health -= n

verb clear Deed d for Player p "{p} [resolve] {d}"
    move d to box

verb drop Deed d "{d} [come] down"
    move d to box

verb swipe Deed d "swipe {d}" "{d} [be] swiped"
    move d to box

verb greet Player p with Player q "{p} [greet] {q}"
    needs p != q
    p.stars += 1

menu turn "action"

phase day "Day"
    turn of active: active takes 1 turn
    active = next(active)

flow
    repeat: run day

setup base "Set-up"
    step players "Players":
        each Seat s in order of s.number:
            s chooses Player p in box "Who?"
            seat p for s
        active = first(team)

ending lost "Nobody is left": lose when all(Hero h: h.health == 0)
ending rich "A player is rich": win p when Player p where p.stars > 9

Player ann "Ann"
Player ben "Ben and Cat"
Player tim "Tim & Pum"
Player gulls "The Gulls"
    plural: yes
Player mark_and_spencer "Mark and Spencer"
    plural: no
Hero rabbit "Gray Rabbit"
Deed lock_and_key "Lock and Key"
Coin coin "The Coin"
"""

CASES = [
    (
        """
play:
    choose Hero h at Room nearest to user
    damage h by count(Hero at Room)
""",
        "Choose the Hero on the board nearest to the user. Deal damage to that Hero equal to the number of Heroes on "
        "the board.",
    ),
    (
        """
play:
    choose one:
        "Hit" if count(Hero at Room) >= 3:
            choose Hero h at Room nearest to user
            damage h by 1
        "Draw": draw_cards 1 for you
""",
        "Choose one:\n• Deal 1 damage to the Hero on the board nearest to the user (you choose among equals; only if "
        "there are 3 or more Heroes on the board).\n• Draw 1 card.",
    ),
    (
        """
play:
    you may "Let them":
        each Player p except you:
            draw_cards 1 for p
""",
        "You may have this happen: each other player draws 1 card.",
    ),
    (
        """
define wealth "the wealth": count(Deed in you.hand)
play:
    draw_cards this.wealth for you
""",
        "Draw cards equal to this card’s wealth.\nThis card’s wealth is the number of Deeds in your hand.",
    ),
    (
        """
play:
    let crowd = Hero h at user.place
    each Hero h in crowd:
        h.player may "Go": damage h by 1
""",
        "For each of the Heroes on the user’s room, that Hero’s player may deal 1 damage to that Hero.",
    ),
    (
        """
play:
    choose Hero h at Room
    h.player may "Go":
        damage h by 1
        draw_cards 1 for h.player
    h.player may "Go":
        damage h by 1
        draw_cards 1 for active
""",
        "Choose a Hero on the board. That Hero’s player may deal 1 damage to that Hero and draw 1 card. That "
        "player may deal 1 damage to that Hero. If so, you draw 1 card.",
    ),
    (
        """
play:
    until end of turn: user.stamina + user.health
""",
        "The user’s Stamina is increased by the user’s health until the end of the turn.",
    ),
    ("at start of crime_time: draw_cards 1 for you", "At the start of Crime Time, draw 1 card."),
    (
        """
cost of charge by Player p: + 1 if not p.has(rabbit)
cannot charge by Player p if not p.has(rabbit) because "no"
""",
        "The Charge action costs a player 1 more unless that player has Gray Rabbit.\nNo player can take "
        "the Charge action unless they have Gray Rabbit.",
    ),
    (
        "cannot charge if not active.has(rabbit)",
        "No player can take the Charge action unless the active player has Gray Rabbit.",
    ),
    (
        "cannot charge by Player p if p != you and not p.has(rabbit)",
        "No other player can take the Charge action unless they have Gray Rabbit.",
    ),
    ("cannot charge by Player p if p != you", "No other player can take the Charge action."),
    (
        "cannot charge by Player p if p.lucky and not p.has(rabbit)",
        "No lucky player can take the Charge action unless they have Gray Rabbit.",
    ),
    ("cannot damage Hero h if h.player != you", "No Hero can take damage unless it is yours."),
    ("cannot clear Deed d for Player p if d != this and p.lucky", "No lucky player can resolve another Deed."),
    ("cannot wound Hero h by Number n if n >= 3", "No Hero can lose 3 or more hearts."),
    (
        "after damage this.holder by Number n if n > 2: swipe this",
        "After this card’s holder takes 3 or more damage, swipe this card.",
    ),
    (
        """
before wound Hero s by Number n if s.player != you and you.lucky and n > 1:
    limit 1 per turn
    n -= 1
""",
        "Once per turn, when a Hero whose player is not you would lose 2 or more hearts, if you are lucky, "
        "that Hero loses 1 fewer heart.",
    ),
    (
        "before wound Hero s by Number n if n <= 1: cancel",
        "When a Hero would lose fewer than 2 hearts, it does not lose those hearts.",
    ),
    (
        "after wound Hero s by Number n if n == 2: draw_cards n for you",
        "After a Hero loses exactly 2 hearts, draw that many cards.",
    ),
    (
        "after wound Hero s by Number n if 2 <= n and n < 5: wound rabbit by n",
        "After a Hero loses 2 to 4 hearts, Gray Rabbit loses that many hearts.",
    ),
    (
        "after damage Hero s by Number n if n >= 5 and s.player == you: damage rabbit by n",
        "After a Hero of yours takes 5 or more damage, deal that much damage to Gray Rabbit.",
    ),
    (
        "after wound Hero s by Number n if n >= 2 or s.player == you: swipe this",
        "After a Hero loses hearts, if those hearts are 2 or more or that Hero is yours, swipe this card.",
    ),
    (
        """
after clear this for Player p:
    each Player q except p:
        q may draw_cards 1 for q
""",
        "After a player resolves this card, each other player may draw 1 card.",
    ),
    (
        """
after clear this for Player p:
    each Player q:
        q may draw_cards 1 for q
""",
        "After a player resolves this card, each player may draw 1 card.",
    ),
    (
        """
after clear this for Player p:
    each Player q:
        q.stars += 1
        p.stars += 1
""",
        "After a player resolves this card, for each player, that player gains 1 star and the player named "
        "first gains 1 star.",
    ),
    (
        """
play:
    choose Hero a
    choose Hero b
    damage a by 1
    damage b by 2
""",
        "Choose a Hero. Choose a second Hero, possibly the same one. Deal 1 damage to the first Hero. Deal "
        "2 damage to the second Hero.",
    ),
    (
        """
play:
    choose Hero a
    choose Hero b except a
    damage a by 1
    damage b by 2
""",
        "Choose a Hero. Choose another Hero. Deal 1 damage to that Hero. Deal 2 damage to the other Hero.",
    ),
    (
        """
after damage Hero a:
    choose Hero b
    damage b by 1
    wound b by 2
""",
        "After a Hero takes damage, deal 1 damage to a Hero, and that Hero loses 2 hearts.",
    ),
    (
        """
after damage Hero a:
    choose Hero b
    damage b by 1
    damage a by 2
""",
        "After a Hero takes damage, choose a second Hero, possibly the same one, deal 1 damage to the "
        "second Hero, then deal 2 damage to the first Hero.",
    ),
    (
        """
after damage Hero a:
    each Hero b:
        damage b by 1
        damage a by 2
""",
        "After a Hero takes damage, for each Hero, deal 1 damage to that Hero, then deal 2 damage to the "
        "Hero named first.",
    ),
    (
        "while this.holder is Hero: this.holder.stamina +2",
        "While this card’s holder is a Hero, that Hero has +2 Stamina.",
    ),
    (
        "while this.holder is Hero: this.holder.stamina at most 2",
        "While this card’s holder is a Hero, its Stamina is at most 2.",
    ),
    (
        """
play:
    choose up to 1 Hero t where t.health > 1
    each Hero c in t: damage c by 1
""",
        "Choose up to 1 Hero with health 2 or more. Deal 1 damage to that Hero.",
    ),
    (
        """
play:
    choose up to 1 Hero t
    each Hero c in t:
        damage c by 1
        swipe this
""",
        "Choose up to 1 Hero. If one was chosen, deal 1 damage to that Hero and swipe this card.",
    ),
    (
        """
play:
    choose up to 2 Hero t
    damage each Hero c in t by 1
""",
        "Choose up to 2 Heroes. Deal 1 damage to each of them.",
    ),
    (
        """
play:
    greet ben with ann
""",
        "Ben and Cat greet Ann.",
    ),
    (
        """
play:
    choose Hero h where h.turned == 0
    h.turned += 90
""",
        "Choose a Hero that has no disarray. That Hero gains 90 degrees.",
    ),
    (
        """
remembers cleared: Number = 0
after swipe Deed d: this.cleared += 1
""",
        "After a Deed is swiped, increase this card’s number cleared by 1.",
    ),
    (
        "after damage Hero s by Number n if n >= 2 or s.player == you: swipe this",
        "After a Hero takes damage, if that damage is 2 or more or that Hero is yours, swipe this card.",
    ),
    (
        "after damage Hero s by Number n if n > s.health: swipe this",
        "After a Hero takes damage, if that damage is more than its health, swipe this card.",
    ),
    (
        """
play:
    choose one:
        "Go": swipe this
        "Greet": greet active with next(active)
        "Turn":
            flip coin to golden
            swipe this
        "Ann" if you.lucky and you != ann: greet active with ann
""",
        "Choose one:\n• Swipe this card.\n• Greet the next player (only if you are not the next player).\n• "
        "Turn The Coin to the golden side and swipe this card (only if The Coin does not show that side "
        "yet).\n• Greet Ann (only if you are lucky and are not Ann).",
    ),
    (
        """
play:
    choose Player p
    p chooses Deed d in p.kept
    drop d
""",
        "Choose a player. That player chooses a Deed among their kept cards. That Deed comes down.",
    ),
    (
        """
play:
    each Player p:
        each Deed d in p.kept: drop d
""",
        "For each player, each Deed among that player’s kept cards comes down.",
    ),
    (
        """
play:
    if active.points > 3: swipe this
""",
        "If your points are more than 3, swipe this card.",
    ),
    (
        """
play:
    if all(Player p: p.moves_left < 2): swipe this
""",
        "If each player’s steps that are left are less than 2, swipe this card.",
    ),
    ("cost of charge by Player p: + 1 if p != you", "The Charge action costs another player 1 more."),
    (
        """
always:
    each Player p except you: cannot charge by p
""",
        "No other player can take the Charge action.",
    ),
    (
        "after draw_cards Number n for Player p if n >= 2 and p != you: you may draw_cards 1 for you",
        "After another player draws 2 or more cards, you may draw 1 card.",
    ),
    (
        "before damage Hero a by Number n if n > 3: n = 3",
        "When a Hero would take 4 or more damage, reduce that damage to 3.",
    ),
    (
        """
play:
    choose Player p except you
    each Player q except p: q.stars += 1
""",
        "Choose another player. Each player other than that player gains 1 star.",
    ),
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> m.CheckedGame:
    folder = tmp_path_factory.mktemp("deeds")
    cards = "".join(
        f'\nDeed card_{number} "Card"\n' + "".join(f"    {line}\n" for line in source.strip().split("\n"))
        for number, (source, _) in enumerate(CASES)
    )
    (folder / "game.side").write_text(GAME + cards, "utf-8")
    found = check(load(folder))
    assert found.game is not None, [one.headline for one in found.diagnostics]
    return found.game


@pytest.mark.parametrize("number", range(len(CASES)), ids=[said for _, said in CASES])
def test_a_card_says_what_its_rules_say(made: m.CheckedGame, number: int) -> None:
    assert text(made, made.things[f"card_{number}"]).removeprefix("Play: ") == CASES[number][1]


def test_a_title_that_names_several_has_a_verb_in_the_plural(made: m.CheckedGame) -> None:
    assert made.several(made.things["ben"]) and not made.several(made.things["ann"])
    assert not made.several(made.things["lock_and_key"])  # a card, however many its title names
    assert made.several(made.things["tim"]) and made.several(made.things["gulls"])  # as the source says
    assert not made.several(made.things["mark_and_spencer"])
    assert event_report(made, "greet", {"p": "The Gulls", "q": "Ann"}) == "The Gulls greet Ann."
    assert event_report(made, "greet", {"p": "Mark and Spencer", "q": "Ann"}) == "Mark and Spencer greets Ann."
    greet = {"p": "Ben and Cat", "q": "Ann"}
    assert event_report(made, "greet", greet) == "Ben and Cat greet Ann."
    assert event_report(made, "greet", {"p": "Ann", "q": "Ben and Cat"}) == "Ann greets Ben and Cat."
