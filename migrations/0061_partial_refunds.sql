-- Admins refund an amount of a payment, before or after its release. Until now a payment had one refund, of everything that was left.

alter table refunds
  -- An admin chose the amount. The pledge stays paid while something is left, and a refusal leaves the money where it is.
  add column by_admin boolean not null default false;
drop index refunds_one;
-- One refund of everything that is left, and one refund at a time.
create unique index refunds_one_whole on refunds (payment_id) where status <> 'canceled' and not by_admin;
create unique index refunds_one_open on refunds (payment_id) where status in ('created', 'failed');

alter table payments
  -- The cents of refunds and lost disputes after the release. They are part of refunded_cents and lost_cents.
  add column returned_cents bigint not null default 0,
  add constraint payments_returned check (returned_cents >= 0 and returned_cents <= refunded_cents + lost_cents);

-- Disputes that were lost after the release were not counted. Such a dispute took nothing from the pool.
update payments p
set lost_cents = p.lost_cents + least(d.amount_cents, p.amount_cents - p.refunded_cents - p.lost_cents),
  returned_cents = least(d.amount_cents, p.amount_cents - p.refunded_cents - p.lost_cents)
from disputes d
where d.payment_id = p.id and d.status = 'lost' and p.claimed_by is not null
  and p.claimed_by not like 'refund:%' and p.claimed_by not like 'dispute:%'
  and not exists (
    select 1 from ledger_journals j join ledger_entries e on e.journal_id = j.id and e.account = p.held_account
    where j.cause = 'dispute:' || d.processor_ref || ':settled');

-- The refunds of a payment and the cents that disputes took never exceed it, even if the code asks for more.
create function refunds_within_payment() returns trigger language plpgsql as $$
declare
  payment payments;
begin
  select * into payment from payments where id = new.payment_id for no key update;
  if payment.lost_cents + (
    select coalesce(sum(amount_cents), 0) from refunds where payment_id = new.payment_id and status <> 'canceled') > payment.amount_cents
  then
    raise exception 'the refunds of payment % exceed it', new.payment_id using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
create constraint trigger refunds_within_payment after insert or update of amount_cents, status on refunds
  for each row when (new.status <> 'canceled') execute function refunds_within_payment();

-- The refunded cents of the pledge's payment.
alter table pledges add column refunded_cents bigint not null default 0 check (refunded_cents >= 0);
update pledges l set refunded_cents = p.refunded_cents from payments p
where p.subject = 'pledge:' || l.id and p.status = 'succeeded' and p.refunded_cents > 0;

-- The sandbox's charges can be refunded in parts, too.
alter table sandbox.refunds drop constraint refunds_charge_id_key;
create index sandbox_refunds_charge on sandbox.refunds (charge_id);
