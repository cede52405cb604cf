-- The last day of a pledge's card, if the card expires before its pool can be collected; null otherwise. While the creator may still
-- answer, cards are charged by response_due_at; before the goal is met, by the deadline at the earliest.
create or replace function early_card_expiry(
  exp_year smallint, exp_month smallint, pool_status text, deadline timestamptz, response_due_at timestamptz
) returns date language sql stable as $$
  select last_day from (
    select case when exp_month between 1 and 12 then (make_date(exp_year, exp_month, 1) + interval '1 month - 1 day')::date end as last_day
  ) card
  where pool_status in ('open', 'goal_met', 'accepted')
    and (last_day + 1)::timestamp at time zone 'UTC'
      <= case when pool_status = 'goal_met' then coalesce(response_due_at, deadline) else deadline end
$$;
