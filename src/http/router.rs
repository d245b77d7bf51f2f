//! Registers operations and pages with the web framework, and operations in the description.
//!
//! Each is registered once, by its handler. The handlers of one path become one resource. Resources are grouped below a
//! few branches, because the framework tries one path after another, and a path with placeholders by a regular
//! expression: that took a third of the time of reading a game. Below a branch only the paths of that branch are tried.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::http::Method;
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{Handler, HttpRequest, HttpResponse, Resource, Responder, ResponseError, Route};
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa::openapi::{OpenApi, RefOr, Schema};

use super::deprecation::{self, Deprecation};
use super::endpoint::{Arguments, OperationBuilder, UntypedHandler};
use super::limits;
use crate::error::Code;

/// The prefixes of most paths; the most requested come first.
const BRANCHES: [&str; 5] = ["/v1/games/{game_id}", "/v1/me", "/v1/people", "/v1/rulesets", "/v1/admin"];

/// The order in which `Allow` names the methods.
const METHODS: [Method; 6] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// The template of the path that a request was routed to, such as `/v1/games/{game_id}/view`.
#[derive(Debug, Clone)]
pub struct PathTemplate(pub Arc<str>);

impl PathTemplate {
    /// The template of a request; `None` where no path matched.
    pub fn of(request: &HttpRequest) -> Option<Arc<str>> {
        request.app_data::<Self>().map(|template| Arc::clone(&template.0))
    }
}

/// What `#[utoipa::path]` generates for a handler.
pub trait Annotation:
    utoipa::Path + utoipa::__dev::SchemaReferences + for<'t> utoipa::__dev::Tags<'t>
{
}

impl<T: utoipa::Path + utoipa::__dev::SchemaReferences + for<'t> utoipa::__dev::Tags<'t>> Annotation for T {}

pub struct Router {
    routes: BTreeMap<Arc<str>, Vec<(Method, Route)>>,
    descriptions: Vec<fn(&mut OpenApi)>,
    deprecated: &'static [Deprecation],
}

impl Router {
    /// An empty router; `deprecated` lists which of the operations that will be registered are deprecated.
    pub fn new(deprecated: &'static [Deprecation]) -> Self {
        Self { routes: BTreeMap::new(), descriptions: Vec::new(), deprecated }
    }

    /// Registers an operation of the API. Its annotation names method and path.
    pub fn operation<P, F, A>(&mut self, handler: F)
    where
        P: Annotation,
        F: Handler<A>,
        A: Arguments,
        F::Output: Responder + 'static,
    {
        let handler = UntypedHandler::new(handler);
        for method in P::methods() {
            self.route(web_method(&method), &P::path(), handler.clone());
        }
        self.descriptions.push(describe::<P, A>);
    }

    /// Registers what is not described: a page, or the description itself.
    pub fn page<F, A>(&mut self, method: Method, path: &str, handler: F)
    where
        F: Handler<A>,
        A: Arguments,
        F::Output: Responder + 'static,
    {
        self.route(method, path, UntypedHandler::new(handler));
    }

    fn route(&mut self, method: Method, path: &str, handler: UntypedHandler) {
        let routes = self.routes.entry(path.into()).or_default();
        if method == Method::GET {
            routes.push((Method::HEAD, web::head().to(handler.clone().into_handler())));
        }
        routes.push((method.clone(), web::method(method).to(handler.into_handler())));
        routes.sort_by_key(|(method, _)| METHODS.iter().position(|known| known == method));
    }

    /// Adds every operation to a description, with the types that it refers to.
    pub fn describe(&self, document: &mut OpenApi) {
        self.descriptions.iter().for_each(|describe| describe(document));
        deprecation::describe(self.deprecated, document);
    }

    /// Registers every path with the framework, below its branch.
    pub fn mount(self, service: &mut ServiceConfig) {
        let deprecated = self.deprecated;
        let mut routes: Vec<_> = self.routes.into_iter().collect();
        // Paths without a placeholder below their branch come first: they are found by comparison alone.
        routes.sort_by_key(|(path, _)| split(path).1.contains('{'));
        for branch in BRANCHES.into_iter().chain([""]) {
            let (below, others): (Vec<_>, Vec<_>) =
                routes.into_iter().partition(|(path, _)| split(path).0 == branch);
            routes = others;
            let place_all = |service: &mut ServiceConfig| {
                below.into_iter().for_each(|(path, routes)| place(path, routes, deprecated, service));
            };
            if branch.is_empty() {
                place_all(service);
            } else {
                service.service(web::scope(branch).configure(place_all));
            }
        }
    }
}

fn web_method(method: &HttpMethod) -> Method {
    match method {
        HttpMethod::Get => Method::GET,
        HttpMethod::Post => Method::POST,
        HttpMethod::Put => Method::PUT,
        HttpMethod::Delete => Method::DELETE,
        HttpMethod::Options => Method::OPTIONS,
        HttpMethod::Head => Method::HEAD,
        HttpMethod::Patch => Method::PATCH,
        HttpMethod::Trace => Method::TRACE,
    }
}

/// Adds an operation to the description, as its annotation and the arguments of its handler describe it.
fn describe<P: Annotation, A: Arguments>(document: &mut OpenApi) {
    let (path, mut operation) = (P::path(), P::operation());
    operation.tags = Some(P::tags().into_iter().map(str::to_owned).collect());
    A::describe(&mut OperationBuilder { path: &path, operation: &mut operation });
    let mut schemas: Vec<(String, RefOr<Schema>)> = Vec::new();
    P::schemas(&mut schemas);
    add(document, &path, P::methods(), operation, schemas);
}

// Apart from `describe`, so that it is compiled once and not for each operation.
fn add(
    document: &mut OpenApi,
    path: &str,
    methods: Vec<HttpMethod>,
    operation: Operation,
    schemas: Vec<(String, RefOr<Schema>)>,
) {
    document.paths.add_path_operation(path, methods, operation);
    document.components.get_or_insert_default().schemas.extend(schemas);
}

/// The branch of a path, "" for none, and the rest of the path.
fn split(path: &str) -> (&'static str, &str) {
    let hangs = |branch: &'static str| {
        let rest = path.strip_prefix(branch)?;
        (rest.is_empty() || rest.starts_with('/')).then_some((branch, rest))
    };
    BRANCHES.into_iter().find_map(hangs).unwrap_or(("", path))
}

/// Registers one path. Other methods than those of its routes are answered with 405, `Allow` and a problem.
fn place(
    path: Arc<str>,
    routes: Vec<(Method, Route)>,
    deprecated: &'static [Deprecation],
    service: &mut ServiceConfig,
) {
    let methods: Vec<&str> = routes.iter().map(|(method, _)| method.as_str()).collect();
    let is_counted = methods.iter().any(|method| limits::rule(method, &path).is_some());
    let allowed = methods.join(", ");
    let resource =
        web::resource(split(&path).1).default_service(web::to(move || refuse_method(allowed.clone())));
    let resource: Resource = routes.into_iter().fold(resource, |resource, (_, route)| resource.route(route));
    // The template is kept with the resource because the framework's own look-up matches the path a second time.
    let resource = resource.app_data(PathTemplate(Arc::clone(&path)));
    let deprecated: Vec<_> = deprecated.iter().filter(|one| *one.path == *path).copied().collect();
    match (is_counted, deprecated.is_empty()) {
        (false, true) => service.service(resource),
        (true, true) => service.service(
            resource.wrap(from_fn(move |request, next| limits::count(Arc::clone(&path), request, next))),
        ),
        // The deprecation is the outer layer, so that a refusal by the limit carries its headers, too.
        (_, false) => service.service(
            resource
                .wrap(from_fn(move |request, next| limits::count(Arc::clone(&path), request, next)))
                .wrap(from_fn(move |request, next| deprecation::announce(deprecated.clone(), request, next))),
        ),
    };
}

async fn refuse_method(allowed: String) -> HttpResponse {
    let mut response = Code::MethodNotAllowed.problem().error_response();
    if let Ok(allowed) = HeaderValue::from_str(&allowed) {
        response.headers_mut().insert(ALLOW, allowed);
    }
    response
}

/// The answer of every path that is not registered.
pub async fn refuse_route() -> HttpResponse {
    Code::RouteNotFound.problem().error_response()
}
