//! Deprecated operations: the headers of their responses (RFC 9745, RFC 8594), and their marks in the description.

use std::time::{Duration, SystemTime};

use actix_web::Error as WebError;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue, HttpDate, LINK};
use actix_web::middleware::Next;
use utoipa::openapi::{Deprecated, OpenApi};

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");
/// The page that explains what a deprecation means.
const POLICY: HeaderValue =
    HeaderValue::from_static("</docs/policy>; rel=\"deprecation\"; type=\"text/html\"");

/// A deprecated operation. Its instants are in seconds since 1970.
#[derive(Debug, Clone, Copy)]
pub struct Deprecation {
    /// In capitals. `GET` stands for `HEAD`, too.
    pub method: &'static str,
    /// The template of its path.
    pub path: &'static str,
    pub since: u64,
    /// The instant after which it may no longer answer, once that is decided.
    pub sunset: Option<u64>,
}

/// Marks deprecated operations in the description.
pub fn describe(deprecated: &[Deprecation], document: &mut OpenApi) {
    for one in deprecated {
        let Some(item) = document.paths.paths.get_mut(one.path) else { continue };
        let operation = match one.method {
            "GET" => &mut item.get,
            "POST" => &mut item.post,
            "PUT" => &mut item.put,
            "PATCH" => &mut item.patch,
            "DELETE" => &mut item.delete,
            _ => continue,
        };
        if let Some(operation) = operation {
            operation.deprecated = Some(Deprecated::True);
        }
    }
}

/// Adds the headers of deprecation to the response. `deprecated` holds the deprecated operations of the request's path.
pub async fn announce(
    deprecated: Vec<Deprecation>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, WebError> {
    let method = match request.method().as_str() {
        "HEAD" => "GET",
        method => method,
    };
    let known = deprecated.into_iter().find(|one| one.method == method);
    let http_request = request.request().clone();
    // An error becomes a response here, so that a refusal carries the headers, too.
    let mut response = match next.call(request).await {
        Ok(response) => response.map_into_boxed_body(),
        Err(error) => ServiceResponse::from_err(error, http_request),
    };
    if let Some(known) = known {
        let headers = response.headers_mut();
        headers.insert(DEPRECATION, text(format!("@{}", known.since)));
        headers.append(LINK, POLICY);
        if let Some(sunset) = known.sunset {
            let moment = HttpDate::from(SystemTime::UNIX_EPOCH + Duration::from_secs(sunset));
            headers.insert(SUNSET, text(moment.to_string()));
        }
    }
    Ok(response)
}

fn text(value: String) -> HeaderValue {
    HeaderValue::from_str(&value).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use actix_web::App as Web;
    use actix_web::http::Method;
    use actix_web::test::{TestRequest, call_service, init_service};
    use utoipa::OpenApi as _;

    use super::*;
    use crate::error::{Code, Error};
    use crate::http::router::Router;

    const OLD: &[Deprecation] = &[
        Deprecation { method: "GET", path: "/old", since: 1_780_272_000, sunset: Some(1_811_808_000) },
        Deprecation { method: "POST", path: "/old", since: 1_780_272_000, sunset: None },
    ];

    #[utoipa::path(get, path = "/old", responses((status = 200, description = "x")))]
    async fn read() -> &'static str {
        "old"
    }

    #[utoipa::path(post, path = "/old", responses((status = 200, description = "x")))]
    async fn write() -> Result<&'static str, Error> {
        Err(Code::Busy.problem())
    }

    #[utoipa::path(delete, path = "/old", responses((status = 200, description = "x")))]
    async fn remove() -> &'static str {
        "gone"
    }

    fn router() -> Router {
        let mut router = Router::new(OLD);
        router.operation::<__path_read, _, _>(read);
        router.operation::<__path_write, _, _>(write);
        router.operation::<__path_remove, _, _>(remove);
        router
    }

    #[actix_web::test]
    async fn a_deprecated_operation_says_since_when_and_until_when_also_as_it_refuses() {
        let service = init_service(Web::new().configure(|service| router().mount(service))).await;
        let headers = async |method: Method| {
            let request = TestRequest::default().method(method).uri("/old").to_request();
            let response = call_service(&service, request).await;
            let header =
                |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
            (response.status().as_u16(), header("deprecation"), header("sunset"), header("link"))
        };
        let since = Some("@1780272000".to_owned());
        let policy = Some("</docs/policy>; rel=\"deprecation\"; type=\"text/html\"".to_owned());
        let sunset = Some("Tue, 01 Jun 2027 00:00:00 GMT".to_owned());
        for method in [Method::GET, Method::HEAD] {
            assert_eq!(headers(method).await, (200, since.clone(), sunset.clone(), policy.clone()));
        }
        assert_eq!(headers(Method::POST).await, (409, since, None, policy));
        assert_eq!(headers(Method::DELETE).await, (200, None, None, None));
    }

    #[test]
    fn the_description_marks_it() {
        #[derive(utoipa::OpenApi)]
        struct Nothing;

        let mut document = Nothing::openapi();
        router().describe(&mut document);
        let item = &document.paths.paths["/old"];
        let is_marked = |operation: &Option<utoipa::openapi::path::Operation>| {
            operation.as_ref().unwrap().deprecated.is_some()
        };
        assert!(is_marked(&item.get) && is_marked(&item.post) && !is_marked(&item.delete));
    }
}
