-- Notices about games, written by the statement that made them true. No text: it is rendered when it is sent.
CREATE TABLE outbox (
    game_id       uuid NOT NULL,
    version       bigint NOT NULL,
    seat          smallint NOT NULL,
    -- your_turn, althing, flight, trade_offered, discard, game_started, game_ended
    kind          text NOT NULL,
    account_id    uuid NOT NULL,
    -- the decision that must still be open when it is sent
    decision      text,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    -- a worker tries to send it, and nobody else does so before this instant
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    -- sent, stale, dead
    result        text,
    problem       text,
    PRIMARY KEY (game_id, version, seat, kind)
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE settled_at IS NULL;
-- who is still to hear of what, in order
CREATE INDEX outbox_open ON outbox (game_id, account_id, version) WHERE settled_at IS NULL;

-- Mails about an account: proof of address and the like.
CREATE TABLE account_mails (
    id            uuid PRIMARY KEY,
    account_id    uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- verify_address, address_in_use
    kind          text NOT NULL,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    result        text,
    problem       text
);
CREATE INDEX account_mails_due ON account_mails (due_at) WHERE settled_at IS NULL;
