DROP TABLE log_in_links;
-- What was suspended by a reset is not known as such any more: it rests for good rather than coming back by itself.
DELETE FROM orders WHERE suspended_at IS NOT NULL;
ALTER TABLE orders DROP COLUMN suspended_at;
ALTER TABLE mail_questions DROP COLUMN recovery_id;
ALTER TABLE address_changes DROP COLUMN session_id;
UPDATE webhooks SET disabled_reason = 'owner' WHERE disabled_reason = 'password_reset';
DROP INDEX accounts_orders_to_suspend;
ALTER TABLE accounts DROP COLUMN orders_suspended_at, DROP COLUMN recovery_id;
