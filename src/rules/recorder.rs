//! The events of one action while it is carried out, and the enums that list a ruleset's actions and events.

use std::ops::Deref;

use crate::chance::Chance;

/// An event does not fit the state that it is folded into: a seat that is not there, a supply below zero. `decide`
/// gives no such event unless the ruleset has a bug; a record that was tampered with may have one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an event does not fit the state: {0}")]
pub struct Misfit(pub &'static str);

pub type Applied = Result<(), Misfit>;

/// Names what is missing where an event does not fit.
pub trait OrMisfit<T> {
    fn or_misfit(self, what: &'static str) -> Result<T, Misfit>;
}

impl<T> OrMisfit<T> for Option<T> {
    fn or_misfit(self, what: &'static str) -> Result<T, Misfit> {
        self.ok_or(Misfit(what))
    }
}

/// Folds an event into a state, in live play, in replays and for earlier versions. It has neither components nor
/// chance, so that changed rules never change what has happened. An error leaves the state half changed.
pub trait Apply<S> {
    /// By default nothing changes, for events that only report a consequence of others.
    fn apply(&self, _state: &mut S) -> Applied {
        Ok(())
    }
}

/// Records the events of one action. Each is applied at once to a copy of the state that runs ahead, so that what
/// follows in the same action sees the state as it is by then: the recorder can be read like that state.
pub struct Recorder<'r, C, S, E> {
    pub components: &'r C,
    pub chance: &'r mut Chance,
    state: S,
    events: Vec<E>,
    /// The first event that did not fit the state, if there is one.
    applied: Applied,
}

impl<'r, C, S: Clone, E: Apply<S>> Recorder<'r, C, S, E> {
    pub fn new(components: &'r C, state: &S, chance: &'r mut Chance) -> Self {
        Self { components, chance, state: state.clone(), events: Vec::new(), applied: Ok(()) }
    }

    pub fn record(&mut self, event: impl Into<E>) {
        let event = event.into();
        self.applied = self.applied.and(event.apply(&mut self.state));
        self.events.push(event);
    }

    /// The events alone. None that misfits is lost: it misfits again where it is folded into the state.
    pub fn into_events(self) -> Vec<E> {
        self.events
    }

    /// The events, with `state` as they leave it: the one that was given to [`Recorder::new`].
    pub fn fold_into(self, state: &mut S) -> Result<Vec<E>, Misfit> {
        self.applied?;
        *state = self.state;
        Ok(self.events)
    }
}

impl<C, S, E> Deref for Recorder<'_, C, S, E> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}

/// Writes an enum that lists structs by their modules, distinguished by a `type`. An enum that `applies to` a state
/// forwards to the struct's own [`Apply`]; one that is `decided with` a recorder forwards to the struct's own `decide`.
#[macro_export]
macro_rules! list_of {
    (
        $(#[$attribute:meta])* pub enum $list:ident applies to $state:ty {
            $($($module:ident)::+: $($name:ident),+;)+
        }
    ) => {
        $crate::list_of! { $(#[$attribute])* pub enum $list { $($($module)::+: $($name),+;)+ } }

        impl $crate::Apply<$state> for $list {
            fn apply(&self, state: &mut $state) -> $crate::Applied {
                match self {
                    $($(Self::$name(one) => one.apply(state)),+),+
                }
            }
        }
    };
    (
        $(#[$attribute:meta])* pub enum $list:ident decided with $recorder:ty {
            $($($module:ident)::+: $($name:ident),+;)+
        }
    ) => {
        $crate::list_of! { $(#[$attribute])* pub enum $list { $($($module)::+: $($name),+;)+ } }

        impl $list {
            pub fn decide(&self, recorder: &mut $recorder, seat: $crate::Seat) -> $crate::refusal::Validation {
                match self {
                    $($(Self::$name(one) => one.decide(recorder, seat)),+),+
                }
            }
        }
    };
    ($(#[$attribute:meta])* pub enum $list:ident { $($($module:ident)::+: $($name:ident),+;)+ }) => {
        $(pub use super::$($module)::+::{$($name),+};)+

        #[derive(Debug, Clone, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize, ::utoipa::ToSchema)]
        #[serde(tag = "type", rename_all = "snake_case")]
        $(#[$attribute])*
        pub enum $list {
            $($($name($name)),+),+
        }

        $($(impl From<$name> for $list {
            fn from(one: $name) -> Self {
                Self::$name(one)
            }
        })+)+
    };
}

/// Writes the union of `Event` and `Redacted` of the module, under the name of the schema.
#[macro_export]
macro_rules! redacted_event {
    ($name:ident as $schema:ident) => {
        /// An event as a viewer may see it.
        #[derive(Debug, Clone, PartialEq, Eq, ::serde::Serialize, ::utoipa::ToSchema)]
        #[serde(untagged)]
        #[schema(as = $schema)]
        pub enum $name {
            /// The event as it is; nothing in it is secret from the viewer.
            Whole(Event),
            /// What is left of an event with a secret in it.
            Redacted(Redacted),
        }
    };
}
