//! Every code that a refusal can have, what it means, and what a client does about it.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use rules::{AnyRuleset, CONTRACT_REFUSALS};

use crate::error::Code;

/// What to do about each code of the service and of the contract: a heading for each.
const ADVICE: &str = include_str!("errors.md");
/// The status of what rules refuse.
const REFUSED: u16 = 422;
const RULES_ADVICE: &str = "The rules refuse this action as the game stands, and nothing has changed. Read the legal \
    actions again (`GET /v1/games/{game_id}/legal`) and send one of them; a filled-in shape must stay within the bounds \
    that its `fields` give. `POST /v1/games/{game_id}/actions/preview` tests an action without carrying it out.";

/// Who refuses with a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeSource {
    Service,
    /// What rules share, whichever they are.
    Contract,
    Ruleset,
}

#[derive(Debug)]
pub struct CodeEntry {
    pub status: u16,
    /// What it means, from the first that refuses so.
    pub title: String,
    /// What it means in each ruleset that refuses with it: its name and the sentence.
    pub meanings: Vec<(&'static str, &'static str)>,
    /// In Markdown.
    pub advice: String,
    pub sources: Vec<CodeSource>,
}

impl CodeEntry {
    /// What a list shows of the code.
    pub fn row(&self, code: &str) -> Value {
        context! { code, status => self.status, title => &self.title }
    }
}

/// Every code by its name.
pub fn all<'r>(
    rulesets: impl Iterator<Item = &'r (dyn AnyRuleset + 'static)>,
) -> BTreeMap<&'static str, CodeEntry> {
    let mut all: BTreeMap<&'static str, CodeEntry> = BTreeMap::new();
    let mut add = |code, status, title: String, source| {
        let entry = all.entry(code).or_insert_with(|| CodeEntry {
            status,
            title,
            meanings: Vec::new(),
            advice: advice(code, status, source).to_owned(),
            sources: Vec::new(),
        });
        if !entry.sources.contains(&source) {
            entry.sources.push(source);
        }
    };
    let rulesets: Vec<_> = rulesets.collect();
    for code in Code::ALL {
        let (name, status) = code.row();
        add(name, status, code.sentence(), CodeSource::Service);
    }
    for refusal in CONTRACT_REFUSALS {
        add(refusal.code, REFUSED, refusal.meaning.to_owned(), CodeSource::Contract);
    }
    let refusals = || {
        rulesets.iter().flat_map(|ruleset| ruleset.refusals().iter().map(move |refusal| (ruleset, refusal)))
    };
    for (_, refusal) in refusals() {
        add(refusal.code, REFUSED, refusal.meaning.to_owned(), CodeSource::Ruleset);
    }
    for (ruleset, refusal) in refusals() {
        if let Some(entry) = all.get_mut(refusal.code) {
            entry.meanings.push((ruleset.name(), refusal.meaning));
        }
    }
    all
}

fn advice(code: &str, status: u16, source: CodeSource) -> &'static str {
    match (written(code), source) {
        (Some(advice), _) => advice,
        (None, CodeSource::Ruleset) => RULES_ADVICE,
        (None, _) if status >= 500 => "Try again after a while, with the same `Idempotency-Key`.",
        (None, _) if status == 404 => "Check the address; the thing may have gone, or be out of your sight.",
        (None, _) => {
            "Read again what the request is about, then decide anew. `detail` says what is so in this case."
        }
    }
}

/// The part of the file under the heading of a code.
fn written(code: &str) -> Option<&'static str> {
    ADVICE.split("\n## ").skip(1).find_map(|part| {
        let (heading, advice) = part.split_once('\n')?;
        (heading.trim() == code).then_some(advice.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_service_has_advice_and_no_advice_is_left_over() {
        let known = Code::ALL.iter().map(|code| code.row().0);
        let all: Vec<&str> = known.chain(CONTRACT_REFUSALS.iter().map(|refusal| refusal.code)).collect();
        for code in &all {
            assert!(
                written(code).is_some_and(|advice| advice.len() > 20),
                "src/http/docs/errors.md lacks {code}"
            );
        }
        for heading in ADVICE.split("\n## ").skip(1).filter_map(|part| part.lines().next()) {
            assert!(all.contains(&heading.trim()), "src/http/docs/errors.md has {heading}, which is no code");
        }
    }
}
