-- Nothing to take back: the function does what it did before, and the migration that made it drops it.
SELECT 1;
