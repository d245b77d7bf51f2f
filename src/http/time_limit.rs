//! No request takes for ever.

use std::time::Duration;

use actix_web::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use actix_web::web::{Data, Payload};
use actix_web::{Error as WebError, FromRequest, Handler, HttpRequest};

use super::waiting;
use crate::app::App;
use crate::error::Code;
use crate::settings::HttpSettings;

/// The same handler, which gives a request up when reading it and answering it takes longer than it may. What it was doing
/// is dropped where it stands: a transaction is undone, and its connection is closed. A stream is answered as soon as it
/// begins.
pub fn held<F, A>(handler: F) -> impl Handler<(HttpRequest, Payload), Output = Result<F::Output, WebError>>
where
    F: Handler<A>,
    A: FromRequest + 'static,
{
    move |request: HttpRequest, payload: Payload| hold(handler.clone(), request, payload)
}

async fn hold<F, A>(handler: F, request: HttpRequest, payload: Payload) -> Result<F::Output, WebError>
where
    F: Handler<A>,
    A: FromRequest + 'static,
{
    let limit = limit(&request);
    let mut payload = payload.into_inner();
    let work = async {
        let arguments = A::from_request(&request, &mut payload).await.map_err(Into::into)?;
        Ok(handler.call(arguments).await)
    };
    tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
        Err(Code::Unavailable.because("The answer took too long and was given up; try again.").into())
    })
}

fn limit(request: &HttpRequest) -> Duration {
    let (headers, settings) =
        (request.headers(), request.app_data::<Data<App>>().map(|app| &app.settings.http));
    let has_body = headers.contains_key(CONTENT_LENGTH) || headers.contains_key(TRANSFER_ENCODING);
    let of = |seconds: fn(&HttpSettings) -> u64| settings.map_or(0, seconds);
    let body = if has_body { of(|settings| settings.body_seconds) } else { 0 };
    let waiting = waiting::asked(request.query_string());
    Duration::from_secs(of(|settings| settings.request_seconds) + body + waiting)
}
