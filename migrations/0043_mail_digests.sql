-- The topic's mail waits for a digest. Null: each notice is mailed at once. Applies only while `email` is true.
alter table notification_choices add column digest text check (digest in ('daily', 'weekly'));

-- The notice waits for its person's next digest.
alter table notifications add column awaits_digest boolean not null default false;
create index notifications_digest on notifications (user_id, created_at desc) where awaits_digest;

-- The time zone in which a person gets digests; without a row, UTC.
create table notification_zones (
  user_id uuid primary key references users on delete cascade,
  time_zone text not null
);
create trigger notification_zones_of_the_living after insert on notification_zones referencing new table as added
  for each statement execute function refuse_erased('user_id');

-- The next digest of each person who has a notice waiting for it.
create table mail_digests (
  user_id uuid not null references users on delete cascade,
  cadence text not null check (cadence in ('daily', 'weekly')),
  due_at timestamptz not null,
  primary key (user_id, cadence)
);
create index mail_digests_due on mail_digests (due_at);

-- The first 8 a.m. in this time zone after `moment`, on any day or on a Monday. PostgreSQL's zones know daylight saving time.
create function digest_due_at(moment timestamptz, zone text, cadence text) returns timestamptz language sql stable as $$
  select case cadence
      when 'weekly' then date_trunc('week', (moment at time zone zone) - interval '8 hours') + interval '7 days 8 hours'
      else date_trunc('day', (moment at time zone zone) - interval '8 hours') + interval '1 day 8 hours'
    end at time zone zone
$$;
