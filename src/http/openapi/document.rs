//! The finished description, as text.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::Value;

use super::{annotated, links, plain_words, problems, scopes, titles};

pub struct Description {
    /// As `openapi.yaml` keeps it.
    pub yaml: String,
    /// The same as JSON.
    pub json: String,
}

/// The members of the document in the order in which people read them.
#[derive(Serialize)]
struct Ordered {
    openapi: Value,
    info: Value,
    servers: Value,
    tags: Value,
    paths: Value,
    components: Value,
}

/// The description of this release; the same in every process. An error is a defect of this release.
pub fn description() -> Result<&'static Description, &'static str> {
    static MADE: LazyLock<Result<Description, String>> = LazyLock::new(make);
    MADE.as_ref().map_err(String::as_str)
}

fn make() -> Result<Description, String> {
    let broken = |error: &dyn std::fmt::Display| error.to_string();
    let mut document = serde_json::to_value(annotated::document()).map_err(|error| broken(&error))?;
    let shipped = rulesets::all();
    scopes::add(&mut document)?;
    problems::add(&mut document, &shipped)?;
    titles::add(&mut document, &shipped)?;
    links::add(&mut document)?;
    let mut take = |member: &str| document.get_mut(member).map(Value::take).unwrap_or_default();
    let ordered = Ordered {
        openapi: take("openapi"),
        info: take("info"),
        servers: take("servers"),
        tags: take("tags"),
        paths: take("paths"),
        components: take("components"),
    };
    Ok(Description {
        yaml: plain_words::quoted(&yaml_serde::to_string(&ordered).map_err(|error| broken(&error))?),
        json: serde_json::to_string(&ordered).map_err(|error| broken(&error))?,
    })
}
