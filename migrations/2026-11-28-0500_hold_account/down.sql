DROP FUNCTION hold_account(uuid, boolean);
