create or replace function are_payouts_held(person uuid) returns boolean
language sql stable parallel safe as $$
  select is_suspended(person) or exists (select from payout_holds h where h.user_id = person)
$$;

-- Since when; null if they are not held.
create or replace function payouts_held_since(person uuid) returns timestamptz
language sql stable parallel safe as $$
  select least((select u.suspended_at from users u where u.id = person),
    (select h.held_at from payout_holds h where h.user_id = person))
$$;
