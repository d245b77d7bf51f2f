//! What is sent down a stream: frames of server-sent events.

use serde::Serialize;

use super::Ending;
use crate::error::Error;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Where the follower is once he has it; none for what is no part of the order.
    pub id: Option<String>,
    pub event: &'static str,
    /// One line of JSON.
    pub data: String,
}

impl Frame {
    pub fn at(id: String, event: &'static str, data: String) -> Self {
        Self { id: Some(id), event, data }
    }

    /// The last frame of a stream.
    pub fn end(reason: Ending) -> Self {
        #[derive(Serialize)]
        struct End {
            reason: Ending,
        }
        let data = serde_json::to_string(&End { reason }).unwrap_or_default();
        Self { id: None, event: "end", data }
    }

    /// As it is sent. JSON on one line holds no line break, so the frame can't be broken from within.
    pub fn sent(&self) -> String {
        let id = self.id.as_ref().map(|id| format!("id: {id}\n")).unwrap_or_default();
        format!("{id}event: {}\ndata: {}\n\n", self.event, self.data)
    }
}

/// Sent now and then, so that both ends notice when the other is gone.
pub const HEARTBEAT: &str = ":\n\n";

/// How long a client should wait before it comes back, and that the stream is open.
pub const GREETING: &str = "retry: 1000\n\n";

/// A value as the data of a frame.
pub fn data(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::Internal(error.to_string()))
}
