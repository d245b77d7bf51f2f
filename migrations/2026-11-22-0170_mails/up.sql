-- Everything that leaves by mail, in one table. No text: a mail is composed when it is sent.
DROP TABLE outbox, account_mails, table_mails, answer_mails, mail_collections;

CREATE TABLE mails (
    -- the game it is about; for mails about an account and for digests that account
    partition   uuid NOT NULL,
    -- follows from what it tells where the same must not be told twice
    id            uuid NOT NULL,
    -- a kind of src/notifications/kinds.rs
    kind          text NOT NULL,
    -- who gets it; null: an address that was invited
    account_id    uuid,
    -- where it goes; null: to the account's own address
    address       text,
    -- of notifications of a game that is played: whose seat
    seat          smallint,
    -- of those that must leave in order: the version that made it true
    version       bigint,
    -- the decision or vote that must still be open when it is sent
    decision      text,
    -- what only some kinds need: the invitation, the answer
    payload       jsonb,
    -- the X-Request-Id of what caused it; null: no request did, such as a deadline, a bot or a reply by mail
    request       uuid,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    -- a worker tries to send it, and nobody else does so before this instant
    claimed_until timestamptz,
    attempts      smallint NOT NULL DEFAULT 0,
    -- workers that claimed it and never came back; only several of them count as an attempt
    abandoned     smallint NOT NULL DEFAULT 0,
    settled_at    timestamptz,
    -- sent, stale, suppressed, dead; collected (in a digest), dropped (by an operator)
    result        text,
    -- why it was not sent, such as "stale: decision closed"
    reason        text,
    -- why the last attempt failed
    problem       text,
    -- why it waits although it was due: quiet, hold_down
    held          text,
    -- the digest that it went into
    collected_in  uuid,
    PRIMARY KEY (partition, id),
    CHECK (account_id IS NOT NULL OR address IS NOT NULL),
    -- whatever was not sent says why
    CHECK (result NOT IN ('stale', 'suppressed', 'dead') OR reason IS NOT NULL)
);
-- Mails about accounts have an index of their own, so that no evening of many games makes a log-in link wait.
CREATE INDEX mails_due_of_accounts ON mails (due_at, version, created_at)
    WHERE settled_at IS NULL AND partition = account_id;
CREATE INDEX mails_due_of_games ON mails (due_at, version, created_at)
    WHERE settled_at IS NULL AND partition IS DISTINCT FROM account_id;
-- who is still to be told of what, in order
CREATE INDEX mails_open ON mails (partition, account_id, version) WHERE settled_at IS NULL;
-- what a seat was called for, and what a stream is to tell
CREATE INDEX mails_of_version ON mails (partition, version) WHERE version IS NOT NULL;
-- what a player was told, newest first
CREATE INDEX mails_of_account ON mails (account_id, created_at DESC) WHERE account_id IS NOT NULL;
CREATE INDEX mails_collected ON mails (collected_in) WHERE collected_in IS NOT NULL;
CREATE INDEX mails_dead ON mails (settled_at, id) WHERE result = 'dead';
-- Nothing is added to a digest once somebody has tried to send it: a second try says the same under the same id.
CREATE UNIQUE INDEX mails_collecting ON mails (partition, kind)
    WHERE kind IN ('batch', 'digest') AND settled_at IS NULL AND attempts = 0 AND problem IS NULL;
