//! An address of the service with the methods it takes.

use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Resource, Responder, ResponseError};

use super::branches::{self, Branches};
use super::limits;
use super::time_limit;
use crate::error::Code;

/// The template of the address that a request was answered at, such as `/v1/games/{game_id}/view`.
#[derive(Debug, Clone, Copy)]
pub struct Template(pub &'static str);

impl Template {
    /// That of a request; `None` where no address was found.
    pub fn of(request: &HttpRequest) -> Option<&'static str> {
        request.app_data::<Self>().map(|template| template.0)
    }
}

/// One address. Methods that it does not take are answered with 405, `Allow` and a problem.
pub struct Address {
    path: &'static str,
    branch: &'static str,
    rest: &'static str,
    resource: Resource,
    methods: Vec<&'static str>,
}

impl Address {
    /// An address; placeholders are written `{name}`.
    pub fn new(path: &'static str) -> Self {
        let (branch, rest) = branches::split(path);
        Self { path, branch, rest, resource: web::resource(rest), methods: Vec::new() }
    }

    /// The branch it hangs on; "" for none.
    pub fn branch(&self) -> &'static str {
        self.branch
    }

    /// Is there a placeholder in what the branch leaves of it?
    pub fn has_placeholder(&self) -> bool {
        self.rest.contains('{')
    }

    pub fn get<F, A>(mut self, handler: F) -> Self
    where
        F: Handler<A>,
        A: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.methods.extend(["GET", "HEAD"]);
        let handler = time_limit::held(handler);
        self.resource = self.resource.route(web::get().to(handler.clone())).route(web::head().to(handler));
        self
    }

    pub fn post<F, A>(mut self, handler: F) -> Self
    where
        F: Handler<A>,
        A: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.methods.push("POST");
        self.resource = self.resource.route(web::post().to(time_limit::held(handler)));
        self
    }

    pub fn put<F, A>(mut self, handler: F) -> Self
    where
        F: Handler<A>,
        A: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.methods.push("PUT");
        self.resource = self.resource.route(web::put().to(time_limit::held(handler)));
        self
    }

    pub fn patch<F, A>(mut self, handler: F) -> Self
    where
        F: Handler<A>,
        A: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.methods.push("PATCH");
        self.resource = self.resource.route(web::patch().to(time_limit::held(handler)));
        self
    }

    pub fn delete<F, A>(mut self, handler: F) -> Self
    where
        F: Handler<A>,
        A: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.methods.push("DELETE");
        self.resource = self.resource.route(web::delete().to(time_limit::held(handler)));
        self
    }

    pub fn add_to(self, routes: &mut Branches) {
        routes.add(self);
    }

    /// Puts the address in place, below its branch.
    pub fn place(self, routes: &mut ServiceConfig) {
        let allowed = self.methods.join(", ");
        let counted = self.methods.iter().any(|method| limits::rule(method, self.path).is_some());
        let resource = self.resource.default_service(web::to(move || refuse_method(allowed.clone())));
        // Kept with the resource: the framework would search for it once more.
        let resource = resource.app_data(Template(self.path));
        if counted {
            let path = self.path;
            routes.service(resource.wrap(from_fn(move |request, next| limits::hold(path, request, next))));
        } else {
            routes.service(resource);
        }
    }
}

async fn refuse_method(allowed: String) -> HttpResponse {
    let mut response = Code::MethodNotAllowed.problem().error_response();
    if let Ok(allowed) = HeaderValue::from_str(&allowed) {
        response.headers_mut().insert(ALLOW, allowed);
    }
    response
}

/// What every address answers that is not on the page of routes.
pub async fn refuse_route() -> HttpResponse {
    Code::RouteNotFound.problem().error_response()
}
