-- Cards are charged only while the processor can pay the pool's creator. An accepted pool that has what it needs waits for that.
-- `account_paused_at`: it fell below that before its funding deadline, so the wait stands still.
alter table pools
  add account_due_at timestamptz,
  add account_paused_at timestamptz,
  add constraint pools_account_wait check (
    (account_due_at is null or status = 'accepted') and (account_paused_at is null or account_due_at is not null));
create index pools_waiting_for_account on pools (assigned_creator_id, id) where account_due_at is not null;

-- Every change of a payout account's status, so that `cli check` can tell whether an account was ready when a card was charged.
create table payout_account_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  processor text not null,
  status text not null,
  at timestamptz not null default clock_timestamp()
);
create index payout_account_changes_of on payout_account_changes (user_id, processor, at);
insert into payout_account_changes (user_id, processor, status) select user_id, processor, status from payout_accounts;

create function record_payout_account_change() returns trigger language plpgsql as $$
begin
  insert into payout_account_changes (user_id, processor, status) values (new.user_id, new.processor, new.status);
  return null;
end $$;
create trigger payout_accounts_added after insert on payout_accounts for each row execute function record_payout_account_change();
create trigger payout_accounts_changed after update of status on payout_accounts for each row
  when (old.status <> new.status) execute function record_payout_account_change();

-- An attempt holds a lock of the payout account, so its time must not be earlier than the lock.
alter table payments alter column created_at set default clock_timestamp();

-- The end of the time in which a pool takes pledges: the funding deadline, or while it waits for the payout account that wait's end.
create function pool_takes_until(deadline timestamptz, account_due_at timestamptz, account_paused_at timestamptz)
returns timestamptz language sql immutable as $$
  select greatest(deadline, case when account_paused_at is null then account_due_at end)
$$;
