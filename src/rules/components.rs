//! The components of a ruleset as data (decks, costs, limits): read from JSON, checked, and kept with that JSON, since
//! a game stores the components it was started with.

use std::ops::Deref;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::refusal::{Refusal, Validation};

pub trait ComponentData: DeserializeOwned {
    /// The components of games that bring none of their own.
    const STANDARD: &'static str;

    /// Refuses components with which no game can be played, naming the field that is wrong.
    fn check(&self) -> Validation;

    fn read(json: &str) -> Result<Self, Refusal> {
        let mut reader = serde_json::Deserializer::from_str(json);
        let components: Self = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let field = error.path().to_string();
            unplayable(field, error.into_inner().to_string())
        })?;
        components.check()?;
        Ok(components)
    }

    fn standard() -> Self {
        match Self::read(Self::STANDARD) {
            Ok(components) => components,
            // Tests read the components in the source.
            Err(refusal) => unreachable!("the components in the source can't be played: {refusal}"),
        }
    }
}

/// Components with the JSON that a game stores.
#[derive(Debug, Clone)]
pub struct StoredComponents<C> {
    components: C,
    json: String,
}

impl<C: ComponentData> StoredComponents<C> {
    pub fn read(json: &str) -> Result<Self, Refusal> {
        Ok(Self { components: C::read(json)?, json: json.to_owned() })
    }

    pub fn json(&self) -> &str {
        &self.json
    }
}

impl<C: ComponentData> Default for StoredComponents<C> {
    fn default() -> Self {
        Self { components: C::standard(), json: C::STANDARD.to_owned() }
    }
}

impl<C> Deref for StoredComponents<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.components
    }
}

/// Components with which no game can be played, because of `field`.
pub fn unplayable(field: impl Into<String>, why: impl Into<String>) -> Refusal {
    Refusal::new("invalid_components", why.into()).at_field(field.into())
}

pub fn ensure(holds: bool, field: &'static str) -> Validation {
    if holds { Ok(()) } else { Err(unplayable(field, "The game can't be played with this.")) }
}

/// How many can play, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerRange {
    pub min: u8,
    pub max: u8,
}
