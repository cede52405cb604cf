-- An admin can record that a refund that does not reach the card was paid in another way: how, in the admin's words. The processor has no
-- refund of it, so no state of the processor may change it.
alter table refunds add column outside_reason text;
alter table refunds add constraint refunds_settled_outside
  check (outside_reason is null or status = 'succeeded' and processor_ref is null);

-- Whether a part of the refunded amount reached the fan in another way than on the card.
alter table pledges add column refunded_outside boolean not null default false;
