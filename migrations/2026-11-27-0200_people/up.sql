-- May other players find the account by the beginning of its name? Who knows the whole name finds it anyway.
ALTER TABLE accounts ADD COLUMN searchable boolean NOT NULL DEFAULT true;
-- Compared byte by byte, whatever the collation of the database.
CREATE INDEX accounts_searched ON accounts (name_key text_pattern_ops)
    WHERE searchable AND verified_at IS NOT NULL AND deleted_at IS NULL;

-- Whom a player follows. A block between the two ends it both ways.
CREATE TABLE follows (
    account_id  uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    followed_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (account_id, followed_id)
);
CREATE INDEX follows_of_followed ON follows (followed_id);
