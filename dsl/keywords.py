"""Every word of the language itself: what it means, and a line that shows it.

Hover, completion, `sidescript show words` and docs/vocabulary.md take their sentences from here; what the built-in
Kinds, verbs and values are is in vocabulary.py. tests/docs/test_language.py holds the table against the grammar, and
each line against the samples of docs/, which the tests read, check and carry out.
"""

# ruff: noqa: E501  # a table: a word, its sentence, its example

from __future__ import annotations

from attrs import frozen


@frozen
class Keyword:
    """`example` is a line as it stands in a sample of the documentation."""

    word: str
    sentence: str
    example: str


def _keywords(rows: str) -> dict[str, Keyword]:
    found: dict[str, Keyword] = {}
    for row in rows.strip().splitlines():
        word, sentence, example = (cell.strip() for cell in row.split(" ~ "))
        found[word] = Keyword(word, sentence, example)
    return found


DECLARING = _keywords("""
action ~ Declares what can be chosen from a menu: what it is done to, what it needs and costs, and what it does. ~ action fight "Attack" is turn_action
alias ~ Declares a second name of a thing. ~ alias exploding_bridge_card of exploding_bridge
board ~ Declares what makes two places of a Kind adjacent: links, things between them, or a grid. ~ board Space: footpath, standing Bridge
build ~ Declares what a character or a deck has to meet. ~ build skirmish "Skirmish" for Sidekick s
campaign ~ Declares matches that follow one another, and what is kept between them. ~ campaign story "Story"
contents ~ Declares what is in the box; `check` counts. As a claim of a test: which lines such lists have. ~ contents base "In the box"
deck ~ Declares a list of cards, so many of each. ~ deck starter "Starter"
define ~ Gives a value a name, in the rules, on a Kind or on a thing; it is worked out whenever it is asked. ~ define half(Number n): n / 2
die ~ Declares a die and its faces, which are values of an enum. ~ die attack_die "Attack Die" of Face: hand x 2, claw x 2, hand_and_claw, star
ending ~ Declares when the match is won or lost; on a thing it counts while the thing is in play. ~ ending free "Every Hero is free": win when none(Hero in castle)
enum ~ Declares a list of values, in order. ~ enum Region: inner, outer
flow ~ Declares how the game goes from its first turn to its last; when it is over, so is the match. ~ flow
game ~ The front page of a game: its name and title, and below them seats and states. As a moment: the whole match. ~ game little_kingdom "Little Kingdom"
group ~ Declares a Kind by condition: things belong to it as long as the condition holds. ~ group Henchman "Henchman|Henchmen": Piece t where t.hostile
kind ~ Declares what a sort of thing has in common. ~ kind Lock "lock|locks" is Token
law ~ Declares what has to hold always; it changes nothing, and tells when the rules are wrong. ~ law one_figure "Two figures never stand on the same space": none(Space p where count(Figure at p) > 1)
map ~ Declares places and how they are joined. In a test: makes places for this test alone. ~ map side_1 "Board for two or three players" of Space
menu ~ Declares a menu; actions say to which they belong. ~ menu turn_action "action"
mod ~ The front page of a mod. Between numbers: what is left when they are divided. ~ mod my_mod "My Mod" extends disney_sidekicks
option ~ Declares what is fixed before a match starts; its first value is the default. ~ option mode "Mode": normal "Normal", novice "Novice"
patch ~ In a mod: changes some lines of a declaration of the game, and keeps the others. ~ patch Sidekick abu "Abu"
phase ~ Declares a part of a turn, which `run` carries out. As a moment: the innermost phase under way. ~ phase action_phase "Action Phase"
reading ~ Declares how you read a rule that is silent or contradicts itself; it has no effect. ~ reading bowl "Where freed Villagers go" cites DS-187
remove ~ In a mod: takes a declaration out of the game. ~ remove law stars_counted
replace ~ In a mod: takes the place of a whole declaration of the game. ~ replace action rest "Rest" is turn_action
resource ~ Declares what is counted, or what pays a price. ~ resource Star "star" x 40
rule ~ Declares abilities that belong to the game, and to no thing. ~ rule two_villagers "Two Villagers a space"
score ~ Declares what is counted at the end of a match. ~ score "Score" if scoring
setup ~ Declares what is done before the first turn. ~ setup base "Set-up"
table ~ Declares many things of a Kind, a row for each; the first row names the columns. ~ table Hero
test ~ Declares a test: what lies on the table, what is done, and what has to hold then. ~ test "A third Villager goes to a tower"
verb ~ Declares something that happens: it can be done, answered, forbidden and remembered, and has its English. ~ verb damage Sidekick s by Number n "{s} [lose] {n heart|hearts}"
""")

FRONT_PAGE = _keywords("""
answers ~ Which answers of one window come first. ~ answers Power then optional
asked ~ `asked from`: the seat from which a table is asked around. In a test: who is asked, with just these options. ~ asked from active
choices ~ `joint choices by`: who decides for the team. ~ joint choices by active
endings ~ Which ending counts if several are true at once. ~ endings lose before win
extends ~ Which game or mod a mod changes. ~ mod my_mod "My Mod" extends disney_sidekicks
joint ~ `joint choices by`: who decides for the team. ~ joint choices by active
order ~ `turn order by`: the order round the table. `in order of`: by which keys a query is gone through. ~ each Seat p in order of p.number:
seats ~ How many seats there are, and the Kind that sits on them. As a value: the seats in play. ~ seats 2 to 4 as Sidekick
state ~ A value of the game itself. ~ state mood: Number from 0 to 9 = 5
ties ~ Who orders answers that come at the same moment. ~ ties active
version ~ The version of a game; in a mod, the one for which it was made. ~ version "1.1"
""")

THINGS = _keywords("""
as ~ What sits on the seats; the name of what a verb gives; the name of a price. ~ roll attack_die as shown
bag ~ A type: so many of each value of an enum. ~ price: Region bag
built_for ~ Of a thing: the build that it has to meet; `check` says what it breaks. ~ built_for: useful
copies ~ A column of a table: how many there are of each. ~ name   | title    | colour | copies
different ~ No two things in the zone may agree in this attribute. ~ zone slots of Villager: row, holds 3, different colour
face ~ What a thing says and is while one of its faces is up. ~ face level_1 "Level 1":
faces ~ The faces of a thing; it starts with the first up. ~ faces locked, unlocked
flavour ~ Words on the card that have no effect. ~ flavour "The second greatest sorcerer, for now."
grid ~ A type: rows of places. On a board: places of a grid that share an edge are adjacent. In a test: lays a grid. ~ city: Space grid
heap ~ A zone without order; `draw` takes a thing at random. ~ zone hand of Card: heap, seen by owner
holds ~ How many the zone has room for. ~ zone towers "castle towers" of Piece: row, holds 5
is ~ Behind a new Kind: the Kinds whose lines it has, too. Behind an action: its menus. In a condition: is it of this Kind, or nothing? ~ kind Lock "lock|locks" is Token
link ~ Joins the places of a map. ~ link footpath: frost_gate -- old_oak -- goat_track, goat_track -- frost_gate
nobody ~ Behind `seen by`: none of the seats. ~ zone danger_deck "Danger deck" of Danger: stack, seen by nobody, refills from danger_discard
of ~ Whose it is, of what Kind, or of which thing. ~ zone towers "castle towers" of Piece: row, holds 5
part ~ Each thing of the Kind has a thing of its own, read as `x.name`. ~ part marker: Marker
refills ~ When it is empty and something is drawn, that zone is shuffled into it first. ~ zone danger_deck "Danger deck" of Danger: stack, seen by nobody, refills from danger_discard
remembers ~ A value that this thing alone keeps. ~ remembers found: Number = 0
row ~ A zone in order: things go to its end. ~ zone towers "castle towers" of Piece: row, holds 5
section ~ A text that things of the Kind write and rules perform. ~ section prepare "Set-up"
see ~ In a test: `x does not see y`. ~ fairies does not see toll
seen ~ Who may see what lies in the zone. ~ zone hand of Card: heap, seen by owner
set ~ A type: several values, in stable order. ~ verb blast Wizard w by Wizard set crew "{crew} [blast] {w}"
stack ~ A zone with a top: things go on top and are drawn from there. ~ zone deck of Card: stack, top seen by all
stand_in ~ Of a thing: it, or these fields, are invented, because no rulebook prints them. ~ stand_in: track
stands ~ `stands at`: the thing counts as lying there, at one place or several. ~ stands at this.ends while this.standing
text ~ Printed in place of the text that Sidescript would write. ~ text "Nobody knows what it opens."
title ~ The printed title; in a table, its column. ~ name   | title    | colour | copies
unit ~ What an attribute counts, in English. ~ health: Number from 0 to this.full = this.full unit "heart|hearts"
works ~ `works in`: its abilities work in these zones only. `works while`: and only as long as this holds. ~ works in hand
x ~ Behind it stands how many copies there are. ~ Guard guard "Guard" x 12
zone ~ Where things lie: of the game, or one for each thing of a Kind. ~ zone hand of Card: heap, seen by owner
""")

ACTIONS = _keywords("""
cost ~ What has to be paid, at its line. `cost of`: changes the price of an action from elsewhere. ~ cost pay 2 Star by you
does ~ What the action does. In a test: `x does not see y`. ~ does: attack e by you
free ~ `free at`: the amount of room that needs none. `perform action free`: without its costs and limits. ~ free at 0
gives ~ Of a verb: the type of what it gives. Of a resource: how much a thing pays. ~ verb take_from Sidekick s gives Number "take the stars of {s}"
limit ~ How often, in a stretch of time. ~ limit 1 per turn for e
needs ~ Nothing is done, or offered, unless this holds. ~ needs n > 0
once ~ Behind a cost that things pay: it is done once, and what is over is lost. ~ cost pay 1 Mana by you once
onto ~ Where something is laid. ~ lay any Spell e in p.hand onto Wizard x in crew worth e.size
others ~ `others may`: of a pledge, only the first has to put in. ~ pledge Player p from you, others may:
pays ~ What is done when the costs are paid, before `does`. ~ pays: move this to pile
per ~ The stretch of time in which a limit counts. ~ limit 1 per turn
pledge ~ Asks one player after another to put in what is theirs. ~ pledge Player p from you, others may:
room ~ Of a resource: how much of it somebody has; what is on the table takes it up. ~ room this.skill - this.used
spend ~ Of a resource: what is done with a thing that pays. ~ spend burn e
succession ~ `in succession`: what is paid beyond the price buys the same action again. ~ in succession
target ~ Chosen when the action is announced, before anything is paid or done. ~ target Wizard foe at w except w
targets ~ `targets of`: what a section of a card targets is chosen here. ~ targets of this.play with w
worth ~ What each thing that is laid counts. ~ lay any Spell e in p.hand onto Wizard x in crew worth e.size
""")

ABILITIES = _keywords("""
above ~ `not above n`: the change goes no further up. ~ you.actions +1 not above 5
after ~ Answers an event that has happened. In a test, `after setup`: carries out the real set-up. ~ after damage you by Number n if n > 1:
always ~ What holds as long as the ability works. ~ always: you.star_hits = yes
at ~ Answers the start or end of a moment; on which place; `at least`, `at most`: a bound of what is read. ~ at end of turn of you:
because ~ The reason that is shown when something is refused. ~ cannot summon you.place because "Nobody heard a thing"
before ~ Answers an event that is about to happen: may change its numbers, and `cancel` it. Of `endings`: which counts first. ~ before damage you by Number n:
below ~ `not below n`: the change goes no further down. ~ until end of turn: you.actions -1 not below 1
cancel ~ In an answer `before` an event: it does not happen. ~ cancel
cannot ~ Forbids an event; it beats every permission. ~ cannot summon you.place because "Nobody heard a thing"
during ~ In which stretch of time: since it last began. ~ after fight by you if times(fight by you during turn) == 2:
end ~ The end of a moment. ~ at end of turn of you:
if ~ Only if the condition holds. As a value: `if c then a else b`. ~ after damage you by Number n if n > 1:
instead ~ `instead of`: takes the place of an event. ~ instead of move Villager v to Space p if count(Villager at p) >= 2:
least ~ `at least n`: what is read is not less than that. ~ rank at least 30 "Royal"
most ~ `at most n`: what is read is not more than that. ~ you.actions at most 4
proceed ~ In an answer `instead of` an event: carries it out after all. ~ proceed
round ~ A moment: from one turn of the first player to the next. ~ limit 1 per round
sees ~ Somebody sees what lies in a zone. In a test: whether a seat sees a thing. ~ you sees danger_deck
start ~ The start of a moment. ~ at start of turn of you:
step ~ A part of a set-up or of a `lockstep`. As a moment: the innermost step under way. ~ step board "The board":
turn ~ `turn of x`: opens the turn of x. As a moment: the turn under way. ~ turn of active:
unless ~ `if not`. ~ after move you unless you.at_castle:
until ~ What holds up to the start or end of a moment; in a draw, when to end. ~ until end of turn: you.actions +1
whenever ~ Each time that the condition becomes true, or a thing begins to match. ~ whenever you.acting and you.unhurt:
while ~ What holds as long as the condition does; `repeat while`: again as long as it does. ~ while you.at_castle: you.actions +1
""")

STATEMENTS = _keywords("""
any ~ Any number, also none. As a question: is there at least one? ~ active takes any turn_action up to active.actions
by ~ A role of a verb: who does it, or by how much. ~ damage you by 1
choose ~ Who the text speaks to picks, when the line is carried out. ~ choose Space p adjacent to you
chooses ~ Somebody picks, when the line is carried out. In a test: answers the open question. ~ active chooses standing Bridge b nearest to s
each ~ One after another. As the object of a verb: all of them at once, as one change. ~ damage each Sidekick by 1
elif ~ Else, if this holds. ~ elif shown == star: leave
else ~ What is done, or the value, if the condition does not hold; what is done if an offer was declined. ~ else: mood += 1
into ~ A role of a verb: where something goes. ~ shuffle danger_discard into danger_deck
lay ~ Brings a map into play. With `onto`: a player lays things onto something. ~ lay side_1
leave ~ Ends the innermost loop. ~ elif shown == star: leave
let ~ Names a value up to the end of the block. Of a query it fixes which things it is. ~ let n = s.stars
lockstep ~ Takes every step for all of them before the next step starts. ~ lockstep Sidekick s in order of s.seat.number if players > 2:
lose ~ The match is lost; with a name, by those. ~ if mood == 0: lose "Nobody is in the mood any more"
may ~ Somebody decides whether it is done. ~ team may pay 3 Star
one ~ `choose one`: one of several ways. `one Player p may`: the first who does it ends the asking. ~ you choose one:
perform ~ Carries out a section of a thing; nothing if the thing has not written it. ~ perform rises of d
repeat ~ Does the block again: so often, as long as a condition holds, or for ever. ~ repeat strength:
return ~ Ends the verb and gives the value. ~ return n
run ~ Carries out a phase. ~ run danger_phase
stop ~ Ends the text; with a phrase, the innermost running event that matches. ~ stop resolve d
take ~ Behind `you`: one action, or several, of a menu. ~ you take 1 end_of_turn
takes ~ Somebody takes actions of a menu. In a test: takes an action, with these things. ~ active takes any turn_action up to active.actions
together ~ What stands in the block is one change: nothing is answered in between. ~ together:
up ~ `up to n`: at most so many. ~ active chooses up to 2 Guard guards in supply
win ~ The match is won; with a name, by those. ~ ending free "Every Hero is free": win when none(Hero in castle)
""")

VALUES_AND_QUERIES = _keywords("""
adjacent ~ `adjacent to`: those next to it, by the board. ~ choose Space p adjacent to you
all ~ All that there are. As a question: does the condition hold for each? ~ define ready: all(Sidekick s where s.at_castle: s.health > 1)
and ~ Both conditions hold. ~ whenever you.acting and you.unhurt:
bottom ~ The bottom of a stack, the end of a row. ~ move this to bottom of danger_deck
can ~ Could it be done as things stand? ~ define stuck(Sidekick s): not can(walk s to Space p adjacent to s)
except ~ All but these. ~ target Wizard foe at w except w
for ~ A role of a verb; for what a limit counts. ~ gain 1 Star for you
from ~ A role of a verb; the least of a range; from whom a table is asked. ~ state mood: Number from 0 to 9 = 5
happened ~ Was it carried out, in this stretch of time or in the whole match? ~ at end of turn if not happened(damage you during turn):
in ~ Which lie in a zone, or are members of a set. ~ define all_free: none(Hero in castle)
infinite ~ Larger than every number. ~ define effort(Space p): if occupied(p) then infinite else 1
it ~ The candidate of the query around it. ~ define closed: count(Lock where it.locked)
nearest ~ Of those left, all that are equally near. ~ choose standing Bridge b nearest to you
no ~ The truth that does not hold. ~ option gentle "Gentle": no
not ~ The condition does not hold. ~ s chooses Space q where not occupied(q)
nothing ~ No thing and no value. In a test: whatever declines. ~ if own is not nothing: take_up own for p
on ~ A role of a verb. ~ verb alight Sidekick s on Space p "{s} [alight] on {p}"
or ~ At least one of the conditions holds. ~ define safe(Sidekick s): s.at_castle or s.health > 3
other ~ Before a Kind: all but `this`. ~ each other Villain v adjacent to this: strengthen v by 1
random ~ Before a Kind: chance picks. ~ move 1 random Guard in supply to this.place
then ~ The value if the condition holds; the next key of an order. ~ define weakest: lowest(Sidekick s: s.health then s.stars)
this ~ The thing on which the text stands. ~ strengthen this by 1
times ~ How often was it carried out, in this stretch of time or in the whole match? ~ after fight by you if times(fight by you during turn) == 2:
to ~ A role of a verb; the greatest of a range; next to or near what. ~ move s to q
top ~ The top of a stack, the front of a row. ~ zone deck of Card: stack, top seen by all
where ~ Only those of which the condition holds. ~ choose Enemy e where can_reach(you, e)
with ~ A role of a verb; what a section is performed with. ~ does: perform play of this with w
within ~ `within n of`: those at most so many steps away. ~ each Guard g within 2 of s except first(Guard at s) in order of distance(g, s): move g to supply
would ~ In the `if` of a `cost of`: is the action that is being announced going to do this? ~ cost of duel: + 2 if would(blast this)
yes ~ The truth that holds. ~ always: you.star_hits = yes
you ~ Whoever the text speaks to: who takes the action, whom the Kind's `you is` names, or whose turn it is. ~ damage you by 1
""")

BESIDE = _keywords("""
advise ~ What a build only warns about. ~ advise "Take somebody quick": s.actions >= 3
cites ~ The rules of the rulebook that this covers; on the front page, the letters of their numbers. ~ cites DS-071
decides ~ What a reading decides. ~ decides "Into the bowl."
keep ~ What a campaign keeps from match to match. ~ keep health of Sidekick
otherwise ~ The rank of any other score. ~ rank otherwise "Loyal"
rank ~ What a score is called from so many points on. ~ rank at least 30 "Royal"
require ~ What has to hold of a build, or for a set-up to be played. ~ require "At most five hearts": s.full <= 5
""")

TESTS = _keywords("""
continues ~ In a test: the match is not over. ~ continues
declines ~ In a test: somebody says no to what is offered. ~ abu declines
ended ~ In a test: the match is over, by this ending. ~ ended castle_full
given ~ In a test: what lies on the table. ~ given
offered ~ In a test: somebody could take this action now. ~ offered fairies fight: jafar
passes ~ Somebody takes no further action. ~ fairies passes
ranked ~ In a test: what the score would be called. ~ ranked "Loyal"
refused ~ In a test: what is tried must not come about; or could not be taken, for this reason. ~ refused fairies sword_of_truth because "You have no two stars"
tries ~ In a test: takes an action that has to be refused. ~ fairies tries fight scar
when ~ In a test: what is done. Of an ending: when it comes. ~ ending free "Every Hero is free": win when none(Hero in castle)
""")

CHAPTERS: dict[str, dict[str, Keyword]] = {
    "Words that declare": DECLARING,
    "Words of the front page": FRONT_PAGE,
    "Words of Kinds, zones and things": THINGS,
    "Words of actions and resources": ACTIONS,
    "Words of abilities and time": ABILITIES,
    "Words of statements": STATEMENTS,
    "Words of values and queries": VALUES_AND_QUERIES,
    "Words beside the game": BESIDE,
    "Words of tests": TESTS,
}

KEYWORDS: dict[str, Keyword] = {word: one for chapter in CHAPTERS.values() for word, one in chapter.items()}
