-- What a reader has set about the mails he gets. Somebody without a row gets everything at once.
CREATE TABLE notice_settings (
    account_id        uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- by kind of notice: instantly, batched, daily, never; a JSON object, kinds left out are instantly
    modes              text NOT NULL,
    -- from this full hour of his day until that one he is left in peace; both or neither
    quiet_from        smallint,
    quiet_to          smallint,
    -- do warnings of deadlines come in his quiet hours, too?
    warn_in_quiet     boolean NOT NULL,
    -- the hour of his day at which the daily mail comes
    digest_hour       smallint NOT NULL,
    -- how long a mail collects what is batched
    batch_minutes     smallint NOT NULL,
    -- how long a notice is held, in case its question is answered at once; null: as long as the server holds it
    hold_down_minutes smallint,
    updated_at        timestamptz NOT NULL,
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

-- The same for one game: kinds left out follow the above.
CREATE TABLE game_notice_settings (
    game_id    uuid NOT NULL,
    account_id uuid NOT NULL,
    modes       text NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (game_id, account_id)
);
CREATE INDEX game_notice_settings_of_account ON game_notice_settings (account_id);

-- One mail for several notices. What it says is made when it is sent, of the notices that name it and still hold.
CREATE TABLE mail_collections (
    id            uuid PRIMARY KEY,
    account_id    uuid NOT NULL,
    -- batch, digest
    kind          text NOT NULL,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    result        text,
    problem       text
);
CREATE INDEX mail_collections_due ON mail_collections (due_at) WHERE settled_at IS NULL;
CREATE INDEX mail_collections_dead ON mail_collections (settled_at, id) WHERE result = 'dead';
CREATE INDEX mail_collections_of_account ON mail_collections (account_id, created_at DESC);
-- Nothing is added once somebody has tried to send it: a second try says the same under the same id.
CREATE UNIQUE INDEX mail_collections_open ON mail_collections (account_id, kind)
    WHERE settled_at IS NULL AND attempts = 0 AND problem IS NULL;

ALTER TABLE outbox
    -- why it waits although it was due: quiet, hold_down
    ADD COLUMN held         text,
    -- the mail that it went into
    ADD COLUMN collected_in uuid;
CREATE INDEX outbox_collected ON outbox (collected_in) WHERE collected_in IS NOT NULL;
-- what somebody was told, newest first
CREATE INDEX outbox_of_account ON outbox (account_id, created_at DESC);
ALTER TABLE table_mails
    ADD COLUMN held         text,
    ADD COLUMN collected_in uuid;
CREATE INDEX table_mails_collected ON table_mails (collected_in) WHERE collected_in IS NOT NULL;
CREATE INDEX table_mails_of_person ON table_mails (account_id, created_at DESC) WHERE account_id IS NOT NULL;
