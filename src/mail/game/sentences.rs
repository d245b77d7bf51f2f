//! The sentences of an email about a game: texts of the service and of the ruleset, for one reader.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::Value;

use super::{GameSnapshot, PastAnswer};
use crate::notifications::MailKind;
use crate::store::orders;
use crate::texts::{self, CallText, Catalogue, Reader, TextRenderer};
use rules::{Json, Seat};

pub type Context = BTreeMap<String, Value>;

pub struct GameSentences<'m> {
    snapshot: &'m GameSnapshot<'m>,
    service: Arc<Catalogue>,
    ruleset: Arc<Catalogue>,
    renderer: TextRenderer,
    reader: Reader,
    /// What every text of the service may name.
    values: Context,
    /// What every text of the ruleset may name.
    table: Context,
}

impl<'m> GameSentences<'m> {
    pub fn new(snapshot: &'m GameSnapshot<'m>) -> Self {
        let service = Catalogue::read(texts::notices(snapshot.language));
        let nameless = TextRenderer::new(Reader::default(), &service, None);
        let players = names(snapshot, &service, &nameless);
        Self::for_reader(snapshot, service, Reader { me: Some(usize::from(snapshot.seat)), players })
    }

    /// The same about what happened in the write that made `version`, with every player's name as it was then; `None`: it
    /// is the same as now.
    pub fn at(&self, version: i64) -> Option<Self> {
        let mut reader = self.reader.clone();
        let nobody = self.service.text("words", "nobody").unwrap_or_default();
        // Of several replacements of one seat the first one after the event says who had it.
        for former in self.snapshot.former.iter().rev().filter(|former| former.until >= version) {
            let seat = usize::from(former.seat);
            reader.me = reader.me.filter(|me| *me != seat);
            if let Some(name) = reader.players.get_mut(seat) {
                former.name.as_deref().unwrap_or(nobody).clone_into(name);
            }
        }
        let is_same = reader.players == self.reader.players && reader.me == self.reader.me;
        (!is_same).then(|| Self::for_reader(self.snapshot, Arc::clone(&self.service), reader))
    }

    fn for_reader(snapshot: &'m GameSnapshot<'m>, service: Arc<Catalogue>, reader: Reader) -> Self {
        let ruleset = Catalogue::of_ruleset(snapshot.title, snapshot.language);
        let nameless = TextRenderer::new(Reader::default(), &service, None);
        let me = usize::from(snapshot.seat);
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
        let unnamed = context([("title", snapshot.title.name().into()), ("others", others.into())]);
        // A game without a name of its own carries the name of its title, which tells no two games apart.
        let table_name = if snapshot.table.is_empty() || snapshot.table == snapshot.title.name() {
            nameless.phrase(service.text("words", "unnamed").unwrap_or_default(), unnamed.into())
        } else {
            snapshot.table.to_owned()
        };
        let values = context([
            ("table", table_name.into()),
            ("title", snapshot.title.name().into()),
            ("players", players.into()),
            ("replies", snapshot.ways.reply.is_some().into()),
        ]);
        let view = read(&snapshot.game.view(Some(snapshot.seat)));
        let table = context([("view", view), ("me", reader.me.into())]);
        let renderer = TextRenderer::new(reader.clone(), &service, Some(&ruleset));
        Self { snapshot, service, ruleset, renderer, reader, values, table }
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
        let template = match self.snapshot.kind {
            MailKind::Call(call) => self.service.text_of_call(of_call, call, &self.ruleset),
            kind => self.service.text(section, kind.name()),
        };
        self.renderer.say(template.unwrap_or_default(), Value::from(self.values.clone()))
    }

    /// A heading, in the wording for this kind of mail if there is one.
    pub fn heading(&self, name: &str) -> String {
        let special = format!("{name}_{}", self.snapshot.kind.name());
        let key = if self.service.text("headings", &special).is_some() { &special } else { name };
        self.text("headings", key, [])
    }

    pub fn line<const N: usize>(&self, key: &str, values: [(&str, Value); N]) -> String {
        self.text("lines", key, values)
    }

    pub fn text<const N: usize>(&self, section: &str, key: &str, values: [(&str, Value); N]) -> String {
        let mut context = self.values.clone();
        context.extend(values.map(|(name, value)| (name.to_owned(), value)));
        let template = self.service.text(section, key).unwrap_or_default();
        self.renderer.say(template, Value::from(context))
    }

    /// How the table stands for the reader, a line each.
    pub fn standing(&self) -> Vec<String> {
        let lines = self
            .ruleset
            .list("standing")
            .into_iter()
            .map(|template| self.renderer.say(template, Value::from(self.table.clone())));
        lines
            .flat_map(|text| text.lines().map(texts::capital).collect::<Vec<_>>())
            .filter(|line| !line.is_empty())
            .collect()
    }

    pub fn question(&self, kind: &str, decision: &str) -> String {
        let fields = context([("kind", kind.into()), ("decision", decision.into())]);
        self.rules("decisions", kind, fields).unwrap_or_else(|| plain(kind))
    }

    pub fn action(&self, action: &Json) -> String {
        self.tagged(&self.renderer, "actions", action, &self.table)
    }

    /// What an earlier answer did, in the game as it stood when it was given.
    pub fn answer(&self, answer: &PastAnswer<'_>) -> String {
        let mut table = self.table.clone();
        table.insert("view".to_owned(), read(&answer.game.view(Some(self.snapshot.seat))));
        self.tagged(&self.renderer, "actions", answer.action, &table)
    }

    /// What sending an action does once it is filled in.
    pub fn shape(&self, action: &Json) -> String {
        let renderer = TextRenderer::with_gaps(self.reader.clone(), &self.service, Some(&self.ruleset));
        self.tagged(&renderer, "actions", action, &self.table)
    }

    /// What happened; empty when there is nothing to say about it. The texts of table events are the service's.
    pub fn event(&self, redacted: &Json) -> String {
        let fields: Context = serde_json::from_str(redacted.get()).unwrap_or_default();
        let kind = fields.get("type").map(ToString::to_string).unwrap_or_default();
        match self.service.text("table_events", &kind) {
            Some(template) => {
                let mut context = self.values.clone();
                context.extend(fields);
                self.renderer.say(template, Value::from(context))
            }
            None => self.tagged(&self.renderer, "events", redacted, &self.table),
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
        self.renderer.phrase("{{ seat | player }}", Value::from(context([("seat", seat.into())])))
    }

    fn tagged(&self, renderer: &TextRenderer, section: &str, json: &Json, table: &Context) -> String {
        let fields: Context = serde_json::from_str(json.get()).unwrap_or_default();
        let kind = fields.get("type").map(ToString::to_string).unwrap_or_default();
        let text = self.of_ruleset(renderer, section, &kind, fields.clone(), table);
        text.unwrap_or_else(|| self.fallback(&kind, fields))
    }

    fn rules(&self, section: &str, key: &str, fields: Context) -> Option<String> {
        self.of_ruleset(&self.renderer, section, key, fields, &self.table)
    }

    /// `None` where there is no text, or a broken one: then the bare facts are better than nothing.
    fn of_ruleset(
        &self,
        renderer: &TextRenderer,
        section: &str,
        key: &str,
        fields: Context,
        table: &Context,
    ) -> Option<String> {
        let template = self.ruleset.text(section, key)?;
        let mut context = table.clone();
        context.extend(fields);
        renderer.try_phrase(template, Value::from(context)).map(|text| texts::capital(&text))
    }

    /// What has no text of its own: its type, and its fields as they are.
    fn fallback(&self, kind: &str, fields: Context) -> String {
        let shown = fields.into_iter().filter(|(name, _)| name != "type");
        let shown: Vec<String> = shown.map(|(name, value)| format!("{name} {value}")).collect();
        if shown.is_empty() { plain(kind) } else { format!("{} ({})", plain(kind), shown.join(", ")) }
    }
}

/// The name of each player, by seat.
fn names(snapshot: &GameSnapshot<'_>, service: &Catalogue, renderer: &TextRenderer) -> Vec<String> {
    let word = |key: &str| service.text("words", key).unwrap_or_default();
    let name = |(person, bot): (&Option<String>, &Option<String>)| match (person, bot) {
        (Some(person), _) => person.clone(),
        (None, Some(bot)) => {
            renderer.phrase(word("bot"), Value::from(context([("name", bot.as_str().into())])))
        }
        (None, None) => word("nobody").to_owned(),
    };
    snapshot.people.iter().zip(snapshot.bots).map(name).collect()
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
