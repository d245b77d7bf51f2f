//! The texts of the pages that links of mails lead to.

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{ErrorKind, Value};
use rules::{AnyRuleset, Json};

use crate::error::{Error, ProblemCase, ProblemText};
use crate::service::rulesets::RulesetRegistry;
use crate::texts::{self, CallText, Catalogue, GameTexts, Reader, TextRenderer};

#[derive(Clone)]
pub struct PageWords {
    catalogue: Arc<Catalogue>,
    renderer: Arc<TextRenderer>,
    code: &'static str,
    /// What is said about the game of the page.
    game: Option<GameTexts>,
}

impl PageWords {
    /// Words in `language`.
    pub fn new(language: &str) -> Self {
        let catalogue = Catalogue::read(texts::pages(language));
        let renderer = Arc::new(TextRenderer::new(Reader::default(), &catalogue, None));
        Self { catalogue, renderer, code: texts::code(language), game: None }
    }

    /// These words, with texts about a game.
    pub fn about_game(self, game: GameTexts) -> Self {
        Self { game: Some(game), ..self }
    }

    /// The function `say` of templates. Error: there is no such text.
    pub fn into_function(self) -> Value {
        Value::from_function(move |name: &str, values: Kwargs| {
            let (section, key) = name.split_once('.').unwrap_or(("", name));
            let own = self.catalogue.text(section, key);
            let own = own.map(|text| self.renderer.say(text, values.clone().into()));
            let said = own.or_else(|| self.game.as_ref()?.say(section, key, &values.into()));
            said.ok_or_else(|| minijinja::Error::new(ErrorKind::InvalidOperation, format!("no text {name}")))
        })
    }

    pub fn code(&self) -> &'static str {
        self.code
    }

    pub fn say(&self, page: &str, key: &str) -> String {
        self.say_of(page, key, Value::from(()))
    }

    /// A text of a page about something.
    pub fn say_of(&self, page: &str, key: &str, about: Value) -> String {
        self.renderer.say(self.catalogue.text(page, key).unwrap_or_default(), about)
    }

    /// A text for the middle of a sentence.
    pub fn phrase(&self, page: &str, key: &str) -> String {
        self.phrase_of(page, key, Value::from(()))
    }

    pub fn phrase_of(&self, page: &str, key: &str, about: Value) -> String {
        self.renderer.phrase(self.catalogue.text(page, key).unwrap_or_default(), about)
    }

    /// What the press of a button did; `None` for a word that is none of ours.
    pub fn done(&self, key: &str) -> Option<String> {
        self.catalogue.text("done", key).map(|text| self.renderer.say(text, Value::from(())))
    }

    /// What mails of a topic or digests are called, in the middle of a sentence.
    pub fn topic(&self, rulesets: &RulesetRegistry, name: &str) -> String {
        let call = rulesets.kinds().calls().find(|call| call.name == name);
        let Some(call) = call else { return self.phrase("kinds", name) };
        let owner = rulesets.iter().find(|ruleset| ruleset.call_kinds().contains(&call));
        let of_ruleset = owner.map(|owner| Catalogue::of_ruleset(owner, self.code)).unwrap_or_default();
        let text = self.catalogue.text_of_call(CallText::Topic, call, &of_ruleset);
        self.renderer.phrase(text.unwrap_or_default(), Value::from(()))
    }

    /// The options of a game that a player should know of, a sentence each; what is usual needs none.
    pub fn options(&self, ruleset: &dyn AnyRuleset, options: &Json) -> Vec<String> {
        texts::option_sentences(&self.catalogue, ruleset, self.code, options.get())
    }

    /// What a refusal says on a page; `None` where the sentence of the API is better: one about this very case, and
    /// where there is no other.
    pub fn problem(&self, error: &Error) -> Option<String> {
        let is_own = |case: &ProblemCase| matches!(case.text, Some(ProblemText::Said(_)));
        let (code, _) = error.code();
        match error {
            Error::Known(case) if is_own(case) => None,
            _ => self.catalogue.text("problems", code).map(str::to_owned),
        }
    }
}
