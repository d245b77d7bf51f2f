//! The texts of every title in every language: one for every told event, decision and action, and each of them renders.

use althing::texts::{CODES as LANGUAGES, place_function};
use std::collections::{BTreeMap, BTreeSet};

use conformance::playout::{self, Observer, Seating, seed_of};
use conformance::pseudolocale;
use rules::render::Phrases;
use rules::{Bots, CallKind, Rules, StandingOrders, Texts};
use rules::{Entry, Legal};

use minijinja::value::{Serde, Value as Field, merge_maps};
use minijinja::{Environment, UndefinedBehavior};
use rules::Choice;
use rules::orders::{REFUSED, UNREADABLE};
use rulesets::landnam::Landnam;
use rulesets::landnam::question::Question as LandnamQuestion;
use rulesets::landnam::state::{OfferId as LandnamOffer, Side};
use rulesets::nord::Nord;
use rulesets::nord::options::{IslandKind, Options as NordOptions};
use rulesets::nord::question::Question as NordQuestion;
use rulesets::settlers::Settlers;
use rulesets::settlers::question::Question as SettlersQuestion;
use rulesets::settlers::trade::OfferId as SettlersOffer;
use rulesets::{landnam, nord, settlers};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

fn catalogue(rules: &impl Texts, language: &str) -> Value {
    assert!(rules.texts("xx").is_none());
    let english = || rules.texts("en").map(|english| pseudolocale::stand_in(language, english));
    let made = if language == pseudolocale::CODE { english() } else { None };
    serde_json::from_str(rules.texts(language).or(made).expect("every language")).expect("a catalogue")
}

fn section<'c>(catalogue: &'c Value, name: &str) -> &'c Map<String, Value> {
    catalogue[name].as_object().expect("a section")
}

/// The types of a tagged union, out of what it says to a stranger.
fn types<T: DeserializeOwned>() -> BTreeSet<String> {
    let Err(error) = serde_json::from_value::<T>(json!({"type": "?"})) else { panic!("`?` is no type") };
    let said = error.to_string();
    said.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

fn type_of(tagged: &impl Serialize) -> String {
    serde_json::to_value(tagged).unwrap()["type"].as_str().expect("a type").to_owned()
}

/// Every field that is open in an order is named to those who fill it in.
fn every_field_of_an_order_has_a_name(rules: &impl StandingOrders) {
    for language in LANGUAGES {
        let emails: Value = serde_json::from_str(althing::texts::emails(language)).unwrap();
        for field in rules.offered_orders().iter().flat_map(|order| &order.fields) {
            assert!(section(&emails, "field_names").contains_key(field.name), "{} in {language}", field.name);
        }
    }
}

fn keys(section: &Map<String, Value>) -> BTreeSet<String> {
    section.keys().cloned().collect()
}

/// The kinds of call that are the ruleset's own: the contract's are described by the service.
fn own_calls(rules: &impl Rules) -> BTreeSet<String> {
    let shared =
        [CallKind::YOUR_TURN, CallKind::TRADE_OFFERED, CallKind::OFFER_ANSWERED, CallKind::UNPAYABLE_OFFER];
    let own = rules.call_kinds().iter().filter(|call| !shared.contains(call));
    own.map(|call| call.name.to_owned()).collect()
}

/// Events, actions and decisions have a text each, and nothing else has.
fn every_type_has_its_text<R: Texts + StandingOrders>(
    rules: &R,
    kinds: &[&str],
    endings: usize,
    reasons: &[&str],
) {
    let named = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(types::<R::Order>(), named(rules.order_kinds()));
    let reasons = named(&[&[REFUSED, UNREADABLE], reasons].concat());
    every_field_of_an_order_has_a_name(rules);
    let english = catalogue(rules, "en");
    for language in LANGUAGES {
        let catalogue = catalogue(rules, language);
        assert_eq!(types::<R::Event>(), keys(section(&catalogue, "events")), "{language}");
        assert_eq!(types::<R::Action>(), keys(section(&catalogue, "actions")), "{language}");
        assert_eq!(types::<R::Order>(), keys(section(&catalogue, "orders")), "{language}");
        let offered = rules.offered_orders();
        let offered: BTreeSet<String> = offered.iter().map(|order| type_of(&order.action)).collect();
        assert_eq!(offered, keys(section(&catalogue, "offered_orders")), "{language}");
        assert_eq!(keys(section(&catalogue, "spent")), reasons, "{language}");
        assert_eq!(keys(section(&catalogue, "decisions")), named(kinds), "{language}");
        assert_eq!(section(&catalogue, "ended_by").len(), endings, "{language}");
        assert!(!catalogue.to_string().contains('`'), "a name of the API is told to players in {language}");
        let refusals = keys(section(&catalogue, "refusals"));
        let codes: BTreeSet<String> = rules.refusals().iter().map(|row| row.code.to_owned()).collect();
        assert_eq!(refusals, codes, "{language}");
        for row in rules.refusals().iter().filter(|_| language == "en") {
            assert_eq!(catalogue["refusals"][row.code], row.meaning);
        }
        for texts in ["call_subjects", "call_leads", "call_topics", "call_news"] {
            let keys = catalogue[texts].as_object().map(keys).unwrap_or_default();
            assert_eq!(keys, own_calls(rules), "{texts} in {language}");
        }
        assert_eq!(keys(section(&catalogue, "words")), keys(section(&english, "words")), "{language}");
        says_as_much(&catalogue, &english, language);
    }
}

/// What says nothing in English says nothing in any language, and the other way round.
fn says_as_much(catalogue: &Value, english: &Value, language: &str) {
    for (key, text) in section(english, "events") {
        assert_eq!(text == "", catalogue["events"][key] == "", "{key} in {language}");
    }
    assert_eq!(catalogue["standing"].as_array().map(Vec::len), english["standing"].as_array().map(Vec::len));
}

#[test]
fn every_type_of_landnam_has_its_text() {
    let questions = [
        LandnamQuestion::HarvestCard,
        LandnamQuestion::ChooseAging,
        LandnamQuestion::NameFirst,
        LandnamQuestion::Sue,
        LandnamQuestion::AnswerSuit { blocking: true },
        LandnamQuestion::LeadSuit,
        LandnamQuestion::TakeOver { side: Side::Plaintiff, blocking: true },
        LandnamQuestion::AddToSuit,
        LandnamQuestion::AlthingCard,
        LandnamQuestion::Movement,
        LandnamQuestion::ChooseNumber,
        LandnamQuestion::Flee,
        LandnamQuestion::Build,
        LandnamQuestion::TradeAnswer { offer: LandnamOffer(1), is_undecided: true },
        LandnamQuestion::Trade,
    ];
    every_type_has_its_text(
        &Landnam::default(),
        &questions.map(LandnamQuestion::kind),
        3,
        &landnam::orders::REASONS,
    );
}

#[test]
fn every_type_of_the_settlers_has_its_text() {
    let questions = [
        SettlersQuestion::SetupSettlement,
        SettlersQuestion::SetupRoad,
        SettlersQuestion::Roll,
        SettlersQuestion::Discard,
        SettlersQuestion::MoveRobber,
        SettlersQuestion::FreeRoad,
        SettlersQuestion::Main,
        SettlersQuestion::TradeAnswer(SettlersOffer(1)),
        SettlersQuestion::ConfirmTrade(SettlersOffer(1)),
        SettlersQuestion::Trade,
    ];
    every_type_has_its_text(
        &Settlers::default(),
        &questions.map(SettlersQuestion::kind),
        3,
        &settlers::orders::REASONS,
    );
}

#[test]
fn every_type_of_nord_has_its_text() {
    let questions = [NordQuestion::ChooseStart, NordQuestion::Turn, NordQuestion::Attack];
    every_type_has_its_text(&Nord::default(), &questions.map(NordQuestion::kind), 2, &nord::orders::REASONS);
}

/// So often a text is rendered with the fields of different moments.
const ENOUGH: u32 = 12;

/// Renders every text that a game needs, as strictly as templates can be judged.
struct Reading<'r, R> {
    rules: &'r R,
    language: &'static str,
    catalogue: Value,
    environment: Environment<'static>,
    /// How often each text was rendered.
    rendered: BTreeMap<String, u32>,
}

impl<'r, R: Texts> Reading<'r, R> {
    fn new(rules: &'r R, language: &'static str) -> Self {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
        for case in ["player", "whom", "to_whom"] {
            environment.add_filter(case, |seat: usize| format!("P{seat}"));
        }
        environment.add_filter("whose", |seat: usize, yours: &str| format!("P{seat}'s, {yours}"));
        let catalogue = catalogue(rules, language);
        let words = section(&catalogue, "words").clone();
        environment.add_filter("word", move |key: String| {
            words.get(&key).and_then(Value::as_str).map_or(format!("{{{key}}}"), str::to_owned)
        });
        environment.add_filter("listed", |items: Vec<String>| items.join(", "));
        environment.add_filter("bundle", |cards: Serde<Map<String, Value>>| format!("{}×", cards.0.len()));
        Self { rules, language, catalogue, environment, rendered: BTreeMap::new() }
    }

    fn render(&mut self, state: &R::State, section: &str, key: &str, fields: Value) -> Result<(), String> {
        let times = self.rendered.entry(format!("{section}.{key}")).or_default();
        *times += 1;
        if *times > ENOUGH {
            return Ok(());
        }
        let texts = &self.catalogue[section];
        let text = key.parse::<usize>().map_or(&texts[key], |index| &texts[index]);
        let text = text.as_str().ok_or(format!("no text for {key}"))?;
        let template = format!("{}{text}", self.catalogue["macros"].as_str().unwrap_or_default());
        let view = Field::from(Serde(self.rules.view(state, Some(0))));
        let phrases = Phrases::new(self.language, |language| self.rules.texts(language));
        let place = place_function(self.rules.place_names(&self.rules.view(state, Some(0)), &phrases));
        let table = minijinja::context! { view => view, me => 0, place => place };
        let context = merge_maps([Field::from(Serde(fields)), table]);
        let said = self.environment.render_str(&template, context);
        let said = said.map_err(|error| format!("{section}.{key}: {error:#}"))?;
        if said.contains("{") || said.contains("  ") {
            return Err(format!("{section}.{key} reads: {said}"));
        }
        match foreign(self.language, &said) {
            Some(word) => Err(format!("`{word}` is left over in {}, {section}.{key}: {said}", self.language)),
            None => Ok(()),
        }
    }
}

impl<R: Texts> Observer<R> for Reading<'_, R> {
    fn consulted(
        &mut self,
        state: &R::State,
        legal: &[Legal<R::Action>],
        _choice: Option<&Choice<R::Action>>,
    ) -> Result<(), String> {
        for line in 0..self.catalogue["standing"].as_array().map_or(0, Vec::len) {
            self.render(state, "standing", &line.to_string(), json!({}))?;
        }
        for legal in legal {
            let id = json!({"kind": legal.decision.kind, "decision": legal.decision.id});
            self.render(state, "decisions", legal.decision.kind, id)?;
            let shapes = legal.shapes.iter().map(|shape| &shape.action);
            for action in legal.actions.iter().take(5).chain(shapes) {
                let action = serde_json::to_value(action).map_err(|error| error.to_string())?;
                let kind = action["type"].as_str().unwrap_or_default().to_owned();
                self.render(state, "actions", &kind, action)?;
            }
        }
        Ok(())
    }

    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String> {
        for event in entries.iter().flat_map(|entry| &entry.events) {
            for viewer in [Some(0), None] {
                let told = serde_json::to_value(self.rules.redact(event, viewer))
                    .map_err(|error| error.to_string())?;
                let kind = told["type"].as_str().unwrap_or_default().to_owned();
                self.render(state, "events", &kind, told)?;
            }
        }
        Ok(())
    }
}

/// Words that give an English sentence away.
const ENGLISH: &str = "the and your with from card cards turn offer points nobody played built timber wool grain iron \
    lumber brick ore settlement ship hex you";

/// An English word in a text of another language; in the pseudolocale every word in plain letters is one.
fn foreign(language: &str, said: &str) -> Option<String> {
    if language == pseudolocale::CODE {
        let mut words = said.split(|letter: char| !letter.is_ascii_alphabetic());
        return words.find(|word| word.len() > 1).map(str::to_owned);
    }
    let words = said.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
    words.into_iter().find(|word| language != "en" && ENGLISH.split(' ').any(|english| english == word))
}

/// Plays two games and renders what they need; how many different texts that were.
fn rendered<R: Bots + Texts>(rules: &R, options: &R::Options, language: &'static str) -> usize {
    let mut reading = Reading::new(rules, language);
    for game in 0..2 {
        let bots = ["steady", "random", "random"].map(str::to_owned).to_vec();
        let seed = seed_of(11, game);
        let seating = Seating { options: options.clone(), bots, seed, leaves: vec![] };
        playout::play(rules, &seating, &mut reading).unwrap_or_else(|fault| panic!("{fault}"));
    }
    reading.rendered.len()
}

#[test]
fn every_text_that_whole_games_need_renders_in_every_language() {
    pseudolocale::add();
    for language in LANGUAGES.into_iter().chain([pseudolocale::CODE]) {
        let landnam = rendered(&Landnam::default(), &Default::default(), language);
        let settlers = rendered(&Settlers::default(), &Default::default(), language);
        let chosen = NordOptions { island: IslandKind::Variable, ..NordOptions::default() };
        let nord = rendered(&Nord::default(), &chosen, language);
        assert!(landnam > 80 && settlers > 55, "{landnam} and {settlers} texts in {language}");
        assert!(nord > 30, "{nord} texts of NORD in {language}");
    }
}
