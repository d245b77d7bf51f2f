//! The arguments of a handler: they are read from a request one after another, and each describes itself. Reading them
//! and answering share one time limit.

use std::rc::Rc;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use actix_web::web::{self, Bytes, Data};
use actix_web::{Error as WebError, FromRequest, Handler, HttpRequest, HttpResponse, Responder};
use futures_util::future::LocalBoxFuture;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::security::SecurityRequirement;

use super::address_text;
use crate::config::HttpSettings;
use crate::error::{Code, Error, Mistakes, Sentence};
use crate::service::App;

pub trait Argument: Sized + 'static {
    /// An argument that holds a connection to the database comes last, so that no connection is in use while the
    /// request is still being read.
    const HOLDS_CONNECTION: bool = false;

    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError>;

    /// How much longer than usual the answer to this request may take.
    fn extra_time(_: &HttpRequest) -> Duration {
        Duration::ZERO
    }

    /// Adds to the description of an operation what this argument implies, such as a parameter or a scope.
    fn describe(_: &mut OperationBuilder<'_>) {}
}

/// Arguments that the web framework itself reads from a request.
macro_rules! from_request {
    ($([$($type_parameter:tt)*] $argument:ty),*) => {$(
        impl<$($type_parameter)*> Argument for $argument {
            async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
                Self::from_request(request, payload).await.map_err(Into::into)
            }
        }
    )*};
}

from_request!([T: 'static] Data<T>, [] HttpRequest, [] Bytes);

impl<A: Argument, B: Argument> Argument for (A, B) {
    const HOLDS_CONNECTION: bool = A::HOLDS_CONNECTION || B::HOLDS_CONNECTION;

    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
        Ok((A::read(request, payload).await?, B::read(request, payload).await?))
    }

    fn extra_time(request: &HttpRequest) -> Duration {
        A::extra_time(request) + B::extra_time(request)
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        A::describe(description);
        B::describe(description);
    }
}

/// Arguments that a handler takes as one, since it may take no more than eight.
impl<A: Argument, B: Argument, C: Argument> Argument for (A, B, C) {
    const HOLDS_CONNECTION: bool = A::HOLDS_CONNECTION || B::HOLDS_CONNECTION || C::HOLDS_CONNECTION;

    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
        let (first, second) = (A::read(request, payload).await?, B::read(request, payload).await?);
        Ok((first, second, C::read(request, payload).await?))
    }

    fn extra_time(request: &HttpRequest) -> Duration {
        A::extra_time(request) + B::extra_time(request) + C::extra_time(request)
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        A::describe(description);
        B::describe(description);
        C::describe(description);
    }
}

pub trait Arguments: Sized + 'static {
    /// Reads the arguments in their order, so that the caller is known before the body is read, and a connection is
    /// acquired when there is nothing left to wait for. Mistakes in the request are collected and reported together; any
    /// other error ends the reading at once.
    fn extract(request: &HttpRequest, payload: &mut Payload) -> impl Future<Output = Result<Self, WebError>>;

    fn extra_time(request: &HttpRequest) -> Duration;

    fn describe(description: &mut OperationBuilder<'_>);
}

macro_rules! arguments {
    ($($argument:ident)*) => {
        impl<$($argument: Argument),*> Arguments for ($($argument,)*) {
            #[allow(unused_variables, reason = "a handler may take nothing")]
            #[allow(non_snake_case, reason = "a value is named after its type")]
            async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
                const { assert!(connection_comes_last(&[$($argument::HOLDS_CONNECTION),*])) }
                #[allow(unused_mut, reason = "a handler may take nothing")]
                let mut mistakes = Mistakes::default();
                $(
                    let $argument = take::<$argument>(request, payload, &mut mistakes).await?;
                )*
                match ($($argument,)*) {
                    ($(Some($argument),)*) => Ok(($($argument,)*)),
                    #[allow(unreachable_patterns, reason = "a handler may take nothing")]
                    _ => Err(mistakes.problem().into()),
                }
            }

            #[allow(unused_variables, reason = "a handler may take nothing")]
            fn extra_time(request: &HttpRequest) -> Duration {
                Duration::ZERO $(+ $argument::extra_time(request))*
            }

            #[allow(unused_variables, reason = "a handler may take nothing")]
            fn describe(description: &mut OperationBuilder<'_>) {
                $($argument::describe(description);)*
            }
        }
    };
}

arguments! {}
arguments! { A }
arguments! { A B }
arguments! { A B C }
arguments! { A B C D }
arguments! { A B C D E }
arguments! { A B C D E F }
arguments! { A B C D E F G }
arguments! { A B C D E F G H }

/// Reads one argument; `None` after a mistake in the request: in this argument, or, where it would take a connection,
/// in an earlier one.
async fn take<A: Argument>(
    request: &HttpRequest,
    payload: &mut Payload,
    mistakes: &mut Mistakes,
) -> Result<Option<A>, WebError> {
    if A::HOLDS_CONNECTION && !mistakes.is_empty() {
        return Ok(None);
    }
    match A::read(request, payload).await {
        Ok(argument) => Ok(Some(argument)),
        Err(error) => match error.as_error::<Error>() {
            Some(Error::Known(case)) => Ok(mistakes.note(Err(Error::Known(case.clone())))?),
            _ => Err(error),
        },
    }
}

const fn connection_comes_last(holds: &[bool]) -> bool {
    let mut next = 1;
    while next < holds.len() {
        if holds[next - 1] {
            return false;
        }
        next += 1;
    }
    true
}

/// An operation of the description, to which the arguments of its handler add what they imply.
pub struct OperationBuilder<'o> {
    /// The template of its path, such as `/v1/games/{game_id}`.
    pub path: &'o str,
    pub operation: &'o mut Operation,
}

impl OperationBuilder<'_> {
    pub fn extend(&mut self, extension: &str, value: impl Into<Value>) {
        let added = ExtensionsBuilder::new().add(extension, value).build();
        self.operation.extensions.get_or_insert_default().merge(added);
    }

    /// Describes that the operation takes access tokens, unless its annotation says otherwise.
    pub fn take_tokens(&mut self, anonymous_too: bool) {
        let token = SecurityRequirement::new("access_token", [""; 0]);
        let anonymous = anonymous_too.then(SecurityRequirement::default);
        self.operation.security.get_or_insert_with(|| anonymous.into_iter().chain([token]).collect());
    }

    /// Does the annotation itself describe this parameter?
    pub fn has_parameter(&self, name: &str) -> bool {
        let given = self.operation.parameters.iter().flatten();
        given.into_iter().any(|parameter| matches!(parameter, RefOr::T(known) if known.name == name))
    }

    pub fn add_parameter(&mut self, parameter: Parameter) {
        self.operation.parameters.get_or_insert_default().push(parameter.into());
    }
}

/// A handler without its types.
///
/// The time limit and what the framework wraps around a handler are compiled for this one type. Compiled for each of
/// some 150 handlers they were a fifth of the machine code above the store; this costs a request one allocation.
#[derive(Clone)]
pub struct UntypedHandler {
    answer: Rc<Answer>,
    extra_time: fn(&HttpRequest) -> Duration,
}

type Answer = dyn Fn(HttpRequest, Payload) -> LocalBoxFuture<'static, Result<HttpResponse, WebError>>;

impl UntypedHandler {
    pub fn new<F, A>(handler: F) -> Self
    where
        F: Handler<A>,
        A: Arguments,
        F::Output: Responder + 'static,
    {
        let answer = move |request, payload| Box::pin(answer(handler.clone(), request, payload)) as _;
        Self { answer: Rc::new(answer), extra_time: A::extra_time }
    }

    /// What the framework calls.
    pub fn into_handler(
        self,
    ) -> impl Handler<(HttpRequest, web::Payload), Output = Result<HttpResponse, WebError>> {
        move |request, payload| self.clone().run(request, payload)
    }

    /// Reads a request and answers it within the time limit. At the limit its future is dropped: an open transaction is
    /// rolled back, and its connection is closed. A stream counts as answered when it begins.
    async fn run(self, request: HttpRequest, payload: web::Payload) -> Result<HttpResponse, WebError> {
        address_text::check(&request)?;
        let limit = time_limit(&request) + (self.extra_time)(&request);
        tokio::time::timeout(limit, (self.answer)(request, payload.into_inner()))
            .await
            .unwrap_or_else(|_| Err(Code::Unavailable.because(Sentence::AnswerTookTooLong).into()))
    }
}

async fn answer<F, A>(
    handler: F,
    request: HttpRequest,
    mut payload: Payload,
) -> Result<HttpResponse, WebError>
where
    F: Handler<A>,
    A: Arguments,
    F::Output: Responder + 'static,
{
    let arguments = A::extract(&request, &mut payload).await?;
    Ok(handler.call(arguments).await.respond_to(&request).map_into_boxed_body())
}

fn time_limit(request: &HttpRequest) -> Duration {
    let (headers, settings) =
        (request.headers(), request.app_data::<Data<App>>().map(|app| &app.settings.http));
    let has_body = headers.contains_key(CONTENT_LENGTH) || headers.contains_key(TRANSFER_ENCODING);
    let of = |seconds: fn(&HttpSettings) -> u64| settings.map_or(0, seconds);
    let body = if has_body { of(|settings| settings.body_seconds) } else { 0 };
    Duration::from_secs(of(|settings| settings.request_seconds) + body)
}
