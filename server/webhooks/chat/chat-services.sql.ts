import type { ChatKind } from '#contract/webhooks/webhook-limits.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

/**
 * Discord bans an address after too many refused requests in ten minutes. Requests that are on their way count as refused, because they may
 * be, so that the processes of an installation together never have more than this.
 */
export const refusalsMax = 500;

/** The last ten minutes touch eleven minutes of the clock. */
const refusals = (sql: Connection, kind: Fragment): Fragment => sql`
  (select coalesce(sum(r.count), 0)::int from chat_service_refusals r
  where r.kind = ${kind} and r.minute > clock_timestamp() - interval '11 minutes')`;

/** Whether the endpoint `e` may send, as far as its chat service is concerned. */
export const isServiceOpen = (sql: Connection): Fragment => sql`
  (e.kind = 'webhook' or (
    not exists (select from chat_services s where s.kind = e.kind and s.paused_until > clock_timestamp())
    and ${refusals(sql, sql`e.kind`)} < ${refusalsMax}))`;

/** Locks the service, so that processes reserve one after the other. */
async function lockService(tx: Tx, kind: ChatKind): Promise<void> {
  await tx`insert into chat_services (kind) values (${kind}) on conflict (kind) do update set kind = excluded.kind`;
}

export interface Reservation {
  kind: ChatKind;
  /** The minute in which the requests count. */
  minute: Date;
}

/** Counts requests as refused before they begin; `releaseRequests` takes back those that were not. Undefined if none may begin. */
export async function reserveRequests(
  tx: Tx,
  kind: ChatKind,
  wanted: number,
): Promise<{ granted: number; reservation: Reservation } | undefined> {
  await lockService(tx, kind);
  const [used] = await tx<{ count: number }[]>`select ${refusals(tx, tx`${kind}`)} as count`;
  const granted = Math.min(wanted, refusalsMax - (used?.count ?? 0));
  if (granted <= 0) return undefined;
  const [row] = await tx<{ minute: Date }[]>`
    insert into chat_service_refusals as r (kind, minute, count)
    values (${kind}, date_trunc('minute', clock_timestamp()), ${granted})
    on conflict (kind, minute) do update set count = r.count + excluded.count
    returning minute`;
  return row && { granted, reservation: { kind, minute: row.minute } };
}

/** These requests were not refused, or not sent. */
export async function releaseRequests(sql: Connection, { kind, minute }: Reservation, count: number): Promise<void> {
  await sql`
    update chat_service_refusals set count = greatest(count - ${count}, 0) where kind = ${kind} and minute = ${minute}`;
}

/** The service asked all of this installation to wait. */
export async function pauseService(tx: Tx, kind: ChatKind, pauseMs: number): Promise<void> {
  await tx`
    insert into chat_services as s (kind, paused_until) values (${kind}, clock_timestamp() + ${pauseMs} * interval '1 ms')
    on conflict (kind) do update set paused_until = greatest(s.paused_until, excluded.paused_until)`;
}

export interface ServiceState {
  kind: ChatKind;
  refusals: number;
  pausedUntil: Date | null;
  endpoints: number;
}

/** The services that endpoints use, for the health page. */
export async function listServices(sql: Connection): Promise<ServiceState[]> {
  return sql<ServiceState[]>`
    select e.kind, ${refusals(sql, sql`e.kind`)} as refusals, count(*)::int as endpoints,
      (select s.paused_until from chat_services s where s.kind = e.kind and s.paused_until > clock_timestamp()) as paused_until
    from webhook_endpoints e where e.kind <> 'webhook' and e.off_reason is null group by e.kind order by e.kind`;
}

export async function deleteOldRefusals(tx: Tx): Promise<void> {
  await tx`delete from chat_service_refusals where minute < clock_timestamp() - interval '1 hour'`;
}

/** After a restore: they were those of another time. */
export async function forgetServices(tx: Tx): Promise<void> {
  await tx`delete from chat_services`;
  await tx`delete from chat_service_refusals`;
}
