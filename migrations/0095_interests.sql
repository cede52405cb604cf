-- Categories that people want to see first on their home page. Only they see what they chose.

create table user_interests (
  user_id uuid not null references users on delete cascade,
  category_id smallint not null references categories,
  -- In the order in which the person chose them.
  position smallint not null check (position between 1 and 3),
  primary key (user_id, category_id),
  unique (user_id, position)
);
create trigger user_interests_of_the_living after insert on user_interests referencing new table as added
  for each statement execute function refuse_erased('user_id');

-- New people who have neither answered nor skipped the card that asks for interests and a picture.
create table welcome_cards (
  user_id uuid primary key references users on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
