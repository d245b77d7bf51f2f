//! The table of stable codes.

/// What went wrong, as a stable name. The ruleset's own refusals have codes of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table says what each code means")]
pub enum Code {
    MalformedBody,
    InvalidField,
    InvalidParameter,
    BodyTooLarge,
    RequestTimeout,
    UnsupportedMediaType,
    RouteNotFound,
    MethodNotAllowed,
    Unauthenticated,
    TokenExpired,
    TokenInvalid,
    ScopeTooSmall,
    SessionRequired,
    OperatorRequired,
    WrongCredentials,
    WrongPassword,
    AddressNotVerified,
    AccountBanned,
    SessionEnded,
    RefreshTokenInvalid,
    RefreshTokenReused,
    NameTaken,
    AddressTaken,
    AccountNotFound,
    TokenNotFound,
    TooManyTokens,
    AnnouncementNotFound,
    DeadLetterNotFound,
    SessionNotFound,
    VacationNotFound,
    WebhookNotFound,
    WebhookDisabled,
    DeliveryNotFound,
    TooManyWebhooks,
    RulesetNotFound,
    GameNotFound,
    GameFull,
    AlreadyJoined,
    GameAlreadyStarted,
    TableClosed,
    NotTheOwner,
    InvitationNeeded,
    Kicked,
    NotConfirming,
    GameNotOver,
    InvitationNotFound,
    InvitationAccepted,
    AlreadyInvited,
    TooManyInvitations,
    LinkNotFound,
    TooManyLinks,
    TooManyTables,
    GameNotRunning,
    GameNotFinished,
    GamePaused,
    GameNotPaused,
    VoteNotFound,
    VoteOpen,
    VoteClosed,
    NotAVoter,
    SeatNotOffered,
    SeatResigned,
    OrderNotFound,
    OrderForbidden,
    TooManyOrders,
    CaretakerPlays,
    NotAMember,
    NotYourDecision,
    DecisionClosed,
    OfferClosed,
    VersionStale,
    VersionBeyondPresent,
    KeyReused,
    PreconditionFailed,
    TooManyStreams,
    CannotTakeBack,
    Busy,
    TooManyRequests,
    RulesVersionUnsupported,
    Unavailable,
    Internal,
}

impl Code {
    /// Every code, in the order of the table.
    pub const ALL: &'static [Self] = &[
        Self::MalformedBody,
        Self::InvalidField,
        Self::InvalidParameter,
        Self::BodyTooLarge,
        Self::RequestTimeout,
        Self::UnsupportedMediaType,
        Self::RouteNotFound,
        Self::MethodNotAllowed,
        Self::Unauthenticated,
        Self::TokenExpired,
        Self::TokenInvalid,
        Self::ScopeTooSmall,
        Self::SessionRequired,
        Self::OperatorRequired,
        Self::WrongCredentials,
        Self::WrongPassword,
        Self::AddressNotVerified,
        Self::AccountBanned,
        Self::SessionEnded,
        Self::RefreshTokenInvalid,
        Self::RefreshTokenReused,
        Self::NameTaken,
        Self::AddressTaken,
        Self::AccountNotFound,
        Self::TokenNotFound,
        Self::TooManyTokens,
        Self::AnnouncementNotFound,
        Self::DeadLetterNotFound,
        Self::SessionNotFound,
        Self::VacationNotFound,
        Self::WebhookNotFound,
        Self::WebhookDisabled,
        Self::DeliveryNotFound,
        Self::TooManyWebhooks,
        Self::RulesetNotFound,
        Self::GameNotFound,
        Self::GameFull,
        Self::AlreadyJoined,
        Self::GameAlreadyStarted,
        Self::TableClosed,
        Self::NotTheOwner,
        Self::InvitationNeeded,
        Self::Kicked,
        Self::NotConfirming,
        Self::GameNotOver,
        Self::InvitationNotFound,
        Self::InvitationAccepted,
        Self::AlreadyInvited,
        Self::TooManyInvitations,
        Self::LinkNotFound,
        Self::TooManyLinks,
        Self::TooManyTables,
        Self::GameNotRunning,
        Self::GameNotFinished,
        Self::GamePaused,
        Self::GameNotPaused,
        Self::VoteNotFound,
        Self::VoteOpen,
        Self::VoteClosed,
        Self::NotAVoter,
        Self::SeatNotOffered,
        Self::SeatResigned,
        Self::OrderNotFound,
        Self::OrderForbidden,
        Self::TooManyOrders,
        Self::CaretakerPlays,
        Self::NotAMember,
        Self::NotYourDecision,
        Self::DecisionClosed,
        Self::OfferClosed,
        Self::VersionStale,
        Self::VersionBeyondPresent,
        Self::KeyReused,
        Self::PreconditionFailed,
        Self::TooManyStreams,
        Self::CannotTakeBack,
        Self::Busy,
        Self::TooManyRequests,
        Self::RulesVersionUnsupported,
        Self::Unavailable,
        Self::Internal,
    ];

    /// What the code means, as a sentence.
    pub fn sentence(self) -> &'static str {
        self.row().2
    }

    /// The table: the code as sent, its HTTP status, and what it means.
    pub fn row(self) -> (&'static str, u16, &'static str) {
        match self {
            Self::MalformedBody => {
                ("malformed_body", 400, "The body is not the JSON that this operation takes.")
            }
            Self::InvalidField => {
                ("invalid_field", 422, "A field of the body has a value that can't be used.")
            }
            Self::InvalidParameter => ("invalid_parameter", 400, "A parameter of the address can't be used."),
            Self::RequestTimeout => ("request_timeout", 408, "The request took too long to arrive."),
            Self::BodyTooLarge => ("body_too_large", 413, "The body is larger than 64 KiB."),
            Self::UnsupportedMediaType => {
                ("unsupported_media_type", 415, "The body must be application/json.")
            }
            Self::RouteNotFound => ("route_not_found", 404, "There is no such address."),
            Self::MethodNotAllowed => ("method_not_allowed", 405, "This address does not take that method."),
            Self::Unauthenticated => ("unauthenticated", 401, "This operation needs an access token."),
            Self::TokenExpired => ("token_expired", 401, "The token has expired."),
            Self::TokenInvalid => {
                ("token_invalid", 401, "The token is not one of ours, or not for this purpose.")
            }
            Self::ScopeTooSmall => {
                ("scope_too_small", 403, "The token was not given the scope that this operation needs.")
            }
            Self::OperatorRequired => ("operator_required", 403, "Only operators may do this."),
            Self::SessionRequired => (
                "session_required",
                403,
                "This operation needs a log-in; a personal access token is not enough.",
            ),
            Self::WrongCredentials => ("wrong_credentials", 401, "The name or the password is wrong."),
            Self::AccountBanned => ("account_banned", 403, "The operators have barred this account."),
            Self::WrongPassword => ("wrong_password", 403, "The password is wrong."),
            Self::AddressNotVerified => {
                ("address_not_verified", 403, "The mail address is not verified yet.")
            }
            Self::SessionEnded => ("session_ended", 401, "The log-in of this token has ended; log in again."),
            Self::RefreshTokenInvalid => {
                ("refresh_token_invalid", 401, "The refresh token can't be used any more.")
            }
            Self::RefreshTokenReused => (
                "refresh_token_reused",
                401,
                "The refresh token was used before; its whole session is ended.",
            ),
            Self::NameTaken => ("name_taken", 409, "Somebody has this name already."),
            Self::DeadLetterNotFound => ("dead_letter_not_found", 404, "There is no such dead letter."),
            Self::AnnouncementNotFound => ("announcement_not_found", 404, "There is no such announcement."),
            Self::TooManyTokens => ("too_many_tokens", 409, "There are too many tokens already."),
            Self::TokenNotFound => ("token_not_found", 404, "You have no such token."),
            Self::AddressTaken => {
                ("address_taken", 409, "Another account has proved this mail address meanwhile.")
            }
            Self::AccountNotFound => ("account_not_found", 404, "There is no such account."),
            Self::SessionNotFound => ("session_not_found", 404, "You have no such session."),
            Self::VacationNotFound => {
                ("vacation_not_found", 404, "You have no such vacation, or it is over.")
            }
            Self::WebhookNotFound => ("webhook_not_found", 404, "You have no such webhook."),
            Self::WebhookDisabled => ("webhook_disabled", 409, "The webhook is disabled: enable it first."),
            Self::DeliveryNotFound => {
                ("delivery_not_found", 404, "The webhook has no such delivery, or it is forgotten.")
            }
            Self::TooManyWebhooks => ("too_many_webhooks", 409, "There are too many webhooks already."),
            Self::RulesetNotFound => ("ruleset_not_found", 404, "There is no such ruleset."),
            Self::GameNotFound => ("game_not_found", 404, "There is no such game, or not for you."),
            Self::GameFull => ("game_full", 409, "Every seat is taken."),
            Self::AlreadyJoined => ("already_joined", 409, "You have a seat in this game already."),
            Self::GameAlreadyStarted => ("game_already_started", 409, "The game has started."),
            Self::TableClosed => {
                ("table_closed", 409, "The table was called off or struck out, or has expired.")
            }
            Self::NotTheOwner => ("not_the_owner", 403, "Only the owner of the table may do this."),
            Self::InvitationNeeded => ("invitation_needed", 403, "Only the invited can join this table."),
            Self::Kicked => (
                "kicked",
                403,
                "The owner of this table has sent you away; only a new invitation lets you back in.",
            ),
            Self::NotConfirming => ("not_confirming", 409, "The table does not ask for confirmations now."),
            Self::GameNotOver => ("game_not_over", 409, "The game is not over."),
            Self::InvitationNotFound => {
                ("invitation_not_found", 404, "There is no such invitation, or it is not open for you.")
            }
            Self::InvitationAccepted => {
                ("invitation_accepted", 409, "The invitation was accepted; send the person away instead.")
            }
            Self::AlreadyInvited => ("already_invited", 409, "This person is invited already."),
            Self::TooManyInvitations => {
                ("too_many_invitations", 409, "Too many invitations of this table are open.")
            }
            Self::LinkNotFound => {
                ("link_not_found", 404, "There is no such link, or it does not work any more.")
            }
            Self::TooManyLinks => ("too_many_links", 409, "Too many links to this table work."),
            Self::TooManyTables => {
                ("too_many_tables", 409, "You have too many tables that have not started.")
            }
            Self::GameNotRunning => ("game_not_running", 409, "The game is not running."),
            Self::GameNotFinished => ("game_not_finished", 409, "The game is not over yet."),
            Self::GamePaused => ("game_paused", 409, "The game rests until the table votes to go on."),
            Self::GameNotPaused => ("game_not_paused", 409, "The game does not rest."),
            Self::VoteNotFound => ("vote_not_found", 404, "There is no such vote in this game."),
            Self::VoteOpen => ("vote_open", 409, "A vote about this is open already."),
            Self::VoteClosed => ("vote_closed", 409, "This vote is no longer open."),
            Self::NotAVoter => ("not_a_voter", 403, "This is not for your seat to vote about."),
            Self::SeatNotOffered => ("seat_not_offered", 409, "This seat is not offered to you."),
            Self::SeatResigned => ("seat_resigned", 409, "This seat has given up."),
            Self::OrderNotFound => ("order_not_found", 404, "You have no such standing order in this game."),
            Self::OrderForbidden => {
                ("order_forbidden", 403, "This table forbids standing orders of this kind.")
            }
            Self::TooManyOrders => {
                ("too_many_orders", 409, "Your seat has as many standing orders as it can: take some back.")
            }
            Self::CaretakerPlays => {
                ("caretaker_plays", 409, "A bot plays for you: say that you are back before you act.")
            }
            Self::NotAMember => ("not_a_member", 403, "You have no seat in this game."),
            Self::NotYourDecision => {
                ("not_your_decision", 403, "This decision is open, but for another seat.")
            }
            Self::DecisionClosed => ("decision_closed", 409, "This decision is no longer open."),
            Self::OfferClosed => ("offer_closed", 409, "This offer is gone."),
            Self::VersionStale => {
                ("version_stale", 412, "The game has gone on since the moment that If-Match names.")
            }
            Self::VersionBeyondPresent => {
                ("version_beyond_present", 422, "The game has not come to that version yet.")
            }
            Self::KeyReused => ("key_reused", 422, "This Idempotency-Key was used with another body."),
            Self::PreconditionFailed => {
                ("precondition_failed", 412, "What you have seen has changed meanwhile.")
            }
            Self::TooManyStreams => ("too_many_streams", 429, "There are too many open streams."),
            Self::TooManyRequests => (
                "too_many_requests",
                429,
                "That was asked for too often; Retry-After says when to try again.",
            ),
            Self::CannotTakeBack => {
                ("cannot_take_back", 409, "Your seat can't return to that version; `reason` says why.")
            }
            Self::Busy => ("busy", 409, "Others acted at the same moment too often; try again."),
            Self::RulesVersionUnsupported => (
                "rules_version_unsupported",
                503,
                "This game needs a newer server; another process may serve it.",
            ),
            Self::Unavailable => ("unavailable", 503, "The service can't answer right now; try again."),
            Self::Internal => ("internal", 500, "Something broke on our side."),
        }
    }
}
