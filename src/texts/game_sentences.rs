//! Makes sentences about a game for one of its players or for a spectator, from the texts of the service and of the
//! ruleset. Emails and pages use them.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::value::{Rest, Serde, ValueKind, merge_maps};
use minijinja::{Value, context};
use serde::de::DeserializeOwned;
use serde_json::Map;

use super::renderer::GAP;
use super::{CallText, Catalogue, Reader, TextRenderer, capital, emails};
use rules::render::{Phrases, PlaceNames, turn_name};
use rules::typed_answers::AnswerWords;
use rules::{
    AnyGame, AnyRuleset, CallKind, FieldKind, Json, Outcome, RankedSeat, Seat, Shape, Viewer, id_in_ruleset,
};

type Context = BTreeMap<String, Value>;

/// A sentence for each option of a game (JSON) that differs from the usual.
pub fn option_sentences(
    service: &Arc<Catalogue>,
    ruleset: &dyn AnyRuleset,
    language: &str,
    options: &str,
) -> Vec<String> {
    let chosen: Map<String, serde_json::Value> = read(options);
    let catalogue = Catalogue::of_ruleset(ruleset, language);
    let renderer = TextRenderer::new(Reader::default(), service, Some(&catalogue));
    let known = chosen.iter().filter(|(_, value)| !value.is_null());
    let sentences = known.filter_map(|(name, value)| {
        let text = catalogue.text("options", name)?;
        Some(renderer.say(text, context! { value => Serde(value) }))
    });
    sentences.filter(|sentence| !sentence.is_empty()).collect()
}

/// A game as it stands, and who reads of it.
#[derive(Clone, Copy)]
pub struct GameFacts<'g> {
    pub ruleset: &'g dyn AnyRuleset,
    pub game: &'g dyn AnyGame,
    /// The name of the game; may be empty.
    pub name: &'g str,
    /// The seat of the reader; `None`: a spectator.
    pub seat: Viewer,
    pub language: &'g str,
    /// The name of the player in each seat; `None` for a bot.
    pub people: &'g [Option<String>],
    /// The name of the bot that has the seat; `None` for a person.
    pub bots: &'g [Option<String>],
    /// The former players of seats, as far back as events are described, oldest first.
    pub former: &'g [FormerPlayer],
    /// Can the reader answer by a reply?
    pub can_reply: bool,
}

/// A player who had a seat that another one has now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerPlayer {
    pub seat: Seat,
    /// The version at which the seat was given to another player.
    pub until: i64,
    /// The player's name; `None` once the account is gone.
    pub name: Option<String>,
}

pub struct GameSentences<'g> {
    facts: GameFacts<'g>,
    service: Arc<Catalogue>,
    ruleset: Arc<Catalogue>,
    renderer: Arc<TextRenderer>,
    reader: Reader,
    /// What every text of the service may name.
    values: Context,
    /// What every text of the ruleset may name.
    ruleset_values: Context,
}

/// The texts of the service about a game, without borrows, as templates of pages need them.
#[derive(Clone)]
pub struct GameTexts {
    service: Arc<Catalogue>,
    renderer: Arc<TextRenderer>,
    values: Context,
}

impl GameTexts {
    /// A text for the middle of a sentence; `None` if there is no such text.
    pub fn phrase(&self, section: &str, key: &str, values: &Value) -> Option<String> {
        let text = self.service.text(section, key)?;
        Some(self.renderer.phrase(text, merge_maps([values.clone(), Value::from(self.values.clone())])))
    }
}

impl<'g> GameSentences<'g> {
    pub fn new(facts: GameFacts<'g>) -> Self {
        let service = Catalogue::read(emails(facts.language));
        let players = names(&facts, &service);
        Self::for_reader(
            facts,
            service,
            Reader { language: super::code(facts.language), me: facts.seat.map(usize::from), players },
        )
    }

    /// Sentences about events of the write that made `version`, with the players who had the seats then; `None` if they
    /// are the same as now.
    pub fn at(&self, version: i64) -> Option<Self> {
        let mut reader = self.reader.clone();
        let nobody = self.service.template("words", "nobody");
        // The list is walked from the newest, so that of several replacements of a seat the first one after `version`
        // wins.
        for former in self.facts.former.iter().rev().filter(|former| former.until >= version) {
            let seat = usize::from(former.seat);
            reader.me = reader.me.filter(|me| *me != seat);
            if let Some(name) = reader.players.get_mut(seat) {
                former.name.as_deref().unwrap_or(nobody).clone_into(name);
            }
        }
        let is_same = reader.players == self.reader.players && reader.me == self.reader.me;
        (!is_same).then(|| Self::for_reader(self.facts, Arc::clone(&self.service), reader))
    }

    fn for_reader(facts: GameFacts<'g>, service: Arc<Catalogue>, reader: Reader) -> Self {
        let ruleset = Catalogue::of_ruleset(facts.ruleset, facts.language);
        let mut players = reader.players.clone();
        if let (Some(mine), Some(you)) = (reader.me, service.text("words", "you"))
            && let Some(mine) = players.get_mut(mine)
        {
            you.clone_into(mine);
        }
        let mut others = reader.players.clone();
        if let Some(me) = facts.seat.map(usize::from).filter(|me| *me < others.len()) {
            others.remove(me);
        }
        let name = distinctive_name(&service, facts.name, (facts.ruleset, facts.language), others);
        let people = marked(&facts, &service, &players);
        let values = context([
            ("table", name.into()),
            ("title", title(facts.ruleset, facts.language).into()),
            ("players", players.into()),
            ("people", people.into()),
            ("replies", facts.can_reply.into()),
        ]);
        let ruleset_values = values_of_ruleset(&facts, facts.game, reader.me);
        let renderer = Arc::new(TextRenderer::new(reader.clone(), &service, Some(&ruleset)));
        Self { facts, service, ruleset, renderer, reader, values, ruleset_values }
    }

    pub fn texts(&self) -> GameTexts {
        let (service, renderer) = (Arc::clone(&self.service), Arc::clone(&self.renderer));
        GameTexts { service, renderer, values: self.values.clone() }
    }

    /// What the game is called.
    pub fn table(&self) -> String {
        self.values.get("table").map(ToString::to_string).unwrap_or_default()
    }

    /// A text of the service about the game.
    pub fn text<const N: usize>(&self, section: &str, key: &str, values: [(&str, Value); N]) -> String {
        self.say(self.service.template(section, key), values)
    }

    /// A text about a call, in the words of the ruleset where it has any.
    pub fn of_call(&self, part: CallText, call: CallKind) -> String {
        self.say(self.service.text_of_call(part, call, &self.ruleset).unwrap_or_default(), [])
    }

    /// A heading, in the wording for this kind of mail if there is one.
    pub fn heading(&self, name: &str, kind: &str) -> String {
        let special = format!("{name}_{kind}");
        let key = if self.service.text("headings", &special).is_some() { &special } else { name };
        self.text("headings", key, [])
    }

    pub fn line<const N: usize>(&self, key: &str, values: [(&str, Value); N]) -> String {
        self.text("lines", key, values)
    }

    fn say<const N: usize>(&self, template: &str, values: [(&str, Value); N]) -> String {
        self.renderer.say(template, with(&self.values, context(values)))
    }

    /// How the game stands for the reader, a line each.
    pub fn standing(&self) -> Vec<String> {
        let lines = self
            .ruleset
            .list("standing")
            .into_iter()
            .map(|template| self.renderer.say(template, Value::from(self.ruleset_values.clone())));
        lines
            .flat_map(|text| text.lines().map(capital).collect::<Vec<_>>())
            .filter(|line| !line.is_empty())
            .collect()
    }

    pub fn question(&self, kind: &str, decision: &str) -> String {
        let fields = context([("kind", kind.into()), ("decision", id_in_ruleset(decision).into())]);
        self.rules("decisions", kind, fields).unwrap_or_else(|| plain(kind))
    }

    pub fn action(&self, action: &Json) -> String {
        self.tagged(&self.renderer, "actions", action, &self.ruleset_values)
    }

    /// The certain effects of an action as sentences. Effects without a text are left out.
    pub fn effects(&self, action: &Json) -> Vec<String> {
        // An action that is not allowed, as one that other seats have made impossible since, has no effects.
        let effects = self.facts.seat.and_then(|seat| self.facts.game.preview(seat, action).ok());
        let sentences = effects.iter().flatten().map(|effect| self.effect(effect));
        sentences.filter(|sentence| !sentence.is_empty()).collect()
    }

    /// The sentence about one certain effect; empty for an effect without a text.
    pub fn effect(&self, effect: &Json) -> String {
        let (kind, fields) = type_and_fields_of_effect(effect);
        match self.service.text("effects", &kind) {
            Some(template) => self.renderer.say(template, with(&self.values, fields)),
            None => self.rules("effects", &kind, fields).unwrap_or_default(),
        }
    }

    /// An earlier action, described in the game as it stood then: what the action names may have moved or gone since.
    pub fn past_action(&self, action: &Json, game: &dyn AnyGame) -> String {
        let values = values_of_ruleset(&self.facts, game, self.reader.me);
        self.tagged(&self.renderer, "actions", action, &values)
    }

    /// An action with open fields, with gaps where cards and numbers are still to be chosen.
    pub fn shape(&self, shape: &Shape<Json>) -> String {
        self.with_gaps("actions", shape)
    }

    /// The words in which the reader may type answers.
    pub fn answer_words(&self) -> AnswerWords {
        self.ruleset.answer_words(&self.reader.players)
    }

    /// A standing order that a page offers.
    pub fn offered_order(&self, order: &Shape<Json>) -> String {
        self.with_gaps("offered_orders", order)
    }

    fn with_gaps(&self, section: &str, shape: &Shape<Json>) -> String {
        let renderer = TextRenderer::with_gaps(self.reader.clone(), &self.service, Some(&self.ruleset));
        self.tagged(&renderer, section, &with_gaps(shape), &self.ruleset_values)
    }

    /// The sentence about an event; empty for an event without one. The service has the texts of table events.
    pub fn event(&self, redacted: &Json) -> String {
        let (kind, fields) = type_and_fields(redacted);
        match self.service.text("service_events", &kind) {
            Some(template) => self.renderer.say(template, with(&self.values, fields)),
            None => self.tagged(&self.renderer, "events", redacted, &self.ruleset_values),
        }
    }

    /// That the time of a seat was over, and a default move was made for it.
    pub fn lapsed(&self, seat: Seat) -> String {
        self.line("late", [("seat", seat.into())])
    }

    /// The heading of a list of actions of one type; `None` where the ruleset has no text for it.
    pub fn group(&self, action_type: &str) -> Option<String> {
        self.rules("groups", action_type, Context::new())
    }

    /// The places of a result, a line each.
    pub fn places(&self, outcome: &Outcome) -> Vec<String> {
        let place = |place: &RankedSeat| {
            let player = self.player(place.seat);
            let is_reader = self.reader.me == Some(usize::from(place.seat));
            let tied = outcome.ranking.iter().filter(|other| other.rank == place.rank).count() > 1;
            let values = [
                ("tied", tied.into()),
                ("rank", place.rank.into()),
                // A player's name is written as they write it.
                ("player", if is_reader { capital(&player) } else { player }.into()),
                ("points", place.points.into()),
            ];
            self.line("place", values)
        };
        outcome.ranking.iter().map(place).collect()
    }

    /// Who has won, and with how many points.
    pub fn winner(&self, outcome: &Outcome) -> String {
        let winners: Vec<String> = outcome.winners().map(|place| self.player(place.seat)).collect();
        let points = outcome.winners().next().map_or(0, |place| place.points);
        let is_reader = outcome.winners().any(|place| self.is_reader(place.seat));
        let key = if winners.len() > 1 { "winners" } else { "winner" };
        let values = [("winners", winners.into()), ("points", points.into()), ("me", is_reader.into())];
        self.text("result", key, values)
    }

    /// `Turn 37`, as boards call it; 0 is the set-up.
    pub fn turn_name(&self, turn: u32) -> String {
        let phrases = Phrases::new(self.facts.language, |language| self.facts.ruleset.texts(language));
        turn_name(&phrases, turn)
    }

    /// The name of something that gives points.
    pub fn score_source(&self, name: &str) -> String {
        self.rules("score_sources", name, Context::new()).unwrap_or_else(|| plain(name))
    }

    /// Why a game is over: in the ruleset's words, or in the service's where its players ended it.
    pub fn ended_by(&self, reason: &str) -> String {
        let by_service = || self.service.text("ended_by", reason).map(|_| self.text("ended_by", reason, []));
        let by_rules = self.rules("ended_by", reason, Context::new());
        by_rules.or_else(by_service).unwrap_or_else(|| plain(reason))
    }

    pub fn order(&self, kind: &str, content: &str) -> String {
        capital(&self.order_inside(kind, content))
    }

    /// A standing order, worded for the middle of a sentence.
    fn order_inside(&self, kind: &str, content: &str) -> String {
        self.rules_inside("orders", kind, read(content)).unwrap_or_else(|| plain(kind))
    }

    /// A standing order and why it can't apply any more, as a line.
    pub fn disarmed(&self, kind: &str, content: &str, reason: &str) -> String {
        let what = self.order_inside(kind, content);
        let why = self.rules_inside("spent", reason, Context::new()).unwrap_or_else(|| plain(reason));
        self.line("order_disarmed", [("what", what.into()), ("why", why.into())])
    }

    /// A kind of card and the like.
    pub fn word(&self, key: &str) -> String {
        self.ruleset.text("words", key).map_or_else(|| key.replace('_', " "), str::to_owned)
    }

    /// A text of the service without values, as it stands: no capital is put at its beginning.
    pub fn label(&self, section: &str, key: &str) -> &str {
        self.service.template(section, key)
    }

    /// The name of the player who sits there, the reader's own, too.
    pub fn name(&self, seat: Seat) -> String {
        self.reader.players.get(usize::from(seat)).cloned().unwrap_or_default()
    }

    /// The name of the player who sits there, or "you".
    pub fn player(&self, seat: Seat) -> String {
        self.named("{{ seat | player }}", seat)
    }

    fn named(&self, template: &str, seat: Seat) -> String {
        self.renderer.phrase(template, Value::from(context([("seat", seat.into())])))
    }

    /// Is it the reader who sits there, or sat there when it happened?
    pub fn is_reader(&self, seat: Seat) -> bool {
        self.reader.me == Some(usize::from(seat))
    }

    /// For whom the game waits; `None` when it is over.
    pub fn waiting(&self) -> Option<String> {
        let mut seats: Vec<_> = self.facts.game.awaiting().into_iter().filter(|open| open.blocking).collect();
        seats.dedup_by_key(|open| open.seat);
        let awaited: Vec<String> =
            seats.iter().map(|open| self.named("{{ seat | whom }}", open.seat)).collect();
        (!awaited.is_empty()).then(|| self.line("waiting", [("awaited", awaited.into())]))
    }

    fn tagged(&self, renderer: &TextRenderer, section: &str, json: &Json, values: &Context) -> String {
        let (kind, fields) = type_and_fields(json);
        let template = self.ruleset.text(section, &kind);
        let text = template.and_then(|text| renderer.try_phrase(text, with(values, fields.clone())));
        text.map_or_else(|| fallback(&kind, fields), |text| capital(&text))
    }

    fn rules(&self, section: &str, key: &str, fields: Context) -> Option<String> {
        self.rules_inside(section, key, fields).map(|text| capital(&text))
    }

    /// A text of the ruleset for the middle of a sentence; `None` where it has none, or a broken one. The caller then
    /// shows the bare facts.
    fn rules_inside(&self, section: &str, key: &str, fields: Context) -> Option<String> {
        self.renderer.try_phrase(self.ruleset.text(section, key)?, with(&self.ruleset_values, fields))
    }
}

/// What every text of the ruleset may name, in `game` as the reader sees it.
fn values_of_ruleset(facts: &GameFacts<'_>, game: &dyn AnyGame, me: Option<usize>) -> Context {
    let view = read(game.view(facts.seat).get());
    let place = place_function(game.place_names(facts.seat, facts.language));
    context([("view", view), ("me", me.into()), ("place", place)])
}

/// The function of templates that names a place: `place('edge', 7)` is that of the key `edge.7`, and a list stands for
/// its members between semicolons. What has no name is shown as it is.
pub fn place_function(names: PlaceNames) -> Value {
    Value::from_function(move |parts: Rest<Value>| {
        let part = |value: &Value| match value.kind() {
            ValueKind::Seq => {
                let members = value.try_iter().into_iter().flatten();
                members.map(|member| member.to_string()).collect::<Vec<_>>().join(";")
            }
            _ => value.to_string(),
        };
        let key = parts.iter().map(part).collect::<Vec<_>>().join(".");
        names.get(&key).unwrap_or(key)
    })
}

/// Something without a text: its type, and its fields as they are.
fn fallback(kind: &str, fields: Context) -> String {
    let shown = fields.into_iter().filter(|(name, _)| name != "type");
    let shown: Vec<String> = shown.map(|(name, value)| format!("{name} {value}")).collect();
    if shown.is_empty() { plain(kind) } else { format!("{} ({})", plain(kind), shown.join(", ")) }
}

/// The action of a shape, with a gap in place of its open numbers and no cards; seats stay as they are.
fn with_gaps(shape: &Shape<Json>) -> Json {
    let mut fields: Map<String, serde_json::Value> = read(shape.action.get());
    for field in &shape.fields {
        let gap = match field.kind {
            FieldKind::Bundle { .. } => serde_json::json!({}),
            FieldKind::Integer { .. } => GAP.into(),
            FieldKind::Seats { .. } => continue,
        };
        fields.insert(field.name.to_owned(), gap);
    }
    serde_json::value::to_raw_value(&fields).unwrap_or_else(|_| shape.action.clone())
}

/// What a ruleset is called in `language`: as on its boards.
pub fn title(ruleset: &dyn AnyRuleset, language: &str) -> String {
    let catalogue = Catalogue::of_ruleset(ruleset, language);
    catalogue.text("board", "title").unwrap_or_else(|| ruleset.name()).to_owned()
}

/// The name of a game; an unnamed one is called after its ruleset, in `language`.
pub fn game_name(name: &str, ruleset: &dyn AnyRuleset, language: &str) -> String {
    if is_named(name, ruleset) { name.to_owned() } else { title(ruleset, language) }
}

/// Does the game have a name of its own? Unless its owner gives it one, it has the English title of its ruleset.
fn is_named(name: &str, ruleset: &dyn AnyRuleset) -> bool {
    !name.is_empty() && name != ruleset.name()
}

/// The name of a game in a list of games. An unnamed game is named after its ruleset and `others`, the players besides
/// the reader, since the ruleset alone does not distinguish two games.
pub fn distinctive_name(
    service: &Arc<Catalogue>,
    name: &str,
    (ruleset, language): (&dyn AnyRuleset, &str),
    others: Vec<String>,
) -> String {
    if is_named(name, ruleset) {
        return name.to_owned();
    }
    let values = context([("title", title(ruleset, language).into()), ("others", others.into())]);
    let renderer = TextRenderer::new(Reader::default(), service, None);
    renderer.phrase(service.template("words", "unnamed"), values.into())
}

/// The name of each player, by seat.
fn names(facts: &GameFacts<'_>, service: &Catalogue) -> Vec<String> {
    let name = |(person, bot): (&Option<String>, &Option<String>)| match (person, bot) {
        (Some(name), _) | (None, Some(name)) => name.clone(),
        (None, None) => service.template("words", "nobody").to_owned(),
    };
    facts.people.iter().zip(facts.bots).map(name).collect()
}

/// What each player is called in a list of people, where bots are marked as such.
fn marked(facts: &GameFacts<'_>, service: &Arc<Catalogue>, players: &[String]) -> Vec<String> {
    let renderer = TextRenderer::new(Reader::default(), service, None);
    let is_bot = |seat: usize| facts.bots.get(seat).is_some_and(Option::is_some);
    let name = |(seat, name): (usize, &String)| match is_bot(seat) {
        true => renderer.phrase(service.template("words", "bot"), context! { name }),
        false => name.clone(),
    };
    players.iter().enumerate().map(name).collect()
}

/// The type and the fields of an action, an event or an effect, all of which are objects with a type.
fn type_and_fields(json: &Json) -> (String, Context) {
    let fields: Context = read(json.get());
    (fields.get("type").map(ToString::to_string).unwrap_or_default(), fields)
}

/// An event that will follow is described by its own type and fields.
fn type_and_fields_of_effect(effect: &Json) -> (String, Context) {
    #[derive(serde::Deserialize)]
    struct WithEvent {
        event: Json,
    }
    let event = serde_json::from_str(effect.get()).map(|effect: WithEvent| effect.event);
    type_and_fields(event.as_ref().unwrap_or(effect))
}

/// A name of the API as words.
fn plain(name: &str) -> String {
    capital(&name.replace('_', " "))
}

/// What rules have written as JSON. What does not read is shown as nothing, and an error is logged: a mail with a gap
/// is better than none.
fn read<T: DeserializeOwned + Default>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| {
        tracing::error!(%error, "the JSON of a ruleset does not read");
        T::default()
    })
}

/// The values that a text may name: `values`, and the fields of what it is about.
fn with(values: &Context, fields: Context) -> Value {
    values.clone().into_iter().chain(fields).collect::<Context>().into()
}

fn context<const N: usize>(values: [(&str, Value); N]) -> Context {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
