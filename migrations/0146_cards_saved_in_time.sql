-- Whether the pool still takes the card of a pledge that was opened before the funding deadline. At the deadline, the server asks the card
-- processor which cards were saved, and only then decides about the pool.
create function pool_takes_cards(status text, frozen boolean) returns boolean language sql immutable as $$
  select not frozen and status in ('open', 'goal_met', 'accepted')
$$;

-- Finds the set-up windows that are over and wait for the card processor.
create index pledges_setup_due on pledges (setup_due_at) where status = 'setup_pending';
