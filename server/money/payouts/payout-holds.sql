create or replace function are_payouts_held(person uuid) returns boolean
language sql stable parallel safe as $$
  select is_suspended(person) or exists (select from payout_holds h where h.user_id = person)
$$;

-- Until when the payouts of this person at a processor wait because their account there has changed; null if they do not wait. The answer
-- changes within a transaction, as time passes.
create or replace function payout_account_held_until(person uuid, at_processor text) returns timestamptz
language sql volatile parallel safe as $$
  select a.held_until from payout_accounts a
  where a.user_id = person and a.processor = at_processor and a.held_until > clock_timestamp()
$$;

-- Since when; null if they are not held.
create or replace function payouts_held_since(person uuid) returns timestamptz
language sql stable parallel safe as $$
  select least((select u.suspended_at from users u where u.id = person),
    (select h.held_at from payout_holds h where h.user_id = person))
$$;
