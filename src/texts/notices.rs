//! Short texts about a game for calendars and news readers: one line each, without anything that only its reader may
//! know. What is fetched by them often lies on servers of others.

use minijinja::context;

use super::{CallText, Catalogue, Reader, TextRenderer, emails, pages};
use rules::{AnyRuleset, CallKind};

/// A game as a line names it.
#[derive(Clone, Copy)]
pub struct NoticeAbout<'n> {
    pub language: &'n str,
    pub ruleset: &'n dyn AnyRuleset,
    /// What the game is called.
    pub table: &'n str,
}

impl NoticeAbout<'_> {
    /// What a mail of this kind has as its subject. `inviter` is who invites, in an invitation.
    pub fn notice(&self, kind: &str, call: Option<CallKind>, inviter: Option<&str>) -> String {
        let service = Catalogue::read(emails(self.language));
        let ruleset = Catalogue::of_ruleset(self.ruleset, self.language);
        let template = match call {
            Some(call) => service.text_of_call(CallText::Subject, call, &ruleset),
            None => service.text("subject", kind),
        };
        let renderer = TextRenderer::new(Reader::default(), &service, Some(&ruleset));
        // How many messages there are is not told: that changes, and the line would have to change with it.
        renderer.say(template.unwrap_or_default(), context! { table => self.table, count => 1, inviter })
    }

    /// What a decision of this kind asks. A question that names cards or people is not told, only that there is one.
    pub fn question(&self, kind: &str, is_awaited: bool) -> String {
        let ruleset = Catalogue::of_ruleset(self.ruleset, self.language);
        let question = ruleset.text("decisions", kind).filter(|text| !text.contains('{'));
        if let Some(question) = question {
            return format!("{}: {question}", self.table);
        }
        let service = Catalogue::read(pages(self.language));
        let renderer = TextRenderer::new(Reader::default(), &service, None);
        let key = if is_awaited { "decision" } else { "optional_decision" };
        let template = service.text("account", key).unwrap_or_default();
        renderer.say(template, context! { table => self.table }).trim_end_matches('.').to_owned()
    }
}

/// A text of the section about web push.
pub fn push_text(language: &str, key: &str) -> String {
    Catalogue::read(pages(language)).template("push", key).to_owned()
}

/// A text of the section about feeds.
pub fn feed_text(language: &str, key: &str, values: minijinja::Value) -> String {
    let service = Catalogue::read(pages(language));
    TextRenderer::new(Reader::default(), &service, None)
        .phrase(service.text("feeds", key).unwrap_or_default(), values)
}
