//! The table of stable codes.

use crate::texts::{FALLBACK, problems};

macro_rules! codes {
    ($($variant:ident = $name:literal $status:literal,)+) => {
        /// What went wrong, as a stable name. The ruleset's own refusals have codes of their own.
        ///
        /// `texts/en/problems.json` and its siblings say under the name what a code means and what is usual for it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the catalogues say what each code means")]
        pub enum Code {
            $($variant,)+
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code as sent, and its HTTP status.
            pub const fn row(self) -> (&'static str, u16) {
                match self {
                    $(Self::$variant => ($name, $status),)+
                }
            }
        }
    };
}

codes! {
    MalformedBody = "malformed_body" 400,
    InvalidField = "invalid_field" 422,
    SecretInText = "secret_in_text" 422,
    MalformedAction = "malformed_action" 422,
    MalformedOrder = "malformed_order" 422,
    InvalidOrder = "invalid_order" 422,
    InvalidOptions = "invalid_options" 422,
    WrongPhase = "wrong_phase" 422,
    InvalidParameter = "invalid_parameter" 400,
    BodyTooLarge = "body_too_large" 413,
    RequestTimeout = "request_timeout" 408,
    UnsupportedMediaType = "unsupported_media_type" 415,
    RouteNotFound = "route_not_found" 404,
    MethodNotAllowed = "method_not_allowed" 405,
    Unauthenticated = "unauthenticated" 401,
    TokenExpired = "token_expired" 401,
    TokenInvalid = "token_invalid" 401,
    ScopeTooSmall = "scope_too_small" 403,
    SessionRequired = "session_required" 403,
    OperatorRequired = "operator_required" 403,
    WrongCredentials = "wrong_credentials" 401,
    WrongPassword = "wrong_password" 403,
    AddressNotVerified = "address_not_verified" 403,
    AccountBanned = "account_banned" 403,
    SessionEnded = "session_ended" 401,
    RefreshTokenInvalid = "refresh_token_invalid" 401,
    RefreshTokenReused = "refresh_token_reused" 401,
    NameTaken = "name_taken" 409,
    AddressTaken = "address_taken" 409,
    AccountNotFound = "account_not_found" 404,
    TokenNotFound = "token_not_found" 404,
    TooManyTokens = "too_many_tokens" 409,
    AppNotFound = "app_not_found" 404,
    AnnouncementNotFound = "announcement_not_found" 404,
    DeadLetterNotFound = "dead_letter_not_found" 404,
    SessionNotFound = "session_not_found" 404,
    VacationNotFound = "vacation_not_found" 404,
    WebhookNotFound = "webhook_not_found" 404,
    WebhookDisabled = "webhook_disabled" 409,
    DeliveryNotFound = "delivery_not_found" 404,
    TooManyWebhooks = "too_many_webhooks" 409,
    PushSubscriptionNotFound = "push_subscription_not_found" 404,
    TooManyPushSubscriptions = "too_many_push_subscriptions" 409,
    ChannelNotFound = "channel_not_found" 404,
    ChannelExists = "channel_exists" 409,
    ChannelDisabled = "channel_disabled" 409,
    ChannelNotAgreed = "channel_not_agreed" 409,
    ReportNotFound = "report_not_found" 404,
    RulesetNotFound = "ruleset_not_found" 404,
    GameNotFound = "game_not_found" 404,
    GameFull = "game_full" 409,
    AlreadyJoined = "already_joined" 409,
    GameAlreadyStarted = "game_already_started" 409,
    GameClosed = "game_closed" 409,
    NotTheOwner = "not_the_owner" 403,
    InvitationNeeded = "invitation_needed" 403,
    Kicked = "kicked" 403,
    NotPlayingTogether = "not_playing_together" 403,
    NotConfirming = "not_confirming" 409,
    GameNotOver = "game_not_over" 409,
    InvitationNotFound = "invitation_not_found" 404,
    InvitationAccepted = "invitation_accepted" 409,
    AlreadyInvited = "already_invited" 409,
    TooManyInvitations = "too_many_invitations" 409,
    LinkNotFound = "link_not_found" 404,
    TooManyLinks = "too_many_links" 409,
    TooManyGames = "too_many_games" 409,
    ClubNotFound = "club_not_found" 404,
    ClubMemberNotFound = "club_member_not_found" 404,
    NotAClubMember = "not_a_club_member" 403,
    ClubRoleTooSmall = "club_role_too_small" 403,
    ClubLinkNeeded = "club_link_needed" 403,
    ClubRemoved = "club_removed" 403,
    ClubEnded = "club_ended" 409,
    ClubNameTaken = "club_name_taken" 409,
    ClubFull = "club_full" 409,
    ClubOwnerStays = "club_owner_stays" 409,
    TooManyClubs = "too_many_clubs" 409,
    CompetitionNotFound = "competition_not_found" 404,
    NotAnOrganiser = "not_an_organiser" 403,
    CompetitionNotRunning = "competition_not_running" 409,
    CompetitionTooSmall = "competition_too_small" 409,
    CompetitionFull = "competition_full" 409,
    TooManyCompetitions = "too_many_competitions" 409,
    EntrantNotFound = "entrant_not_found" 404,
    EntrantGone = "entrant_gone" 409,
    RoundNotFound = "round_not_found" 404,
    RoundNotNext = "round_not_next" 409,
    RoundNotOver = "round_not_over" 409,
    SeasonNotOver = "season_not_over" 409,
    TooManyFriends = "too_many_friends" 409,
    AvailabilityNotShared = "availability_not_shared" 409,
    GameNotRunning = "game_not_running" 409,
    GameNotFinished = "game_not_finished" 409,
    GamePaused = "game_paused" 409,
    GameNotPaused = "game_not_paused" 409,
    VoteNotFound = "vote_not_found" 404,
    VoteOpen = "vote_open" 409,
    VoteClosed = "vote_closed" 409,
    NotAVoter = "not_a_voter" 403,
    SeatNotOffered = "seat_not_offered" 409,
    SeatResigned = "seat_resigned" 409,
    OrderNotFound = "order_not_found" 404,
    OrderForbidden = "order_forbidden" 403,
    TooManyOrders = "too_many_orders" 409,
    CaretakerPlays = "caretaker_plays" 409,
    NotAMember = "not_a_member" 403,
    NotYourDecision = "not_your_decision" 403,
    DecisionClosed = "decision_closed" 409,
    OfferClosed = "offer_closed" 409,
    VersionStale = "version_stale" 412,
    VersionBeyondPresent = "version_beyond_present" 422,
    KeyReused = "key_reused" 422,
    PreconditionFailed = "precondition_failed" 412,
    TooManyStreams = "too_many_streams" 429,
    CannotTakeBack = "cannot_take_back" 409,
    Busy = "busy" 409,
    TooManyRequests = "too_many_requests" 429,
    RulesVersionUnsupported = "rules_version_unsupported" 503,
    Unavailable = "unavailable" 503,
    Internal = "internal" 500,
}

impl Code {
    /// What the code means, in English.
    pub fn sentence(self) -> String {
        problems::title(FALLBACK, self.row().0)
    }
}
