-- Nothing to take back: plans that are kept take memory without end.
SELECT 1;
