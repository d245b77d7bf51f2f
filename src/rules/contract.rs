//! The contract between the service and a ruleset.
//!
//! A ruleset that implements [`Rules`] alone can be played. The other traits are optional parts; a ruleset lists the
//! parts that it has where it is registered, see [`crate::Registered`].

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use rand::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::chance::Chance;
use crate::decision::{CallKind, Decision, Seat};
use crate::entry::{LogRole, PerformError};
use crate::legal::{Legal, Shape};
use crate::outcome::{Outcome, RankedSeat, ScoreSource};
use crate::recorder::Applied;
use crate::refusal::{Refusal, RefusalCode};
use crate::render::{Overview, Phrases, PlaceNames, RenderOptions, RenderedBoard};
use crate::statistics::Counters;

/// The viewer: a seat, or `None` for a spectator.
pub type Viewer = Option<Seat>;

/// The author of an action: a seat, or `None` for the server (the roll, and steps that public facts force).
pub type Actor = Option<Seat>;

/// An answer to an open decision, before it is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice<A> {
    /// The id of an open decision of the seat.
    pub decision: String,
    pub action: A,
}

#[derive(Debug, Clone, PartialEq)]
pub struct OrderAnswer<A> {
    /// The index of the order that gives this answer, among the orders of the seat.
    pub order: usize,
    pub choice: Choice<A>,
}

/// The rules of a game. A value of the type carries its components (decks, costs, tables), so that a game keeps the
/// ones it was started with.
pub trait Rules: Sized + Send + Sync + 'static {
    type Options: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + ToSchema;
    /// The whole state of a game, secrets included, but neither its log nor a generator of chance.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// An action of a seat or of the server. Externally visible JSON with a `type` tag.
    type Action: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + ToSchema;
    /// An event, chance and secrets included. JSON with a `type` tag.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send;
    type View: Clone + Debug + PartialEq + Serialize + Send + ToSchema;
    /// An event as one viewer sees it. The same `type` as the event, with secrets left out.
    type RedactedEvent: Clone + Debug + PartialEq + Serialize + Send + ToSchema;

    /// The name in the API: `landnam`.
    const ID: &'static str;
    /// The version of the rules. It is raised when `State` or `apply` change in a way that old games must not see.
    const RULES_VERSION: u32;

    /// The name for people: `Landnám`.
    fn name(&self) -> &'static str;
    fn players(&self) -> RangeInclusive<u8>;
    /// The components of this instance, as the JSON a game stores.
    fn components(&self) -> &str;
    /// The same ruleset with the components a game was started with; refuses data that can't be played.
    fn with_components(&self, json: &str) -> Result<Self, Refusal>;
    /// Every code [`Rules::decide`] can refuse with.
    fn refusals(&self) -> &'static [RefusalCode];
    fn call_kinds(&self) -> &'static [CallKind] {
        &[CallKind::YOUR_TURN]
    }
    /// Refuses options that only tests may set, naming the field. The description does not show them.
    fn check_playable(&self, _options: &Self::Options) -> Result<(), Refusal> {
        Ok(())
    }
    /// The options that are house rules: numbers of the original that were set to something else. A game with one is
    /// unrated; variants of the original are none.
    fn house_rules(&self, _options: &Self::Options) -> Vec<&'static str> {
        Vec::new()
    }

    /// The state of a new game before its set-up.
    fn blank(&self, options: &Self::Options, seats: u8) -> Result<Self::State, Refusal>;
    /// Like `blank`, for a game that exists already: its options are not refused for a reason that a later release
    /// added.
    fn blank_as_stored(&self, options: &Self::Options, seats: u8) -> Result<Self::State, Refusal> {
        self.blank(options, seats)
    }
    /// The events that set the game up; folded over [`Rules::blank`] with `apply`.
    fn setup(&self, blank: &Self::State, chance: &mut Chance) -> Vec<Self::Event>;
    /// Every open decision, in seat order. Empty only when the game is over or the server must `advance`.
    fn awaiting(&self, state: &Self::State) -> Vec<Decision>;
    /// Those of [`Rules::awaiting`] that call a player. A ruleset with many standing invitations leaves them out before
    /// it writes their ids.
    fn asked(&self, state: &Self::State) -> Vec<Decision> {
        self.awaiting(state).into_iter().filter(Decision::is_asked).collect()
    }
    /// Every open decision of one seat with its legal answers; a function of what that seat may see.
    fn legal(&self, state: &Self::State, seat: Seat) -> Vec<Legal<Self::Action>>;
    /// The open decision of `seat` that `action` answers, if there is one.
    fn decision_for(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Option<Decision>;
    /// The events of an action, or a refusal. Only this, `setup` and `resign` draw chance.
    fn decide(
        &self,
        state: &Self::State,
        actor: Actor,
        action: &Self::Action,
        chance: &mut Chance,
    ) -> Result<Vec<Self::Event>, Refusal>;
    /// Folds one event into the state, without chance. An event that `decide` or `setup` gave on this state always
    /// fits, unless the ruleset has a bug; then nothing of the write is stored.
    fn apply(&self, state: &mut Self::State, event: &Self::Event) -> Applied;
    /// Folds the events of an action into `state` and gives them: [`Rules::decide`], then [`Rules::apply`]. A refusal
    /// leaves `state` as it was. A ruleset whose `decide` folds the events as it goes needs neither a copy of the state
    /// nor a second time for that.
    fn carry_out(
        &self,
        state: &mut Self::State,
        actor: Actor,
        action: &Self::Action,
        chance: &mut Chance,
    ) -> Result<Vec<Self::Event>, PerformError> {
        let events = self.decide(state, actor, action, chance)?;
        events.iter().try_for_each(|event| self.apply(state, event))?;
        Ok(events)
    }
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;
    /// Does any viewer learn something from this event that they could not know before: the result of chance, or a
    /// hidden fact? What the acting seat shows of its own accord, such as a card it plays, does not count. Such an
    /// event, and everything before it, can't be taken back, and a preview stops before it.
    fn reveals(&self, event: &Self::Event) -> bool;
    /// Does any viewer learn something hidden because nothing more follows this event? For example, a seat with enough
    /// hidden points wins when its turn begins, so if the game goes on then, the seat does not have them. Such an event
    /// can't be taken back either, and a preview stops after it. `state` is the state after the event, or after the
    /// write in which it happened.
    fn reveals_by_silence(&self, _state: &Self::State, _event: &Self::Event) -> bool {
        false
    }
    /// Completes an earlier state that a seat has returned to. Numbers that the ruleset gives out, such as those of
    /// offers, go on from those of `abandoned`, the state until then, so that none comes twice.
    fn restore(&self, _earlier: &mut Self::State, _abandoned: &Self::State) {}
    /// What `viewer` sees of an event; at least a stub, so that missing events reveal nothing.
    fn redact(&self, event: &Self::Event, viewer: Viewer) -> Self::RedactedEvent;
    /// The action for an absent seat: `Some` for every blocking decision.
    fn lapse(&self, state: &Self::State, decision: &Decision) -> Option<Self::Action>;
    /// The events when `seat` resigns, at any moment: its pieces stay where they are, and from then on it neither
    /// acts nor gains anything. Its turn ends and later ones are skipped; whatever the rules can't go on without (a
    /// unit that must flee) happens inside the entry that brings it about. [`Rules::rank`] puts it behind all who play
    /// on. With fewer than two left the game is over. May draw chance, as ending a turn may. Nothing for a seat that
    /// has resigned already, or after the end.
    fn resign(&self, state: &Self::State, seat: Seat, chance: &mut Chance) -> Vec<Self::Event>;
    /// The step the server takes when public facts leave one outcome.
    fn advance(&self, _state: &Self::State) -> Option<(Actor, Self::Action)> {
        None
    }
    /// The code for a decision id that is not open in `state`: `offer_closed` if it is about an offer that is gone,
    /// else `decision_closed`.
    fn closed_code(&self, _state: &Self::State, _decision: &str) -> &'static str {
        "decision_closed"
    }
    /// Can several seats have a decision with this id at the same time? If so, a seat that answers one that is open
    /// only for others hears that its own is closed, and not that the decision belongs to another seat.
    fn is_shared(&self, _decision: &str) -> bool {
        false
    }
    /// Is the seat called when this invitation opens? Not for an offer that it can't accept. The answer may depend on
    /// secrets of the seat: no other seat may learn it.
    fn deserves_call(&self, _state: &Self::State, _decision: &Decision) -> bool {
        true
    }
    /// The seat that has waited for this event, which is an answer of others: its offer was carried out, fell through
    /// or was declined by all, or its request was decided. It is called even if it is awaited already, unless it acted
    /// itself. `state` is the state after the write. An answer that opens a decision for the seat, such as a
    /// counter-offer, needs no more than that decision's call.
    fn answered(&self, _state: &Self::State, _event: &Self::Event) -> Option<Seat> {
        None
    }
    /// Does the action mean a plain "yes" (`true`) or "no" (`false`) to the question that it answers? Players answer so
    /// by mail.
    fn agrees(&self, _action: &Self::Action) -> Option<bool> {
        None
    }
    /// What an event is in a log that is grouped by turns. Everybody sees it, so it tells nothing hidden.
    fn log_role(&self, _event: &Self::Event) -> LogRole {
        LogRole::Line
    }
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    fn rank(&self, state: &Self::State) -> Vec<RankedSeat>;
    /// Whose turn it is and the number of the turn, counted from 1.
    fn turn(&self, state: &Self::State) -> (u32, Seat);
    /// Victory points by seat, as everybody may see them.
    fn points(&self, state: &Self::State) -> Vec<i32>;
    /// Where these points come from, in the order in which players count them; the sums are those of
    /// [`Rules::points`]. `events` are all that led to the state, from the set-up on. None for a ruleset that does not
    /// tell.
    fn score_sources(&self, _state: &Self::State, _events: &[Self::Event]) -> Vec<ScoreSource> {
        Vec::new()
    }
}

pub trait Render: Rules {
    /// The board as the viewer of `view` sees it: a picture and a text map in the reader's language, each with the ids
    /// of hexes, corners, units and seats that actions use; the whole picture and the text with every fact of the view.
    /// A function of these two alone, so it can't reveal more than the view and the marks.
    fn render(&self, view: &Self::View, options: &RenderOptions) -> RenderedBoard;
    /// The same after an action was chosen and before it is sent: its places are marked, with a ghost of the piece that
    /// it puts there, and no others where the seat may act.
    fn render_chosen(
        &self,
        view: &Self::View,
        _action: &Self::Action,
        options: &RenderOptions,
    ) -> RenderedBoard {
        self.render(view, options)
    }
    /// How the game stands in figures, as the viewer of `view` sees it.
    fn overview(&self, _view: &Self::View, _options: &RenderOptions) -> Overview {
        Overview::default()
    }
    /// Which of the actions that the page of a seat lists need no look at what they lead to first: a roll, an end of a
    /// turn, a refusal, what can be taken back. They are carried out with one press.
    fn is_plain(&self, _action: &Self::Action) -> bool {
        false
    }
    /// The types of actions in the order in which a player looks for them; those that are not named come last.
    fn usual_order(&self) -> &'static [&'static str] {
        &[]
    }
    /// The places on the board that an event changed, as [`Marks`](crate::render::Marks) name them; none where nothing
    /// on the board did.
    fn changed_places(&self, _event: &Self::RedactedEvent) -> Vec<String> {
        Vec::new()
    }
    /// The places on the board at which an action acts, likewise.
    fn places_of(&self, _view: &Self::View, _action: &Self::Action) -> Vec<String> {
        Vec::new()
    }
    /// The places at which the seat may act, each once.
    fn legal_places(&self, state: &Self::State, seat: Seat) -> Vec<String> {
        let view = self.view(state, Some(seat));
        let legal = self.legal(state, seat);
        let actions = legal
            .iter()
            .flat_map(|legal| legal.actions.iter().chain(legal.shapes.iter().map(|shape| &shape.action)));
        let places = actions.flat_map(|action| self.places_of(&view, action));
        places.collect::<BTreeSet<String>>().into_iter().collect()
    }
    /// How much comes from the places at which an action acts, so that the best of many can be named first: only to be
    /// compared with other actions of its type. `None` where places are not compared.
    fn worth(&self, _view: &Self::View, _action: &Self::Action) -> Option<i32> {
        None
    }
}

/// Bots, for seats without a player and for `simulate`.
pub trait Bots: Rules {
    /// Their names, weakest first: `random`, `steady`, `strong`.
    fn bots(&self) -> &'static [&'static str];
    /// What a bot does with what it sees. `None` leaves invitations alone; it never does so when awaited.
    fn choose(
        &self,
        bot: &str,
        view: &Self::View,
        legal: &[Legal<Self::Action>],
        rng: &mut dyn Rng,
    ) -> Option<Choice<Self::Action>>;
    /// Does the bot leave its turn for a while when it has offered something to people, so that they can answer? One that
    /// makes offers at random would only hold up the game.
    fn waits_for_answers(&self, _bot: &str) -> bool {
        false
    }
}

pub trait StandingOrders: Rules {
    /// One such answer. JSON with a `type` tag: its kind, which a game may forbid.
    type Order: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + ToSchema;

    fn order_kinds(&self) -> &'static [&'static str];
    /// The order as it is kept for the seat that has `view`: what depends on the present is filled in. Refuses
    /// what makes no sense there (`invalid_order`), naming the field.
    fn accept_order(&self, view: &Self::View, order: Self::Order) -> Result<Self::Order, Refusal>;
    /// Why an order that was accepted can never apply any more: a code with a text under `spent`. `None` while it can.
    fn expired(&self, view: &Self::View, order: &Self::Order) -> Option<&'static str>;
    /// What the orders of a seat, oldest first, answer to one of its open decisions. Like a bot's, the answer is one of
    /// `legal`; it depends on nothing else than what is given here.
    fn order_answer(
        &self,
        view: &Self::View,
        legal: &[Legal<Self::Action>],
        orders: &[Self::Order],
    ) -> Option<OrderAnswer<Self::Action>>;
    /// A set of orders that most players can live with, for `simulate --waits` and as an example.
    fn typical_orders(&self) -> Vec<Self::Order>;
    /// The orders that a page offers to players who have no client: ready ones, and ones with a number to fill in.
    fn offered_orders(&self) -> Vec<Shape<Self::Order>> {
        self.typical_orders().into_iter().map(|action| Shape { action, fields: Vec::new() }).collect()
    }
}

/// Facts that players wish to know about an action before they send it, beyond the events that will follow for certain.
pub trait Previews: Rules {
    /// One such fact. JSON with a `type` tag, which no event and no [`crate::preview::Consequence`] has.
    type Effect: Clone + Debug + PartialEq + Serialize + ToSchema;

    /// The facts about an action of `seat`. `after` is the state as far as it is certain: short of what chance gives or
    /// what is hidden. They depend on what the seat sees and nothing else, and hold when the action is sent.
    fn effects(
        &self,
        before: &Self::State,
        seat: Seat,
        action: &Self::Action,
        after: &Self::State,
    ) -> Vec<Self::Effect>;
}

/// How a ruleset describes an action or an event to a reader, with the names of the players, in mails. The API gives
/// actions and events themselves, which every client puts in its own words.
pub trait Texts: Rules {
    /// The texts of one language, or `None`: a JSON catalogue of templates. All languages have the same keys.
    ///
    /// Each section is an object of texts:
    ///
    /// - `decisions`, by kind of decision: what is to be decided, as a sentence.
    /// - `actions`, by type: what sending one does, as a short imperative.
    /// - `events`, by type: what happened, as a sentence in the past tense. An empty result is not shown.
    /// - `effects`, by type of event or effect: what an action will lead to, as a sentence in the future. A type
    ///   without a text is not shown.
    /// - `orders`, by type: what a standing order does, like an action. `offered_orders`, by type: what one that a page
    ///   offers does, as a sentence. `spent`, by reason: why one can never apply any more.
    /// - `ended_by`, by reason: why a game is over.
    /// - `score_sources`, by name: what gives points, as the head of a row.
    /// - `words`: kinds of card and the like. `several`: the word for more than one of a kind, where it is another one.
    /// - `call_subjects`, `call_leads`, `call_topics`, by kind of call that is the ruleset's own: the subject of the
    ///   mail, its first sentence (both see `table`, the name of the game), and what such mails are called in the middle
    ///   of a sentence. A kind without them is described by its class.
    ///   `call_news`: what a channel of the game says of those who are called, who are `awaited`, a list of names.
    /// - `board`: what [`Render`] says, in templates of [`Phrases`](crate::render::Phrases), which see what they are
    ///   given and nothing else. Boards read `words`, `several` and `ended_by`, too.
    /// - `places`: what the names of places are made of, likewise; see [`Texts::place_names`].
    ///
    /// The text `macros` at the top is put before every template that calls one. The list `standing` shows the reader
    /// what there is to decide with: the reader's cards, everybody's points and pieces, in one line or several each.
    ///
    /// A template is minijinja. It sees the fields of the action or redacted event, `kind` and `decision` in
    /// `decisions`, and everywhere `view` (as the reader sees the game now) and `me` (the reader's seat, or none).
    /// Filters: `{{ seat | player }}` (a name, or "you"; `whom` and `to_whom` where the sentence does something with or
    /// to that player: "dich", "dir"), `{{ seat | whose('your') }}` (the genitive of the name, or that word),
    /// `{{ card | word }}`, `{{ cards | bundle }}` ("2 wool and 1 iron"; several of a kind as `several` has it),
    /// `{{ list | listed }}` ("a, b and c"). `{{ place(hex) }}` is the name of a place, by what a ruleset's names are for;
    /// `place('edge', edge)` looks up `edge.7`, and a list its members between semicolons. The first letter of a result
    /// is made a capital.
    fn texts(&self, language: &str) -> Option<&'static str>;
    /// What a player has to know of the ruleset, in one language: Markdown, and a template that sees the components as
    /// `c`, with the filters of the catalogue, so that no number of theirs is written twice. The parts are headings of
    /// the second level, the same in every language. `None` for a ruleset without such a page.
    fn aid(&self, _language: &str) -> Option<&'static str> {
        None
    }
    /// What the places of the board are called in sentences: by what lies there, as the viewer of `view` sees it, in at
    /// most some fifty characters. Two places have two names wherever that is possible, since options are told apart by
    /// them. It is asked for with each page and mail, so that the work belongs into the first name that is looked up.
    fn place_names(&self, _view: &Self::View, _phrases: &Phrases) -> PlaceNames {
        PlaceNames::default()
    }
}

/// Writes [`Texts`] of a ruleset whose catalogues and aids lie in the folder `texts` beside it, by language; its names of
/// places are made by the function that is named with it.
#[macro_export]
macro_rules! texts {
    ($ruleset:ty, $place_names:path) => {
        // A new language is added here and in the list of the service's `texts/mod.rs`.
        $crate::texts!($ruleset, $place_names: "en", "nn", "sv", "de");
    };
    ($ruleset:ty, $place_names:path: $($language:literal),+) => {
        impl $crate::Texts for $ruleset {
            fn texts(&self, language: &str) -> Option<&'static str> {
                match language {
                    $($language => Some(include_str!(concat!("texts/", $language, ".json"))),)+
                    _ => None,
                }
            }

            fn aid(&self, language: &str) -> Option<&'static str> {
                match language {
                    $($language => Some(include_str!(concat!("texts/", $language, ".md"))),)+
                    _ => None,
                }
            }

            fn place_names(
                &self,
                view: &Self::View,
                phrases: &$crate::render::Phrases,
            ) -> $crate::render::PlaceNames {
                $place_names(view, phrases)
            }
        }
    };
}

/// What `simulate` counts over many games.
pub trait Statistics: Rules {
    /// Counts one event; `state` is the state after the write that made it.
    fn count(&self, counts: &mut Counters, state: &Self::State, event: &Self::Event);
    /// The counts as JSON figures over `games` finished games.
    fn figures(&self, counts: &Counters, games: u64) -> serde_json::Value;
}
