-- At most one succeeded charge per subject (a pledge), forever: a refund does not make room for a second charge. Until now the index
-- left refunded payments out.
-- Earlier versions could book a second charge as succeeded once the first was refunded: one stays, the others are strays.
update payments set status = 'stray'
where status = 'succeeded' and id not in (
  select distinct on (subject) id from payments where status = 'succeeded' order by subject, refunded_cents, attempt desc);
drop index payments_one_live;
create unique index payments_one_live on payments (subject) where status in ('created', 'processing', 'succeeded');

-- A failed attempt makes room for the next one, so it must be over at the processor first: its page is known and closed, its charge is
-- known and failed, or the processor refused the request. "not valid": attempts that ended before this rule keep their rows.
alter table payments add constraint payments_over_at_processor
  check (status <> 'failed' or session_ref is not null or processor_ref is not null or decline_code = 'not_accepted') not valid;

-- Where the hosted page sends the fan. Stored, because every repetition of the request must be identical under its idempotency key.
alter table payments add column success_url text;
alter table payments add column cancel_url text;

-- Earlier versions could leave a page or a charge usable after its attempt had failed.
update sandbox.sessions s set status = 'expired', settled_at = clock_timestamp(), pending_card = null
from payments p
where p.idempotency_key = s.reference and s.mode = 'payment' and s.status = 'open' and p.status not in ('created', 'processing');
update sandbox.charges c set status = 'failed', decline_code = 'abandoned'
from payments p
where p.idempotency_key = c.reference and c.status = 'created' and p.status not in ('created', 'processing');

-- The sandbox processor, too, charges a reference once.
create unique index sandbox_charges_one_success on sandbox.charges (reference) where status = 'succeeded';
