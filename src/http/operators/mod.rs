//! `/v1/admin`: for those who run the service; and what they announce, for everybody.
//!
//! Every handler here begins with [`operator`]; who is none is told `operator_required`, whatever he asks for.

pub mod accounts;
pub mod announcements;
pub mod dead_letters;
pub mod games;

use super::extract::Caller;
use crate::app::App;
use crate::error::Error;
use crate::service::access::{self, Scope};

/// The caller must be an operator, with a log-in or with a token that has the scope `admin`.
/// Errors: `operator_required`, `scope_too_small`.
fn operator(app: &App, caller: &Caller) -> Result<(), Error> {
    caller.require(Scope::Admin)?;
    access::operator(app, caller.account)
}
