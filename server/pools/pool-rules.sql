-- Whether the pool still takes the card of a pledge that was opened before the funding deadline. At the deadline, the server asks the card
-- processor which cards were saved, and only then decides about the pool.
create or replace function pool_takes_cards(status text, frozen boolean) returns boolean language sql immutable as $$
  select not frozen and status in ('open', 'goal_met', 'accepted')
$$;

create or replace function pool_takes_pledges(status text, frozen boolean, deadline timestamptz, at timestamptz) returns boolean
language sql immutable as $$
  select not frozen and (status = 'goal_met' or status in ('open', 'accepted') and deadline > at)
$$;

-- The end of the time in which a pool takes pledges: the funding deadline, or while it waits for the payout account that wait's end.
create or replace function pool_takes_until(deadline timestamptz, account_due_at timestamptz, account_paused_at timestamptz)
returns timestamptz language sql immutable as $$
  select greatest(deadline, case when account_paused_at is null then account_due_at end)
$$;
