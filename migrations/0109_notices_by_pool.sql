-- The removal of a pool takes the links off its notices. The third segment of /pool/<id> or the fourth of /tip-pool/<username>/<slug>
-- names the pool. Without an index, each removal would read every notice.
create index notifications_pool on notifications (
  split_part(split_part(split_part(href, '#', 1), '?', 1), '/', case when href like '/tip-pool/%' then 4 else 3 end));
