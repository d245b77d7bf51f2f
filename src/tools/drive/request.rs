//! The requests of the pipe.

use rules::Seat;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use serde_json::value::RawValue;

use super::fault::Fault;

/// A request, and the game it is about.
pub(super) struct Request {
    /// The name that the caller has given the game; `None` for the one without a name.
    pub game: Option<String>,
    pub op: Op,
}

/// Declares the requests by their `op`, which is the name in snake_case: the enum, the names, and how each is read.
macro_rules! requests {
    ($($op:literal => $variant:ident($fields:ty),)+) => {
        pub(super) enum Op {
            $($variant($fields),)+
        }

        /// Every `op`, in the order in which they are described.
        pub(super) const OPS: &[&str] = &[$($op),+];

        impl Op {
            fn read(op: &str, text: &str) -> Result<Self, Fault> {
                match op {
                    $($op => part(text).map(Self::$variant),)+
                    _ => Err(Fault::unknown_op(op)),
                }
            }
        }
    };
}

requests! {
    "setup" => Setup(Setup),
    "act" => Act(Act),
    "legal" => Legal(OfLegal),
    "awaiting" => Awaiting(Bare),
    "view" => View(OfViewer),
    "state" => State(Bare),
    "load" => Load(Load),
    "preview" => Preview(Preview),
    "take_back" => TakeBack(TakeBack),
    "resign" => Resign(Resign),
    "lapse" => Lapse(Lapse),
    "order" => Order(Order),
    "redact" => Redact(Redact),
    "close" => Close(Bare),
}

/// The fields of a request beside `op` and `game`, which are read first.
macro_rules! fields {
    ($(#[$of_request:meta])* $name:ident { $($(#[$of_field:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$of_request])*
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name {
            #[serde(rename = "op")]
            _op: IgnoredAny,
            #[serde(rename = "game", default)]
            _game: IgnoredAny,
            $($(#[$of_field])* pub $field: $type,)*
        }
    };
}

fields!(Setup {
    players: u8,
    options: Option<Box<RawValue>>,
    /// Up to 32 bytes as hex, padded with zeros, so that a run can always be repeated.
    seed: Option<String>,
    chance: Option<Vec<Value>>,
});

fields!(Act {
    seat: Seat,
    action: Box<RawValue>,
    /// The decision to answer; refused when it is no longer open.
    decision: Option<String>,
    chance: Option<Vec<Value>>,
});

fields!(Preview {
    seat: Seat,
    action: Box<RawValue>,
    /// As for [`Act`].
    decision: Option<String>,
});

fields!(OfLegal {
    seat: Seat,
    /// Are the effects of the listed actions wanted, too?
    #[serde(default)]
    effects: bool,
});

fields!(
    /// Whose view; `null` is a spectator.
    OfViewer {
        seat: Option<Seat>,
    }
);

fields!(
    /// Nothing else.
    Bare {}
);

fields!(Load {
    state: Box<RawValue>,
    /// What `state` gives beside the state once something was taken back.
    decision_ids: Option<Box<RawValue>>,
    /// The number of the last entry; later draws follow from it and the seed. Absent: 0.
    #[serde(default)]
    version: u64,
    seed: Option<String>,
    /// For the server's steps that are due in the state.
    chance: Option<Vec<Value>>,
});

fields!(TakeBack {
    seat: Seat,
    /// The version to return to.
    version: u64,
    /// For what standing orders answer then.
    chance: Option<Vec<Value>>,
});

fields!(Resign {
    seat: Seat,
    chance: Option<Vec<Value>>,
});

fields!(Lapse {
    seat: Seat,
    /// The decision to answer. Absent: the first for which the game waits.
    decision: Option<String>,
    chance: Option<Vec<Value>>,
});

fields!(Order {
    seat: Seat,
    /// All of them, oldest first; they replace those that the seat had.
    orders: Vec<Box<RawValue>>,
    /// For what they answer at once.
    chance: Option<Vec<Value>>,
});

fields!(Redact {
    /// A seat; `null` is a spectator.
    viewer: Option<Seat>,
    /// As an answer of the pipe gives them.
    events: Vec<Box<RawValue>>,
});

/// The fields that every request has; the others are read when they are known.
#[derive(Deserialize)]
struct Head {
    op: String,
    game: Option<String>,
}

impl Request {
    pub fn read(line: &[u8]) -> Result<Self, Fault> {
        let text = std::str::from_utf8(line).map_err(|_| Fault::malformed_json("the line is not UTF-8"))?;
        serde_json::from_str::<IgnoredAny>(text)
            .map_err(|error| Fault::malformed_json(&error.to_string()))?;
        let Head { op, game } = part(text)?;
        Ok(Self { game, op: Op::read(&op, text)? })
    }
}

fn part<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        Fault::malformed_request(&error.into_inner().to_string(), (path != ".").then_some(path))
    })
}
