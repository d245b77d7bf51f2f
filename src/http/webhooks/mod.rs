//! `/v1/me/webhooks`: where somebody has what concerns him sent to.
//!
//! As its parent. One file for the webhooks themselves, one for what is sent to them.

pub mod deliveries;
pub mod endpoints;
