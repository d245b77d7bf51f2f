//! Every way in which the rules say no: stable codes with their meanings, one file for each part of the turn.
//!
//! May know: nothing but words. A code is never changed or given another meaning; clients branch on it.

pub mod asked;
pub mod building;
pub mod movement;
pub mod phase_1;
pub mod shared;
pub mod trade;

use std::sync::LazyLock;

use rules::RefusalCode;
pub use rules::refusal::refuse;
use rules::refusal::row;

pub fn all() -> &'static [RefusalCode] {
    static ALL: LazyLock<Vec<RefusalCode>> = LazyLock::new(|| {
        [asked::ALL, shared::ALL, phase_1::ALL, movement::ALL, trade::ALL, building::ALL].concat()
    });
    &ALL
}
