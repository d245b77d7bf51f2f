//! Playing by mail: links that open the page of a seat, replies, and bounces.
//!
//! An answer that comes in goes the way of every action ([`super::play::act`]) and is validated there; nothing here
//! moves a game. The questions of mails are stored for some weeks, so that a number means what it meant in that very
//! mail. Knows no HTTP, no socket and no mail format.

mod answer_line;
mod bounces;
mod question;
mod recent_events;
mod reply;
mod reply_address;
mod reply_words;
mod seat_links;
mod seat_page;

pub use bounces::{BounceAddress, FailedDelivery, bounce, envelope_sender, failed_status};
pub use question::{
    Question, QuestionContext, create_reply_address, current_question, digest, game_when_answered,
    question_about,
};
pub use recent_events::{former_players, recent_events};
pub use reply::{InboundMail, ReplyOutcome, is_known, reply};
pub use reply_address::{ReplyAddress, domain};
pub use seat_links::{DeadSeatLink, OpenedSeat, SeatLink, create_seat_link, end_seat_links, open_seat_link};
pub use seat_page::{SeatMoment, seat_moment};
