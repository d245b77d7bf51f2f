-- The key pair by which push services know this server (RFC 8292). Browsers bind their subscriptions to it, so it is made
-- once and never changes.
CREATE TABLE push_keys (
    id         uuid PRIMARY KEY,
    -- the private key, 32 bytes
    secret     bytea NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX push_keys_single ON push_keys ((true));

-- Browsers that show the notifications of an account.
CREATE TABLE push_subscriptions (
    id            uuid PRIMARY KEY,
    account_id    uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- the remembered device that subscribed: it takes its subscription with it; null: none did
    device_id     uuid,
    -- what its owner calls it
    label         text NOT NULL,
    -- the host of its push service
    host          text NOT NULL,
    -- SHA-256 of the address to push to, by which a browser that subscribes again is known
    endpoint_hash bytea NOT NULL,
    -- the address and the keys of the browser, sealed: the name of the key that seals, a nonce, and these
    sealed        bytea NOT NULL,
    created_at    timestamptz NOT NULL,
    -- up to when notices were looked through
    looked_at     timestamptz NOT NULL,
    -- since when every push has failed
    failing_since timestamptz
);
CREATE UNIQUE INDEX push_subscriptions_of_account ON push_subscriptions (account_id, endpoint_hash);
CREATE INDEX push_subscriptions_of_device ON push_subscriptions (device_id) WHERE device_id IS NOT NULL;

-- What is pushed to a browser. The id follows from the subscription and the notice, so that nothing is queued twice. It
-- has no text: that is written when it is sent.
CREATE TABLE push_deliveries (
    id              uuid PRIMARY KEY,
    subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
    kind            text NOT NULL,
    -- null in a test
    game_id         uuid,
    seat            smallint,
    -- the decision or vote that it is about
    reference       text,
    happened_at     timestamptz NOT NULL,
    due_at          timestamptz NOT NULL,
    claimed_until   timestamptz,
    tries           smallint NOT NULL,
    settled_at      timestamptz,
    -- delivered, failed, dropped
    result          text
);
CREATE INDEX push_deliveries_due ON push_deliveries (due_at) WHERE settled_at IS NULL;
CREATE INDEX push_deliveries_of_subscription ON push_deliveries (subscription_id);
CREATE INDEX push_deliveries_age ON push_deliveries (happened_at);
