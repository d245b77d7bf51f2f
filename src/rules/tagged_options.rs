//! Options name their ruleset in the API, so that clients distinguish those of several rulesets by one property.
//! Stored and exported options don't, since they belong to a game of one ruleset.

use serde_json::Value;
use serde_json::value::RawValue;

use crate::erased::Json;
use crate::refusal::{INVALID_OPTIONS, Refusal};

/// The property by which options are distinguished.
pub const RULESET: &str = "ruleset";

/// Options of a ruleset as a client sees them.
pub fn tagged(ruleset: &str, options: &RawValue) -> Json {
    let rest = options.get().trim_start().strip_prefix('{').map(str::trim_start);
    let Some(rest) = rest else { return options.to_owned() };
    let comma = if rest.starts_with('}') { "" } else { "," };
    // The text of an object stays an object, so neither of the two fallbacks is ever taken.
    let text = format!("{{\"{RULESET}\":{}{comma}{rest}", Value::from(ruleset));
    RawValue::from_string(text).unwrap_or_else(|_| options.to_owned())
}

/// Options as a client sends them, without the name of the ruleset, which it may leave out. Refuses another's.
pub(crate) fn untagged(ruleset: &str, given: &RawValue) -> Result<Json, Refusal> {
    let Ok(Value::Object(mut members)) = serde_json::from_str(given.get()) else {
        return Ok(given.to_owned());
    };
    match members.remove(RULESET) {
        None => Ok(given.to_owned()),
        Some(named) if named == ruleset => {
            Ok(serde_json::value::to_raw_value(&members).unwrap_or_else(|_| given.to_owned()))
        }
        Some(_) => {
            let message = format!("The game is one of `{ruleset}`; these options are another ruleset's.");
            Err(Refusal::new(INVALID_OPTIONS.code, message).at_field(RULESET))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Json {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    #[test]
    fn options_that_were_shown_can_be_sent_back() {
        for plain in ["{}", r#"{"island":"fixed","number":[7,8]}"#] {
            let shown = tagged("landnam", &raw(plain));
            assert!(shown.get().starts_with(r#"{"ruleset":"landnam""#), "{shown}");
            assert_eq!(untagged("landnam", &shown).unwrap().get(), plain);
            assert_eq!(untagged("nord", &shown).unwrap_err().code, INVALID_OPTIONS.code);
            assert_eq!(untagged("landnam", &raw(plain)).unwrap().get(), plain);
        }
    }
}
