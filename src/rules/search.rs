//! Bots that look ahead: they imagine what they can't see, try sequences of their own answers and take the first answer of
//! the best one.
//!
//! May know: the contract, and of a game what one seat sees. May not know: the state of the game that is played.
//!
//! Several *worlds* are drawn: whole states that agree with what the seat sees. In each world the most promising
//! position is continued first, until the nodes are used up. Chance is drawn once per world and is the same for all
//! answers compared there, and nothing is planned beyond what chance shows, so that no answer looks better for a lucky
//! draw. An answer is worth the mean over the worlds of the best position that it leads to. With
//! [`Effort::beyond`] the best positions are compared by what they are worth after the turns of the others, too.

use std::any::Any;

use rand::{Rng, RngExt};

use crate::chance::Chance;
use crate::contract::{Choice, Rules};
use crate::decision::{Decision, Seat};
use crate::legal::Legal;

/// What the search has to know of a ruleset.
pub trait Searchable: Rules {
    /// A state that agrees with all that the viewer of `view` knows, with the rest drawn at random. `None` for a
    /// spectator.
    fn imagine(&self, view: &Self::View, rng: &mut dyn Rng) -> Option<(Seat, Self::State)>;
    /// How well the seat stands; more is better. Only compared between states of one game.
    fn value(&self, state: &Self::State, seat: Seat) -> f32;
    /// The same as [`Searchable::value`]. A ruleset whose value takes long keeps in `memory` what the next positions have
    /// in common with this one.
    fn value_with(&self, state: &Self::State, seat: Seat, _memory: &mut Memory) -> f32 {
        self.value(state, seat)
    }
    /// The answers to a decision that are worth a try, shapes filled in.
    fn candidates(&self, state: &Self::State, seat: Seat, legal: &Legal<Self::Action>) -> Vec<Self::Action>;
    /// Does the action put a question to others whose answers the search should imagine, such as an offer of a trade?
    fn awaits_replies(&self, action: &Self::Action) -> bool;
    /// Of these the search takes the one that is best for `seat`, where it imagines what another seat answers. A ruleset
    /// that knows how others usually answer names that alone.
    fn replies(&self, state: &Self::State, seat: Seat, legal: &Legal<Self::Action>) -> Vec<Self::Action> {
        self.candidates(state, seat, legal)
    }
    /// Is it one position, reached by the same answers in another order? It is continued once. By default all are
    /// taken for different ones, which costs no comparison.
    fn is_same(&self, _one: &Self::State, _other: &Self::State) -> bool {
        false
    }
    /// Does nothing count for a plan that comes after the event? By default after all that chance or a hidden fact
    /// shows.
    fn ends_plan(&self, event: &Self::Event) -> bool {
        self.reveals(event)
    }
}

/// What a ruleset keeps from one position to the next while one answer is looked for.
#[derive(Default)]
pub struct Memory(Option<Box<dyn Any>>);

impl Memory {
    /// A ruleset keeps one kind of thing; `None` for any other.
    pub fn of<T: Default + 'static>(&mut self) -> Option<&mut T> {
        self.0.get_or_insert_with(|| Box::new(T::default())).downcast_mut()
    }
}

/// How much is looked at for one answer.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    pub worlds: u32,
    /// Positions that are reached by an own answer, in all worlds together.
    pub nodes: u32,
    /// For how many of the best of these the turns of the others are imagined, and the first answer of the next turn of the
    /// seat. Only these are compared then, so that it takes a single world: by what they are worth before and after that,
    /// for what others answer is a guess. 0 leaves it at the own turn.
    pub beyond: usize,
}

/// The most answers of others that are imagined after one own answer.
const MAX_REPLIES: usize = 8;

/// The best answer; `None` where nothing calls the seat.
pub fn choose<R: Searchable>(
    rules: &R,
    view: &R::View,
    legal: &[Legal<R::Action>],
    effort: Effort,
    rng: &mut dyn Rng,
) -> Option<Choice<R::Action>> {
    let called = called(legal)?;
    let (seat, world) = rules.imagine(view, rng)?;
    let answers = worth_a_try(rules, &world, seat, legal);
    // The first listed action stands in where the ruleset names none that is worth a try.
    let otherwise = || called.actions.first().map(|action| called.answer(action.clone()));
    if answers.len() <= 1 {
        return answers.into_iter().next().or_else(otherwise);
    }
    let mut sums = vec![0.0; answers.len()];
    let nodes = (effort.nodes / effort.worlds.max(1)).max(1);
    let mut world = Some(world);
    let mut memory = Memory::default();
    for _ in 0..effort.worlds.max(1) {
        let state = match world.take() {
            Some(first) => first,
            None => rules.imagine(view, rng)?.1,
        };
        let chance = Chance::seeded(rng.random());
        let mut plan = Plan { rules, seat, beyond: effort.beyond, chance, memory: &mut memory };
        for (sum, worth) in sums.iter_mut().zip(plan.worths(&state, &answers, nodes)) {
            *sum += worth;
        }
    }
    answers.into_iter().nth(first_best(sums.into_iter())?)
}

/// The decision that the seat has to answer now; what the game waits for comes first.
pub fn called<A>(legal: &[Legal<A>]) -> Option<&Legal<A>> {
    let blocking = legal.iter().find(|legal| legal.decision.blocking);
    blocking.or_else(|| legal.iter().find(|legal| legal.decision.is_asked()))
}

/// Every answer worth a try to what calls the seat, and to invitations beside it.
fn worth_a_try<R: Searchable>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    legal: &[Legal<R::Action>],
) -> Vec<Choice<R::Action>> {
    let Some(called) = called(legal) else { return Vec::new() };
    let beside =
        legal.iter().filter(|legal| !legal.decision.blocking && legal.decision.id != called.decision.id);
    let all = std::iter::once(called).chain(beside);
    all.flat_map(|legal| rules.candidates(state, seat, legal).into_iter().map(|action| legal.answer(action)))
        .collect()
}

/// A search in one world.
struct Plan<'r, R: Searchable> {
    rules: &'r R,
    seat: Seat,
    /// See [`Effort::beyond`].
    beyond: usize,
    /// What every draw of the world follows from; it begins anew for each action.
    chance: Chance,
    memory: &'r mut Memory,
}

/// A position that may be continued.
struct Node<S> {
    state: S,
    /// The answer that it began with.
    first: usize,
    worth: f32,
}

/// What a search has found.
struct Found<S> {
    /// What the best position that each answer leads to is worth.
    best: Vec<f32>,
    /// The best positions, the best first.
    ends: Vec<Node<S>>,
}

impl<S: Clone> Found<S> {
    /// Keeps a position if it is one of the best ones, the first of equals that one answer leads to.
    fn keep(&mut self, state: &S, first: usize, worth: f32, most: usize) {
        let place = self.ends.partition_point(|other| other.worth >= worth);
        let before = place.checked_sub(1).and_then(|before| self.ends.get(before));
        let is_known = before.is_some_and(|other| other.worth == worth && other.first == first);
        if place < most && !is_known {
            self.ends.insert(place, Node { state: state.clone(), first, worth });
            self.ends.truncate(most);
        }
    }
}

impl<R: Searchable> Plan<'_, R> {
    /// What the best position that each of the answers leads to is worth.
    fn worths(&mut self, state: &R::State, answers: &[Choice<R::Action>], nodes: u32) -> Vec<f32> {
        let mut found = Found { best: vec![f32::MIN; answers.len()], ends: Vec::new() };
        let (mut open, mut closed) = (Vec::<Node<R::State>>::new(), Vec::new());
        for (first, answer) in answers.iter().enumerate() {
            let child = self.child(state, &answer.action, first, &mut found);
            open.extend(child.filter(|child| self.is_new(child, &open)));
        }
        let mut left = nodes.saturating_sub(answers.len() as u32);
        while left > 0 {
            let Some(place) = first_best(open.iter().map(|node| node.worth)) else { break };
            let node = open.swap_remove(place);
            let legal = self.rules.legal(&node.state, self.seat);
            for answer in worth_a_try(self.rules, &node.state, self.seat, &legal) {
                if left == 0 {
                    break;
                }
                left -= 1;
                let child = self.child(&node.state, &answer.action, node.first, &mut found);
                open.extend(child.filter(|child| self.is_new(child, &open) && self.is_new(child, &closed)));
            }
            closed.push(node);
        }
        if self.beyond == 0 {
            return found.best;
        }
        let turn = self.rules.turn(state).0;
        let mut best = vec![f32::MIN; answers.len()];
        for Node { state, first, worth } in found.ends {
            if let Some(best) = best.get_mut(first) {
                *best = best.max(worth + self.after_others(state, turn));
            }
        }
        best
    }

    /// The position after an answer, if it can be continued.
    fn child(
        &mut self,
        state: &R::State,
        action: &R::Action,
        first: usize,
        found: &mut Found<R::State>,
    ) -> Option<Node<R::State>> {
        let mut next = state.clone();
        let shows = self.carry_out(&mut next, self.seat, action)?;
        if self.rules.awaits_replies(action) {
            self.reply(&mut next);
        }
        let worth = self.value(&next, self.seat);
        if let Some(best) = found.best.get_mut(first) {
            *best = best.max(worth);
        }
        let goes_on = !shows && self.rules.outcome(&next).is_none();
        found.keep(&next, first, worth, self.beyond);
        goes_on.then_some(Node { state: next, first, worth })
    }

    fn is_new(&self, node: &Node<R::State>, known: &[Node<R::State>]) -> bool {
        let mut equals = known.iter().filter(|known| known.worth == node.worth);
        !equals.any(|known| self.rules.is_same(&known.state, &node.state))
    }

    /// What a position is worth to the seat after the turns of the others and its best answer then.
    fn after_others(&mut self, mut state: R::State, turn: u32) -> f32 {
        while let Some(decision) = self.rules.asked(&state).into_iter().next() {
            let is_again = decision.seat == self.seat && self.rules.turn(&state).0 != turn;
            if self.answer_for(&mut state, &decision).is_none() || is_again {
                break;
            }
        }
        self.value(&state, self.seat)
    }

    fn value(&mut self, state: &R::State, seat: Seat) -> f32 {
        self.rules.value_with(state, seat, self.memory)
    }

    /// Carries an action out; did chance or a hidden fact show? `None` if it is refused.
    fn carry_out(&mut self, state: &mut R::State, seat: Seat, action: &R::Action) -> Option<bool> {
        self.chance.begin(0);
        let events = self.rules.carry_out(state, Some(seat), action, &mut self.chance).ok()?;
        Some(events.iter().any(|event| self.rules.ends_plan(event)))
    }

    /// The others answer what they were asked, each as is best for it at once.
    fn reply(&mut self, state: &mut R::State) {
        for _ in 0..MAX_REPLIES {
            let asked = self.rules.asked(state);
            let Some(decision) = asked.into_iter().find(|decision| decision.seat != self.seat) else {
                return;
            };
            if self.answer_for(state, &decision).is_none() {
                return;
            }
        }
    }

    fn answer_for(&mut self, state: &mut R::State, decision: &Decision) -> Option<()> {
        let seat = decision.seat;
        let legal = self.rules.legal(state, seat);
        let legal = legal.iter().find(|legal| legal.decision.id == decision.id)?;
        let replies = self.rules.replies(state, seat, legal);
        // To value a position takes longer than to reach it, and here there is nothing to compare.
        if let [only] = &*replies {
            return self.carry_out(state, seat, only).map(|_| ());
        }
        let mut best: Option<(f32, R::State)> = None;
        for action in replies {
            let mut next = state.clone();
            if self.carry_out(&mut next, seat, &action).is_none() {
                continue;
            }
            let worth = self.value(&next, seat);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, next));
            }
        }
        *state = best?.1;
        Some(())
    }
}

/// The place of the highest worth, the first of equals: so the order of the candidates decides.
fn first_best(worths: impl Iterator<Item = f32>) -> Option<usize> {
    worths.enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(place, _)| place)
}
