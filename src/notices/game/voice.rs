//! The voice of a notice: texts of the service and of the ruleset, said to one reader.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::Value;

use super::Moment;
use crate::notices::texts::{self, Catalogue, Reader, Speech};
use crate::rules::{Json, Seat};
use crate::store::orders;

/// What a template sees.
pub type Context = BTreeMap<String, Value>;

/// Speaks to the reader of one notice.
pub struct Voice<'m> {
    moment: &'m Moment<'m>,
    service: Arc<Catalogue>,
    ruleset: Arc<Catalogue>,
    speech: Speech,
    reader: Reader,
    /// What every text of the service may name.
    here: Context,
    /// What every text of the ruleset may name.
    table: Context,
}

impl<'m> Voice<'m> {
    pub fn new(moment: &'m Moment<'m>) -> Self {
        let service = Catalogue::read(texts::notices(moment.language));
        let ruleset = Catalogue::of_ruleset(moment.title, moment.language);
        let nameless = Speech::new(Reader::default(), &service, None);
        let me = usize::from(moment.seat);
        let reader = Reader { me: Some(me), players: names(moment, &service, &nameless) };
        let mut players = reader.players.clone();
        if let (Some(mine), Some(you)) = (players.get_mut(me), service.text("words", "you")) {
            you.clone_into(mine);
        }
        let mut others = reader.players.clone();
        if me < others.len() {
            others.remove(me);
        }
        let unnamed = context([("title", moment.title.title().into()), ("others", others.into())]);
        // A table that nobody named carries the name of its title, which tells no two tables apart.
        let table_name = if moment.table.is_empty() || moment.table == moment.title.title() {
            nameless.as_it_is(service.text("words", "unnamed").unwrap_or_default(), unnamed.into())
        } else {
            moment.table.to_owned()
        };
        let here = context([
            ("table", table_name.into()),
            ("title", moment.title.title().into()),
            ("players", players.into()),
            ("replies", moment.ways.reply.is_some().into()),
        ]);
        let view = read(&moment.game.view(Some(moment.seat)));
        let table = context([("view", view), ("me", moment.seat.into())]);
        let speech = Speech::new(reader.clone(), &service, Some(&ruleset));
        Self { moment, service, ruleset, speech, reader, here, table }
    }

    /// A text of the service that has a wording for each kind of notice.
    pub fn by_kind(&self, section: &str) -> String {
        self.text(section, self.moment.kind.word(), [])
    }

    /// A heading, in the wording for this kind of notice if there is one.
    pub fn heading(&self, name: &str) -> String {
        let special = format!("{name}_{}", self.moment.kind.word());
        let key = if self.service.text("headings", &special).is_some() { &special } else { name };
        self.text("headings", key, [])
    }

    /// A line of the service.
    pub fn line<const N: usize>(&self, key: &str, values: [(&str, Value); N]) -> String {
        self.text("lines", key, values)
    }

    /// A text of the service.
    pub fn text<const N: usize>(&self, section: &str, key: &str, values: [(&str, Value); N]) -> String {
        let mut context = self.here.clone();
        context.extend(values.map(|(name, value)| (name.to_owned(), value)));
        let template = self.service.text(section, key).unwrap_or_default();
        self.speech.say(template, Value::from(context))
    }

    /// How the table stands for the reader, a line each.
    pub fn standing(&self) -> Vec<String> {
        let said = self
            .ruleset
            .list("standing")
            .into_iter()
            .map(|template| self.speech.say(template, Value::from(self.table.clone())));
        said.flat_map(|text| text.lines().map(texts::capital).collect::<Vec<_>>())
            .filter(|line| !line.is_empty())
            .collect()
    }

    /// What a decision asks.
    pub fn question(&self, kind: &str, decision: &str) -> String {
        let fields = context([("kind", kind.into()), ("decision", decision.into())]);
        self.rules("decisions", kind, fields).unwrap_or_else(|| plain(kind))
    }

    /// What sending an action does.
    pub fn action(&self, action: &Json) -> String {
        self.tagged(&self.speech, "actions", action)
    }

    /// What sending an action does once it is filled in.
    pub fn shape(&self, action: &Json) -> String {
        let speech = Speech::with_gaps(self.reader.clone(), &self.service, Some(&self.ruleset));
        self.tagged(&speech, "actions", action)
    }

    /// What happened; empty when there is nothing to say about it. What the table did is in the service's own words.
    pub fn event(&self, told: &Json) -> String {
        let fields: Context = serde_json::from_str(told.get()).unwrap_or_default();
        let kind = fields.get("type").map(ToString::to_string).unwrap_or_default();
        match self.service.text("table_events", &kind) {
            Some(template) => {
                let mut context = self.here.clone();
                context.extend(fields);
                self.speech.say(template, Value::from(context))
            }
            None => self.tagged(&self.speech, "events", told),
        }
    }

    /// Why a game ended.
    pub fn ended_by(&self, reason: &str) -> String {
        self.rules("ended_by", reason, Context::new()).unwrap_or_else(|| plain(reason))
    }

    /// Which standing order was laid down, and why.
    pub fn disarmed(&self, order: &orders::Row) -> String {
        let fields = |text: &str| serde_json::from_str(text).unwrap_or_default();
        let what = self.rules("orders", &order.kind, fields(&order.content));
        let reason = order.reason.as_deref().unwrap_or_default();
        let why = self.rules("spent", reason, Context::new());
        let what = what.unwrap_or_else(|| plain(&order.kind)).into();
        self.line("order_disarmed", [("what", what), ("why", why.unwrap_or_else(|| plain(reason)).into())])
    }

    /// A kind of card and the like.
    pub fn word(&self, key: &str) -> String {
        self.ruleset.text("words", key).map_or_else(|| key.replace('_', " "), str::to_owned)
    }

    /// The name of whoever sits there, or "you".
    pub fn player(&self, seat: Seat) -> String {
        self.speech.as_it_is("{{ seat | player }}", Value::from(context([("seat", seat.into())])))
    }

    fn tagged(&self, speech: &Speech, section: &str, json: &Json) -> String {
        let fields: Context = serde_json::from_str(json.get()).unwrap_or_default();
        let kind = fields.get("type").map(ToString::to_string).unwrap_or_default();
        self.said(speech, section, &kind, fields.clone()).unwrap_or_else(|| self.spelled(&kind, fields))
    }

    fn rules(&self, section: &str, key: &str, fields: Context) -> Option<String> {
        self.said(&self.speech, section, key, fields)
    }

    fn said(&self, speech: &Speech, section: &str, key: &str, fields: Context) -> Option<String> {
        let template = self.ruleset.text(section, key)?;
        let mut context = self.table.clone();
        context.extend(fields);
        Some(speech.say(template, Value::from(context)))
    }

    /// What has no text of its own: its type, and its fields as they are.
    fn spelled(&self, kind: &str, fields: Context) -> String {
        let shown = fields.into_iter().filter(|(name, _)| name != "type");
        let shown: Vec<String> = shown.map(|(name, value)| format!("{name} {value}")).collect();
        if shown.is_empty() { plain(kind) } else { format!("{} ({})", plain(kind), shown.join(", ")) }
    }
}

/// Everybody's name, by seat.
fn names(moment: &Moment<'_>, service: &Catalogue, speech: &Speech) -> Vec<String> {
    let word = |key: &str| service.text("words", key).unwrap_or_default();
    let name = |(person, bot): (&Option<String>, &Option<String>)| match (person, bot) {
        (Some(person), _) => person.clone(),
        (None, Some(bot)) => {
            speech.as_it_is(word("bot"), Value::from(context([("name", bot.as_str().into())])))
        }
        (None, None) => word("nobody").to_owned(),
    };
    moment.people.iter().zip(moment.bots).map(name).collect()
}

/// A name of the API as words.
fn plain(name: &str) -> String {
    texts::capital(&name.replace('_', " "))
}

fn read(json: &Json) -> Value {
    serde_json::from_str(json.get()).unwrap_or_default()
}

fn context<const N: usize>(values: [(&str, Value); N]) -> Context {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
