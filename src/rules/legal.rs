//! What a seat may do now: ready-to-send actions, and shapes where the choice is open.

use serde::Serialize;
use utoipa::ToSchema;

use crate::contract::Choice;
use crate::decision::{Decision, Seat};

/// One open decision of a seat and every way to answer it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Legal<A> {
    /// The question that is answered.
    pub decision: Decision,
    /// Complete answers, ready to send.
    pub actions: Vec<A>,
    /// Answers with fields to fill in within bounds.
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
            shapes: self
                .shapes
                .into_iter()
                .map(|shape| Shape { action: f(shape.action), fields: shape.fields })
                .collect(),
        }
    }
}

/// An action with open fields: take `action`, set each of `fields` within its bounds, send it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Shape<A> {
    /// The template. Fields that are to be filled have their smallest value.
    pub action: A,
    /// The fields that are open.
    pub fields: Vec<Field>,
}

/// An open field of a [`Shape`].
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Field {
    /// The name of the field in the action.
    pub name: &'static str,
    /// What may be put there.
    #[serde(flatten)]
    pub kind: FieldKind,
}

/// The bounds of a field. All bounds are inclusive.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldKind {
    /// A whole number within two bounds.
    Integer {
        /// The smallest number that is allowed.
        min: u32,
        /// The largest number that is allowed.
        max: u32,
    },
    /// An object of counts by kind of card. Kinds that are not listed are not allowed.
    Bundle {
        /// The most of each kind.
        limits: Vec<KindLimit>,
        /// The fewest cards altogether.
        min_total: u32,
        /// The most cards altogether.
        max_total: u32,
        /// A kind with a count above 0 in the field named here may not appear in this one.
        #[serde(skip_serializing_if = "Option::is_none")]
        not_in: Option<&'static str>,
    },
    /// A list of different seats, or absent for all of them.
    Seats {
        /// The seats that may be listed.
        of: Vec<Seat>,
        /// The fewest, when the list is given.
        min: u32,
    },
}

/// The most of one kind of card in a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KindLimit {
    /// The kind as written in the bundle.
    pub kind: &'static str,
    /// How many at the most.
    pub max: u32,
}
