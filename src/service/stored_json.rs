//! JSON and numbers of seats in columns of the database. All of it was written by this service: if it can't be parsed,
//! that is a bug and never an empty default.

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::error::Error;
use rules::{Json, Seat};

/// Reads a stored column; `what` names it in the log.
#[track_caller]
pub fn decode<T: DeserializeOwned>(what: impl Display, text: &str) -> Result<T, Error> {
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        Err(error) => Err(Error::internal(format!("{what} as stored"), error)),
    }
}

#[track_caller]
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    match serde_json::to_string(value) {
        Ok(text) => Ok(text),
        Err(error) => Err(Error::internal("JSON to be stored", error)),
    }
}

/// The seat of a stored number.
#[track_caller]
pub fn stored_seat(seat: i16) -> Result<Seat, Error> {
    match Seat::try_from(seat) {
        Ok(seat) => Ok(seat),
        Err(error) => Err(Error::internal("a stored seat", error)),
    }
}

/// Stored JSON as it is, unparsed.
#[track_caller]
pub fn raw(text: String) -> Result<Json, Error> {
    match RawValue::from_string(text) {
        Ok(json) => Ok(json),
        Err(error) => Err(Error::internal("stored JSON", error)),
    }
}
