-- Where people have what concerns them sent to, as signed JSON.
CREATE TABLE webhooks (
    id               uuid PRIMARY KEY,
    account_id       uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    url              text NOT NULL,
    -- what its owner calls it
    description      text NOT NULL,
    -- what is wanted, by topic
    topics           text[] NOT NULL,
    -- of which games; null: of all
    games            uuid[],
    created_at       timestamptz NOT NULL,
    -- what happened before this is not sent
    since            timestamptz NOT NULL,
    -- up to when what happened was looked through, and up to which item of the owner's stream
    looked_at        timestamptz NOT NULL,
    looked_number    bigint NOT NULL,
    -- what signs, sealed: the name of the key that seals, a nonce, and the secret itself
    secret           bytea NOT NULL,
    -- signs too, until then
    old_secret       bytea,
    old_secret_until timestamptz,
    -- since when nothing arrives; null: the last attempt succeeded, or there was none
    failing_since    timestamptz,
    disabled_at      timestamptz,
    -- owner, failing, gone
    disabled_reason     text,
    CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
    CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);
CREATE INDEX webhooks_of_account ON webhooks (account_id);

-- What is sent to a webhook. The id follows from the webhook and from what happened, so that nothing is written twice.
CREATE TABLE webhook_deliveries (
    id            uuid PRIMARY KEY,
    webhook_id    uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    topic         text NOT NULL,
    game_id       uuid,
    -- as it is sent, JSON
    body          text NOT NULL,
    happened_at   timestamptz NOT NULL,
    -- which of two that happened at the same instant comes first
    place         bigint NOT NULL,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    -- how often it was tried, and how often since it was last sent anew
    attempts      smallint NOT NULL,
    tries         smallint NOT NULL,
    tried_at      timestamptz,
    -- what the last attempt was answered, if it was, and else what was wrong
    status        smallint,
    problem       text,
    settled_at    timestamptz,
    -- delivered, failed, dropped
    result        text
);
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE settled_at IS NULL;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, game_id, happened_at) WHERE settled_at IS NULL;
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);

-- Calls whose end a webhook is to be told.
CREATE TABLE webhook_waits (
    webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    game_id    uuid NOT NULL,
    seat       smallint NOT NULL,
    -- the version that opened the call
    version    bigint NOT NULL,
    kind       text NOT NULL,
    decision   text,
    begun_at   timestamptz NOT NULL,
    ended_at   timestamptz,
    PRIMARY KEY (webhook_id, game_id, seat, version, kind)
);
CREATE INDEX webhook_waits_open ON webhook_waits (webhook_id) WHERE ended_at IS NULL;
CREATE INDEX webhook_waits_age ON webhook_waits (ended_at) WHERE ended_at IS NOT NULL;
