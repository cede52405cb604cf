-- The customer that this one replaces, because the processor no longer has it. Requests for the replacement use other idempotency keys.

alter table processor_customers add column replaces text;
