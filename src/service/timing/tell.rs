//! What somebody is told about his clock by mail.

/// What a notice about a clock is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    DeadlineNear,
    /// A deadline is nearer: the last warning.
    DeadlineNearer,
    /// The time was over, and the rules answered.
    LapsePlayed,
    /// The service was down, and that time counts for nobody.
    Outage,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Self::DeadlineNear => "deadline_near",
            Self::DeadlineNearer => "deadline_nearer",
            Self::LapsePlayed => "lapse_played",
            Self::Outage => "outage",
        }
    }
}
