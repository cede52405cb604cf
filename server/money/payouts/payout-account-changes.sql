create or replace function record_payout_account_change() returns trigger language plpgsql as $$
begin
  insert into payout_account_changes (user_id, processor, status) values (new.user_id, new.processor, new.status);
  return null;
end $$;

create or replace trigger payout_accounts_added after insert on payout_accounts for each row execute function record_payout_account_change();

create or replace trigger payout_accounts_changed after update of status on payout_accounts for each row
  when (old.status <> new.status) execute function record_payout_account_change();

-- The changes before the trigger existed, or while it was missing.
insert into payout_account_changes (user_id, processor, status)
select a.user_id, a.processor, a.status from payout_accounts a
where a.status is distinct from (
  select c.status from payout_account_changes c where (c.user_id, c.processor) = (a.user_id, a.processor) order by c.id desc limit 1);
