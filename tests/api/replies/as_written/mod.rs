//! Replies as people write them, in every language: what each does, or why it does nothing.
//!
//! A row has one reply in four languages, and what it must come to: the actions that are carried out, in their order; in
//! brackets what is done beside the rules; behind `!` the code of the refusal at which it ends.

/// A reply in English, Nynorsk, Swedish and German, or one for all of them, and what it means. `late` is a reply to a
/// question that is no longer open.
macro_rules! rows {
    ($($($late:ident)? $($says:literal)|+ => $means:literal;)*) => {
        &[$(Row { says: rows!(@says $($says)|+), means: $means, is_late: rows!(@late $($late)?) }),*]
    };
    (@says $all:literal) => { [$all; LANGUAGES.len()] };
    (@says $($each:literal)|+) => { [$($each),+] };
    (@late late) => { true };
    (@late) => { false };
}

mod commands;
mod composed;
mod landnam;
mod nord;
mod settlers;
mod tables;

use althing::service::replies::{QuestionContext, create_question_address, domain};
use althing::service::turn::current_question;
use althing::service::{App, Ctx};
use althing::store::pool::PooledConnection;
use diesel_async::RunQueryDsl as _;
use serde_json::Value;

use super::mail_server::Draft;
use crate::harness::{PostOffice, Table, connect};

/// The languages of the columns.
const LANGUAGES: [&str; 4] = ["en", "nn", "sv", "de"];
const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

pub struct Row {
    /// In English, Nynorsk, Swedish and German. `{1}` is the name of the player at seat 1.
    says: [&'static str; LANGUAGES.len()],
    means: &'static str,
    /// Somebody has changed the position since the mail was sent.
    is_late: bool,
}

/// A position, and what the player at a seat replies to the mail about it.
pub struct Scene {
    pub ruleset: &'static str,
    pub state: String,
    /// The position at which late replies arrive.
    pub later: Option<String>,
    pub seat: usize,
    pub rows: &'static [Row],
}

impl Scene {
    pub fn new(
        ruleset: &'static str,
        state: &impl serde::Serialize,
        seat: usize,
        rows: &'static [Row],
    ) -> Self {
        Self { ruleset, state: serde_json::to_string(state).unwrap(), later: None, seat, rows }
    }

    /// The same with a position that has come of it when late replies arrive.
    pub fn later(self, state: &impl serde::Serialize) -> Self {
        Self { later: Some(serde_json::to_string(state).unwrap()), ..self }
    }
}

/// Takes replies and sends nothing: what follows a reply is read where it is queued.
fn office_without_post() -> PostOffice {
    PostOffice::open_with(1, |settings| {
        settings.replies.bind = "127.0.0.1:0".to_owned();
        settings.replies.domain = "play.example.org".to_owned();
        settings.mail.smtp_url = "smtp://127.0.0.1:1".into();
    })
}

/// The column `value` of a query.
async fn ask(connection: &mut PooledConnection, query: &str) -> Vec<String> {
    let rows: Vec<StoredText> = diesel::sql_query(query).load(connection).await.unwrap();
    rows.into_iter().map(|row| row.value).collect()
}

fn headers() -> Vec<String> {
    vec!["Subject: Re: x".to_owned(), "Content-Type: text/plain; charset=utf-8".to_owned()]
}

/// Hands a reply over: what the mail says that follows it, or what the server answers that does not take it.
async fn meaning_of(office: &PostOffice, connection: &mut PooledConnection, reply: Draft) -> String {
    let answer = reply.sent(office.replies_at());
    if answer != "250 2.0.0 taken" {
        return answer;
    }
    let query = format!(
        "SELECT jsonb_build_object('kind', kind, 'answer', payload->'answer')::text AS value FROM mails \
         WHERE payload->'answer'->>'reply_to' = '{}'",
        reply.id
    );
    let mails = ask(connection, &query).await;
    let first = mails.as_slice().first();
    first.map_or_else(|| "nothing".to_owned(), |mail| told(&serde_json::from_str(mail).unwrap()))
}

/// People who all read one language, and a game.
struct Correspondence {
    office: PostOffice,
    ctx: Ctx,
    table: Table,
    column: usize,
    sent: usize,
}

impl Correspondence {
    async fn about(ruleset: &str, column: usize) -> Self {
        let office = office_without_post();
        let people = office.service.people(NAMES).await;
        office.tamper(&format!("UPDATE accounts SET language = '{}'", LANGUAGES[column]));
        let table = Table::of(ruleset, &people).await;
        let ctx = connect(&office.service).await;
        Self { office, ctx, table, column, sent: 0 }
    }

    fn app(&self) -> &App {
        &self.office.service.app
    }

    /// The address for replies to a mail about the position.
    async fn address(&mut self, scene: &Scene, version: i64) -> String {
        let game = self.app().ruleset(scene.ruleset).unwrap().load(&scene.state).unwrap();
        let seat = u8::try_from(scene.seat).unwrap();
        let question = current_question(game.as_ref(), seat).expect("a question");
        let context = QuestionContext {
            account: self.table.player(scene.seat).id.parse().unwrap(),
            game: self.table.id.parse().unwrap(),
            seat,
            version,
        };
        let app = self.office.service.app.clone();
        let local = create_question_address(&mut self.ctx, &context, &question).await.unwrap();
        format!("{}@{}", local.unwrap(), domain(&app.settings))
    }

    /// Puts a position up, and gives the version of the game. Through one connection, since there are many rows.
    async fn put(&mut self, state: &str) -> i64 {
        assert!(!state.contains('\''));
        let game = &self.table.id;
        let statement = format!(
            "WITH put AS (UPDATE positions SET state = '{state}', digest = sha256(convert_to('{state}', 'UTF8')) \
             WHERE game_id = '{game}' RETURNING game_id, version, state), \
             kept AS (INSERT INTO snapshots (game_id, version, state) SELECT * FROM put \
             ON CONFLICT (game_id, version) DO UPDATE SET state = excluded.state) \
             SELECT version::text AS value FROM put"
        );
        ask(&mut self.ctx.db, &statement).await.remove(0).parse().unwrap()
    }

    /// The words of a row in the language of the people.
    fn said(&self, row: &Row) -> String {
        let players = self.table.players.iter().enumerate();
        players.fold(row.says[self.column].to_owned(), |said, (seat, person)| {
            said.replace(&format!("{{{seat}}}"), &person.name)
        })
    }

    /// What a reply came to.
    async fn reply(&mut self, scene: &Scene, row: &Row) -> String {
        let to = self.asked(scene).await;
        if row.is_late {
            self.put(scene.later.as_ref().expect("a later position")).await;
        }
        let text = format!(
            "{}\n\nOn Fri, Nov 20, 2026 Althing <a@localhost> wrote:\n\n> 1. No\n> 2. Yes",
            self.said(row)
        );
        self.hand_over(scene, to, headers(), text).await
    }

    /// What a mail with this body came to.
    async fn deliver(&mut self, scene: &Scene, headers: Vec<String>, body: String) -> String {
        let to = self.asked(scene).await;
        self.hand_over(scene, to, headers, body).await
    }

    async fn asked(&mut self, scene: &Scene) -> String {
        let version = self.put(&scene.state).await;
        // Refusals stop after three replies in a row of which nothing was read.
        self.office.tamper("DELETE FROM unread_replies");
        self.address(scene, version).await
    }

    async fn hand_over(&mut self, scene: &Scene, to: String, headers: Vec<String>, text: String) -> String {
        self.sent += 1;
        let from = format!("{}@example.org", self.table.player(scene.seat).name.to_lowercase());
        let id = format!("written-{}@example.org", self.sent);
        meaning_of(&self.office, &mut self.ctx.db, Draft { from, to, id, headers, text }).await
    }
}

/// One value of a query.
#[derive(diesel::QueryableByName)]
struct StoredText {
    #[diesel(sql_type = diesel::sql_types::Text)]
    value: String,
}

/// A mail that follows a reply: `build_road edge=5; (said); !ambiguous`.
fn told(mail: &Value) -> String {
    let answer = &mail["answer"];
    let list = |name: &str| answer[name].as_array().cloned().unwrap_or_default();
    let given = list("given").into_iter().map(|given| action(given["action"].as_str().unwrap()));
    let done = list("done").into_iter().map(|done| format!("({})", done.as_str().unwrap()));
    let asked_for = mail["kind"].as_str().filter(|kind| ["status", "help"].contains(kind));
    let asked_for = asked_for.map(|kind| format!("({kind})"));
    let code = answer["code"].as_str().map(|code| format!("!{code}"));
    given.chain(done).chain(asked_for).chain(code).collect::<Vec<_>>().join("; ")
}

/// An action as rows name it: `offer_trade get=iron:1 give=wool:2`.
fn action(json: &str) -> String {
    let action: Value = serde_json::from_str(json).unwrap();
    let value = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            items.iter().map(|item| item.to_string().replace('"', "")).collect::<Vec<_>>().join("+")
        }
        Value::Object(cards) => {
            cards.iter().map(|(kind, count)| format!("{kind}:{count}")).collect::<Vec<_>>().join("+")
        }
        other => other.to_string(),
    };
    let fields = action.as_object().unwrap().iter().filter(|(name, _)| *name != "type");
    let fields = fields.map(|(name, field)| format!(" {name}={}", value(field)));
    action["type"].as_str().unwrap().to_owned() + &fields.collect::<String>()
}

/// Every row of the scenes comes to what it says, in one language.
async fn are_understood(column: usize, scenes: &[Scene]) {
    let mut correspondence: Option<(&str, Correspondence)> = None;
    let mut wrong = Vec::new();
    for scene in scenes {
        if correspondence.as_ref().is_none_or(|(ruleset, _)| *ruleset != scene.ruleset) {
            correspondence = Some((scene.ruleset, Correspondence::about(scene.ruleset, column).await));
        }
        let (_, correspondence) = correspondence.as_mut().unwrap();
        for row in scene.rows {
            let means = correspondence.reply(scene, row).await;
            if means != row.means {
                wrong.push(format!(
                    "{:?}\n    means {means}\n    not   {}",
                    correspondence.said(row),
                    row.means
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} in {}:\n{}", wrong.len(), LANGUAGES[column], wrong.join("\n"));
}

fn scenes() -> Vec<Scene> {
    let of_rulesets = settlers::scenes().into_iter().chain(landnam::scenes()).chain(nord::scenes());
    of_rulesets.chain(commands::scenes()).collect()
}

#[tokio::test]
async fn replies_in_english_are_understood_or_refused_for_the_right_reason() {
    are_understood(0, &scenes()).await;
    tables::are_understood(0).await;
}

#[tokio::test]
async fn replies_in_nynorsk_are_understood_or_refused_for_the_right_reason() {
    are_understood(1, &scenes()).await;
    tables::are_understood(1).await;
}

#[tokio::test]
async fn replies_in_swedish_are_understood_or_refused_for_the_right_reason() {
    are_understood(2, &scenes()).await;
    tables::are_understood(2).await;
}

#[tokio::test]
async fn replies_in_german_are_understood_or_refused_for_the_right_reason() {
    are_understood(3, &scenes()).await;
    tables::are_understood(3).await;
}

#[test]
fn there_are_enough_of_them() {
    let of_rules: usize = scenes().iter().map(|scene| scene.rows.len()).sum();
    assert!(of_rules + tables::count() >= 80);
}
