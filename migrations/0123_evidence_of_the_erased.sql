-- Evidence of a dispute keeps neither name nor email address of a fan who has deleted their account. Evidence that is not sent yet gets another
-- idempotency key, because the processor may have the old one with the old text. An earlier version, running beside, sends empty fields.
update disputes d set
  evidence = d.evidence || jsonb_build_object('customerName', null, 'customerEmail', null,
    'receipt', regexp_replace(d.evidence ->> 'receipt', '\nPaid by: [^\n]*', '', 'g')),
  evidence_attempt = d.evidence_attempt + case when d.evidence_sent_at is null then 1 else 0 end
from payments p join users u on u.id = p.user_id
where p.id = d.payment_id and u.deleted_at is not null and d.evidence is not null;
