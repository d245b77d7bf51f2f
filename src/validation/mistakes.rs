//! Turns the errors of the validator into sentences of ours. Its own words are never sent.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use crate::error::{Sentence, below};

/// How many unknown names the error is about; 0 for any other error.
pub fn unknown_names(error: &ValidationError<'_>) -> usize {
    unexpected(error).len()
}

fn unexpected<'e>(error: &'e ValidationError<'_>) -> &'e [String] {
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected,
        _ => &[],
    }
}

/// The mistakes in one error, each with a pointer to the member that is wrong, missing or unknown. The iterator is
/// lazy, since only the first mistakes are named.
pub fn of<'e>(
    error: &'e ValidationError<'_>,
    schema: &'e Value,
) -> impl Iterator<Item = (String, Sentence)> + 'e {
    let pointer = error.instance_path().as_str();
    let names = unexpected(error).iter().map(move |name| {
        let known = beside(error, schema, "properties").and_then(Value::as_object);
        let known = known.into_iter().flatten().map(|(name, _)| name.clone()).collect();
        (below(pointer.to_owned(), name), Sentence::UnknownMember { known })
    });
    let other = std::iter::once_with(move || match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            (below(pointer.to_owned(), name), Sentence::Missing)
        }
        ValidationErrorKind::PropertyNames { error } => {
            let name = error.instance().as_str().unwrap_or_default();
            (below(pointer.to_owned(), name), sentence(error, schema))
        }
        _ => (pointer.to_owned(), sentence(error, schema)),
    });
    names.chain(other.filter(move |_| unexpected(error).is_empty()))
}

fn sentence(error: &ValidationError<'_>, schema: &Value) -> Sentence {
    match error.kind() {
        ValidationErrorKind::Type { kind } => wrong_kind(kind),
        ValidationErrorKind::Enum { options } => {
            let allowed = options.as_array().into_iter().flatten().filter(|option| !option.is_null());
            Sentence::NotAmong { given: given(error.instance()), allowed: allowed.map(plain).collect() }
        }
        ValidationErrorKind::Constant { expected_value } => {
            Sentence::NotAmong { given: given(error.instance()), allowed: vec![plain(expected_value)] }
        }
        ValidationErrorKind::Minimum { .. } | ValidationErrorKind::Maximum { .. } => {
            let bound = |keyword: &str| beside(error, schema, keyword).and_then(Value::as_i64);
            match (bound("minimum"), bound("maximum")) {
                (Some(least), Some(most)) => Sentence::Between { least, most },
                (Some(least), None) => Sentence::AtLeast { least },
                (None, Some(most)) => Sentence::AtMost { most },
                (None, None) => Sentence::NotUsable,
            }
        }
        ValidationErrorKind::MinLength { .. } | ValidationErrorKind::MaxLength { .. } => {
            match bounds(error, schema, "minLength", "maxLength") {
                (least, Some(most)) if least > 0 => Sentence::CharactersBetween { least, most },
                (_, Some(most)) => Sentence::CharactersAtMost { most },
                (least, None) => Sentence::CharactersAtLeast { least },
            }
        }
        ValidationErrorKind::MinItems { .. } | ValidationErrorKind::MaxItems { .. } => {
            match bounds(error, schema, "minItems", "maxItems") {
                (least, Some(most)) if least == most => Sentence::ItemsExactly { count: most },
                (least, Some(most)) if least > 0 => Sentence::ItemsBetween { least, most },
                (_, Some(most)) => Sentence::ItemsAtMost { most },
                (least, None) => Sentence::ItemsAtLeast { least },
            }
        }
        ValidationErrorKind::MinProperties { .. } => Sentence::Empty,
        ValidationErrorKind::UniqueItems => Sentence::Doubled,
        ValidationErrorKind::Pattern { pattern } => wrong_form(pattern),
        ValidationErrorKind::Format { format } => match format.as_str() {
            "uuid" => Sentence::MustBeId,
            "email" => Sentence::MustBeEmail,
            "date-time" => Sentence::MustBeInstant,
            "date" => Sentence::MustBeDate,
            _ => Sentence::NotUsable,
        },
        _ => Sentence::NotUsable,
    }
}

fn wrong_kind(kind: &TypeKind) -> Sentence {
    let first = |kinds: &[JsonType]| kinds.iter().copied().find(|kind| *kind != JsonType::Null);
    let (kind, or_null) = match kind {
        TypeKind::Single(kind) => (Some(*kind), false),
        TypeKind::Multiple(kinds) => {
            let kinds: Vec<JsonType> = kinds.iter().collect();
            (first(&kinds), kinds.contains(&JsonType::Null))
        }
    };
    match kind {
        Some(JsonType::String) => Sentence::MustBeText { or_null },
        Some(JsonType::Integer) => Sentence::MustBeWholeNumber { or_null },
        Some(JsonType::Number) => Sentence::MustBeNumber { or_null },
        Some(JsonType::Boolean) => Sentence::MustBeBoolean { or_null },
        Some(JsonType::Array) => Sentence::MustBeList { or_null },
        Some(JsonType::Object) => Sentence::MustBeObject { or_null },
        Some(JsonType::Null) | None => Sentence::NotUsable,
    }
}

/// The sentence about a pattern. A pattern such as `^(en|nn)$` is described as a choice of words.
fn wrong_form(pattern: &str) -> Sentence {
    let listed = pattern.strip_prefix("^(").and_then(|rest| rest.strip_suffix(")$"));
    let words = listed.map(|listed| listed.split('|').map(str::to_owned).collect::<Vec<_>>());
    let is_word = |word: &String| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    match words {
        Some(allowed) if allowed.iter().all(is_word) => Sentence::OneOf { allowed },
        _ => Sentence::WrongForm { pattern: pattern.to_owned() },
    }
}

fn bounds(error: &ValidationError<'_>, schema: &Value, least: &str, most: &str) -> (u64, Option<u64>) {
    let bound = |keyword: &str| beside(error, schema, keyword).and_then(Value::as_u64);
    (bound(least).unwrap_or(0), bound(most))
}

/// Another keyword of the schema object whose keyword the error is about.
fn beside<'s>(error: &ValidationError<'_>, schema: &'s Value, keyword: &str) -> Option<&'s Value> {
    let (object, _) = error.schema_path().as_str().rsplit_once('/')?;
    schema.pointer(object)?.get(keyword)
}

/// The value as it was sent, if it is short enough for a sentence.
fn given(value: &Value) -> Option<String> {
    const LONGEST: usize = 40;
    match value {
        Value::Array(_) | Value::Object(_) => None,
        value => Some(plain(value))
            .filter(|text| text.chars().count() <= LONGEST && !text.contains(char::is_control)),
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
