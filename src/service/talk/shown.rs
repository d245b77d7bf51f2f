//! A message as a reader is shown it.

use serde::Serialize;
use uuid::Uuid;

use crate::clock::Instant;
use crate::store::feeds::FeedMessage;
use crate::store::messages::BoxMessage;

/// What somebody said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct MessageShown {
    /// Its name.
    pub id: Uuid,
    /// Which of the messages that you may read it is, from 1.
    pub number: i64,
    /// Who said it.
    pub account: Uuid,
    /// The name of who said it; null once that is unknown.
    pub name: Option<String>,
    /// The seat of who said it, at that time; null before the seats are dealt.
    pub seat: Option<i16>,
    /// The seats it was said to; null: to the whole table.
    pub to: Option<Vec<i16>>,
    /// What was said.
    pub text: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
}

impl MessageShown {
    /// A message on its way, under the number that it has in the reader's box.
    pub fn sent(sent: &FeedMessage, number: i64) -> Self {
        Self {
            id: sent.id,
            number,
            account: sent.account,
            name: sent.name.clone(),
            seat: sent.seat,
            to: sent.to_seats.clone(),
            text: sent.text.clone(),
            at: sent.at,
        }
    }
}

impl From<BoxMessage> for MessageShown {
    fn from(copy: BoxMessage) -> Self {
        Self {
            id: copy.id,
            number: copy.number,
            account: copy.account,
            name: copy.name,
            seat: copy.seat,
            to: copy.to_seats,
            text: copy.text,
            at: copy.at,
        }
    }
}
