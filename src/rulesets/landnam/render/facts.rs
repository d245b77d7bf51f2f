//! Everything public, and the viewer's own cards, in plain sentences: the picture and the page both take them from
//! here.

use super::Scene;
use crate::landnam::board::{Corner, Place};
use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{BuildingKind, Phase, Player, RedToken, Unit};
use crate::landnam::terrain::Terrain;
use crate::landnam::trade::ORDINARY_RATE;
use crate::landnam::view::SeatView;
use rules::Hex;
use rules::render::rolled;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnHeading {
    pub turn: String,
    /// `Ada's turn`; `None` in a game that is over.
    pub whose: Option<String>,
    /// What there is to do, or how the game ended.
    pub phase: String,
    pub dice: Option<[u8; 2]>,
}

impl TurnHeading {
    pub fn line(&self) -> String {
        let parts = [Some(self.turn.as_str()), self.whose.as_deref(), Some(self.phase.as_str())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(". ")
    }

    pub fn rolled(&self, scene: &Scene<'_>) -> Option<String> {
        self.dice.map(|dice| rolled(scene.phrases, dice))
    }
}

pub fn heading(scene: &Scene<'_>) -> TurnHeading {
    let table = scene.table;
    let ended_by_rules = matches!(table.phase, Phase::Over { .. });
    let is_over = scene.options.is_over || ended_by_rules;
    TurnHeading {
        turn: scene.phrases.counted("turn", table.turn),
        whose: (!is_over).then(|| scene.say("whose_turn", &[("name", &scene.name(table.active))])),
        phase: if is_over && !ended_by_rules {
            scene.phrases.text("game_over")
        } else {
            phase(scene, &table.phase)
        },
        dice: table.roll,
    }
}

fn phase(scene: &Scene<'_>, phase: &Phase) -> String {
    scene.phrases.text(match phase {
        Phase::SetUp => "phase_set_up",
        Phase::Roll => "phase_roll",
        Phase::HarvestCard => "phase_harvest",
        Phase::Aging { .. } => "phase_aging",
        Phase::Althing(althing) if althing.suit.is_some() => "phase_suit",
        Phase::Althing(_) => "phase_althing",
        Phase::Movement(_) => "phase_movement",
        Phase::Trading(trading) if trading.closed => "phase_building",
        Phase::Trading(_) => "phase_trade",
        Phase::Over { ended_by } => {
            return scene.say("over", &[("why", &scene.phrases.ended_by(ended_by))]);
        }
    })
}

pub fn score(scene: &Scene<'_>, seat: &SeatView) -> String {
    let phrases = scene.phrases;
    let score = scene.say(
        "score",
        &[
            ("points", &phrases.counted("points", seat.points)),
            ("cards", &phrases.counted("cards", seat.cards)),
            ("fate", &phrases.counted("fate_cards", seat.fate_cards)),
        ],
    );
    let name = scene.name(seat.seat);
    scene.say("seat_line", &[("seat", &seat.seat), ("name", &name), ("standing", &score)])
}

pub fn tokens(scene: &Scene<'_>, player: Player) -> String {
    let first = player.first_side.map(|side| scene.say("first_landing", &[("side", &side)]));
    tokens_and(scene, player, &first.unwrap_or_default())
}

/// The tokens alone.
pub fn tokens_won(scene: &Scene<'_>, player: Player) -> String {
    tokens_and(scene, player, "")
}

fn tokens_and(scene: &Scene<'_>, player: Player, first: &str) -> String {
    scene.say(
        "tokens",
        &[("white", &player.white), ("red", &player.red), ("black", &player.black), ("first", &first)],
    )
}

pub fn supplies(scene: &Scene<'_>, seat: &SeatView) -> String {
    let phrases = scene.phrases;
    scene.say(
        "supplies",
        &[
            ("houses", &phrases.counted("houses", seat.houses_left)),
            ("ships", &phrases.counted("ships", seat.ships_left)),
            ("settlers", &phrases.counted("settlers", seat.settlers_left)),
            ("rates", &rates(scene, seat.rates)),
        ],
    )
}

fn rates(scene: &Scene<'_>, rates: Bundle) -> String {
    let better = Resource::ALL.into_iter().filter(|&kind| rates.get(kind) < ORDINARY_RATE);
    let better = better.map(|kind| {
        scene.say("better_rate", &[("rate", &rates.get(kind)), ("kind", &scene.phrases.word(kind))])
    });
    let better: String = better.collect();
    format!("{}{better}", scene.say("rate", &[("rate", &ORDINARY_RATE)]))
}

pub fn units(scene: &Scene<'_>, seat: &SeatView) -> String {
    let units = scene.units_of(seat.seat).map(|unit| {
        scene.say("unit_on", &[("unit", &scene.unit(unit)), ("place", &scene.place(unit.place))])
    });
    scene.phrases.joined(units, ", ", "no_units")
}

pub fn buildings(scene: &Scene<'_>, seat: &SeatView) -> Option<String> {
    let kinds = [(BuildingKind::Town, "towns_at"), (BuildingKind::Farm, "farms_at")];
    let kinds = kinds.into_iter().filter_map(|(kind, key)| {
        let own = scene.buildings_of(seat.seat).filter(|(_, building)| building.kind == kind);
        let corners: Vec<String> = own.map(|(corner, _)| corner.to_string()).collect();
        let said = scene.say(key, &[("n", &corners.len()), ("corners", &corners.join(" "))]);
        (!corners.is_empty()).then_some(said)
    });
    let kinds: Vec<String> = kinds.collect();
    (!kinds.is_empty()).then(|| kinds.join("; "))
}

/// `1,-2: pasture 8; Ada's settler 4 (outlaw); red token …`.
pub fn hex(scene: &Scene<'_>, place: Place, hex: Hex) -> String {
    let ground = ground(scene, place);
    let mut parts = vec![if scene.shows_ids { format!("{hex}: {ground}") } else { ground }];
    parts.extend(scene.table.unit_at(place).map(|unit| owned(scene, unit)));
    parts.extend(scene.tokens_on(place).map(|token| lies(scene, token)));
    parts.join("; ")
}

pub fn outer(scene: &Scene<'_>) -> String {
    let units = scene.on_outer().into_iter().map(|unit| owned(scene, unit));
    let tokens = scene.tokens_on(Place::OUTER).map(|token| lies(scene, token));
    let things = scene.phrases.joined(units.chain(tokens), "; ", "no_ship");
    scene.say("outer", &[("things", &things)])
}

fn owned(scene: &Scene<'_>, unit: Unit) -> String {
    scene.say("owned", &[("name", &scene.name(unit.seat)), ("thing", &scene.unit(unit))])
}

pub fn lies(scene: &Scene<'_>, token: RedToken) -> String {
    if !scene.shows_ids {
        return scene.say("red_token_there", &[("name", &scene.name(token.plaintiff))]);
    }
    scene.say("red_token", &[("name", &scene.name(token.plaintiff)), ("unit", &token.unit.0)])
}

/// A corner of that name by the land around it: `pasture 8 · forest 5`.
pub fn corner_named(scene: &Scene<'_>, name: &str) -> String {
    let Ok(corner) = name.parse::<Corner>() else { return String::new() };
    scene.phrases.joined(corner.places().iter().map(|place| ground(scene, *place)), " · ", "none")
}

fn ground(scene: &Scene<'_>, place: Place) -> String {
    let phrases = scene.phrases;
    if place.is_rim() {
        return phrases.text("rim");
    }
    let Some(tile) = scene.table.tile(place) else { return phrases.text("unknown") };
    let number = match tile.number {
        Some(number) => format!(" {}", number.value()),
        None if tile.terrain.is_numbered() => phrases.text("no_number"),
        None => String::new(),
    };
    let harbour = tile.harbour.map(|kind| scene.say("harbour_of", &[("kind", &phrases.word(kind))]));
    format!("{}{number}{}", phrases.word(tile.terrain), harbour.unwrap_or_default())
}

pub fn supply(scene: &Scene<'_>) -> Vec<String> {
    let (supply, phrases) = (scene.table.supply, scene.phrases);
    let some = |kinds: Vec<(u8, String)>| {
        scene.listed(kinds.into_iter().filter(|(count, _)| *count > 0).map(|(_, said)| said))
    };
    let tiles = Terrain::ALL.into_iter().map(|kind| {
        let count = supply.tiles_of(kind);
        (count, phrases.of_kind(count, kind))
    });
    let numbers = Number::ALL.into_iter().map(|number| {
        let count = supply.numbers_of(number);
        (count, format!("{count}×{}", number.value()))
    });
    let run_out = match scene.view.run_out.as_slice() {
        [] => phrases.text("none_run_out"),
        kinds => {
            scene.say("run_out", &[("kinds", &scene.listed(kinds.iter().map(|kind| phrases.word(kind))))])
        }
    };
    let played = scene.counted_cards(&scene.table.discards);
    vec![
        scene.say("tiles_left", &[("tiles", &some(tiles.collect()))]),
        scene.say("numbers_left", &[("numbers", &some(numbers.collect()))]),
        scene.say("harbours_left", &[("harbours", &scene.bundle(supply.harbours, "none"))]),
        run_out,
        scene.say("fate_pile", &[("n", &scene.view.pile), ("played", &played)]),
    ]
}

/// The viewer's hand; none for a spectator.
pub fn own(scene: &Scene<'_>) -> Option<String> {
    let own = scene.view.own.as_ref()?;
    Some(scene.say(
        "you_are",
        &[
            ("name", &scene.name(own.seat)),
            ("seat", &own.seat),
            ("cards", &scene.bundle(own.cards, "no_card")),
            ("fate", &scene.fate_cards(&own.fate_cards)),
        ],
    ))
}
