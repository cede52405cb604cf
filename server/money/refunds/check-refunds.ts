import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Younger rows may still be in progress; older ones are reported. */
export const lease = "interval '1 hour'";

export const refundInvariants: readonly Invariant[] = [
  {
    name: 'the refunds of a payment are in the ledger, and never exceed it',
    sql: `select r.id, r.status, p.status as payment from refunds r join payments p on p.id = r.payment_id
          left join ledger_journals j on j.cause = r.idempotency_key
          left join ledger_journals b on b.cause = r.idempotency_key || ':returned'
          where (r.status = 'succeeded' or r.by_admin and r.returned_ref is not null) <> (j.id is not null)
            or (r.by_admin and r.returned_ref is not null) <> (b.id is not null)
          union all
          select p.id, 'sum', p.status from payments p left join refunds r on r.payment_id = p.id and r.status not in ('canceled', 'returned')
          group by p.id having p.refunded_cents <> coalesce(sum(r.amount_cents) filter (where r.status = 'succeeded'), 0)
            or coalesce(sum(r.amount_cents), 0) + p.lost_cents > p.amount_cents`,
  },
  {
    name: 'a refund under way claims its payment, unless that was released',
    sql: `select r.id, r.status, r.by_admin, p.claimed_by from refunds r join payments p on p.id = r.payment_id
          where case when r.status in ('canceled', 'returned') or r.status = 'succeeded' and r.by_admin then
              p.claimed_by = 'refund:' || r.id and p.refunded_cents + p.lost_cents < p.amount_cents
            else p.claimed_by is distinct from 'refund:' || r.id
              and not (r.by_admin and p.claimed_by not like 'refund:%' and p.claimed_by not like 'dispute:%')
              and not (r.by_admin and exists (
                select from refunds w where p.claimed_by = 'refund:' || w.id and not w.by_admin and w.status = 'succeeded')) end
          union all
          select p.id, p.status, null, p.claimed_by from payments p
          where p.claimed_by like 'refund:%' and not exists (select from refunds r where p.claimed_by = 'refund:' || r.id)`,
  },
  {
    // A part that came back later is in addition to the refund of the rest.
    name: 'a refund by the end of a pledge returns everything that is left',
    sql: `select r.id, r.status, r.amount_cents, p.amount_cents as payment from refunds r join payments p on p.id = r.payment_id
          where not r.by_admin and r.status <> 'canceled' and r.amount_cents <> p.amount_cents - p.lost_cents - (
            select coalesce(sum(amount_cents), 0) from refunds where payment_id = p.id and by_admin and status = 'succeeded')
            and not exists (select from refunds b where b.payment_id = p.id and b.by_admin and b.returned_ref is not null)`,
  },
  {
    name: 'no returned refund waits for an admin when nothing of its payment is left',
    sql: `select r.id, r.amount_cents, p.id as payment from refunds r join payments p on p.id = r.payment_id
          where r.status = 'returned' and p.refunded_cents + p.lost_cents >= p.amount_cents`,
  },
  {
    name: 'no refund stays unsettled or was refused',
    sql: `select id, status, failure_reason from refunds
          where status = 'failed' or (status = 'created' and coalesce(retried_at, created_at) < clock_timestamp() - ${lease})`,
  },
];
