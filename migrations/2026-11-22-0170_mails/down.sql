DROP TABLE mails;

CREATE TABLE outbox (
    game_id       uuid NOT NULL,
    version       bigint NOT NULL,
    seat          smallint NOT NULL,
    kind          text NOT NULL,
    account_id    uuid NOT NULL,
    decision      text,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    result        text,
    problem       text,
    held          text,
    collected_in  uuid,
    abandoned     smallint NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, version, seat, kind)
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE settled_at IS NULL;
CREATE INDEX outbox_open ON outbox (game_id, account_id, version) WHERE settled_at IS NULL;
CREATE INDEX outbox_dead ON outbox (settled_at, game_id) WHERE result = 'dead';
CREATE INDEX outbox_collected ON outbox (collected_in) WHERE collected_in IS NOT NULL;
CREATE INDEX outbox_of_account ON outbox (account_id, created_at DESC);

CREATE TABLE account_mails (
    id            uuid PRIMARY KEY,
    account_id    uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind          text NOT NULL,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    result        text,
    problem       text,
    address       text,
    abandoned     smallint NOT NULL DEFAULT 0
);
CREATE INDEX account_mails_due ON account_mails (due_at) WHERE settled_at IS NULL;
CREATE INDEX account_mails_of_account ON account_mails (account_id, created_at);
CREATE INDEX account_mails_dead ON account_mails (settled_at, id) WHERE result = 'dead';

CREATE TABLE table_mails (
    id            uuid PRIMARY KEY,
    game_id       uuid NOT NULL,
    kind          text NOT NULL,
    account_id    uuid,
    address       text,
    invitation_id uuid,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    result        text,
    problem       text,
    held          text,
    collected_in  uuid,
    abandoned     smallint NOT NULL DEFAULT 0,
    CHECK ((account_id IS NULL) <> (address IS NULL))
);
CREATE INDEX table_mails_due ON table_mails (due_at) WHERE settled_at IS NULL;
CREATE INDEX table_mails_dead ON table_mails (settled_at, id) WHERE result = 'dead';
CREATE INDEX table_mails_of_account ON table_mails (game_id, account_id, kind);
CREATE INDEX table_mails_collected ON table_mails (collected_in) WHERE collected_in IS NOT NULL;
CREATE INDEX table_mails_of_person ON table_mails (account_id, created_at DESC) WHERE account_id IS NOT NULL;

CREATE TABLE answer_mails (
    game_id       uuid NOT NULL,
    id            uuid NOT NULL,
    kind          text NOT NULL,
    account_id    uuid NOT NULL,
    seat          smallint NOT NULL,
    since         bigint NOT NULL,
    said          text,
    code          text,
    sentence      text,
    reply_to      text,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    result        text,
    problem       text,
    abandoned     smallint NOT NULL DEFAULT 0,
    said_at       bigint,
    PRIMARY KEY (game_id, id)
);
CREATE INDEX answer_mails_due ON answer_mails (due_at) WHERE settled_at IS NULL;
CREATE INDEX answer_mails_dead ON answer_mails (settled_at, id) WHERE result = 'dead';

CREATE TABLE mail_collections (
    id            uuid PRIMARY KEY,
    account_id    uuid NOT NULL,
    kind          text NOT NULL,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    result        text,
    problem       text,
    abandoned     smallint NOT NULL DEFAULT 0
);
CREATE INDEX mail_collections_due ON mail_collections (due_at) WHERE settled_at IS NULL;
CREATE INDEX mail_collections_dead ON mail_collections (settled_at, id) WHERE result = 'dead';
CREATE INDEX mail_collections_of_account ON mail_collections (account_id, created_at DESC);
CREATE UNIQUE INDEX mail_collections_open ON mail_collections (account_id, kind)
    WHERE settled_at IS NULL AND attempts = 0 AND problem IS NULL;
