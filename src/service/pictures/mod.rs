//! Pictures of games: the drawing of a ruleset, delivered for a viewer and a version, as SVG, as pixels, as text.
//!
//! Knows the names of the players and how an SVG becomes a PNG; knows nothing of what is in the drawing. What a viewer
//! may see was decided by the view that the ruleset rendered.

mod palette;
mod png;
mod renderer;

pub use png::png;
pub use renderer::{PngRenderer, WIDTHS};

use sha2::{Digest, Sha256};

use crate::error::{Code, Error};
use crate::service::loaded_game::LoadedGame;
use crate::service::tag::Tag;
use crate::service::{history, play};
use crate::store::seats::ShownSeat;
use crate::store::{Connection, seats};
use rules::render::{Names, TurnPoints, chart as points_chart};
use rules::{AnyGame, RenderedBoard, Viewer};

/// A picture that is requested. Equal requests give equal pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureRequest {
    /// The version of the game, and the viewer.
    pub tag: Tag,
    /// Is it the version that the game is at?
    pub present: bool,
    /// The names of the players, by seat.
    pub names: Vec<String>,
}

impl PictureRequest {
    /// The picture of `version`, or of now. Errors: `game_not_running` before the start, `version_beyond_present`,
    /// `invalid_parameter`.
    pub async fn of(
        connection: &mut Connection,
        loaded: &LoadedGame,
        viewer: Viewer,
        version: Option<i64>,
    ) -> Result<Self, Error> {
        if version.is_some_and(|version| version < 0) {
            return Err(Code::InvalidParameter.field("version", "A version is 0 or more."));
        }
        let version = play::version(loaded, version)?;
        let names = seats::shown(connection, &[loaded.id]).await?.into_iter().map(name).collect();
        let tag = loaded.tag_at(connection, viewer, version).await?;
        Ok(Self { tag, present: loaded.present.version == Some(version), names })
    }

    /// The part of an entity tag that stands for the names: players may change them, and then the picture changes.
    pub fn mark(&self) -> String {
        let names = Sha256::digest(self.names.join("\n").as_bytes());
        hex::encode(names.get(..6).unwrap_or_default())
    }
}

fn name(seat: ShownSeat) -> String {
    match (seat.name, seat.bot) {
        (Some(name), _) => name,
        (None, Some(bot)) => format!("{bot} (bot)"),
        (None, None) => String::new(),
    }
}

/// The board of a game as the viewer may see it. A past version costs a bounded replay.
pub async fn render(
    connection: &mut Connection,
    loaded: &LoadedGame,
    request: &PictureRequest,
) -> Result<RenderedBoard, Error> {
    let game = if request.present {
        loaded.position()?.1
    } else {
        history::game_at(connection, loaded, request.tag.version).await?
    };
    // A ruleset that renders nothing has no board to be found.
    game.render(request.tag.viewer, &request.names).ok_or_else(|| Code::RouteNotFound.problem())
}

/// This many versions are read at once.
const VERSIONS_AT_ONCE: i64 = 500;

/// The points of every seat over the turns of a game that is over, as an SVG document. It never changes again but for
/// names. Its cost grows with the length of the game, which the rules bound.
pub async fn chart(
    connection: &mut Connection,
    loaded: &LoadedGame,
    request: &PictureRequest,
) -> Result<String, Error> {
    let mut game = history::game_at(connection, loaded, 0).await?;
    let mut turns = Turns::new(game.as_ref());
    let mut version = 0;
    while version < request.tag.version {
        let last = request.tag.version.min(version + VERSIONS_AT_ONCE);
        let entries = history::between(connection, loaded, version, last).await?;
        history::fold(connection, loaded, game.as_mut(), &entries, |game| turns.record(game)).await?;
        version = last;
    }
    Ok(points_chart(&turns.ended(game.as_ref()), Names(&request.names)))
}

/// The points of every seat at the end of each turn.
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

    fn record(&mut self, game: &dyn AnyGame) {
        let turn = game.turn().0;
        if turn < self.turn {
            // What ended the turn was taken back.
            self.standings.retain(|ended| ended.turn < turn);
            self.turn = turn;
        }
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
