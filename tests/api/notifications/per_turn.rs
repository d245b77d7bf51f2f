//! How many mails a game costs people who play by mail alone.
//!
//! Such people have the typical standing orders of the ruleset. They come when a mail asks them something or tells what
//! became of their offer, answer like the bot `steady` until nothing more is asked, and leave. Who makes an offer leaves,
//! too, and waits for the answers; when nothing else moves any more, they go on without them. Nobody else looks at a game
//! without a mail, so a call that gives none stops it.
//!
//! No mail is held down: one whose question is answered within a minute counts, too.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rules::{AnyGame, AnyRuleset, Choice, Json, Seat};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::harness::{PostOffice, Table, seeded_dice, stored};
use crate::support::Mail;

const NAMES: [&str; 5] = ["Aud", "Bjarni", "Cnut", "Dalla", "Egil"];
/// Far more than any of these games needs.
const MOST_VISITS: usize = 5_000;
/// Between two answers.
const PAUSE_SECONDS: i64 = 1;
/// The kinds that tell somebody that they were late.
const LATE: [&str; 3] = ["deadline_near", "deadline_nearer", "lapse_played"];

/// What is counted over some games.
#[derive(Default)]
struct Counts {
    games: usize,
    mails: usize,
    turns: usize,
    by_kind: BTreeMap<String, usize>,
    /// Mails that asked a question again.
    doubled_questions: usize,
    /// Offers whose makers went on without all the answers.
    waited_in_vain: usize,
    /// The mails per turn of the person who got most of them.
    most: f64,
}

impl Counts {
    fn shown(&self) -> Value {
        let per_turn = |count: usize| rounded(count as f64 / self.turns as f64);
        let by_kind: BTreeMap<&str, f64> =
            self.by_kind.iter().map(|(kind, count)| (kind.as_str(), per_turn(*count))).collect();
        json!({
            "games": self.games,
            "mails": self.mails,
            "turns": self.turns,
            "mails_per_turn": per_turn(self.mails),
            "by_kind": by_kind,
            "doubled_questions": self.doubled_questions,
            "waited_in_vain": self.waited_in_vain,
            "most_of_a_person": rounded(self.most),
        })
    }
}

fn rounded(ratio: f64) -> f64 {
    (ratio * 1_000.0).round() / 1_000.0
}

/// A game of people who live by mail.
struct GameByMail<'o> {
    office: &'o PostOffice,
    ruleset: &'o dyn AnyRuleset,
    table: Table,
    /// The mails about the game so far.
    mails: Vec<Mail>,
    /// The seats that a mail has called, and whose players have not come yet.
    called: VecDeque<usize>,
    /// The makers of offers who wait for answers.
    waiting: BTreeSet<usize>,
    waited_in_vain: usize,
}

impl<'o> GameByMail<'o> {
    async fn begin(office: &'o PostOffice, ruleset: &str, players: usize) -> Self {
        let mut people = Vec::new();
        for name in &NAMES[..players] {
            people.push(office.service.person(name).await);
        }
        let table = Table::of(ruleset, &people).await;
        let ruleset = office.service.app.ruleset(ruleset).unwrap();
        for order in ruleset.typical_orders() {
            for person in &table.players {
                person.post(&format!("{}/orders", table.path), &json!({ "order": order })).await.must_be(201);
            }
        }
        let (called, waiting) = (VecDeque::new(), BTreeSet::new());
        let mut game = Self { office, ruleset, table, mails: Vec::new(), called, waiting, waited_in_vain: 0 };
        game.read_mails().await;
        game
    }

    async fn play_to_the_end(&mut self) {
        for _ in 0..MOST_VISITS {
            let game = self.load();
            if game.outcome().is_some() {
                return;
            }
            let seat = self.called.pop_front().unwrap_or_else(|| self.tired_of_waiting(game.as_ref()));
            self.visit(seat).await;
        }
        panic!("the game does not end");
    }

    /// The maker of an offer who goes on, now that everybody is gone.
    fn tired_of_waiting(&mut self, game: &dyn AnyGame) -> usize {
        let open = game.awaiting();
        let awaited: Vec<usize> =
            open.iter().filter(|open| open.blocking).map(|open| usize::from(open.seat)).collect();
        let Some(seat) = awaited.iter().find(|seat| self.waiting.contains(seat)) else {
            panic!("the game waits for {awaited:?}, whom no mail has called: {open:?}");
        };
        self.waited_in_vain += 1;
        *seat
    }

    /// The player of a seat comes, answers as long as something is asked, and leaves.
    async fn visit(&mut self, seat: usize) {
        self.waiting.remove(&seat);
        while let Some(choice) = self.steady_choice(seat) {
            let body = json!({"decision": choice.decision, "action": choice.action});
            let person = self.table.player(seat);
            person.post(&format!("{}/actions", self.table.path), &body).await.must_be(200);
            self.office.after_seconds(PAUSE_SECONDS);
            self.read_mails().await;
            if body["action"]["type"] == "offer_trade" {
                self.waiting.insert(seat);
                return;
            }
        }
    }

    /// What `steady` answers at that seat; `None` when nothing is asked there.
    fn steady_choice(&self, seat: usize) -> Option<Choice<Json>> {
        let (game, seat) = (self.load(), Seat::try_from(seat).unwrap());
        let is_asked = game.awaiting().iter().any(|open| open.seat == seat && open.is_asked());
        if !is_asked {
            return None;
        }
        game.choose("steady", seat, &mut seeded_dice(0))
    }

    fn load(&self) -> Box<dyn AnyGame> {
        self.ruleset.load(&stored::state(&self.office.service.database, &self.table.id)).unwrap()
    }

    /// Takes in every mail that is due, and notes whom they call.
    async fn read_mails(&mut self) {
        self.office.quiet().await;
        let mut new = self.office.sink.taken_after(self.mails.len());
        // Mails of one moment arrive in any order; the players come in the same order each time.
        new.sort_by_key(|mail| (part(mail, 1).parse::<i64>().unwrap(), part(mail, 2)));
        for mail in &new {
            let asks = !mail.header("Reply-To").is_empty();
            let seat = part(mail, 2).parse().unwrap();
            if (asks || kind(mail) == "offer_answered") && !self.called.contains(&seat) {
                self.called.push_back(seat);
            }
        }
        self.mails.extend(new);
    }

    fn count(&self, counts: &mut Counts) {
        let turns = self.turns();
        for mail in &self.mails {
            *counts.by_kind.entry(kind(mail)).or_default() += 1;
        }
        for (seat, turns) in turns.iter().enumerate() {
            let own = self.mails.iter().filter(|mail| part(mail, 2) == seat.to_string()).count();
            counts.most = counts.most.max(own as f64 / *turns as f64);
        }
        counts.games += 1;
        counts.mails += self.mails.len();
        counts.turns += turns.iter().sum::<usize>();
        counts.doubled_questions += self.doubled_questions().len();
        counts.waited_in_vain += self.waited_in_vain;
    }

    /// How often it became the turn of each seat. What is placed before the first turn is none.
    fn turns(&self) -> Vec<usize> {
        let mut turns = vec![0; self.table.players.len()];
        let seats = u8::try_from(turns.len()).unwrap();
        let mut game = self.ruleset.blank(&self.ruleset.options(None).unwrap(), seats).unwrap();
        let mut last = 0;
        for entry in stored::log(&self.office.service.database, &self.table.id).values() {
            let events: Vec<&RawValue> = serde_json::from_str(entry["events"].as_str().unwrap()).unwrap();
            for event in events {
                game.apply(&format!("[{event}]")).unwrap();
                let (turn, seat) = game.turn();
                if turn != last {
                    turns[usize::from(seat)] += 1;
                    last = turn;
                }
            }
        }
        turns
    }

    /// The questions that a mail asked although another had asked them: seat and decision, for each such mail.
    fn doubled_questions(&self) -> Vec<String> {
        let asked = format!(
            "SELECT seat || ' ' || decision AS value FROM mail_questions \
             WHERE game_id = '{}' AND topic = 'question' ORDER BY 1",
            self.table.id
        );
        let asked = self.office.service.database.texts(&asked);
        let asking = self.mails.iter().filter(|mail| mail.text().contains("YOUR DECISION")).count();
        assert_eq!(asked.len(), asking, "each question was mailed");
        asked.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0].clone()).collect()
    }

    /// Nobody was late, and every mail went to the player of the seat that it names.
    fn check(&self) {
        let late: Vec<String> =
            self.mails.iter().map(kind).filter(|kind| LATE.contains(&kind.as_str())).collect();
        assert_eq!(late, Vec::<String>::new());
        for mail in &self.mails {
            let person = self.table.player(part(mail, 2).parse().unwrap());
            assert_eq!(mail.to, [format!("{}@example.org", person.name.to_lowercase())]);
            assert_eq!(part(mail, 0), self.table.id);
        }
        stored::must_be_whole(self.ruleset, &self.office.service.database, &self.table);
    }
}

/// What a mail is for, as its Message-ID says.
fn kind(mail: &Mail) -> String {
    part(mail, 3)
}

/// A part of the Message-ID: game, version, seat, kind.
fn part(mail: &Mail, place: usize) -> String {
    mail.message_id().split(['.', '@']).nth(place).unwrap().to_owned()
}

/// One game after the other, each with a seed of its own.
async fn played(ruleset: &str, players: usize, games: u64) -> Counts {
    let mut counts = Counts::default();
    for seed in 1..=games {
        let office = PostOffice::open_seeded_for_replies(seed);
        let mut game = GameByMail::begin(&office, ruleset, players).await;
        game.play_to_the_end().await;
        game.check();
        game.count(&mut counts);
    }
    counts
}

#[tokio::test]
#[ignore = "plays whole games for minutes; .ci/soak runs it"]
async fn people_who_live_by_mail_get_few_mails_for_each_turn() {
    let mut figures = BTreeMap::new();
    for (ruleset, players, games) in [
        ("landnam", 3, 6),
        ("landnam", 4, 12),
        ("landnam", 5, 6),
        ("settlers", 4, 8),
        ("nord", 3, 8),
        ("nord", 4, 8),
    ] {
        let counts = played(ruleset, players, games).await;
        figures.insert(format!("{ruleset}_{players}"), counts.shown());
    }
    println!("{}", json!(figures));
}

/// The turns of each player in a game of the gate, where the ruleset has a limit.
const FEW_TURNS: u16 = 4;

async fn nobody_is_asked_the_same_twice_or_forgotten(ruleset: &str, players: usize) {
    let office = PostOffice::open_short_for_replies(FEW_TURNS);
    let mut game = GameByMail::begin(&office, ruleset, players).await;
    game.play_to_the_end().await;
    game.check();
    assert_eq!(game.doubled_questions(), Vec::<String>::new());
}

#[tokio::test]
async fn nobody_is_asked_the_same_twice_or_forgotten_who_plays_landnam_by_mail() {
    nobody_is_asked_the_same_twice_or_forgotten("landnam", 4).await;
}

#[tokio::test]
async fn nobody_is_asked_the_same_twice_or_forgotten_who_plays_the_settlers_by_mail() {
    nobody_is_asked_the_same_twice_or_forgotten("settlers", 4).await;
}
