//! Parameters of the address: the placeholders of its path, and its query string.

use actix_web::dev::Payload;
use actix_web::{Error as WebError, FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, Object, ObjectBuilder, SchemaFormat, Type};
use uuid::Uuid;

use super::{line_breaks, parameter, read};
use crate::error::{Code, Error, Sentence};
use crate::http::described::DescribedOperation;
use crate::http::endpoint::{Argument, OperationBuilder};

/// The placeholders of a path, in order.
pub struct Path<T>(pub T);

/// The error for a path that the description allows and the type does not, such as a number that is too large. The
/// router does not say which placeholder it is, so the last one is named.
fn unusable(request: &HttpRequest) -> Error {
    let last = request.match_info().iter().last().map(|(name, _)| name.to_owned());
    Code::InvalidParameter.field(last.unwrap_or_default(), Sentence::NotUsable)
}

/// Placeholders whose names need a description, with an example where the type gives none.
const PLACEHOLDERS: [(&str, &str, Option<&str>); 7] = [
    ("account", "An id, a name or a mail address.", Some("Aud")),
    ("letter_id", "", Some("01934490-0000-7000-8000-000000000000")),
    ("opponent", "The id or the whole name of the other player.", Some("Bjarni")),
    ("person", "The id or the whole name of a player.", Some("Aud")),
    ("round", "The number of a round, from 1.", None),
    ("ruleset", "As `GET /v1/rulesets` lists it.", Some("landnam")),
    ("seat", "Its place in the order of play, from 0.", None),
];

/// A type that the placeholders of a path are parsed into; `schemas` describes them in their order.
pub trait Placeholders {
    fn schemas() -> Vec<Object>;
}

impl Placeholders for String {
    fn schemas() -> Vec<Object> {
        vec![Object::with_type(Type::String)]
    }
}

impl Placeholders for Uuid {
    fn schemas() -> Vec<Object> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Uuid);
        vec![ObjectBuilder::new().schema_type(Type::String).format(Some(format)).build()]
    }
}

impl Placeholders for u8 {
    fn schemas() -> Vec<Object> {
        let seat =
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(rules::LAST_SEAT));
        vec![seat.build()]
    }
}

impl Placeholders for u16 {
    fn schemas() -> Vec<Object> {
        let number =
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(Self::MAX));
        vec![number.build()]
    }
}

impl<A: Placeholders, B: Placeholders> Placeholders for (A, B) {
    fn schemas() -> Vec<Object> {
        [A::schemas(), B::schemas()].concat()
    }
}

impl<T: Placeholders + DeserializeOwned + 'static> Argument for Path<T> {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
        if let Some(operation) = DescribedOperation::of(request) {
            operation.check_path(request)?;
        }
        let path = web::Path::<T>::from_request(request, payload).await.map_err(|_| unusable(request))?;
        Ok(Self(path.into_inner()))
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        let names = description.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        for (name, schema) in names.zip(T::schemas()) {
            let known = PLACEHOLDERS.iter().find(|(known, ..)| *known == name);
            let (_, about, example) = known.copied().unwrap_or((name, "", None));
            let parameter = ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Path)
                .required(Required::True)
                .description((!about.is_empty()).then_some(about))
                .schema(Some(schema))
                .example(example.map(Into::into));
            description.add_parameter(parameter.build());
        }
    }
}

/// The query string. A name that the operation does not know is refused if `T` denies unknown fields.
pub struct Query<T>(pub T);

impl<T: IntoParams + DeserializeOwned + 'static> Argument for Query<T> {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let mut pairs = line_breaks::pairs(request.query_string().as_bytes());
        if let Some(operation) = DescribedOperation::of(request) {
            operation.check_query(request.query_string())?;
            pairs = with_joined_lists(pairs, operation);
        }
        let query = line_breaks::encoded(&pairs);
        let pairs = form_urlencoded::parse(query.as_bytes());
        Ok(Self(read(serde_urlencoded::Deserializer::new(pairs), Code::InvalidParameter, parameter)?))
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        for parameter in T::into_params(|| Some(ParameterIn::Query)) {
            description.add_parameter(parameter);
        }
    }
}

/// Joins the values of a list that is sent as a repeated parameter: `a=1&a=2` becomes `a=1,2`, since serde's reader of
/// queries refuses a repeated name. [`crate::service::page::several`] splits them again.
fn with_joined_lists(sent: Vec<(String, String)>, operation: &DescribedOperation) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::with_capacity(sent.len());
    for (name, value) in sent {
        match pairs.iter_mut().find(|(known, _)| *known == name) {
            Some((_, values)) if operation.takes_list(&name) => {
                values.push(',');
                values.push_str(&value);
            }
            _ => pairs.push((name, value)),
        }
    }
    pairs
}

/// The bounds of a page. The description of [`Paging`] repeats both numbers.
const MAX_ITEMS: u16 = 100;
const DEFAULT_ITEMS: u16 = 20;

/// The parameters of lists that have nothing else to choose.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// The most items of a page; 20 if left out.
    #[serde(default = "usual", deserialize_with = "page_size")]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 100)]
    pub limit: u16,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

impl Argument for Paging {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
        Query::read(request, payload).await.map(|query| query.0)
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        Query::<Self>::describe(description);
    }
}

fn usual() -> u16 {
    DEFAULT_ITEMS
}

fn page_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let limit = u16::deserialize(deserializer)?;
    // `check_query` has refused other sizes by the description, which has the same bounds.
    if (1..=MAX_ITEMS).contains(&limit) {
        Ok(limit)
    } else {
        Err(serde::de::Error::custom("a size of no page"))
    }
}
