-- Accounts: what people say of themselves, what they want to be told, and how they leave.

-- In their own words, shown on their profile.
alter table users add column bio text not null default '';

-- When the account was deleted. The row stays where money or other people's threads need it, and says nothing of the person.
alter table users add column deleted_at timestamptz;
alter table users add constraint users_deleted_is_nobody check (deleted_at is null
  or (password_hash is null and avatar_url is null and bio = '' and email_verified_at is null and role = 'user'));

-- A link that confirms a new address holds that address.
alter table email_tokens drop constraint email_tokens_kind_check;
alter table email_tokens add constraint email_tokens_kind_check check (kind in ('verify', 'reset', 'change'));

-- Names that somebody went by: their old links must not lead to somebody else. They may take one back.
create table former_usernames (
  username text primary key check (username = lower(username)),
  user_id uuid not null references users on delete cascade,
  left_at timestamptz not null default now()
);
create index former_usernames_user on former_usernames (user_id, left_at desc);

-- What somebody does not want to be told, or not there; without a row they are told everything, everywhere.
create table notification_choices (
  user_id uuid not null references users on delete cascade,
  topic text not null,
  in_app boolean not null,
  email boolean not null,
  primary key (user_id, topic)
);

-- Told by mail only: the row is there so that it is told once, and nobody sees it.
alter table notifications add column hidden boolean not null default false;
