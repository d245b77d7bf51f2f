-- Apps that a player has allowed to act for them (OAuth 2.1). An app is what it calls itself and where it is redirected to.
CREATE TABLE apps (
    id           uuid PRIMARY KEY,
    account_id   uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    client_id    text NOT NULL,
    -- scheme, host and port of the redirect; empty for a program without a browser
    origin       text NOT NULL,
    created_at   timestamptz NOT NULL,
    -- when it last got tokens
    last_used_at timestamptz NOT NULL,
    UNIQUE (account_id, client_id, origin)
);

-- What one press of "Allow" gave: the same app may run on several devices.
CREATE TABLE app_grants (
    id         uuid PRIMARY KEY,
    app_id     uuid NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
    scopes     text NOT NULL,
    created_at timestamptz NOT NULL,
    -- from this instant on it can't be refreshed; each refresh moves it
    expires_at timestamptz NOT NULL
);
CREATE INDEX app_grants_of_app ON app_grants (app_id);
CREATE INDEX app_grants_by_expiry ON app_grants (expires_at);

CREATE TABLE app_refresh_tokens (
    -- SHA-256 of the token
    token_hash bytea PRIMARY KEY,
    grant_id   uuid NOT NULL REFERENCES app_grants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- a token that comes again after that ends its grant
    used_at    timestamptz
);
CREATE INDEX app_refresh_tokens_of_grant ON app_refresh_tokens (grant_id);

-- The access tokens of apps lie beside the personal ones, so that everything that ends or recognises those holds for them.
ALTER TABLE personal_tokens ADD COLUMN grant_id uuid REFERENCES app_grants (id) ON DELETE CASCADE;
CREATE INDEX personal_tokens_of_grant ON personal_tokens (grant_id) WHERE grant_id IS NOT NULL;

-- What an app registered goes with it.
ALTER TABLE webhooks ADD COLUMN app_id uuid REFERENCES apps (id) ON DELETE CASCADE;
CREATE INDEX webhooks_of_app ON webhooks (app_id) WHERE app_id IS NOT NULL;
ALTER TABLE push_subscriptions ADD COLUMN app_id uuid REFERENCES apps (id) ON DELETE CASCADE;
CREATE INDEX push_subscriptions_of_app ON push_subscriptions (app_id) WHERE app_id IS NOT NULL;

-- Authorization codes, kept for a day so that one that comes again ends what it gave.
CREATE TABLE app_codes (
    -- SHA-256 of the code
    code_hash    bytea PRIMARY KEY,
    account_id   uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    client_id    text NOT NULL,
    redirect_uri text NOT NULL,
    -- SHA-256 of the verifier (PKCE)
    challenge    bytea NOT NULL,
    scopes       text NOT NULL,
    expires_at   timestamptz NOT NULL,
    used_at      timestamptz,
    -- the grant that it gave, which may have ended
    grant_id     uuid
);
CREATE INDEX app_codes_of_account ON app_codes (account_id);
CREATE INDEX app_codes_by_expiry ON app_codes (expires_at);

-- Programs without a browser that wait for their user to type a code (RFC 8628).
CREATE TABLE app_device_requests (
    -- SHA-256 of the code that the program polls with
    device_hash      bytea PRIMARY KEY,
    -- SHA-256 of the code that the user types
    user_hash        bytea NOT NULL UNIQUE,
    client_id        text NOT NULL,
    scopes           text NOT NULL,
    expires_at       timestamptz NOT NULL,
    -- the least seconds between two polls
    interval_seconds integer NOT NULL,
    polled_at        timestamptz,
    -- when its user allowed or denied it; the account is that of a user who allowed it
    decided_at       timestamptz,
    account_id       uuid REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX app_device_requests_of_account ON app_device_requests (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX app_device_requests_by_expiry ON app_device_requests (expires_at);

-- Log-ins on the pages where apps are allowed, for some minutes, each of one browser.
CREATE TABLE page_log_ins (
    id           uuid PRIMARY KEY,
    -- SHA-256 of the secret in the cookie
    secret_hash  bytea NOT NULL,
    -- path and query of the page that the browser goes on with
    goes_to      text NOT NULL,
    -- who may log in by the mail that was asked for, once it is queued; null while nobody may
    account_id   uuid REFERENCES accounts (id) ON DELETE CASCADE,
    -- how often the code of the mail was typed
    tries        smallint NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    logged_in_at timestamptz
);
CREATE INDEX page_log_ins_of_account ON page_log_ins (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX page_log_ins_by_expiry ON page_log_ins (expires_at);
