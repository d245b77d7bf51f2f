//! The events of one action while it is carried out, and the enums that list a ruleset's actions and events.

use std::ops::Deref;

use crate::chance::Chance;
use crate::entry::{PerformError, SettleError};
use crate::refusal::{Refusal, Validation};

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

/// Records the events of one action. Each is applied at once, so that what follows in the same action sees the state as
/// it is by then: the recorder can be read like that state.
pub struct Recorder<'r, C, S, E> {
    pub components: &'r C,
    pub chance: &'r mut Chance,
    state: &'r mut S,
    events: Vec<E>,
    /// The first event that did not fit the state, if there is one.
    applied: Applied,
}

impl<'r, C, S: Clone, E: Apply<S>> Recorder<'r, C, S, E> {
    pub fn new(components: &'r C, state: &'r mut S, chance: &'r mut Chance) -> Self {
        Self { components, chance, state, events: Vec::new(), applied: Ok(()) }
    }

    /// The events of an action that leave `state` as it is.
    pub fn decide(
        components: &C,
        state: &S,
        chance: &mut Chance,
        act: impl FnOnce(&mut Recorder<'_, C, S, E>) -> Validation,
    ) -> Result<Vec<E>, Refusal> {
        let mut ahead = state.clone();
        let mut recorder = Recorder::new(components, &mut ahead, chance);
        act(&mut recorder)?;
        Ok(recorder.into_events())
    }

    /// The events of an action, which `state` has in it then. An action is refused before it records anything, so that a
    /// refusal leaves `state` as it was; one that comes later is a bug of the ruleset.
    pub fn carry_out(
        components: &C,
        state: &mut S,
        chance: &mut Chance,
        act: impl FnOnce(&mut Recorder<'_, C, S, E>) -> Validation,
    ) -> Result<Vec<E>, PerformError> {
        let mut recorder = Recorder::new(components, state, chance);
        match act(&mut recorder) {
            Ok(()) => recorder.applied?,
            Err(refusal) if recorder.events.is_empty() => return Err(refusal.into()),
            Err(refusal) => {
                return Err(SettleError::Impossible(format!("half an action was refused: {refusal}")).into());
            }
        }
        Ok(recorder.events)
    }

    pub fn record(&mut self, event: impl Into<E>) {
        let event = event.into();
        self.applied = self.applied.and(event.apply(self.state));
        self.events.push(event);
    }

    /// The events alone. None that misfits is lost: it misfits again where it is folded into the state.
    pub fn into_events(self) -> Vec<E> {
        self.events
    }
}

impl<C, S, E> Deref for Recorder<'_, C, S, E> {
    type Target = S;

    fn deref(&self) -> &S {
        self.state
    }
}

/// Writes [`crate::Rules::decide`] and [`crate::Rules::carry_out`] of a ruleset that has its `components` as a field, and
/// whose actions are checked and recorded by this function.
#[macro_export]
macro_rules! recorded_by {
    ($record:path) => {
        fn decide(
            &self,
            state: &Self::State,
            actor: $crate::Actor,
            action: &Self::Action,
            chance: &mut $crate::Chance,
        ) -> Result<Vec<Self::Event>, $crate::Refusal> {
            $crate::Recorder::decide(&*self.components, state, chance, |recorder| {
                $record(recorder, actor, action)
            })
        }

        fn carry_out(
            &self,
            state: &mut Self::State,
            actor: $crate::Actor,
            action: &Self::Action,
            chance: &mut $crate::Chance,
        ) -> Result<Vec<Self::Event>, $crate::PerformError> {
            $crate::Recorder::carry_out(&*self.components, state, chance, |recorder| {
                $record(recorder, actor, action)
            })
        }
    };
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
