//! `/rules`: what a ruleset is about, for players who do not know it or want to look something up. In the language of
//! the browser, or in the one that the address names.

use actix_web::web::Data;
use actix_web::{Error as WebError, HttpResponse};
use minijinja::value::Serde;
use minijinja::{Value, context};
use rules::AnyRuleset;

use super::page::{HtmlPage, PageQuery};
use super::public::missing;
use super::words::PageWords;
use crate::cache::MadeOnce;
use crate::http::docs::markdown::{PageHeading, render_page};
use crate::http::etag::IfNoneMatch;
use crate::http::extract::Path;
use crate::service::App;
use crate::texts;

/// The parameter that names a language of ours.
const LANGUAGE: &str = "lang";

/// An aid as HTML of our own, with its headings.
struct AidHtml {
    text: String,
    headings: Vec<PageHeading>,
}

/// The page of a ruleset; `None` for one that has no aid.
pub fn address(ruleset: &dyn AnyRuleset) -> Option<String> {
    ruleset.aid(texts::FALLBACK).map(|_| format!("/rules/{}", ruleset.id()))
}

/// `GET /rules`
pub async fn list(
    query: PageQuery,
    words: PageWords,
    seen: IfNoneMatch,
    app: Data<App>,
) -> Result<HttpResponse, WebError> {
    let words = in_language(&query, words);
    let rulesets = app.rulesets.iter().filter_map(|ruleset| {
        let players = ruleset.players();
        Some(context! {
            address => format!("{}{}", address(ruleset)?, asked(&query)),
            title => texts::title(ruleset, words.code()),
            least => players.start(),
            most => players.end(),
        })
    });
    let rulesets: Vec<Value> = rulesets.collect();
    let values = context! { rulesets, here => "/rules" };
    Ok(HtmlPage::new("aids/list.html", &words, values).tagged(&seen.0)?)
}

/// `GET /rules/{ruleset}`
pub async fn show(
    ruleset: Path<String>,
    query: PageQuery,
    words: PageWords,
    seen: IfNoneMatch,
    app: Data<App>,
) -> Result<HttpResponse, WebError> {
    let words = in_language(&query, words);
    let Some((ruleset, aid)) =
        app.ruleset(&ruleset.0).ok().and_then(|known| Some((known, made(known, &words)?)))
    else {
        return Err(missing(&words, "rules"));
    };
    let title = texts::title(ruleset, words.code());
    let players = ruleset.players();
    let values = context! {
        name => &title,
        least => players.start(),
        most => players.end(),
        aid_html => &aid.text,
        headings => Serde(&aid.headings),
        here => address(ruleset),
        list_address => format!("/rules{}", asked(&query)),
        about => words.say_of("rules", "about", context! { title }),
    };
    Ok(HtmlPage::new("aids/aid.html", &words, values).tagged(&seen.0)?)
}

/// The aid of a ruleset, made once: it changes with a release only.
fn made(ruleset: &dyn AnyRuleset, words: &PageWords) -> Option<&'static AidHtml> {
    static MADE: MadeOnce<(&'static str, &'static str), AidHtml> = MadeOnce::new();
    address(ruleset)?;
    let make = || {
        let markdown = texts::aid(ruleset, words.code()).ok_or("there is no text")?;
        let (text, headings) = render_page(&markdown, &|_| None);
        Ok(AidHtml { text, headings })
    };
    MADE.get((ruleset.id(), words.code()), "the aid of a ruleset", make)
}

/// The words in the language that the address names, if it does.
fn in_language(query: &PageQuery, words: PageWords) -> PageWords {
    match query.get(LANGUAGE).filter(|code| texts::CODES.contains(code)) {
        Some(code) => PageWords::new(code),
        None => words,
    }
}

/// The query of a link to another such page, in the same language.
fn asked(query: &PageQuery) -> String {
    let named = query.get(LANGUAGE).filter(|code| texts::CODES.contains(code));
    named.map(|code| format!("?{LANGUAGE}={code}")).unwrap_or_default()
}
