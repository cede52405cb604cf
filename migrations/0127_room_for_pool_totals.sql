-- Every pledge updates its pool. With room in the page, the new version of the row stays there, and no index of the table is written.
-- Existing pages keep what they have, and get room as their rows move.
alter table pools set (fillfactor = 85);
