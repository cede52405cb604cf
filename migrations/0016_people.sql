-- People: what they show of themselves, and whom they do not want to hear from.

-- What somebody backs is for them alone.
alter table users add column backs_private boolean not null default false;

-- The list of people, newest first.
create index users_newest on users (created_at desc, id desc);

-- No direct messages between the two, and hidden from each other where people talk.
create table user_blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index user_blocks_blocked on user_blocks (blocked_id);

-- What a person backs, as their profile shows it.
create index pledges_shown on pledges (fan_id, created_at desc, id desc)
  where status in ('pledged', 'charging', 'notified', 'paid') and not anonymous;
