-- Who wants whom as a friend. Two who both want it are friends.
CREATE TABLE friends (
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    friend_id  uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- Null: taken back. The row stays if it was refused, so that it is not seen when it is asked again.
    asked_at   timestamptz,
    -- Since when the friend does not see the request, of which the account does not learn.
    refused_at timestamptz,
    PRIMARY KEY (account_id, friend_id)
);
CREATE INDEX friends_of_friend ON friends (friend_id);

-- May players who have turned it on, too, see when both are usually available?
ALTER TABLE accounts ADD COLUMN shares_availability boolean NOT NULL DEFAULT false;
