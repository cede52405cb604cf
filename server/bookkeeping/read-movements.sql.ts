import type { Connection } from '#server/platform/postgres/db.ts';
import type { MovementKind } from './movements.sql.ts';

export interface MovementRow {
  id: string;
  kind: MovementKind;
  /** The status in its own table; `held_back` for a payout that waits for the operator, `account_changed` for one that waits after a change of the account. */
  status: string;
  /** Of a charge: whether its page is hosted, and whether it is the last attempt of a pledge whose fan was asked to pay. */
  hosted: boolean;
  isLast: boolean;
  /** Of a refund: whether the bank returned its money to us. */
  cameBack: boolean;
  /** Of a refund that came back: whether another refund of its payment is open. */
  isRefundOpen: boolean;
  /** Of a refund: whether an admin paid it outside the card processor. */
  isOutside: boolean;
  /** The end of the fan's time to pay, of the time for evidence, or of the wait after a change of the payout account. */
  dueAt: Date | null;
  poolId: string | null;
  poolTitle: string | null;
  username: string | null;
  amountCents: number;
  reason: string | null;
  processorRef: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

/** Reads movements in the order of the ids. Leaves out unknown ids. */
export async function readMovementRows(sql: Connection, ids: readonly string[]): Promise<MovementRow[]> {
  return sql<MovementRow[]>`
    with i as (select id, n from unnest(${[...ids]}::uuid[]) with ordinality i (id, n)),
    m as (
      select i.n, m.id, 'charge' as kind, m.status, m.kind = 'hosted' as hosted,
        g.id is not null and not exists (select 1 from payments l where l.subject = m.subject and l.attempt > m.attempt) as is_last,
        g.due_at, substr(m.held_account, 6) as pool, m.user_id, m.amount_cents, m.decline_reason as reason, m.processor_ref,
        m.created_at, m.settled_at, false as came_back, false as is_outside, false as is_refund_open
      from i join payments m on m.id = i.id left join pledges g on m.subject = 'pledge:' || g.id and g.status = 'notified'
      union all
      select i.n, m.id, 'refund', m.status, false, false, null, substr(y.held_account, 6), y.user_id, m.amount_cents,
        coalesce(m.outside_reason, m.failure_reason, m.reason), coalesce(m.processor_ref, m.returned_ref), m.created_at, m.settled_at,
        m.returned_ref is not null, m.outside_reason is not null,
        m.status = 'returned' and exists (select from refunds s where s.payment_id = y.id and s.status in ('created', 'failed'))
      from i join refunds m on m.id = i.id join payments y on y.id = m.payment_id
      union all
      select i.n, m.id, 'payout', 
        case when held.code is not null then 'held_back'
          when m.status in ('pending', 'waiting') and are_payouts_held(m.user_id) then 'held'
          when m.status in ('pending', 'waiting') and change.until is not null then 'account_changed' else m.status end,
        false, false, change.until, split_part(m.subject, ':', 2), m.user_id, m.amount_cents,
        coalesce(held.code || ': ' || q.message, held.code, m.failure_reason), m.processor_ref, m.created_at, m.paid_at, false, false, false
      from i join payouts m on m.id = i.id
      left join lateral (
        select max(problem_code) as code from payout_parts t where t.payout_id = m.id and t.problem_code is not null) held on true
      cross join lateral (select payout_account_held_until(m.user_id, m.processor) as until) change
      left join processor_problems q on q.processor = m.processor and q.action = 'transfer' and q.code = held.code
        and q.resolved_at is null
      union all
      select i.n, m.id, 'dispute', m.status, false, false, m.evidence_due_at, substr(y.held_account, 6), y.user_id, m.amount_cents,
        m.reason, m.processor_ref, m.created_at, m.settled_at, false, false, false
      from i join disputes m on m.id = i.id join payments y on y.id = m.payment_id)
    select m.id, m.kind, m.status, m.hosted, m.is_last, m.due_at, o.id as pool_id, o.title as pool_title, u.username, m.amount_cents,
      m.reason, m.processor_ref, m.created_at, m.settled_at, m.came_back, m.is_outside, m.is_refund_open
    from m join users u on u.id = m.user_id left join pools o on o.id = m.pool::uuid
    order by m.n`;
}
