-- What happens at tables before the start, for whoever follows them.

-- The last change; the row is held by whoever adds the next.
ALTER TABLE games ADD COLUMN last_change bigint NOT NULL DEFAULT 0;

-- Append only.
CREATE TABLE table_changes (
    game_id    uuid NOT NULL,
    -- counts from 1 without gaps
    change     bigint NOT NULL,
    -- what happened, JSON with a type
    event      text NOT NULL,
    -- whom it is about: he is told it even if he is no longer at the table
    account_id uuid,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (game_id, change)
);
CREATE INDEX table_changes_of_account ON table_changes (account_id) WHERE account_id IS NOT NULL;

-- How much of it its people's streams have.
ALTER TABLE relayed ADD COLUMN change bigint NOT NULL DEFAULT 0;
