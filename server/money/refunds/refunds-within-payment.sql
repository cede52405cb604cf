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

drop trigger if exists refunds_within_payment on refunds;
create constraint trigger refunds_within_payment after insert or update of amount_cents, status on refunds
  for each row when (new.status <> 'canceled') execute function refunds_within_payment();
