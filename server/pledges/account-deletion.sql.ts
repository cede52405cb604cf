import type { PledgeStatus } from '#contract/pledge-view.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

export interface StandingPledge {
  id: string;
  status: PledgeStatus;
  amountCents: number;
  dueAt: Date | null;
  title: string;
  adult: boolean;
}

/** A fan's pledges that have not ended, in the order in which pools are locked. */
export async function listStandingPledges(tx: Tx, fanId: string): Promise<StandingPledge[]> {
  return tx<StandingPledge[]>`
    select p.id, p.status, p.amount_cents, p.due_at, o.title, o.adult
    from pledges p join pools o on o.id = p.pool_id
    where p.fan_id = ${fanId}
      and (p.status in ('setup_pending', 'pledged', 'charging', 'notified', 'refund_pending', 'disputed')
        or (p.status = 'paid' and o.status not in ('completed', 'removed')))
    order by p.pool_id`;
}

/** Removes the deleted fan's name from their pledges. */
export async function hideFan(tx: Tx, fanId: string): Promise<void> {
  await tx`update pledges set anonymous = true where fan_id = ${fanId} and not anonymous`;
}
