-- A suspension, or an admin's hold, keeps money from its creator (decisions/0021, 0057).

create table payout_holds (
  user_id uuid primary key references users (id),
  reason text not null check (btrim(reason) <> ''),
  held_at timestamptz not null default clock_timestamp()
);

create function is_suspended(person uuid) returns boolean
language sql stable parallel safe as $$
  select exists (select from users u where u.id = person and u.suspended_at is not null)
$$;

create function are_payouts_held(person uuid) returns boolean
language sql stable parallel safe as $$
  select is_suspended(person) or exists (select from payout_holds h where h.user_id = person)
$$;

-- Since when; null if they are not held.
create function payouts_held_since(person uuid) returns timestamptz
language sql stable parallel safe as $$
  select least((select u.suspended_at from users u where u.id = person),
    (select h.held_at from payout_holds h where h.user_id = person))
$$;

-- When the request of a transfer was allowed to leave, which a hold refuses.
alter table payout_parts add column sent_at timestamptz;
