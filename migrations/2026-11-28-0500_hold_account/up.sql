-- Locks an account until the transaction ends; false if there is none. With `everything`, foreign keys that refer to it wait, too.
-- It is a function because a sharded database needs another one: there `althing shard` replaces it.
CREATE FUNCTION hold_account(account uuid, everything boolean) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF everything THEN
        PERFORM FROM accounts WHERE id = account FOR UPDATE;
    ELSE
        PERFORM FROM accounts WHERE id = account FOR NO KEY UPDATE;
    END IF;
    RETURN FOUND;
END
$$;
