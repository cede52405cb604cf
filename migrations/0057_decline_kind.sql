-- The kind of the last decline decides which way to pay the payment page offers first.
alter table pledges add column decline_kind text check (decline_kind in ('soft', 'hard', 'needs_action'));
update pledges p set decline_kind = (
  select nullif(y.decline_kind, 'abandoned') from payments y
  where y.subject = 'pledge:' || p.id and y.status = 'failed' and y.decline_kind <> 'abandoned' order by y.attempt desc limit 1)
where p.status = 'notified';
