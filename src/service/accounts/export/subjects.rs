//! The members of the data of an export: for each its section of `store/export.sql`, and for each field of its objects the
//! column that it comes from, where that has another name. The types describe what SQL makes as JSON.

use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::declare::{Subject, column, exported};
use crate::store::export::ExportedColumn;
use crate::time_control::Instant;

exported! {
    /// A log-in of yours.
    sessions "sessions": ExportedSession {
        id: Uuid,
        /// What the client called itself, or its `User-Agent`.
        device: String,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = String, format = DateTime)]
        last_used_at: Instant,
        /// Null while the session lasts.
        #[schema(value_type = Option<String>, format = DateTime)]
        ended_at: Option<Instant>,
    }
    /// A token of yours, without what proves it.
    personal_tokens "personal_tokens": ExportedPersonalToken {
        id: Uuid,
        name: String,
        /// With blanks between them.
        scopes: String,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        last_used_at: Option<Instant>,
    }
    /// An app that you have allowed to act for you.
    apps "apps": ExportedApp {
        id: Uuid,
        /// What it calls itself; nobody has checked that.
        client_id: String,
        /// Where your browser was sent back to; empty for a program for which you typed a code.
        redirect_origin: String,
        /// Each time that you allowed it, with the scopes; null when nothing lasts of them.
        grants: Value,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = String, format = DateTime)]
        last_used_at: Instant,
    }
    /// A change of your email address that you requested.
    email_changes "address_changes": ExportedEmailChange {
        /// The new address.
        email: String,
        #[schema(value_type = String, format = DateTime)]
        requested_at: Instant = "asked_at",
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
        /// When the old address agreed; null until then.
        #[schema(value_type = Option<String>, format = DateTime)]
        approved_at: Option<Instant>,
        /// When the new address agreed; null until then.
        #[schema(value_type = Option<String>, format = DateTime)]
        proved_at: Option<Instant>,
    }
    /// A game in which you have a seat.
    games "games": ExportedGame {
        game_id: Uuid = "game",
        ruleset: String,
        name: String,
        status: String,
        visibility: String,
        seat: i16,
        /// Your place in the order of joining, from 0.
        join_order: i16,
        #[schema(value_type = String, format = DateTime)]
        joined_at: Instant,
        /// Your own share of chance, as hex.
        entropy: String,
        /// `true` if you may change and cancel it before the start.
        is_owner: bool = "owner",
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        started_at: Option<Instant>,
        #[schema(value_type = Option<String>, format = DateTime)]
        finished_at: Option<Instant>,
        /// As `Game` shows it; null until it ends with a result.
        outcome: Value,
    }
    /// An action of your seat, by you or by a standing order of yours.
    actions "actions": ExportedAction {
        game_id: Uuid = "game",
        version: i64,
        /// `seat` or `order`.
        by: String = "made_by",
        action: Value,
        #[schema(value_type = String, format = DateTime)]
        at: Instant = "created_at",
    }
    /// A message that you sent.
    messages "messages": ExportedMessage {
        game_id: Uuid = "game",
        id: Uuid,
        /// The seat that you had then; null before the seats were dealt.
        seat: Option<i16>,
        /// The seats it was for; null for everybody in the game.
        to: Option<Vec<i16>> = "to_seats",
        text: String,
        #[schema(value_type = String, format = DateTime)]
        at: Instant = "created_at",
    }
    /// How far you have read the messages of a game.
    message_boxes "read_marks": ExportedMessageBox {
        game_id: Uuid = "game",
        /// How many messages you could read.
        messages: i64,
        /// Up to which of them you have read.
        read_up_to: i64 = "read",
    }
    /// A vote that your seat opened.
    votes "votes": ExportedVote {
        game_id: Uuid = "game",
        id: Uuid,
        kind: String,
        /// The seat that it is about; null if it is about none.
        seat: Option<i16>,
        /// The player whom you proposed; null if you proposed none.
        account_id: Option<Uuid> = "account",
        /// The bot that you proposed; null if you proposed none.
        bot: Option<String>,
        #[schema(value_type = String, format = DateTime)]
        opened_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        closed_at: Option<Instant>,
        /// Null while the vote is open.
        result: Option<String>,
    }
    /// How your seat voted.
    ballots "ballots": ExportedBallot {
        game_id: Uuid = "game",
        vote_id: Uuid = "vote",
        yes: bool,
        #[schema(value_type = String, format = DateTime)]
        cast_at: Instant,
    }
    /// A seat that you are offered.
    seat_offers "seat_offers": ExportedSeatOffer {
        game_id: Uuid = "game",
        seat: i16,
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
    }
    /// An event of your own stream that is still kept.
    stream_events "stream": ExportedStreamEvent {
        number: i64,
        kind: String,
        game_id: Uuid = "game",
        seat: Option<i16>,
        /// Null unless it is about an entry of the log.
        version: Option<i64>,
        /// What you were notified of; null if it is no notification.
        notification: Option<String> = "call",
        /// The decision or vote that it is about; null if it is about none.
        decision_id: Option<String> = "decision",
        #[schema(value_type = String, format = DateTime)]
        at: Instant = "created_at",
    }
    /// A ticket for a stream that was not used yet.
    stream_tickets "stream_tickets": ExportedStreamTicket {
        path: String,
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
        /// When the stream that it opens ends; null: with the token.
        #[schema(value_type = Option<String>, format = DateTime)]
        ends_at: Option<Instant>,
    }
    /// A link to set a new password that was mailed to you.
    password_resets "password_resets": ExportedPasswordReset {
        #[schema(value_type = String, format = DateTime)]
        requested_at: Instant = "asked_at",
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
    }
    /// A request with an `Idempotency-Key` whose reply is still kept.
    idempotent_requests "repeatable_requests": ExportedIdempotentRequest {
        /// Method and path, as the description writes them.
        route: String,
        /// The key, or its hash where the request held a secret.
        key: String,
        /// The status of the reply.
        status: i16,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
    }
    /// A private note of yours.
    notes "notes": ExportedNote {
        game_id: Uuid = "game",
        text: String,
        #[schema(value_type = String, format = DateTime)]
        updated_at: Instant,
    }
    /// A standing order of yours.
    orders "orders": ExportedOrder {
        game_id: Uuid = "game",
        id: Uuid,
        seat: i16,
        order: Value,
        #[schema(value_type = String, format = DateTime)]
        set_at: Instant,
        /// When it was switched off; null while it may act.
        #[schema(value_type = Option<String>, format = DateTime)]
        disarmed_at: Option<Instant>,
        /// Why it was switched off; null while it may act.
        reason: Option<String>,
        /// Since when it waits for you to resume it; null if it does not.
        #[schema(value_type = Option<String>, format = DateTime)]
        suspended_at: Option<Instant>,
    }
    /// An invitation that you got.
    received_invitations "invitations": ExportedReceivedInvitation {
        game_id: Uuid = "game",
        id: Uuid,
        status: String = "state",
        /// `true` if a seat is kept for you.
        reserve: bool,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        decided_at: Option<Instant>,
    }
    /// An invitation that you sent.
    invitations "invitations_sent": ExportedInvitation {
        game_id: Uuid = "game",
        id: Uuid,
        /// The invited player; null for an address.
        account_id: Option<Uuid> = "account",
        /// The invited address; null for a player.
        email: Option<String>,
        status: String = "state",
        /// `true` if a seat is kept.
        reserve: bool,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        decided_at: Option<Instant>,
    }
    /// An invitation link that you made, without what opens it.
    invitation_links "invitation_links": ExportedInvitationLink {
        game_id: Uuid = "game",
        id: Uuid,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
        uses_left: i16,
        #[schema(value_type = Option<String>, format = DateTime)]
        revoked_at: Option<Instant>,
    }
    /// An email to you about a game, whatever seat you had.
    game_emails "table_mails": ExportedGameEmail {
        game_id: Uuid = "game",
        kind: String,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        /// When it was sent or given up; null while it waits.
        #[schema(value_type = Option<String>, format = DateTime)]
        settled_at: Option<Instant>,
        /// Null while it waits.
        result: Option<String>,
        /// Why it was not sent; null if it was, or waits.
        reason: Option<String>,
    }
    /// A change before the start of a game that was about you.
    lobby_changes "table_changes": ExportedLobbyChange {
        game_id: Uuid = "game",
        change: Value = "event",
        #[schema(value_type = String, format = DateTime)]
        at: Instant = "created_at",
    }
    /// A game that you were sent away from.
    kicks "kicks": ExportedKick {
        game_id: Uuid = "game",
        #[schema(value_type = String, format = DateTime)]
        kicked_at: Instant,
    }
    /// A report that you sent about somebody.
    reports "reports": ExportedReport {
        /// The account that it is about.
        account_id: Uuid = "account",
        game_id: Uuid = "game",
        text: String,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        closed_at: Option<Instant>,
    }
    /// A player whom you block.
    blocks "blocks": ExportedBlock {
        account_id: Uuid = "account",
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
    }
    /// A player whom you follow.
    following "follows": ExportedFollow {
        account_id: Uuid = "account",
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
    }
    /// A friend of yours, or a request to be one.
    friends "friends": ExportedFriend {
        account_id: Uuid = "account",
        /// `accepted`, `sent` or `received`.
        status: String,
        #[schema(value_type = String, format = DateTime)]
        since: Instant,
    }
    /// A club that you belong to, that you asked to join, or that removed you.
    clubs "clubs": ExportedClub {
        club_id: Uuid = "club",
        name: String,
        role: String,
        #[schema(value_type = String, format = DateTime)]
        joined_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        removed_at: Option<Instant>,
    }
    /// A competition that you signed up for or organise.
    competitions "competitions": ExportedEntry {
        competition_id: Uuid = "competition",
        name: String,
        organiser: bool,
        /// In its pairings; null before the start, for a substitute, and for an organiser who does not play.
        number: Option<i32>,
        #[schema(value_type = Option<String>, format = DateTime)]
        signed_up_at: Option<Instant>,
        withdrawn_from: Option<i32>,
    }
    /// A message that you wrote to a club.
    club_messages "club_messages": ExportedClubMessage {
        club_id: Uuid = "club",
        id: Uuid,
        /// Its number among the messages of the club.
        number: i64,
        text: String,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
    }
    /// A notification of your seat by email.
    notifications "notices": ExportedNotification {
        game_id: Uuid = "game",
        /// The version of the game that led to it.
        version: Option<i64>,
        seat: i16,
        kind: String,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        /// When it was sent or given up; null while it waits.
        #[schema(value_type = Option<String>, format = DateTime)]
        settled_at: Option<Instant>,
        /// Null while it waits.
        result: Option<String>,
        /// Why it was not sent; null if it was, or waits.
        reason: Option<String>,
    }
    /// What an email of yours was answered.
    email_replies "answer_mails": ExportedEmailReply {
        game_id: Uuid = "game",
        kind: String,
        seat: i16,
        /// The part of your email that it is about.
        said: Option<String>,
        /// What it tells about that part.
        sentence: Option<String>,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        settled_at: Option<Instant>,
        result: Option<String>,
        reason: Option<String>,
    }
    /// An address that gets no mail any more.
    stopped_addresses "stopped_addresses": ExportedStoppedAddress {
        email: String = "address",
        /// The enhanced status code of the mail server.
        status: String,
        #[schema(value_type = String, format = DateTime)]
        stopped_at: Instant,
    }
    /// How you want to be notified; nothing while you have set nothing.
    notification_preferences "notice_settings": ExportedNotificationPreferences {
        /// The delivery mode of each topic that you have set.
        modes: Value,
        /// The hour at which quiet hours begin; null without any.
        quiet_from: Option<i16>,
        /// The hour at which they end; null without any.
        quiet_to: Option<i16>,
        /// Do warnings come in quiet hours, too?
        warn_in_quiet: bool,
        digest_hour: i16,
        batch_minutes: i16,
        hold_down_minutes: Option<i16>,
        #[schema(value_type = String, format = DateTime)]
        updated_at: Instant,
    }
    /// How you want to be notified of one game.
    game_notification_preferences "game_notice_settings": ExportedGameNotificationPreferences {
        game_id: Uuid = "game",
        /// The delivery mode of each topic that you have set.
        modes: Value,
        #[schema(value_type = String, format = DateTime)]
        updated_at: Instant,
    }
    /// An email that told several things at once.
    digests "collected_mails": ExportedDigest {
        /// `batch` or `digest`.
        kind: String,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        settled_at: Option<Instant>,
        result: Option<String>,
        reason: Option<String>,
    }
    /// An email about your account.
    account_emails "account_mails": ExportedAccountEmail {
        kind: String,
        /// Where it went, if not to your address of that time.
        email: Option<String> = "address",
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        settled_at: Option<Instant>,
        result: Option<String>,
        reason: Option<String>,
    }
    /// A webhook of yours, without its secret.
    webhooks "webhooks": ExportedWebhook {
        id: Uuid,
        url: String,
        description: String,
        topics: Vec<String>,
        /// The games it is for; null for all of yours.
        games: Option<Vec<Uuid>>,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        failing_since: Option<Instant>,
        #[schema(value_type = Option<String>, format = DateTime)]
        disabled_at: Option<Instant>,
        disabled_reason: Option<String>,
    }
    /// What was sent to a webhook of yours.
    webhook_deliveries "webhook_deliveries": ExportedWebhookDelivery {
        webhook_id: Uuid = "webhook",
        id: Uuid,
        topic: String,
        body: Value,
        attempts: i16,
        #[schema(value_type = Option<String>, format = DateTime)]
        tried_at: Option<Instant>,
        /// The status that it was answered; null without an answer.
        status: Option<i16>,
        problem: Option<String>,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        settled_at: Option<Instant>,
        result: Option<String>,
    }
    /// A browser that is remembered.
    devices "devices": ExportedDevice {
        id: Uuid,
        /// What the browser called itself.
        label: String,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = String, format = DateTime)]
        last_used_at: Instant,
    }
    /// The secret addresses of your calendar and news, which are not shown.
    feeds "feed_addresses": ExportedFeeds {
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
    }
    /// A browser that shows notifications to you.
    push_subscriptions "push_subscriptions": ExportedPushSubscription {
        id: Uuid,
        /// What you or the browser called it.
        label: String,
        /// The push service that it uses.
        host: String,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        failing_since: Option<Instant>,
    }
    /// A notification that was sent to a browser of yours.
    push_deliveries "push_deliveries": ExportedPushDelivery {
        push_subscription_id: Uuid = "push_subscription",
        kind: String,
        /// Null in a test.
        game_id: Option<Uuid> = "game",
        seat: Option<i16>,
        #[schema(value_type = String, format = DateTime)]
        happened_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        settled_at: Option<Instant>,
        result: Option<String>,
    }
    /// A chat to which you let the news of a game be posted, without its address.
    channels "game_channels": ExportedChannel {
        game_id: Uuid = "game",
        id: Uuid,
        format: String,
        host: String,
        language: String,
        time_zone: String,
        topics: Vec<String>,
        has_pictures: bool,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        failing_since: Option<Instant>,
        #[schema(value_type = Option<String>, format = DateTime)]
        disabled_at: Option<Instant>,
        disabled_reason: Option<String>,
    }
    /// A chat to which you let the news of all games of a club be posted, without its address.
    club_channels "club_channels": ExportedClubChannel {
        club_id: Uuid = "club",
        id: Uuid,
        format: String,
        host: String,
        language: String,
        time_zone: String,
        topics: Vec<String>,
        has_pictures: bool,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        failing_since: Option<Instant>,
        #[schema(value_type = Option<String>, format = DateTime)]
        disabled_at: Option<Instant>,
        disabled_reason: Option<String>,
    }
    /// A channel that you agreed to.
    channel_agreements "channel_agreements": ExportedChannelAgreement {
        game_id: Uuid = "game",
        channel_id: Uuid = "channel",
        #[schema(value_type = String, format = DateTime)]
        agreed_at: Instant,
    }
    /// What was posted to a channel of yours.
    channel_posts "channel_posts": ExportedChannelPost {
        game_id: Uuid = "game",
        channel_id: Uuid = "channel",
        id: Uuid,
        /// `true` for a post that you sent to try the channel out.
        is_test: bool = "test",
        content: Value,
        attempts: i16,
        #[schema(value_type = Option<String>, format = DateTime)]
        tried_at: Option<Instant>,
        /// The status that it was answered; null without an answer.
        http_status: Option<i16>,
        problem: Option<String>,
        #[schema(value_type = String, format = DateTime)]
        created_at: Instant,
        #[schema(value_type = Option<String>, format = DateTime)]
        settled_at: Option<Instant>,
        result: Option<String>,
    }
    /// When you don't play; nothing while you have set nothing.
    availability "availability": ExportedAvailability {
        /// When your nights begin; null without any.
        sleep_from: Option<String>,
        /// When they end; null without any.
        sleep_until: Option<String>,
        /// Days of the week on which your clocks stand still, from 1 for Monday.
        days_off: Vec<i16>,
    }
    /// A vacation of yours.
    vacations "vacations": ExportedVacation {
        id: Uuid,
        first_day: String,
        last_day: String,
    }
    /// How strong you are in a ruleset.
    ratings "ratings": ExportedRating {
        ruleset: String,
        rating: f64,
        /// How far off it may be.
        uncertainty: f64,
        /// How many games were rated.
        games: i32,
        #[schema(value_type = String, format = DateTime)]
        updated_at: Instant,
    }
    /// What a rated game did to your rating.
    rating_changes "rating_changes": ExportedRatingChange {
        ruleset: String,
        /// Counts your rated games of this ruleset, from 1.
        number: i32,
        game_id: Uuid = "game",
        rank: i16,
        /// How many players the game had.
        players: i16,
        rating_before: f64,
        uncertainty_before: f64,
        rating_after: f64,
        uncertainty_after: f64,
        #[schema(value_type = String, format = DateTime)]
        rated_at: Instant,
    }
    /// How reliably you end public games.
    reliability "reliability": ExportedReliability {
        games_finished: i32,
        resigned: i32,
        /// Of these, how many a bot played at the end.
        caretaken: i32,
        lapses: i32,
    }
    /// That you were made an operator at the shell of the server.
    operator "operator": ExportedOperator {
        #[schema(value_type = String, format = DateTime)]
        made_at: Instant,
    }
    /// That you are banned, and why.
    bans "bans": ExportedBan {
        reason: String,
        #[schema(value_type = String, format = DateTime)]
        banned_at: Instant,
    }
    /// An entry of the audit log of your account.
    audit_log "audit": ExportedAuditEntry {
        id: Uuid,
        kind: String,
        #[schema(value_type = String, format = DateTime)]
        at: Instant,
        /// The network address that it came from; null where none is known.
        address: Option<String>,
        detail: Value,
    }
}

#[cfg(test)]
mod tests {
    use super::SUBJECTS;
    use crate::store;

    #[test]
    fn every_section_is_described() {
        let mut described: Vec<&str> = SUBJECTS.iter().map(|subject| subject.section).collect();
        let mut sections: Vec<&str> = store::export::section_names().collect();
        described.sort_unstable();
        sections.sort_unstable();
        assert_eq!(described, sections);
    }
}
