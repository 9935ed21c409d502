"""A small checked game, built by hand: enough Kinds, verbs and cards to try every form of text."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import model as m

N, TR = m.NUMBER, m.TRUTH
HERO_T, FOE_T, PLACE_T, CARD_T = m.ThingType("Hero"), m.ThingType("Foe"), m.ThingType("Space"), m.ThingType("Danger")
STAR_T = m.ResourceType("Star")
STACK: m.Type = m.ZoneType("Danger")

YOU, THIS, ME = m.You(HERO_T), m.This(CARD_T), m.This(FOE_T)


def number(value: int, type_: m.Type = N) -> m.Literal:
    return m.Literal(value, type_)


def local(name: str, type_: m.Type) -> m.Local:
    return m.Local(name, name, type_)


def query(kind: str, name: str = "q", **filters: object) -> m.Query:
    return m.Query(kind, m.Local(name, name, m.ThingType(kind)), **filters)  # type: ignore[arg-type]


def event(verb: str, object: object = None, **roles: object) -> m.Event:
    return m.Event(verb, object, tuple((word.rstrip("_"), value) for word, value in roles.items()))  # type: ignore[arg-type, misc]


def do(verb: str, object: object = None, **roles: object) -> m.Do:
    return m.Do(event(verb, object, **roles), None, None, ())


def attribute(object: m.Value, key: str, type_: m.Type = N) -> m.AttributeValue:
    return m.AttributeValue(object, key, type_)


def place(of: m.Value) -> m.Builtin:
    return m.Builtin("place", (of,), m.OptionalType(PLACE_T))


def pattern(verb: str, object: m.PatternPart | None = None, **roles: m.PatternPart) -> m.Pattern:
    return m.Pattern("verb", verb, object, tuple(roles.items()))


def _verb(
    name: str, phrase: str | None, *parameters: tuple[str, m.Type, str | None], reports: str | None = None
) -> m.Verb:
    made = tuple(m.Parameter(m.Local(f"{name}.{p}", p, type_), role, None) for p, type_, role in parameters)
    return m.Verb(name, made, None, phrase, reports or phrase, ())


def _kind(name: str, noun: tuple[str, str], parent: str, **more: object) -> m.Kind:
    above = {"Hero": ("Figure", "Thing"), "Danger": ("Card", "Thing")}
    chain = (name, parent, *(("Thing",) if parent in ("Figure", "Card", "Token", "Place") else above.get(parent, ())))
    return m.Kind(name, noun, (parent,), chain, **more)  # type: ignore[arg-type]


def _attribute(owner: str, name: str, type_: m.Type, label: str, unit: tuple[str, str] | None = None) -> m.Attribute:
    return m.Attribute(f"{owner}.{name}", name, owner, type_, None, None, None, label, unit)


def _zone(owner: str, name: str, label: str, content: str) -> m.Zone:
    return m.Zone(f"{owner}.{name}", name, owner, label, content, "stack", (), None, None, None, "")


def game(
    things: Sequence[m.Thing] = (), *, readings: Sequence[m.Reading] = (), doc: str = "A small game to try things with."
) -> m.CheckedGame:
    hero_attributes = {
        a.key: a
        for a in (
            _attribute("Hero", "health", N, "health", ("heart", "hearts")),
            _attribute("Hero", "actions", N, "actions", ("action", "actions")),
            _attribute("Hero", "stars", STAR_T, "stars"),
            _attribute("Hero", "foe", FOE_T, "foe"),
        )
    }
    foe_attributes = {a.key: a for a in (_attribute("Foe", "health", STAR_T, "health"),)}
    danger_attributes = {a.key: a for a in (_attribute("Danger", "icon", m.OptionalType(m.EnumType("Icon")), "icon"),)}
    hero_zones = {z.key: z for z in (_zone("Hero", "powers", "Power cards", "Power"),)}
    appears = m.SectionKind(
        "Danger.appears",
        "appears",
        "Villagers Appear",
        None,
        None,
        (
            m.If(
                (
                    (
                        m.NothingTest(attribute(THIS, "Danger.icon", m.OptionalType(m.EnumType("Icon"))), True, TR),
                        (do("meet", m.Literal("the icon", m.TEXT)), do("gain", number(1, STAR_T), for_=YOU)),
                    ),
                ),
                (),
            ),
        ),
    )
    rises = m.SectionKind("Danger.rises", "rises", "Danger Rises", None, None, None)
    hurt = m.Define("Hero.unhurt", "unhurt", "Hero", (), "at full health", number(1))
    acting = m.Define("Hero.acting", "acting", "Hero", (), "in the Action Phase", number(1))
    occupied_local = m.Local("occ.p", "p", PLACE_T)
    occupied = m.Define(".occupied", "occupied", "", (occupied_local,), "{p} [hold] a figure", m.Literal(True, TR))
    hostile = m.Define("Foe.hostile", "hostile", "Foe", (), None, m.Literal(True, TR))
    foe = _kind(
        "Foe", ("Henchman", "Henchmen"), "Token", attributes=foe_attributes, defines={"Foe.hostile": hostile},
        faces=(m.Face("Foe.blue", "blue", "blue"), m.Face("Foe.controlled", "controlled", "controlled")),
    )  # fmt: skip
    kinds = {
        k.name: k
        for k in (
            _kind("Hero", ("Sidekick", "Sidekicks"), "Figure", attributes=hero_attributes, zones=hero_zones,
                  you=m.This(HERO_T), defines={"Hero.unhurt": hurt, "Hero.acting": acting}),
            foe,
            _kind("Space", ("space", "spaces"), "Place"),
            _kind("Bridge", ("Bridge", "Bridges"), "Token"),
            _kind("Danger", ("Danger card", "Danger cards"), "Card", attributes=danger_attributes,
                  sections={s.key: s for s in (appears, rises)}),
            _kind("Power", ("Power card", "Power cards"), "Card"),
        )
    }  # fmt: skip
    verbs = {
        v.name: v
        for v in (
            _verb("lose", "{s} [lose] {n heart|hearts}", ("s", HERO_T, None), ("n", N, "by")),
            _verb("gain", "{s} [gain] {n}", ("n", STAR_T, None), ("s", HERO_T, "for")),
            _verb("explode", "{b} [explode]", ("b", m.ThingType("Bridge"), None)),
            _verb("cancel", "{d} [be] called off", ("d", CARD_T, None)),
            _verb("attack", "{s} [attack] {e}", ("e", FOE_T, None), ("s", HERO_T, "by")),
            _verb("hit", "{s} [hit] {e}", ("e", FOE_T, None), ("s", HERO_T, "by")),
            _verb("ambush", "{h} [attack] {s} on arrival", ("s", HERO_T, None), ("h", FOE_T, "by")),
            _verb("meet", "draw {d} and carry it out", ("d", CARD_T, None), reports="{d} [be] carried out"),
            _verb("assault", "{e} [attack] {s}", ("s", HERO_T, None), ("e", FOE_T, "by"), ("rolls", N, "with")),
        )
    }
    zones = {
        z.key: z
        for z in (
            _zone("", "supply", "supply", "Foe"),
            _zone("", "danger_deck", "Danger deck", "Danger"),
            _zone("", "danger_discard", "discard pile", "Danger"),
            *hero_zones.values(),
        )
    }
    heartless = m.Comparison("==", attribute(local("s", HERO_T), "Hero.health"), number(0), TR)
    return m.CheckedGame(
        name="sample", title="A Sample Game", doc=doc, cites="", seats=m.Seats(2, 4, "Hero", {}), joint=None,
        precedence=(), tiers=(), tiers_from=None, ties=None, asked=None, turn_order=None,
        state={".active": m.Attribute(".active", "active", "", HERO_T, None, None, None, "active", None)},
        options={}, enums={"Icon": m.EnumDeclaration("Icon", "icon", (("forest", "Forest", ""), ("cave", "Cave", "")))},
        resources={"Star": m.ResourceDeclaration("Star", ("star", "stars"), 40)},
        dice={"attack_die": m.Die("attack_die", "Attack Die", m.EnumType("Icon"), (number(1), number(2)))},
        kinds=kinds, groups={}, zones=zones,
        attributes={**hero_attributes, **foe_attributes, **danger_attributes}, boards={}, maps={},
        things={t.name: t for t in things},
        defines={d.key: d for d in (hurt, acting, occupied, hostile)}, verbs=verbs, rules={},
        menus={"before": m.Menu("before", "before your actions"), "turn_action": m.Menu("turn_action", "action")},
        actions={}, phases={"action_phase": m.Phase("action_phase", "Action Phase", (
            m.Take(m.StateValue(".active", HERO_T), None, "turn_action",
                   attribute(m.StateValue(".active", HERO_T), "Hero.actions"), None),), "Do what you can.")},
        flow=(m.Repeat(None, None, (m.Turn(m.StateValue(".active", HERO_T), (m.Run("action_phase"),)),)),),
        setups={"base": m.Setup("base", "Set-up", (m.SetupStep("deck", "The deck", (
            do("shuffle", m.ZoneValue(".danger_deck", None, STACK)),), "Make the deck."),))},
        endings={"hurt": m.Ending("hurt", "A Sidekick has no heart left", "lose", None, m.Aggregate(
            "any", query("Hero", "s", where=heartless), (), TR))},
        campaigns={}, builds={}, decks={}, score=None,
        contents={"base": m.Contents("base", "In the box", ((12, "Foe", True), (1, "castle", False)))},
        laws={}, readings={r.name: r for r in readings}, aliases={}, tests=(), source_hash="0",
    )  # fmt: skip


def _thing(name: str, title: str, kind: str, **more: object) -> m.Thing:
    return m.Thing(name, title, (kind,), 1, **more)  # type: ignore[arg-type]


def danger(name: str, title: str, block: m.Block, **more: object) -> m.Thing:
    body = m.SectionBody("Danger.rises", None, None, None, block, None)
    return _thing(name, title, "Danger", sections={"Danger.rises": body}, **more)


TEAM = m.Builtin("team", (), m.SetType(HERO_T))
B, H, S, P = (local("b", m.ThingType("Bridge")), local("h", FOE_T), local("s", HERO_T), local("p", PLACE_T))


def cards() -> tuple[m.Thing, ...]:
    """One card for each idea."""
    deck, discard = m.ZoneValue(".danger_deck", None, STACK), m.ZoneValue(".danger_discard", None, STACK)
    acting, unhurt = m.DefineValue("Hero.acting", YOU, (), TR), m.DefineValue("Hero.unhurt", YOU, (), TR)
    hostile = m.Define("Foe.hostile", "hostile", "Foe", (), None, m.FaceTest(ME, "Foe.controlled", TR))
    nearest = m.Query("Bridge", B, traits=(m.Trait("standing", m.Literal(True, TR)),), nearest=YOU)
    return (
        danger("exploding_bridge", "Exploding Bridge!", (
            m.May(TEAM, event("pay", number(2, STAR_T), by=TEAM), None, (do("cancel", THIS),), (), False),
            m.Choose(None, None, nearest, B, None, False),
            do("explode", B),
        ), flavour="Mind the gap."),
        danger("danger_rising", "Danger Rising", (
            m.If(((m.Comparison(">", attribute(attribute(YOU, "Hero.foe", FOE_T), "Foe.health", STAR_T), number(0), TR),
                   (do("gain", number(2, STAR_T), for_=YOU),)),),
                 (do("lose", m.EachOf(query("Hero")), by=number(1)),)),
            do("move", THIS, to=deck),
            do("move", m.EachOf(m.Query("Danger", local("d", CARD_T), near=(m.Near("in", discard),))), to=deck),
            do("shuffle", deck),
        ), prohibitions=(m.Cannot(pattern("cancel", m.Same(THIS)), None, None),)),
        danger("villains_attack", "Villains Attack!", (
            m.ChooseOne(TEAM, None, (
                m.Mode("Pay 2 stars", None, (do("pay", number(2, STAR_T), by=TEAM),)),
                m.Mode("Be hurt", m.DefineValue("Hero.unhurt", YOU, (), TR), (do("lose", YOU, by=number(2)),)),
            ), False),
        )),
        danger("patrol", "Guards on Patrol", (
            m.ForEach(m.Query("Space", P, near=(m.Near("adjacent", YOU),), order=m.Order((), YOU)), (
                do("draw", number(1), from_=m.ZoneValue(".supply", None, m.ZoneType("Foe")), to=P),)),
            m.Choose(None, None, m.Query("Space", P, near=(m.Near("adjacent", m.ThingConstant("genie", FOE_T)),),
                     where=m.Not(m.DefineValue(".occupied", None, (P,), TR), TR)), P, None, False),
            do("move", m.PickOf(m.Query("Foe", H, near=(m.Near("in", m.ZoneValue(".supply", None, m.ZoneType("Foe"))),),
                                        amount=m.Amount(number(1), number(1)))), to=P),
        )),
        _thing("care_free_trio", "Care-Free Trio", "Power", abilities=(
            m.Whenever("k", m.Logic("and", acting, unhurt, TR), (
                m.Limit(number(1), "turn", None),
                m.Until(m.Moment("end", "turn", None), (m.Modify(YOU, "Hero.actions", "+", number(1), None),)),
            )),)),
        _thing("morning_song", "Morning Song", "Power", stand_in=True, actions=(
            m.Action("morning_song.morning_song", "morning_song", "Morning Song", ("before",), None,
                     (m.Limit(number(1), "turn", None),), (), (do("gain", number(1, STAR_T), for_=YOU),)),)),
        _thing("quiet_paws", "Quiet Paws", "Power", abilities=(
            m.Trigger("k", "before", pattern("ambush", m.Same(YOU), by=m.Bind(m.Query("Foe", H))), None, (
                m.May(YOU, event("pay", number(1, STAR_T), by=YOU), "Slip past",
                      (m.Stop(pattern("ambush", m.Same(YOU))),), (), False),), True),)),
        _thing("genie", "Genie", "Foe",
               defines={"Foe.hostile": hostile},
               prohibitions=(m.Cannot(pattern("attack", m.Same(ME)), None, None),),
               abilities=(m.Trigger("k", "instead", pattern("ambush", m.Bind(m.Query("Hero", S)), by=m.Same(ME)), None,
                                    (do("lose", S, by=number(1)),), False),)),
        _thing("jafar", "Jafar", "Foe", abilities=(
            m.Trigger("k", "after", pattern("hit", m.Same(ME), by=m.Bind(m.Query("Hero", S))),
                      m.FaceTest(m.ThingConstant("genie", FOE_T), "Foe.controlled", TR), (
                m.May(S, event("flip", m.ThingConstant("genie", FOE_T), to=m.NameConstant("Foe.blue", m.NameType())),
                      "Break the spell", (), (), False),), True),)),
    )  # fmt: skip
