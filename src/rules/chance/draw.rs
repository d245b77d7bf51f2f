//! The record of a draw.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// One draw: what for, out of what, and what came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Draw {
    /// A die: `value` is the face, `1..=faces`.
    Die {
        /// What the draw was for, in the ruleset's words.
        purpose: Cow<'static, str>,
        faces: u32,
        value: u32,
    },
    /// A pick of one among `of`: `value` is its index, `0..of`.
    Pick {
        /// What the draw was for, in the ruleset's words.
        purpose: Cow<'static, str>,
        of: u32,
        /// The index of the one that was picked.
        value: u32,
    },
    /// A shuffle of `of`: position `k` holds the original index `value[k]`.
    Shuffle {
        /// What the draw was for, in the ruleset's words.
        purpose: Cow<'static, str>,
        of: u32,
        value: Vec<u32>,
    },
}

impl Draw {
    pub(super) fn die(purpose: &'static str, faces: u32, value: u32) -> Self {
        Self::Die { purpose: purpose.into(), faces, value }
    }

    pub(super) fn pick(purpose: &'static str, of: u32, value: u32) -> Self {
        Self::Pick { purpose: purpose.into(), of, value }
    }

    pub(super) fn shuffle(purpose: &'static str, value: Vec<u32>) -> Self {
        let of = u32::try_from(value.len()).unwrap_or(u32::MAX);
        Self::Shuffle { purpose: purpose.into(), of, value }
    }
}
