import type { z } from 'zod';
import type * as history from '#contract/admin/pool-history.ts';
import { limits } from '#contract/limits.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

type Listed<T extends z.ZodType> = z.infer<T> & { totalCount: number };

const person = (sql: Connection, alias: 'a' | 'f' | 'c' | 'r') => sql`
  case when ${sql(alias)}.id is not null then json_build_object('id', ${sql(alias)}.id, 'username', ${sql(alias)}.username,
    'displayName', ${sql(alias)}.display_name, 'avatarUrl', ${sql(alias)}.avatar_url) end`;
/** An ISO time in UTC, as the contract wants it. */
const iso = (sql: Connection, column: Fragment) =>
  sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const max = limits.adminHistory;

export async function findEndReason(sql: Connection, poolId: string): Promise<string | null> {
  const [row] = await sql<{ endReason: string | null }[]>`select end_reason from pools where id = ${poolId}`;
  return row?.endReason ?? null;
}

export async function listEvents(sql: Connection, poolId: string): Promise<Listed<typeof history.poolHistoryEvent>[]> {
  return sql<Listed<typeof history.poolHistoryEvent>[]>`
    select e.from_status as "from", e.to_status as "to", ${iso(sql, sql`e.at`)} as at, e.reason, ${person(sql, 'a')} as actor,
      count(*) over () as total_count
    from pool_events e left join users a on a.id = e.actor_id
    where e.pool_id = ${poolId} order by e.id desc limit ${max}`;
}

export async function listPledges(
  sql: Connection,
  poolId: string,
): Promise<Listed<typeof history.poolHistoryPledge>[]> {
  return sql<Listed<typeof history.poolHistoryPledge>[]>`
    select l.id, l.anonymous, l.amount_cents, l.status, ${iso(sql, sql`l.created_at`)} as created_at, ${person(sql, 'f')} as fan,
      l.total_count
    from (
      select *, count(*) over () as total_count from pledges where pool_id = ${poolId} order by created_at desc, id limit ${max}
    ) l join users f on f.id = l.fan_id
    order by l.created_at desc, l.id`;
}

export async function listCharges(
  sql: Connection,
  poolId: string,
): Promise<Listed<typeof history.poolHistoryCharge>[]> {
  return sql<Listed<typeof history.poolHistoryCharge>[]>`
    select p.id, p.attempt, p.status, p.amount_cents, p.refunded_cents, p.cost_cents, p.decline_reason,
      ${iso(sql, sql`p.created_at`)} as created_at, ${iso(sql, sql`p.settled_at`)} as settled_at, ${person(sql, 'f')} as fan, p.total_count
    from (
      select *, count(*) over () as total_count from payments
      where held_account = ${`held:${poolId}`} order by created_at desc, id limit ${max}
    ) p join users f on f.id = p.user_id
    order by p.created_at desc, p.id`;
}

export async function listDeliveries(
  sql: Connection,
  poolId: string,
): Promise<Listed<typeof history.poolHistoryDelivery>[]> {
  return sql<Listed<typeof history.poolHistoryDelivery>[]>`
    select k.id, k.status, k.reason, ${iso(sql, sql`k.created_at`)} as created_at, ${iso(sql, sql`k.decided_at`)} as decided_at,
      ${person(sql, 'c')} as creator, (select count(*) from content_files x where x.claim_id = k.id) as file_count,
      count(*) over () as total_count
    from content_claims k join users c on c.id = k.creator_id
    where k.pool_id = ${poolId} order by k.created_at desc limit ${max}`;
}

/** Reports of anything in the pool, and objections to its deliveries. */
export async function listPoolReports(
  sql: Connection,
  poolId: string,
): Promise<Listed<typeof history.poolHistoryReport>[]> {
  return sql<Listed<typeof history.poolHistoryReport>[]>`
    select x.id, x.kind, x.status, x.excerpt, x.reason, ${iso(sql, sql`x.created_at`)} as created_at, ${person(sql, 'r')} as reporter,
      count(*) over () as total_count
    from (
      select id, kind, status, reporter_id, excerpt, reason, created_at from reports where pool_id = ${poolId}
      union all
      select id, 'objection', status, fan_id, '', reason, created_at from objections where pool_id = ${poolId}
    ) x join users r on r.id = x.reporter_id
    order by x.created_at desc, x.id limit ${max}`;
}
