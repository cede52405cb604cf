-- Messages of creators to everyone who backs one of their pools.
create table creator_messages (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools (id) on delete cascade,
  creator_id uuid not null references users (id),
  body text not null check (char_length(body) between 1 and 1000),
  request_key text not null,
  recipient_count int not null check (recipient_count > 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (creator_id, request_key)
);
create index creator_messages_pool on creator_messages (pool_id, created_at desc);
create trigger creator_messages_of_the_living after insert on creator_messages referencing new table as added
  for each statement execute function refuse_erased('creator_id');

-- Who backed the pool when the message was sent. Only they can read it.
create table creator_message_recipients (
  message_id uuid not null references creator_messages (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (message_id, user_id)
);
create index creator_message_recipients_user on creator_message_recipients (user_id);
