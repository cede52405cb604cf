-- The admin's list of money movements: by amount, by the processor's reference, and by pool for payouts, whose subject names it ("release:POOL").
create index payments_amount on payments (amount_cents, created_at, id);
create index refunds_amount on refunds (amount_cents, created_at, id);
create index refunds_reference on refunds (processor_ref);
create index payouts_amount on payouts (amount_cents, created_at, id);
create index payouts_reference on payouts (processor_ref);
create index payouts_pool on payouts (split_part(subject, ':', 2));
