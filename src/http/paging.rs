//! The parameters of lists that have nothing else to choose.

use serde::Deserialize;
use utoipa::IntoParams;

use super::games::limit;
use crate::error::Error;

const MOST: u16 = 100;

/// Which part of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// The most items of a page, 1 to 100; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before.
    pub cursor: Option<String>,
}

impl Paging {
    /// The size of the page. Error: `invalid_parameter`.
    pub fn limit(&self) -> Result<u16, Error> {
        limit(self.limit, 20, MOST)
    }
}
