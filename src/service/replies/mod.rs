//! Playing by mail: replies, and bounces.
//!
//! An answer that comes in goes the way of every action ([`super::play::act`]) and is validated there; nothing here
//! moves a game. The questions of mails are stored for some weeks, so that a number means what it meant in that very
//! mail. Knows no HTTP, no socket and no mail format.

mod absence;
mod answers;
mod bounces;
mod grammar;
mod reply;
mod reply_address;
mod reply_words;
mod requests;

pub use bounces::{BounceAddress, FailedDelivery, bounce, envelope_sender, failed_status};
pub use grammar::parts;
pub use reply::{Above, InboundMail, OwnLine, ReplyOutcome, is_known, reply};
pub use reply_address::{NewReplyAddress, ReplyAddress, create_reply_address, domain, heard_from};
pub use reply_address::{QuestionContext, create_question_address, game_when_answered};
