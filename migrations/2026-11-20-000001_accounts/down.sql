DROP TABLE replies;
DROP TABLE signing_keys;
DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TABLE accounts;
