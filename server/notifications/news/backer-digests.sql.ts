import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { isApart } from './creator-news.sql.ts';

/** The transaction of a pledge may still run when a later one has committed. No transaction takes this long. */
const lag = '5 minutes';

/** SQL expression: half an hour before the next daily digest of mails, which then has this notice. */
const nextDue = (sql: Connection, creatorId: string) => sql`
  digest_due_at(clock_timestamp() + interval '30 minutes',
    coalesce((select z.time_zone from notification_zones z where z.user_id = ${creatorId}), 'UTC'), 'daily') - interval '30 minutes'`;

/** SQL expression: when the pledge `g` began to count. Late pledges are paid at once. */
const countedAt = (sql: Connection) => sql`coalesce(g.pledged_at, g.paid_at)`;

/**
 * Schedules a creator's next digest unless it is scheduled. Waits for the node that sends one now, so that a pledge which that digest
 * does not have leads to the next one.
 */
export async function scheduleBackers(tx: Tx, creatorId: string, pledgeId: string): Promise<void> {
  await tx`
    insert into backer_digests as d (creator_id, told_until, due_at)
    select ${creatorId}, ${countedAt(tx)} - ${lag}::interval, ${nextDue(tx, creatorId)}
    from pledges g where g.id = ${pledgeId} and ${countedAt(tx)} is not null
    on conflict (creator_id) do update set due_at = excluded.due_at where d.due_at is null`;
}

export interface DueBackers {
  creatorId: string;
  toldUntil: Date;
  /** This digest names the pledges until then. */
  until: Date;
  dueAt: Date;
}

/** Locks one due digest. Other nodes skip it; if the transaction fails, it is due again. */
export async function takeDueBackers(tx: Tx): Promise<DueBackers | undefined> {
  const [row] = await tx<DueBackers[]>`
    select creator_id, told_until, greatest(told_until, clock_timestamp() - ${lag}::interval) as until, due_at
    from backer_digests where due_at <= clock_timestamp()
    order by due_at limit 1 for update skip locked`;
  return row;
}

/** Ends a digest. The next one is scheduled if pledges wait for it. */
export async function settleBackers(tx: Tx, { creatorId, until }: DueBackers): Promise<void> {
  await tx`
    update backer_digests set told_until = ${until},
      due_at = case when exists (
        select from pools p join pledges g on g.pool_id = p.id
        where p.assigned_creator_id = ${creatorId} and g.fan_id <> ${creatorId}
          and g.status in ('pledged', 'charging', 'notified', 'paid') and ${countedAt(tx)} > ${until}) then ${nextDue(tx, creatorId)} end
    where creator_id = ${creatorId}`;
}

export interface NewBackers {
  fans: number;
  cents: number;
  /** At most two fans who may be named, the largest pledges first. */
  names: string[];
  pools: { id: string; title: string; adult: boolean; createdAt: Date; fans: number; cents: number }[];
}

/**
 * The fans with a live pledge from this time who had none in the same pool before. Those who withdrew and come back count. Frozen pools and those that ended without a delivery are
 * left out.
 */
export async function findNewBackers(
  tx: Tx,
  { creatorId, toldUntil, until }: DueBackers,
): Promise<NewBackers | undefined> {
  const fresh = tx`
    select g.pool_id, g.fan_id, g.amount_cents, g.anonymous
    from pools p join pledges g on g.pool_id = p.id
    where p.assigned_creator_id = ${creatorId} and not p.frozen
      and p.status in ('open', 'goal_met', 'accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered', 'completed')
      and g.status in ('pledged', 'charging', 'notified', 'paid') and g.fan_id <> ${creatorId}
      and ${countedAt(tx)} > ${toldUntil} and ${countedAt(tx)} <= ${until}
      and not exists (
        select from pledges e where e.pool_id = g.pool_id and e.fan_id = g.fan_id and e.status <> 'withdrawn' and coalesce(e.pledged_at, e.paid_at) <= ${toldUntil})`;
  const pools = await tx<NewBackers['pools']>`
    select p.id, p.title, p.adult, p.created_at, count(*)::int as fans, sum(f.amount_cents)::bigint as cents
    from (${fresh}) f join pools p on p.id = f.pool_id group by p.id order by cents desc, p.id`;
  if (pools.length === 0) return undefined;
  const [sum] = await tx<{ fans: number; cents: number }[]>`
    select count(distinct fan_id)::int as fans, sum(amount_cents)::bigint as cents from (${fresh}) f`;
  const named = await tx<{ name: string }[]>`
    select case when u.adult then u.username else coalesce(u.display_name, u.username) end as name
    from (select fan_id, sum(amount_cents) as cents from (${fresh}) f where not anonymous group by fan_id) f join users u on u.id = f.fan_id
    where not ${isApart(tx, creatorId)} order by f.cents desc, u.id limit 2`;
  return { fans: sum?.fans ?? 0, cents: sum?.cents ?? 0, names: named.map(({ name }) => name), pools: [...pools] };
}

/** After a restore: digests that were due since the backup have probably been sent. */
export async function skipDueBackers(tx: Tx): Promise<void> {
  await tx`
    update backer_digests set told_until = greatest(told_until, due_at), due_at = null where due_at <= clock_timestamp()`;
}
