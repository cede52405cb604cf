-- For the list of notices and its counts. The kind and the person are in the indexes because a block hides some kinds of notices, so
-- that counting reads no rows. Separate from 0181: building an index stops writes, which then do not wait for the backfill.
create index notifications_listed on notifications (user_id, created_at desc, id) include (kind, person_id) where not hidden;
create index notifications_new on notifications (user_id) include (kind, person_id) where read_at is null;
drop index notifications_unread;
