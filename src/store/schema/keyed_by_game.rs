//! Tables that are keyed by game.
#![allow(missing_docs, reason = "the columns are explained in the migrations")]

diesel::table! {
    games (id) {
        id -> Uuid,
        ruleset -> Text,
        rules_version -> Integer,
        name -> Text,
        status -> Text,
        visibility -> Text,
        owner_id -> Uuid,
        seat_count -> SmallInt,
        deal_seats -> Bool,
        options -> Text,
        components -> Text,
        components_digest -> Bytea,
        commitment -> Bytea,
        secret -> Bytea,
        game_seed -> Nullable<Bytea>,
        outcome -> Nullable<Text>,
        created_at -> Timestamptz,
        started_at -> Nullable<Timestamptz>,
        finished_at -> Nullable<Timestamptz>,
        terms -> Text,
        language -> Nullable<Text>,
        name_key -> Text,
        free_seats -> SmallInt,
        lobby_due_at -> Nullable<Timestamptz>,
        rematch_of -> Nullable<Uuid>,
        revision -> BigInt,
        rated_at -> Nullable<Timestamptz>,
        last_change -> BigInt,
        clock -> Nullable<Text>,
        house_rules -> Array<Text>,
        club_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    seats (game_id, seat) {
        game_id -> Uuid,
        seat -> SmallInt,
        account_id -> Nullable<Uuid>,
        bot -> Nullable<Text>,
        entropy -> Bytea,
        join_order -> SmallInt,
        joined_at -> Timestamptz,
        confirmed_at -> Nullable<Timestamptz>,
        resigned_at -> Nullable<Timestamptz>,
        caretaker -> Nullable<Text>,
        availability -> Nullable<Text>,
    }
}

diesel::table! {
    invitations (game_id, id) {
        game_id -> Uuid,
        id -> Uuid,
        account_id -> Nullable<Uuid>,
        email -> Nullable<Text>,
        email_key -> Nullable<Text>,
        invited_by -> Uuid,
        state -> Text,
        reserves -> Bool,
        created_at -> Timestamptz,
        decided_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    kicks (game_id, account_id) {
        game_id -> Uuid,
        account_id -> Uuid,
        kicked_at -> Timestamptz,
    }
}

diesel::table! {
    positions (game_id) {
        game_id -> Uuid,
        version -> BigInt,
        state -> Text,
        updated_at -> Timestamptz,
        summary -> Nullable<Text>,
        clocks -> Nullable<Text>,
        order_changes -> BigInt,
        digest -> Bytea,
        take_backs -> Nullable<Text>,
        earlier_clocks -> Nullable<Text>,
    }
}

diesel::table! {
    orders (game_id, id) {
        game_id -> Uuid,
        id -> Uuid,
        number -> BigInt,
        seat -> SmallInt,
        account_id -> Uuid,
        kind -> Text,
        content -> Text,
        set_at -> Timestamptz,
        disarmed_at -> Nullable<Timestamptz>,
        disarmed_version -> Nullable<BigInt>,
        reason -> Nullable<Text>,
        suspended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    entries (game_id, version) {
        game_id -> Uuid,
        version -> BigInt,
        made_by -> Text,
        seat -> Nullable<SmallInt>,
        action -> Nullable<Text>,
        events -> Text,
        draws -> Nullable<Text>,
        request_key -> Nullable<Text>,
        body_hash -> Nullable<Bytea>,
        last_version -> Nullable<BigInt>,
        created_at -> Timestamptz,
        service_events -> Nullable<Text>,
        standing -> Nullable<Text>,
        deadlines -> Nullable<Text>,
        digest -> Bytea,
        clocks_before -> Nullable<Text>,
        take_backs -> Nullable<Text>,
    }
}

diesel::table! {
    snapshots (game_id, version) {
        game_id -> Uuid,
        version -> BigInt,
        state -> Text,
    }
}

diesel::table! {
    decisions (game_id, seat, decision) {
        game_id -> Uuid,
        seat -> SmallInt,
        decision -> Text,
        kind -> Text,
        blocking -> Bool,
        version -> BigInt,
        opened_at -> Timestamptz,
        deadline -> Nullable<Timestamptz>,
        warn_at -> Nullable<Timestamptz>,
        warn_again_at -> Nullable<Timestamptz>,
        put_off_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    bot_turns (game_id, version) {
        game_id -> Uuid,
        version -> BigInt,
        due_at -> Timestamptz,
    }
}

diesel::table! {
    order_turns (game_id, seat, decision) {
        game_id -> Uuid,
        seat -> SmallInt,
        decision -> Text,
        due_at -> Timestamptz,
    }
}

diesel::table! {
    votes (game_id, id) {
        game_id -> Uuid,
        id -> Uuid,
        kind -> Text,
        opened_by -> SmallInt,
        seat -> Nullable<SmallInt>,
        account_id -> Nullable<Uuid>,
        bot -> Nullable<Text>,
        opened_at -> Timestamptz,
        expires_at -> Timestamptz,
        closed_at -> Nullable<Timestamptz>,
        result -> Nullable<Text>,
    }
}

diesel::table! {
    ballots (game_id, vote_id, seat) {
        game_id -> Uuid,
        vote_id -> Uuid,
        seat -> SmallInt,
        yes -> Bool,
        cast_at -> Timestamptz,
    }
}

diesel::table! {
    seat_offers (game_id, seat) {
        game_id -> Uuid,
        seat -> SmallInt,
        account_id -> Nullable<Uuid>,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    notes (game_id, account_id) {
        game_id -> Uuid,
        account_id -> Uuid,
        text -> Text,
        revision -> BigInt,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    table_changes (game_id, change) {
        game_id -> Uuid,
        change -> BigInt,
        event -> Text,
        account_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    stream_items (account_id, number) {
        account_id -> Uuid,
        number -> BigInt,
        kind -> Text,
        game_id -> Uuid,
        seat -> Nullable<SmallInt>,
        position -> BigInt,
        call -> Nullable<Text>,
        decision -> Nullable<Text>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    availability_due (game_id, account_id) {
        game_id -> Uuid,
        account_id -> Uuid,
        due_at -> Timestamptz,
    }
}

diesel::table! {
    game_channels (game_id, id) {
        game_id -> Uuid,
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
        version -> BigInt,
        status -> Text,
        awaited -> Text,
        reminded_of -> Nullable<Timestamptz>,
        composed_at -> Nullable<Timestamptz>,
        failing_since -> Nullable<Timestamptz>,
        disabled_at -> Nullable<Timestamptz>,
        disabled_reason -> Nullable<Text>,
        club_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    channel_agreements (game_id, channel_id, account_id) {
        game_id -> Uuid,
        channel_id -> Uuid,
        account_id -> Uuid,
        agreed_at -> Timestamptz,
    }
}

diesel::table! {
    channel_posts (game_id, id) {
        game_id -> Uuid,
        id -> Uuid,
        channel_id -> Uuid,
        is_test -> Bool,
        content -> Text,
        version_before -> BigInt,
        status_before -> Text,
        awaited_before -> Text,
        reminded_before -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        due_at -> Timestamptz,
        claimed_until -> Nullable<Timestamptz>,
        attempts -> SmallInt,
        failures -> SmallInt,
        tried_at -> Nullable<Timestamptz>,
        http_status -> Nullable<SmallInt>,
        problem -> Nullable<Text>,
        settled_at -> Nullable<Timestamptz>,
        result -> Nullable<Text>,
    }
}
