import type { Invariant } from '#server/platform/postgres/invariants.ts';
import { payoutHoldInvariants } from './payouts/check-payout-holds.ts';
import { lease, refundInvariants } from './refunds/check-refunds.ts';

const ledger: Invariant[] = [
  {
    name: 'every journal sums to zero over at least two entries',
    sql: `select j.id, j.kind, j.cause, coalesce(sum(e.amount_cents), 0)::bigint as cents
          from ledger_journals j left join ledger_entries e on e.journal_id = j.id
          group by j.id having coalesce(sum(e.amount_cents), 0) <> 0 or count(e.id) < 2`,
  },
  {
    name: 'the whole ledger sums to zero',
    sql: 'select sum(amount_cents)::bigint as cents from ledger_entries having coalesce(sum(amount_cents), 0) <> 0',
  },
  {
    name: 'stored balances equal the ledger entries and none is overdrawn',
    sql: `select coalesce(b.account, e.account) as account, b.balance_cents, e.owed_cents
          from ledger_balances b full join (
            select account, sum(case when account like 'creator_debt:%' then amount_cents else -amount_cents end)::bigint as owed_cents
            from ledger_entries
            where account like 'held:%' or account like 'creator_payable:%' or account like 'creator_debt:%' group by account
          ) e using (account)
          where coalesce(b.balance_cents, 0) <> coalesce(e.owed_cents, 0) or b.balance_cents < 0`,
  },
];

const payments: Invariant[] = [
  {
    name: 'held money = paid - refunded - lost - released, and is never negative',
    sql: `with paid as (
            select held_account as account,
              sum(case when claimed_by is null or claimed_by like 'refund:%' or claimed_by like 'dispute:%'
                then amount_cents - refunded_cents - lost_cents else regained_cents end)::bigint as cents
            from payments where status in ('succeeded', 'stray') group by held_account
          ), kept as (
            select account, -sum(amount_cents)::bigint as cents from ledger_entries where account like 'held:%' group by account
          )
          select coalesce(p.account, k.account) as account, p.cents as should_be, k.cents as ledger
          from paid p full join kept k using (account)
          where coalesce(p.cents, 0) <> coalesce(k.cents, 0) or coalesce(k.cents, 0) < 0`,
  },
  {
    name: 'every paid payment is in the ledger once, with its cost',
    sql: `select p.id, p.status from payments p
          left join ledger_journals j on j.cause = p.idempotency_key
          left join ledger_entries e on e.journal_id = j.id and e.account = p.held_account
          left join ledger_journals c on c.cause = p.idempotency_key || ':cost'
          left join ledger_entries ce on ce.journal_id = c.id and ce.account = 'processor_costs'
          where (p.status in ('succeeded', 'stray')) <> (j.id is not null)
            or (j.id is not null and (e.amount_cents is distinct from -p.amount_cents
              or coalesce(ce.amount_cents, 0) <> p.cost_cents))`,
  },
  {
    name: 'a pledge has at most one attempt that is live or paid',
    sql: `select subject, count(*) from payments
          where status in ('created', 'processing', 'succeeded')
          group by subject having count(*) > 1`,
  },
  {
    name: 'a pledge is charged at most once, refunded or not',
    sql: `select subject, count(*), array_agg(status order by attempt) as attempts from payments
          where status in ('succeeded', 'stray')
          group by subject having count(*) > 1`,
  },
  {
    name: 'no charge attempt stays unsettled',
    sql: `select id, subject, kind, status, created_at from payments
          where status in ('created', 'processing')
            and created_at < clock_timestamp() - case kind when 'off_session' then ${lease} else interval '26 hours' end`,
  },
  {
    name: 'every release is split in full between creator, platform fee and processor costs',
    sql: `select j.cause, p.cents as paid, -(coalesce(sum(e.amount_cents) filter (where e.account not like 'held:%'), 0))::bigint as given
          from (select claimed_by, sum(amount_cents - refunded_cents - lost_cents + returned_cents - regained_cents)::bigint as cents from payments
            where claimed_by is not null and claimed_by not like 'refund:%' and claimed_by not like 'dispute:%' group by claimed_by) p
          left join ledger_journals j on j.cause = p.claimed_by and j.kind = 'release'
          left join ledger_entries e on e.journal_id = j.id
          group by j.cause, p.cents
          having coalesce(-sum(e.amount_cents) filter (where e.account not like 'held:%'), 0) <> p.cents`,
  },
];

const unmatched: Invariant[] = [
  {
    name: 'account unmatched = movements of the processor without a row',
    sql: `select ledger.cents as ledger, open.cents as movements
          from (select coalesce(-sum(amount_cents), 0)::bigint as cents from ledger_entries where account = 'unmatched') ledger,
            (select coalesce(sum(amount_cents), 0)::bigint as cents from unmatched_movements where matched_at is null) open
          where ledger.cents <> open.cents`,
  },
];

const payouts: Invariant[] = [
  {
    name: 'payouts and the ledger agree',
    sql: `select p.id, p.status from payouts p
          left join ledger_journals sent on sent.cause = p.idempotency_key
          left join ledger_journals deducted on deducted.cause = p.idempotency_key || ':debt'
          where (p.status = 'waiting') <> (sent.id is null and deducted.id is null)`,
  },
  {
    name: 'the parts of a payout add up to it, and their statuses give its status',
    sql: `select p.id, p.status, p.amount_cents, x.cents, x.open, x.failed from payouts p
          left join lateral (
            select coalesce(sum(amount_cents), 0)::bigint as cents, count(*) as parts,
              count(*) filter (where status in ('pending', 'in_transit')) as open, count(*) filter (where status = 'failed') as failed
            from payout_parts where payout_id = p.id) x on true
          where case when p.status = 'waiting' then x.parts > 0
            else x.cents <> p.amount_cents or x.parts = 0 or p.status not in ('pending', 'in_transit') and x.open > 0
              or (p.status in ('pending', 'in_transit')) <> (x.open > 0) or p.status = 'paid' and x.failed > 0
              or p.status = 'failed' and x.failed = 0 end`,
  },
  {
    name: 'every part of a payout is in the ledger as often as it was paid or failed',
    sql: `select p.id, p.status from payout_parts p
          left join ledger_journals paid on paid.cause = p.idempotency_key || ':settled'
          left join ledger_journals failed on failed.cause = p.idempotency_key || ':failed'
          where (p.status = 'paid') <> (paid.id is not null) or (p.status = 'failed') <> (failed.id is not null)`,
  },
  {
    name: 'a payout pays what its release credited, corrected by earlier transfers, less the debt that it deducted',
    sql: `select p.id, p.amount_cents, p.deducted_cents, e.cents from payouts p
          join lateral (select -sum(e.amount_cents)::bigint as cents
            from ledger_journals j join ledger_entries e on e.journal_id = j.id and e.account = 'creator_payable:' || p.user_id
            where j.cause in (p.release_cause, 'payout:' || p.id || ':restored')) e on p.release_cause is not null
          where p.amount_cents + p.deducted_cents <> e.cents`,
  },
  {
    name: 'a transfer does not exceed the payment that it comes from',
    sql: `select t.id, t.amount_cents, y.amount_cents as payment from payout_parts t join payments y on y.id = t.payment_id
          where t.amount_cents > y.amount_cents`,
  },
  {
    name: 'reversals and the ledger agree',
    sql: `select r.id, r.status from payout_reversals r left join ledger_journals j on j.cause = r.idempotency_key
          where (r.status = 'succeeded') <> (j.id is not null)
          union all
          select p.id, p.status from payout_parts p left join payout_reversals r on r.part_id = p.id and r.status = 'succeeded'
          group by p.id having p.reversed_cents <> coalesce(sum(r.amount_cents), 0)`,
  },
  {
    name: 'reversals without an outcome are covered by the debt of the creator',
    sql: `select o.user_id, sum(r.amount_cents) as reversing, b.balance_cents as debt
          from payout_reversals r join payout_parts p on p.id = r.part_id join payouts o on o.id = p.payout_id
          left join ledger_balances b on b.account = 'creator_debt:' || o.user_id
          where r.status = 'created' group by o.user_id, b.balance_cents having sum(r.amount_cents) > coalesce(b.balance_cents, 0)`,
  },
  {
    name: 'account payout_in_transit = open parts of payouts',
    sql: `select ledger.cents as ledger, open.cents as payouts
          from (select coalesce(-sum(amount_cents), 0)::bigint as cents from ledger_entries where account = 'payout_in_transit') ledger,
            (select coalesce(sum(amount_cents), 0)::bigint as cents from payout_parts where status in ('pending', 'in_transit')) open
          where ledger.cents <> open.cents`,
  },
];

const disputes: Invariant[] = [
  {
    name: 'every dispute is in the ledger: its amount until the bank decides, and its fee',
    sql: `select d.id, d.status, d.amount_cents, sum(e.amount_cents) filter (where e.account = 'disputed') as disputed,
            -sum(e.amount_cents) filter (where e.account = 'clearing') as taken
          from disputes d
          left join ledger_journals j on j.cause = any (
            array['dispute:' || d.processor_ref, 'dispute:' || d.processor_ref || ':settled']
            || array(select 'dispute:' || d.processor_ref || ':cost:' || n from generate_series(1, 9) n))
          left join ledger_entries e on e.journal_id = j.id
          group by d.id
          having coalesce(sum(e.amount_cents) filter (where e.account = 'disputed'), 0)
              <> case when d.status in ('needs_response', 'under_review') then d.amount_cents else 0 end
            or coalesce(-sum(e.amount_cents) filter (where e.account = 'clearing'), 0)
              <> d.fee_cents + case when d.status = 'won' then 0 else d.amount_cents end`,
  },
  {
    name: 'account disputed = open disputes',
    sql: `select ledger.cents as ledger, open.cents as disputes
          from (select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = 'disputed') ledger,
            (select coalesce(sum(amount_cents), 0)::bigint as cents from disputes where status in ('needs_response', 'under_review')) open
          where ledger.cents <> open.cents`,
  },
  {
    name: 'an open dispute freezes its share, and only an open or fully lost one does',
    sql: `with x as (
            select id, payment_id, status, false as is_kept from disputes
            union all select id, payment_id, status, true from unbooked_disputes where kind = 'other_currency')
          select d.id, d.status, p.claimed_by from x d join payments p on p.id = d.payment_id
          where d.status in ('needs_response', 'under_review') and p.claimed_by is null
          union all
          select d.id, d.status, p.claimed_by from payments p left join x d on p.claimed_by = 'dispute:' || d.id
          where p.claimed_by like 'dispute:%' and (d.id is null or d.payment_id <> p.id or d.status = 'won'
            or (d.status = 'lost' and not d.is_kept and p.refunded_cents + p.lost_cents < p.amount_cents))`,
  },
  {
    name: 'a dispute in another currency is not in the ledger',
    sql: `select u.id, u.status, u.currency from unbooked_disputes u
          where u.kind = 'other_currency' and u.status <> 'escalated'
            and (exists (select from disputes d where d.id = u.id)
              or exists (select from ledger_journals j where j.cause = 'dispute:' || u.processor_ref))`,
  },
  {
    name: 'no evidence of an open dispute stays unsent',
    sql: `select id, status, evidence_at from disputes
          where evidence_sent_at is null and status in ('needs_response', 'under_review') and evidence_at < clock_timestamp() - ${lease}`,
  },
];

const processor: Invariant[] = [
  {
    name: 'a payment charges a card at the same processor',
    sql: `select p.id, p.processor, c.processor as card_processor from payments p join cards c on c.id = p.card_id
          where c.processor <> p.processor`,
  },
  {
    name: 'every payout comes from the processor that collected the money',
    sql: `select o.id, o.subject, o.processor, p.processor as collected_by from payouts o
          join payments p on p.claimed_by = 'release:' || o.subject
          where p.processor <> o.processor`,
  },
  {
    name: 'the sandbox processor moved money only for rows that name it',
    sql: `select j.reference, sum(j.amount_cents)::bigint as cents from sandbox.journal j
          where j.reference in (
            select idempotency_key from payments where processor <> 'sandbox'
            union all select r.idempotency_key from refunds r join payments p on p.id = r.payment_id where p.processor <> 'sandbox'
            union all select idempotency_key from payouts where processor <> 'sandbox')
          group by j.reference`,
  },
  {
    name: 'no received webhook stays unprocessed',
    sql: `select processor, event_id, type, error from webhook_inbox
          where processed_at is null and received_at < clock_timestamp() - ${lease}`,
  },
  {
    name: "the sandbox processor's journal = our clearing account, except for open operations",
    sql: `with theirs as (
            select reference, sum(amount_cents)::bigint as cents from sandbox.journal group by reference
          ), ours as (
            select regexp_replace(j.cause, '^unmatched:|:(cost|settled|returned|matched)(:[1-9])?$', '', 'g') as reference, sum(e.amount_cents)::bigint as cents
            from ledger_journals j join ledger_entries e on e.journal_id = j.id and e.account = 'clearing'
            where j.cause !~ '^(reserve|collection):' group by 1
          ), under_way as (
            select idempotency_key as reference from payments where status in ('created', 'processing') or processor <> 'sandbox'
            union all select r.idempotency_key from refunds r join payments p on p.id = r.payment_id
              where r.status = 'created' or p.processor <> 'sandbox'
            union all select t.idempotency_key from payout_parts t join payouts p on p.id = t.payout_id
              where t.status in ('pending', 'in_transit') or p.processor <> 'sandbox'
            union all select r.idempotency_key from payout_reversals r
              join payout_parts t on t.id = r.part_id join payouts p on p.id = t.payout_id
              where r.status = 'created' or p.processor <> 'sandbox'
            union all select 'dispute:' || processor_ref from disputes where processor <> 'sandbox'
            union all select reference from unmatched_movements where processor <> 'sandbox'
            union all select 'dispute:' || s.id from sandbox.disputes s left join disputes d on d.processor_ref = s.id
              where d.status is distinct from s.status
          )
          select coalesce(t.reference, o.reference) as reference, t.cents as processor, o.cents as clearing
          from theirs t full join ours o using (reference)
          where coalesce(t.cents, 0) <> coalesce(o.cents, 0)
            and coalesce(t.reference, o.reference) not in (select reference from under_way)`,
  },
  {
    name: 'the sandbox processor charged a pledge at most once, refunded or not',
    sql: `select reference, count(*) from sandbox.charges where status = 'succeeded' group by reference having count(*) > 1
          union all
          select p.subject, count(*) from sandbox.charges c join payments p on p.idempotency_key = c.reference
          where c.status = 'succeeded' group by p.subject having count(*) > 1`,
  },
  {
    name: 'every open charge or page of the sandbox processor belongs to a live attempt',
    sql: `select c.id, c.reference, p.subject, p.status from sandbox.charges c
          left join payments p on p.idempotency_key = c.reference
          where c.status = 'created' and (p.status is null or p.status not in ('created', 'processing'))
          union all
          select s.id, s.reference, p.subject, p.status from sandbox.sessions s
          left join payments p on p.idempotency_key = s.reference
          where s.mode = 'payment' and s.status = 'open' and (p.status is null or p.status not in ('created', 'processing'))`,
  },
];

/** The invariants of money, which hold at any moment. Pools and pledges add their own. */
export const moneyInvariants: readonly Invariant[] = [
  ...ledger,
  ...payments,
  ...refundInvariants,
  ...unmatched,
  ...payouts,
  ...payoutHoldInvariants,
  ...disputes,
  ...processor,
];
