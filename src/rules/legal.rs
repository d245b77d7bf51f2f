//! What a seat may do now: ready-to-send actions, and shapes where the choice is open.

use serde::Serialize;
use utoipa::ToSchema;

use crate::contract::{Choice, Rules};
use crate::decision::{Decision, Seat};

/// One open decision of your seat, with every answer to it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Legal<A> {
    pub decision: Decision,
    /// Ready to send as they are.
    pub actions: Vec<A>,
    /// Answers with fields to fill in.
    pub shapes: Vec<Shape<A>>,
}

impl<A> Legal<A> {
    pub fn answer(&self, action: A) -> Choice<A> {
        Choice { decision: self.decision.id.clone(), action }
    }

    /// The first ready action that fits.
    pub fn find(&self, fits: impl Fn(&A) -> bool) -> Option<A>
    where
        A: Clone,
    {
        self.actions.iter().find(|action| fits(action)).cloned()
    }

    /// The same with every action changed by `f`.
    pub fn map<B>(self, mut f: impl FnMut(A) -> B) -> Legal<B> {
        Legal {
            decision: self.decision,
            actions: self.actions.into_iter().map(&mut f).collect(),
            shapes: self.shapes.into_iter().map(|shape| shape.map(&mut f)).collect(),
        }
    }
}

/// The decision as clients get it: where the game waits for a choice that has to be filled in, such as cards to give back,
/// one answer stands ready beside the shape, the one that an absent seat would give. So a client that knows no rules and
/// fills nothing in can always go on. Pages, mails and bots choose by the shape and are not led to the ready answer.
pub fn with_ready_answer<R: Rules>(
    rules: &R,
    state: &R::State,
    mut legal: Legal<R::Action>,
) -> Legal<R::Action> {
    if legal.decision.blocking && legal.actions.is_empty() {
        legal.actions.extend(rules.lapse(state, &legal.decision));
    }
    legal
}

/// An action with open fields: take `action`, set each of `fields` within its bounds, and send it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Shape<A> {
    /// The template. Fields that are to be filled have their smallest value.
    pub action: A,
    pub fields: Vec<Field>,
}

impl<A> Shape<A> {
    /// The same with the action changed by `f`.
    pub fn map<B>(self, f: impl FnOnce(A) -> B) -> Shape<B> {
        Shape { action: f(self.action), fields: self.fields }
    }
}

/// A field of the action that you fill in.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Field {
    pub name: &'static str,
    /// What may be put there.
    #[serde(flatten)]
    pub kind: FieldKind,
}

/// The bounds of a field. All bounds are inclusive.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldKind {
    /// A whole number from `min` to `max`.
    Integer { min: u32, max: u32 },
    /// An object of counts by kind of card, of the kinds in `limits` alone.
    Bundle {
        limits: Vec<KindLimit>,
        min_total: u32,
        max_total: u32,
        /// The other field that may not have a kind that this one has.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        not_in: Option<&'static str>,
    },
    /// A list of different seats; all of `of` if left out.
    Seats {
        of: Vec<Seat>,
        /// The fewest seats in a list.
        min: u32,
    },
}

/// How many cards of one kind are allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KindLimit {
    pub kind: &'static str,
    pub max: u32,
}
