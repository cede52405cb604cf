-- An amount that an admin refunded and that the bank returned to us later: the refund becomes `returned` until an admin acts on it.

alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check
  check (status in ('created', 'succeeded', 'failed', 'canceled', 'returned'));
alter table refunds add constraint refunds_returned_by_admin check (status <> 'returned' or by_admin);
create index refunds_came_back on refunds (created_at desc, id desc) where status = 'returned';

-- The part that was refunded before the release and came back after it. The release did not include it, so it is held again.
alter table payments add column regained_cents bigint not null default 0;
alter table payments add constraint payments_regained check (
  regained_cents >= 0 and regained_cents <= amount_cents - refunded_cents - lost_cents);

create or replace function refunds_within_payment() returns trigger language plpgsql as $$
declare
  payment payments;
begin
  select * into payment from payments where id = new.payment_id for no key update;
  if payment.lost_cents + (
    select coalesce(sum(amount_cents), 0) from refunds
    where payment_id = new.payment_id and status not in ('canceled', 'returned')) > payment.amount_cents
  then
    raise exception 'the refunds of payment % exceed it', new.payment_id using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
