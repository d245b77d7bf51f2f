//! Dice that show seven: a game gets another seed behind the service's back.

use rules::Chance;

use super::{Service, stored};

/// Gives the game a seed from which the next two dice show seven.
pub fn must_come(service: &Service, game: &str) {
    let version = stored::records(&service.database, "positions", game)[0]["version"].as_u64().unwrap();
    let shows_seven = |seed: &[u8; 32]| {
        let mut chance = Chance::seeded(*seed);
        chance.begin(version + 1);
        chance.die("die", 6) + chance.die("die", 6) == 7
    };
    let seed = (0..=u8::MAX).map(|byte| [byte; 32]).find(shows_seven).unwrap();
    let statement = format!("UPDATE games SET game_seed = '\\x{}' WHERE id = '{game}'", hex::encode(seed));
    service.database.run(&statement);
}
