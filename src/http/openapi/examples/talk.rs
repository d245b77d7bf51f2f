//! Something said at a table, and a note.

use serde_json::Value;

use super::{id, noon, value};
use crate::service::talk::{MessageShown, Messages, NoteShown};

pub fn message() -> Value {
    value(&said())
}

pub fn messages() -> Value {
    value(&Messages { messages: vec![said()], read: Some(2), unread: Some(1), next_cursor: None })
}

pub fn note() -> Value {
    value(&NoteShown { text: "Bjarni hoards wool.".to_owned(), revision: 1, updated_at: Some(noon()) })
}

fn said() -> MessageShown {
    MessageShown {
        id: id(0xe0),
        number: 3,
        account: id(0xa1),
        name: Some("Bjarni".to_owned()),
        seat: Some(1),
        to: None,
        text: "Wool for iron, anybody?".to_owned(),
        at: noon(),
    }
}
