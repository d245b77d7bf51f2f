//! The points of everybody over the turns of a game that is over. It never changes again but for names.

use super::asked::Asked;
use crate::error::Error;
use crate::service::table::Table;
use crate::service::{history, log};
use crate::store::Connection;
use rules::AnyGame;
use rules::render::{Names, TurnPoints, chart as drawn};

/// So many versions are read at once.
const AT_ONCE: i64 = 500;

/// The chart as an SVG document. Its cost grows with the length of the game, which the rules bound.
pub async fn chart(connection: &mut Connection, table: &Table, asked: &Asked) -> Result<String, Error> {
    let mut game = history::game_at(connection, table, 0).await?;
    let mut turns = Turns::new(game.as_ref());
    let mut version = 0;
    while version < asked.tag.version {
        let last = asked.tag.version.min(version + AT_ONCE);
        for entry in history::between(connection, table, version, last).await? {
            log::fold(game.as_mut(), &entry)?;
            turns.go_on(game.as_ref());
        }
        version = last;
    }
    Ok(drawn(&turns.ended(game.as_ref()), Names(&asked.names)))
}

/// How everybody stood at the end of each turn.
struct Turns {
    standings: Vec<TurnPoints>,
    turn: u32,
}

impl Turns {
    fn new(game: &dyn AnyGame) -> Self {
        let turn = game.turn().0;
        let start = TurnPoints { turn: turn.saturating_sub(1), points: game.points() };
        Self { standings: vec![start], turn }
    }

    fn go_on(&mut self, game: &dyn AnyGame) {
        let turn = game.turn().0;
        if turn != self.turn {
            self.standings.push(TurnPoints { turn: self.turn, points: game.points() });
            self.turn = turn;
        }
    }

    fn ended(mut self, game: &dyn AnyGame) -> Vec<TurnPoints> {
        self.standings.push(TurnPoints { turn: self.turn, points: game.points() });
        self.standings
    }
}
