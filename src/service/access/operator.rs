//! Who runs the service: the accounts that the settings name by id.

use uuid::Uuid;

use crate::app::App;
use crate::error::{Code, Error};

/// Must be an operator. An id can't be taken by somebody else, as a name or an address could be.
/// Error: `operator_required`.
pub fn operator(app: &App, account: Uuid) -> Result<(), Error> {
    if app.settings.operators.accounts.contains(&account) {
        Ok(())
    } else {
        Err(Code::OperatorRequired.problem())
    }
}
