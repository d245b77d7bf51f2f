//! What is peculiar to the Settlers, over HTTP.

mod calls;
mod refused;
mod together;
