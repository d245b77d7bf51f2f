//! What answers bring along on request (`include`): sentences, ready requests, the view.

use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_LANGUAGE, HeaderValue, VARY};
use actix_web::{Error as WebError, HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::endpoint::{Argument, OperationBuilder};
use super::language;
use crate::service::identity::Language;
use crate::service::page::several;
use crate::service::play::{GameWords, Included, PlayInclude};
use crate::service::tag::Tag;

/// What answers that list something can bring along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextInclude {
    /// A sentence beside each thing that is listed.
    Texts,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlayParameters {
    /// What the reply brings along: sentences, ready requests, the view, or several of these.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<PlayInclude>>, style = Form, explode)]
    pub include: Vec<PlayInclude>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SentenceParameters {
    /// `texts` adds a sentence beside each thing that is listed.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<TextInclude>>, style = Form, explode)]
    pub include: Vec<TextInclude>,
}

/// The language of the sentences, if they are included: the one of ours that `Accept-Language` prefers.
pub struct TextLanguage(pub Language);

impl Argument for TextLanguage {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        Ok(Self(language::of(request.headers())))
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        // An answer with sentences has `Content-Language`.
        description.extend("x-has-texts", true);
    }
}

impl TextLanguage {
    /// The language, if sentences are included.
    pub fn of(&self, include: &[TextInclude]) -> Option<Language> {
        include.contains(&TextInclude::Texts).then_some(self.0)
    }

    /// The same where other things can be included, too.
    pub fn if_included(&self, has_texts: bool) -> Option<Language> {
        has_texts.then_some(self.0)
    }

    pub fn included(&self, include: &[PlayInclude]) -> Included {
        Included {
            texts: self.if_included(include.contains(&PlayInclude::Texts)),
            requests: include.contains(&PlayInclude::Requests),
            view: include.contains(&PlayInclude::View),
        }
    }
}

/// The tag of a read with what it brings along. It is good for `If-Match`, like that of any other read.
pub fn tag(tag: &Tag, included: Included, words: Option<&GameWords>) -> String {
    let mut tag = tag.to_string();
    if included == Included::default() {
        return tag;
    }
    tag.truncate(tag.len().saturating_sub(1));
    for (is_included, letter) in [(included.requests, "-r"), (included.view, "-v")] {
        tag.push_str(if is_included { letter } else { "" });
    }
    if let Some((language, words)) = included.texts.zip(words) {
        tag.push_str(&format!("-{}-{}", language.code(), words.mark()));
    }
    tag.push('"');
    tag
}

/// The response with the headers of its sentences, if it has any.
pub fn in_words(mut response: HttpResponse, language: Option<Language>) -> HttpResponse {
    if let Some(language) = language {
        let headers = response.headers_mut();
        headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
        headers.insert(VARY, HeaderValue::from_static("Authorization, Accept-Language"));
    }
    response
}
