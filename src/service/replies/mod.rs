//! Answering by mail: links that give one answer each, replies, and bounces.
//!
//! An answer that comes in goes the way of every action ([`super::play::act`]) and is validated there; nothing here
//! moves a game. The questions of mails are stored for some weeks, so that a number means what it meant in that very
//! mail. Knows no HTTP, no socket and no mail format.

mod answer_line;
mod bounces;
mod links;
mod question;
mod reply;

pub use bounces::{BounceAddress, FailedDelivery, bounce, envelope_sender, failed_status};
pub use links::{GivenAnswer, LinkState, OpenedLink, open_link, take_answer_back, use_link};
pub use question::{
    MOST_LINKS, Question, QuestionContext, ReplyOptions, create_reply_options, current_question, digest,
    game_when_answered, question_about,
};
pub use reply::{InboundMail, ReplyAddress, ReplyOutcome, domain, is_known, reply};
