-- Addresses without an account whose owner wants no invitation ever again. They count until the owner has an account.
CREATE TABLE refused_addresses (
    -- SHA-256 of the address as it is compared: of an address that wants to be left alone nothing else is stored
    email_hash bytea PRIMARY KEY,
    created_at timestamptz NOT NULL
);

-- What players report to the operators about another player.
CREATE TABLE reports (
    id          uuid PRIMARY KEY,
    -- who is reported
    account_id  uuid NOT NULL,
    -- who reports; null: the owner of an address without an account
    reported_by uuid,
    game_id     uuid NOT NULL,
    -- in the reporter's own words; may be empty
    text        text NOT NULL,
    created_at  timestamptz NOT NULL,
    -- when an operator was done with it
    closed_at   timestamptz
);
CREATE INDEX reports_open ON reports (id) WHERE closed_at IS NULL;
CREATE INDEX reports_by_reporter ON reports (reported_by) WHERE reported_by IS NOT NULL;

-- Announcements are mailed to one account after the other, in the order of their ids.
ALTER TABLE announcements
    -- the last account that has its mail; null: none has
    ADD COLUMN mailed_up_to uuid,
    -- null until all have
    ADD COLUMN mailed_at    timestamptz;
UPDATE announcements SET mailed_at = created_at;
