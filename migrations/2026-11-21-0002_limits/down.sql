DROP INDEX account_mails_dead;
DROP INDEX outbox_dead;
DROP TABLE announcements;
DROP TABLE bans;
DROP TABLE rate_limits;
DROP TABLE personal_tokens;
