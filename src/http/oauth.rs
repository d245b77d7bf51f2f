//! What apps call to get, renew, revoke and look into their tokens (OAuth 2.1). It speaks the forms and errors of its
//! RFCs, not those of the API, and reads no cookie. `service::apps` says which sections are implemented.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{AUTHORIZATION, CACHE_CONTROL, WWW_AUTHENTICATE};
use actix_web::{HttpRequest, ResponseError};
use serde::Serialize;
use serde_json::json;

use super::extract::FormPairs;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::access::Scope;
use crate::service::apps::{self, OAuthCode, OAuthError};
use crate::texts;

/// Where the description of this server for apps lies (RFC 8414, 3).
pub const METADATA: &str = "/.well-known/oauth-authorization-server";

const CODE: &str = "authorization_code";
const REFRESH: &str = "refresh_token";
const DEVICE: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// `GET /.well-known/oauth-authorization-server` (RFC 8414, 2)
pub async fn metadata(ctx: Ctx) -> HttpResponse {
    let issuer = &ctx.app.settings.http.public_url;
    let at = |path: &str| format!("{issuer}{path}");
    let languages: Vec<_> = texts::languages().map(|(code, _)| code).collect();
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "public, max-age=3600")).json(json!({
        "issuer": issuer,
        "authorization_endpoint": at("/oauth/authorize"),
        "token_endpoint": at("/oauth/token"),
        "device_authorization_endpoint": at("/oauth/device_authorization"),
        "revocation_endpoint": at("/oauth/revoke"),
        "introspection_endpoint": at("/oauth/introspect"),
        "scopes_supported": Scope::of_apps().map(Scope::word).collect::<Vec<_>>(),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": [CODE, REFRESH, DEVICE],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "introspection_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": true,
        "service_documentation": at("/docs"),
        "ui_locales_supported": languages,
    }))
}

/// `POST /oauth/token`
pub async fn token(request: HttpRequest, form: FormPairs, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let form = match OAuthForm::read(&request, form) {
        Ok(form) => form,
        Err(refused) => return Ok(*refused),
    };
    let issued = match form.token_request() {
        Ok(TokenRequest::Code { client, code, redirect, verifier }) => {
            apps::exchange_code(&mut ctx, code, (client, redirect, verifier)).await?
        }
        Ok(TokenRequest::Refresh { client, token, scope }) => {
            apps::refresh(&mut ctx, token, client, scope).await?
        }
        Ok(TokenRequest::Device { client, code }) => apps::exchange_device(&mut ctx, code, client).await?,
        Err(error) => Err(error),
    };
    // A new app has a mail that waits; the end of a grant ends its streams.
    ctx.app.events.notify();
    Ok(answer(issued))
}

/// `POST /oauth/device_authorization` (RFC 8628, 3.1)
pub async fn authorize_device(
    request: HttpRequest,
    form: FormPairs,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let form = match OAuthForm::read(&request, form) {
        Ok(form) => form,
        Err(refused) => return Ok(*refused),
    };
    let asked = form
        .client()
        .and_then(|client| Ok((client, apps::read_scopes(form.get("scope").unwrap_or_default())?)));
    let begun = match asked {
        Ok((client, scopes)) => Ok(apps::begin_device(&mut ctx, client, scopes).await?),
        Err(error) => Err(error),
    };
    Ok(answer(begun))
}

/// `POST /oauth/revoke` (RFC 7009, 2)
pub async fn revoke(request: HttpRequest, form: FormPairs, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let form = match OAuthForm::read(&request, form) {
        Ok(form) => form,
        Err(refused) => return Ok(*refused),
    };
    let revoked = match form.client().and_then(|client| Ok((client, form.required("token")?))) {
        Ok((client, token)) => apps::revoke(&mut ctx, token, client).await?,
        Err(error) => Err(error),
    };
    ctx.app.events.notify();
    Ok(match revoked {
        Ok(()) => HttpResponse::Ok().finish(),
        Err(error) => refuse(error),
    })
}

/// `POST /oauth/introspect` (RFC 7662, 2)
pub async fn introspect(request: HttpRequest, form: FormPairs, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let form = match OAuthForm::read(&request, form) {
        Ok(form) => form,
        Err(refused) => return Ok(*refused),
    };
    let found = match form.required("token") {
        Ok(token) => Ok(apps::introspect(&mut ctx, token, form.get("client_id")).await?),
        Err(error) => Err(error),
    };
    Ok(answer(found))
}

fn answer(outcome: Result<impl Serialize, OAuthError>) -> HttpResponse {
    match outcome {
        Ok(said) => HttpResponse::Ok().json(said),
        Err(error) => refuse(error),
    }
}

fn refuse(error: OAuthError) -> HttpResponse {
    HttpResponse::BadRequest().json(description(error))
}

fn description(error: OAuthError) -> serde_json::Value {
    json!({ "error": <&str>::from(error.code), "error_description": error.about })
}

/// The fields of a request, each given once.
struct OAuthForm(Vec<(String, String)>);

enum TokenRequest<'f> {
    Code { client: &'f str, code: &'f str, redirect: &'f str, verifier: &'f str },
    Refresh { client: &'f str, token: &'f str, scope: Option<&'f str> },
    Device { client: &'f str, code: &'f str },
}

impl OAuthForm {
    /// The error is the response to send. Apps are public and have no secret: one that sends one takes this server for
    /// another (RFC 6749, 5.2).
    fn read(request: &HttpRequest, form: FormPairs) -> Result<Self, Box<HttpResponse>> {
        let invalid = |about| Box::new(refuse(OAuthCode::InvalidRequest.about(about)));
        let pairs = match form.0 {
            Ok(pairs) => pairs,
            Err(error) if error.status_code().is_client_error() => {
                return Err(invalid("Send a form of type application/x-www-form-urlencoded."));
            }
            Err(error) => return Err(Box::new(error.error_response())),
        };
        let names: BTreeSet<&str> = pairs.iter().map(|(name, _)| name.as_str()).collect();
        if names.len() < pairs.len() {
            return Err(invalid("A parameter comes twice."));
        }
        if request.headers().contains_key(AUTHORIZATION)
            || pairs.iter().any(|(name, _)| name == "client_secret")
        {
            let error = OAuthCode::InvalidClient.about("Apps have no secret here: send the client_id alone.");
            let mut response = HttpResponse::build(StatusCode::UNAUTHORIZED);
            return Err(Box::new(
                response.insert_header((WWW_AUTHENTICATE, "Basic")).json(description(error)),
            ));
        }
        Ok(Self(pairs))
    }

    /// A field; an empty one counts as left out (RFC 6749, 3.2).
    fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        found.filter(|value| !value.is_empty())
    }

    fn required(&self, name: &str) -> Result<&str, OAuthError> {
        self.get(name).ok_or_else(|| {
            OAuthCode::InvalidRequest.about(match name {
                "token" => "The token is missing.",
                "code" => "The code is missing.",
                "code_verifier" => "The code_verifier is missing.",
                "redirect_uri" => "The redirect_uri is missing.",
                "refresh_token" => "The refresh_token is missing.",
                "device_code" => "The device_code is missing.",
                _ => "A parameter is missing.",
            })
        })
    }

    fn client(&self) -> Result<&str, OAuthError> {
        let client = self.get("client_id").and_then(apps::client_id);
        client.ok_or_else(|| {
            OAuthCode::InvalidClient
                .about("Send the client_id, 1 to 80 characters of ASCII by which people know the app.")
        })
    }

    fn token_request(&self) -> Result<TokenRequest<'_>, OAuthError> {
        let client = self.client()?;
        match self.get("grant_type") {
            Some(CODE) => Ok(TokenRequest::Code {
                client,
                code: self.required("code")?,
                redirect: self.required("redirect_uri")?,
                verifier: self.required("code_verifier")?,
            }),
            Some(REFRESH) => Ok(TokenRequest::Refresh {
                client,
                token: self.required("refresh_token")?,
                scope: self.get("scope"),
            }),
            Some(DEVICE) => Ok(TokenRequest::Device { client, code: self.required("device_code")? }),
            Some(_) => {
                Err(OAuthCode::UnsupportedGrantType.about("Use a code, a refresh token or a device code."))
            }
            None => Err(OAuthCode::InvalidRequest.about("The grant_type is missing.")),
        }
    }
}
