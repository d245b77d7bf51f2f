-- Everything that nobody else's name may come to. A name has two such keys where a capital of it looks like another small
-- letter: `PaypaI` reads `paypai` in small letters, and looks like `Paypal`. accounts.name_key is what it is looked up by.
CREATE TABLE name_keys (
    key        text PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX name_keys_of_account ON name_keys (account_id);
