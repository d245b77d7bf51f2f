//! Tables of people and of the service.
#![allow(missing_docs, reason = "the columns are explained in the migrations")]

diesel::table! {
    accounts (id) {
        id -> Uuid,
        name -> Text,
        name_key -> Text,
        email -> Text,
        email_key -> Text,
        password_hash -> Text,
        language -> Text,
        verified_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        time_zone -> Text,
        about -> Text,
        deleted_at -> Nullable<Timestamptz>,
        recovery_id -> Uuid,
        orders_suspended_at -> Nullable<Timestamptz>,
        searchable -> Bool,
        shares_availability -> Bool,
    }
}

diesel::table! {
    sessions (id) {
        id -> Uuid,
        account_id -> Uuid,
        created_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
        device -> Text,
        last_used_at -> Timestamptz,
    }
}

diesel::table! {
    one_time_links (account_id, kind) {
        account_id -> Uuid,
        kind -> Text,
        id -> Uuid,
        requested_at -> Timestamptz,
        expires_at -> Timestamptz,
        tries -> Int2,
    }
}

diesel::table! {
    devices (account_id, id) {
        account_id -> Uuid,
        id -> Uuid,
        secret_hash -> Bytea,
        label -> Text,
        created_at -> Timestamptz,
        last_used_at -> Timestamptz,
    }
}

diesel::table! {
    address_changes (account_id) {
        account_id -> Uuid,
        id -> Uuid,
        email -> Text,
        email_key -> Text,
        asked_at -> Timestamptz,
        expires_at -> Timestamptz,
        approved_at -> Nullable<Timestamptz>,
        proved_at -> Nullable<Timestamptz>,
        session_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    address_requests (id) {
        id -> Uuid,
        kind -> Text,
        email_key -> Text,
        created_at -> Timestamptz,
        language -> Nullable<Text>,
    }
}

diesel::table! {
    blocks (account_id, blocked_id) {
        account_id -> Uuid,
        blocked_id -> Uuid,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    follows (account_id, followed_id) {
        account_id -> Uuid,
        followed_id -> Uuid,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    clubs (id) {
        id -> Uuid,
        name -> Text,
        name_key -> Text,
        about -> Text,
        visibility -> Text,
        joining -> Text,
        defaults -> Text,
        created_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    club_channels (club_id, id) {
        club_id -> Uuid,
        id -> Uuid,
        created_by -> Uuid,
        format -> Text,
        host -> Text,
        target -> Bytea,
        secret -> Nullable<Bytea>,
        language -> Text,
        time_zone -> Text,
        topics -> Array<Text>,
        has_pictures -> Bool,
        created_at -> Timestamptz,
        failing_since -> Nullable<Timestamptz>,
        disabled_at -> Nullable<Timestamptz>,
        disabled_reason -> Nullable<Text>,
    }
}

diesel::table! {
    club_members (club_id, account_id) {
        club_id -> Uuid,
        account_id -> Uuid,
        role -> Text,
        joined_at -> Timestamptz,
        removed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    audit_log (id) {
        id -> Uuid,
        account_id -> Uuid,
        kind -> Text,
        at -> Timestamptz,
        address -> Nullable<Text>,
        detail -> Text,
    }
}

diesel::table! {
    refresh_tokens (token_hash) {
        token_hash -> Bytea,
        session_id -> Uuid,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    signing_keys (id) {
        id -> Uuid,
        secret -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    replies (account_id, route, key) {
        account_id -> Uuid,
        route -> Text,
        key -> Text,
        body_hash -> Bytea,
        status -> SmallInt,
        body -> Text,
        created_at -> Timestamptz,
        tag -> Nullable<Text>,
        location -> Nullable<Text>,
    }
}

diesel::table! {
    ratings (ruleset, account_id) {
        ruleset -> Text,
        account_id -> Uuid,
        rating -> Double,
        uncertainty -> Double,
        games -> Integer,
        updated_at -> Timestamptz,
        at_least -> Integer,
    }
}

diesel::table! {
    rating_changes (account_id, ruleset, number) {
        account_id -> Uuid,
        ruleset -> Text,
        number -> Integer,
        game_id -> Uuid,
        rank -> SmallInt,
        players -> SmallInt,
        rating_before -> Double,
        uncertainty_before -> Double,
        rating_after -> Double,
        uncertainty_after -> Double,
        rated_at -> Timestamptz,
    }
}

diesel::table! {
    reliability (account_id) {
        account_id -> Uuid,
        games_finished -> Integer,
        resigned -> Integer,
        caretaken -> Integer,
        lapses -> Integer,
    }
}

diesel::table! {
    personal_tokens (id) {
        id -> Uuid,
        account_id -> Uuid,
        name -> Text,
        token_hash -> Bytea,
        scopes -> Text,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        last_used_at -> Nullable<Timestamptz>,
        grant_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    rate_limits (bucket) {
        bucket -> Bytea,
        empty_at -> Timestamptz,
    }
}

diesel::table! {
    operators (account_id) {
        account_id -> Uuid,
        made_at -> Timestamptz,
    }
}

diesel::table! {
    bans (account_id) {
        account_id -> Uuid,
        banned_by -> Uuid,
        reason -> Text,
        banned_at -> Timestamptz,
    }
}

diesel::table! {
    announcements (id) {
        id -> Uuid,
        text -> Text,
        made_by -> Uuid,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        mailed_up_to -> Nullable<Uuid>,
        mailed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    stream_heads (account_id) {
        account_id -> Uuid,
        last_number -> BigInt,
    }
}

diesel::table! {
    stream_tickets (ticket_hash) {
        ticket_hash -> Bytea,
        account_id -> Uuid,
        session_id -> Nullable<Uuid>,
        token_id -> Nullable<Uuid>,
        path -> Text,
        expires_at -> Timestamptz,
        ends_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    stopped_addresses (account_id) {
        account_id -> Uuid,
        email_key -> Text,
        status -> Text,
        stopped_at -> Timestamptz,
    }
}

diesel::table! {
    availability (account_id) {
        account_id -> Uuid,
        sleep_from -> Nullable<Time>,
        sleep_until -> Nullable<Time>,
        days_off -> Array<SmallInt>,
    }
}

diesel::table! {
    vacations (account_id, id) {
        account_id -> Uuid,
        id -> Uuid,
        first_day -> Date,
        last_day -> Date,
    }
}

diesel::table! {
    webhooks (id) {
        id -> Uuid,
        account_id -> Uuid,
        url -> Text,
        description -> Text,
        topics -> Array<Text>,
        games -> Nullable<Array<Uuid>>,
        created_at -> Timestamptz,
        since -> Timestamptz,
        looked_at -> Timestamptz,
        looked_number -> BigInt,
        secret -> Bytea,
        old_secret -> Nullable<Bytea>,
        old_secret_until -> Nullable<Timestamptz>,
        failing_since -> Nullable<Timestamptz>,
        disabled_at -> Nullable<Timestamptz>,
        disabled_reason -> Nullable<Text>,
    }
}

diesel::table! {
    webhook_deliveries (id) {
        id -> Uuid,
        webhook_id -> Uuid,
        topic -> Text,
        game_id -> Nullable<Uuid>,
        body -> Text,
        happened_at -> Timestamptz,
        place -> BigInt,
        created_at -> Timestamptz,
        due_at -> Timestamptz,
        claimed_until -> Nullable<Timestamptz>,
        attempts -> SmallInt,
        tries -> SmallInt,
        tried_at -> Nullable<Timestamptz>,
        status -> Nullable<SmallInt>,
        problem -> Nullable<Text>,
        settled_at -> Nullable<Timestamptz>,
        result -> Nullable<Text>,
    }
}

diesel::table! {
    mail_links (partition, secret_hash) {
        partition -> Uuid,
        secret_hash -> Bytea,
        purpose -> Text,
        account_id -> Nullable<Uuid>,
        email -> Nullable<Text>,
        email_key -> Nullable<Text>,
        seat -> Nullable<SmallInt>,
        invitation_id -> Nullable<Uuid>,
        recovery_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
        expires_at -> Nullable<Timestamptz>,
        opened_from -> Nullable<Array<Uuid>>,
        opened_by -> Nullable<Bytea>,
        sealed_secret -> Nullable<Bytea>,
    }
}

diesel::table! {
    /// It keeps the name that it had when mails with a question alone had an address.
    #[sql_name = "mail_questions"]
    reply_addresses (partition, mark) {
        #[sql_name = "game_id"]
        partition -> Uuid,
        mark -> Bytea,
        topic -> Text,
        account_id -> Nullable<Uuid>,
        seat -> Nullable<SmallInt>,
        version -> Nullable<BigInt>,
        decision -> Nullable<Text>,
        also -> Nullable<Text>,
        options -> Nullable<Text>,
        actions -> Nullable<SmallInt>,
        invitation_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
        recovery_id -> Nullable<Uuid>,
        addressee_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    refused_addresses (email_hash) {
        email_hash -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    reports (id) {
        id -> Uuid,
        account_id -> Uuid,
        reported_by -> Nullable<Uuid>,
        game_id -> Uuid,
        text -> Text,
        created_at -> Timestamptz,
        closed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    competitions (id) {
        id -> Uuid,
        name -> Text,
        name_key -> Text,
        about -> Text,
        club_id -> Nullable<Uuid>,
        organiser_id -> Uuid,
        ruleset -> Text,
        status -> Text,
        terms -> Text,
        most_entrants -> Integer,
        commitment -> Bytea,
        secret -> Bytea,
        round -> Integer,
        due_at -> Nullable<Timestamptz>,
        season_of -> Nullable<Uuid>,
        created_at -> Timestamptz,
        started_at -> Nullable<Timestamptz>,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    competition_entrants (competition_id, sign_up) {
        competition_id -> Uuid,
        sign_up -> Integer,
        number -> Nullable<Integer>,
        account_id -> Nullable<Uuid>,
        bot -> Nullable<Text>,
        signed_up_at -> Timestamptz,
        withdrawn_from -> Nullable<Integer>,
        replaced_from -> Nullable<Integer>,
    }
}

diesel::table! {
    competition_rounds (competition_id, round) {
        competition_id -> Uuid,
        round -> Integer,
        pairing -> Text,
        paired_at -> Timestamptz,
    }
}

diesel::table! {
    competition_tables (competition_id, round, number) {
        competition_id -> Uuid,
        round -> Integer,
        number -> Integer,
        game_id -> Uuid,
        ready_at -> Nullable<Timestamptz>,
        seated -> Nullable<Text>,
        ended_at -> Nullable<Timestamptz>,
        results -> Nullable<Text>,
        known_from -> Nullable<Integer>,
    }
}

diesel::table! {
    competition_corrections (competition_id, number) {
        competition_id -> Uuid,
        number -> Integer,
        correction -> Text,
        made_by -> Uuid,
        made_at -> Timestamptz,
    }
}
