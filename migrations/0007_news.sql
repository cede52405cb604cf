-- The news of a pool that its creator got. A row is a memory: a goal that falls and rises again is no news.
create table creator_news (
  pool_id uuid not null references pools (id) on delete cascade,
  creator_id uuid not null references users (id) on delete cascade,
  -- When the notice about the request reached the creator in the app or by email.
  told_at timestamptz,
  first_pledge boolean not null default false,
  -- The highest share of the goal, in percent, that was news. 100: the goal itself, which has its own notice.
  step smallint not null default 0 check (step in (0, 25, 50, 75, 100)),
  primary key (pool_id, creator_id)
);
create index creator_news_creator on creator_news (creator_id);

-- Pools that run already have had their first pledge and their steps.
insert into creator_news (pool_id, creator_id, first_pledge, step)
select id, assigned_creator_id, fan_count > 0,
  case when pledged_cents >= goal_cents then 100 when pledged_cents * 4 >= goal_cents * 3 then 75
    when pledged_cents * 2 >= goal_cents then 50 when pledged_cents * 4 >= goal_cents then 25 else 0 end
from pools where assigned_creator_id is not null and status in ('in_review', 'open', 'goal_met', 'accepted');

-- The daily digest of a creator's new backers. No row, or no time: none waits.
create table backer_digests (
  creator_id uuid primary key references users (id) on delete cascade,
  -- The digests up to now name the pledges until this moment.
  told_until timestamptz not null,
  due_at timestamptz
);
create index backer_digests_due on backer_digests (due_at) where due_at is not null;

-- The news that the followers of a creator got: each kind once a day for a creator, and once for a pool.
create table follower_news (
  profile_id uuid not null references creator_profiles (id) on delete cascade,
  day date not null,
  kind text not null,
  pool_id uuid references pools (id) on delete cascade,
  primary key (profile_id, day, kind),
  unique (pool_id, kind)
);

-- Batches of followers are read in the order of their ids.
drop index creator_follows_profile;
create index creator_follows_profile on creator_follows (profile_id, user_id);

-- The end of a vacation that was published as news.
alter table creator_request_terms add column opened_for timestamptz;
update creator_request_terms set opened_for = away_until where away_until <= now();
create index creator_request_terms_vacation on creator_request_terms (away_until) where away and away_until is not null;
