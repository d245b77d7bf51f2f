//! The voice of a notice: texts of the service and of the ruleset, said to one reader.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::Value;

use super::{Answer, Moment};
use crate::mail::texts::{self, CallText, Catalogue, Reader, Speech};
use crate::notifications::MailKind;
use crate::store::orders;
use rules::{Json, Seat};

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
        let nameless = Speech::new(Reader::default(), &service, None);
        let players = names(moment, &service, &nameless);
        Self::to(moment, service, Reader { me: Some(usize::from(moment.seat)), players })
    }

    /// The same about what happened in the write that made `version`, with everybody's name as it was then; `None`: it
    /// is the same as now.
    pub fn at(&self, version: i64) -> Option<Self> {
        let mut reader = self.reader.clone();
        let nobody = self.service.text("words", "nobody").unwrap_or_default();
        // Of several replacements of one seat the first one after the event says who had it.
        for former in self.moment.former.iter().rev().filter(|former| former.until >= version) {
            let seat = usize::from(former.seat);
            reader.me = reader.me.filter(|me| *me != seat);
            if let Some(name) = reader.players.get_mut(seat) {
                former.name.as_deref().unwrap_or(nobody).clone_into(name);
            }
        }
        let is_same = reader.players == self.reader.players && reader.me == self.reader.me;
        (!is_same).then(|| Self::to(self.moment, Arc::clone(&self.service), reader))
    }

    fn to(moment: &'m Moment<'m>, service: Arc<Catalogue>, reader: Reader) -> Self {
        let ruleset = Catalogue::of_ruleset(moment.title, moment.language);
        let nameless = Speech::new(Reader::default(), &service, None);
        let me = usize::from(moment.seat);
        let mut players = reader.players.clone();
        if let (Some(mine), Some(you)) = (reader.me, service.text("words", "you"))
            && let Some(mine) = players.get_mut(mine)
        {
            you.clone_into(mine);
        }
        let mut others = reader.players.clone();
        if me < others.len() {
            others.remove(me);
        }
        let unnamed = context([("title", moment.title.name().into()), ("others", others.into())]);
        // A table that nobody named carries the name of its title, which tells no two tables apart.
        let table_name = if moment.table.is_empty() || moment.table == moment.title.name() {
            nameless.as_it_is(service.text("words", "unnamed").unwrap_or_default(), unnamed.into())
        } else {
            moment.table.to_owned()
        };
        let here = context([
            ("table", table_name.into()),
            ("title", moment.title.name().into()),
            ("players", players.into()),
            ("replies", moment.ways.reply.is_some().into()),
        ]);
        let view = read(&moment.game.view(Some(moment.seat)));
        let table = context([("view", view), ("me", reader.me.into())]);
        let speech = Speech::new(reader.clone(), &service, Some(&ruleset));
        Self { moment, service, ruleset, speech, reader, here, table }
    }

    /// The subject of the mail, in the wording for its kind.
    pub fn subject(&self) -> String {
        self.by_kind("subject", CallText::Subject)
    }

    /// The first sentence, in the wording for its kind.
    pub fn lead(&self) -> String {
        self.by_kind("lead", CallText::Lead)
    }

    fn by_kind(&self, section: &str, of_call: CallText) -> String {
        let template = match self.moment.kind {
            MailKind::Call(call) => self.service.text_of_call(of_call, call, &self.ruleset),
            kind => self.service.text(section, kind.name()),
        };
        self.speech.say(template.unwrap_or_default(), Value::from(self.here.clone()))
    }

    /// A heading, in the wording for this kind of notice if there is one.
    pub fn heading(&self, name: &str) -> String {
        let special = format!("{name}_{}", self.moment.kind.name());
        let key = if self.service.text("headings", &special).is_some() { &special } else { name };
        self.text("headings", key, [])
    }

    pub fn line<const N: usize>(&self, key: &str, values: [(&str, Value); N]) -> String {
        self.text("lines", key, values)
    }

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

    pub fn question(&self, kind: &str, decision: &str) -> String {
        let fields = context([("kind", kind.into()), ("decision", decision.into())]);
        self.rules("decisions", kind, fields).unwrap_or_else(|| plain(kind))
    }

    pub fn action(&self, action: &Json) -> String {
        self.tagged(&self.speech, "actions", action, &self.table)
    }

    /// What an answer did that was given earlier, said of the game as it stood when it was given.
    pub fn answer(&self, answer: &Answer<'_>) -> String {
        let mut table = self.table.clone();
        table.insert("view".to_owned(), read(&answer.game.view(Some(self.moment.seat))));
        self.tagged(&self.speech, "actions", answer.action, &table)
    }

    /// What sending an action does once it is filled in.
    pub fn shape(&self, action: &Json) -> String {
        let speech = Speech::with_gaps(self.reader.clone(), &self.service, Some(&self.ruleset));
        self.tagged(&speech, "actions", action, &self.table)
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
            None => self.tagged(&self.speech, "events", told, &self.table),
        }
    }

    pub fn ended_by(&self, reason: &str) -> String {
        self.rules("ended_by", reason, Context::new()).unwrap_or_else(|| plain(reason))
    }

    /// Which standing order was laid down, and why.
    pub fn disarmed(&self, order: &orders::OrderRow) -> String {
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

    /// The name of the player who sits there, or "you".
    pub fn player(&self, seat: Seat) -> String {
        self.speech.as_it_is("{{ seat | player }}", Value::from(context([("seat", seat.into())])))
    }

    fn tagged(&self, speech: &Speech, section: &str, json: &Json, table: &Context) -> String {
        let fields: Context = serde_json::from_str(json.get()).unwrap_or_default();
        let kind = fields.get("type").map(ToString::to_string).unwrap_or_default();
        let said = self.said(speech, section, &kind, fields.clone(), table);
        said.unwrap_or_else(|| self.spelled(&kind, fields))
    }

    fn rules(&self, section: &str, key: &str, fields: Context) -> Option<String> {
        self.said(&self.speech, section, key, fields, &self.table)
    }

    /// `None` where there is no text, or a broken one: then the bare facts are better than nothing.
    fn said(
        &self,
        speech: &Speech,
        section: &str,
        key: &str,
        fields: Context,
        table: &Context,
    ) -> Option<String> {
        let template = self.ruleset.text(section, key)?;
        let mut context = table.clone();
        context.extend(fields);
        speech.unless_broken(template, Value::from(context)).map(|said| texts::capital(&said))
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
