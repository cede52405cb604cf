-- What happened, for programs: webhooks, overlays and GET /api/events read it. A row names what it is about; who and what that is now is read with it.
create table events (
  id uuid primary key default time_ordered_id(),
  -- The place in the log. `number_events` gives it after the commit, so that no reader passes an event that becomes visible later.
  position bigint,
  type text not null,
  occurred_at timestamptz not null default clock_timestamp(),
  pool_id uuid references pools (id) on delete cascade,
  -- The person concerned, if not the people of the pool.
  person_id uuid references users (id) on delete cascade,
  -- The person who did it.
  actor_id uuid references users (id) on delete cascade,
  -- The pledge, update, comment, thank-you, payout, delivery, report, application, dispute or profile.
  subject_id uuid,
  -- The figures of that moment, and whether the pledge was anonymous then.
  data jsonb not null default '{}'
);
create unique index events_position on events (position) where position is not null;
create index events_unnumbered on events (occurred_at, id) where position is null;
create index events_pool on events (pool_id, position) where position is not null;
create index events_person on events (person_id, position) where person_id is not null and position is not null;
create index events_actor on events (actor_id);
-- A card that was saved twice places one pledge. A fan who follows, unfollows and follows again is one follower.
create unique index events_once on events (type, subject_id, actor_id) where type in ('pledge.placed', 'creator.followed');
create unique index events_progress on events (pool_id, (data ->> 'percent')) where type = 'pool.progress';

-- The last place that was given. Events can be deleted, and no place is given twice.
create table event_places (
  only_one boolean primary key default true check (only_one),
  last bigint not null
);
