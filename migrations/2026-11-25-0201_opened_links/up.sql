-- A page opens others: that of an account leads to those of its seats. Such a link ends with the one that it was made from.
ALTER TABLE mail_links
    -- the partitions of the links that it was made from, the first one first; null: it was mailed
    ADD COLUMN opened_from uuid[],
    -- the hash of the link that it was made from
    ADD COLUMN opened_by bytea,
    -- its secret, sealed with the secret of the link that it was made from: the same link opens the same page again
    -- without a new row
    ADD COLUMN sealed_secret bytea;
ALTER TABLE mail_links
    ADD CHECK ((opened_from IS NULL) = (opened_by IS NULL) AND (opened_from IS NULL) = (sealed_secret IS NULL));
