//! What a post says, before it is written in any format: texts of the service, with names that people chose, and facts
//! for programs. It is stored while the post waits, and holds no address.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::store::games::Status;
use crate::time_control::Instant;
use rules::Seat;

/// What a channel tells of. More topics may be added.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ChannelTopic {
    /// A game of the club is open for players; told by channels of clubs alone.
    GameCreated,
    /// The game has begun.
    GameStarted,
    /// For whom the game waits now, and until when.
    Awaited,
    /// The time of an awaited seat runs out, or the service was down and gives time back.
    DeadlineNear,
    /// The time of a seat ran out, and the rules moved for it.
    LapsePlayed,
    /// A vote was opened, carried or failed.
    Vote,
    /// A seat has another player, a bot or none; the game is paused or goes on.
    Membership,
    /// The game is over, with its result.
    GameEnded,
}

/// A sentence of a post, and the topic that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PostLine {
    /// Null in a test.
    pub topic: Option<ChannelTopic>,
    pub text: String,
}

/// A seat for which a game waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AwaitedSeat {
    pub seat: Seat,
    /// What its player is called.
    pub name: String,
    /// Until when there is time; null where no clock runs.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostContent {
    pub game_id: Uuid,
    /// What the game is called in the post.
    pub title: String,
    pub ruleset: String,
    pub status: Status,
    /// -1 before the start.
    pub version: i64,
    pub at: Instant,
    pub lines: Vec<PostLine>,
    pub awaited: Vec<AwaitedSeat>,
    /// May everybody read the game on its public page?
    pub has_public_page: bool,
    /// Is the board shown?
    pub has_picture: bool,
    pub labels: PostLabels,
}

/// What links and the picture are called, in the language of the channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostLabels {
    pub play: String,
    pub look: String,
    pub picture: String,
}

/// The most characters of a name or a title in a post.
const MAX_TITLE: usize = 120;
/// The most characters of a sentence.
const MAX_LINE: usize = 400;

impl PostContent {
    /// The content with nothing in its texts that hides, turns the direction of what stands beside it, or breaks a line.
    pub fn cleaned(self) -> Self {
        let clean_line = |line: PostLine| PostLine { text: one_line(&line.text, MAX_LINE), ..line };
        let clean_seat = |seat: AwaitedSeat| AwaitedSeat { name: one_line(&seat.name, MAX_TITLE), ..seat };
        let PostLabels { play, look, picture } = self.labels;
        Self {
            title: one_line(&self.title, MAX_TITLE),
            lines: self.lines.into_iter().map(clean_line).collect(),
            awaited: self.awaited.into_iter().map(clean_seat).collect(),
            labels: PostLabels { play, look, picture: one_line(&picture, MAX_LINE) },
            ..self
        }
    }
}

/// A text as one line of at most so many characters. Names and titles are checked where they come in; this holds for
/// what was stored by earlier releases, too.
pub fn one_line(text: &str, most: usize) -> String {
    let visible = text.chars().map(|character| match character.general_category() {
        GeneralCategory::Control | GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => {
            Some(' ')
        }
        GeneralCategory::Format
        | GeneralCategory::PrivateUse
        | GeneralCategory::Surrogate
        | GeneralCategory::Unassigned => None,
        _ => Some(character),
    });
    let text: String = visible.flatten().collect();
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(most) {
        line.truncate(end);
        line.push('…');
    }
    line
}
