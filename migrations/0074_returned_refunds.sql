-- The processor's refund whose money the bank returned to us. `processor_ref` names only the refund of the current attempt.

alter table refunds add column returned_ref text;

update refunds r set returned_ref = r.processor_ref, processor_ref = null
where r.status = 'failed' and r.processor_ref is not null
  and exists (select from ledger_journals j where j.cause = 'refund:' || r.id || ':' || (r.attempt - 1) || ':returned');

create index refunds_returned on refunds (returned_ref);
