import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import type { ApprovalRow, NewApproval } from './approval.ts';

const rows = (sql: Connection) => sql`
  select r.id, r.kind, r.requester_id, u.username as requester_username, u.display_name as requester_name,
    u.avatar_url as requester_avatar, r.target_kind, r.target_id, r.amount_cents, r.payload, r.reason, r.status,
    r.decided_by as decider_id, d.username as decider_username, d.display_name as decider_name, d.avatar_url as decider_avatar,
    r.decided_at, r.answer, r.created_at, r.expires_at
  from approval_requests r join users u on u.id = r.requester_id left join users d on d.id = r.decided_by`;

/** Undefined if a request about this thing waits already. */
export async function insertApproval(
  tx: Tx,
  requesterId: string,
  { kind, targetKind, targetId, amountCents, payload, reason, until = null }: NewApproval,
  validMs: number,
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into approval_requests (kind, requester_id, target_kind, target_id, amount_cents, payload, reason, expires_at)
    values (${kind}, ${requesterId}, ${targetKind}, ${targetId}, ${amountCents}, ${tx.json(payload)}, ${reason},
      least(clock_timestamp() + make_interval(secs => ${validMs / 1000}), ${until}::timestamptz))
    on conflict (target_kind, target_id) where status = 'waiting' do nothing
    returning id`;
  return row?.id;
}

export async function findApproval(sql: Connection, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await sql<ApprovalRow[]>`${rows(sql)} where r.id = ${id}`;
  return row;
}

/** The waiting requests about things of one kind. One whose time is over no longer counts, although the job has not ended it. */
export async function listWaitingOf(
  sql: Connection,
  targetKind: string,
  targetIds: readonly string[],
): Promise<ApprovalRow[]> {
  return sql<ApprovalRow[]>`
    ${rows(sql)} where r.status = 'waiting' and r.expires_at > clock_timestamp()
      and r.target_kind = ${targetKind} and r.target_id = any (${[...targetIds]}::text[])`;
}

const isListed = (sql: Connection, status: 'waiting' | 'decided') =>
  status === 'waiting' ? sql`r.status = 'waiting'` : sql`r.status <> 'waiting'`;

export async function countApprovals(sql: Connection, status: 'waiting' | 'decided', most: number): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from (select from approval_requests r where ${isListed(sql, status)} limit ${most}) x`;
  return row?.n ?? 0;
}

export async function listApprovalRows(
  sql: Connection,
  status: 'waiting' | 'decided',
  { limit, offset }: { limit: number; offset: number },
): Promise<ApprovalRow[]> {
  const order = status === 'waiting' ? sql`r.created_at, r.id` : sql`r.decided_at desc, r.id`;
  return sql<ApprovalRow[]>`
    ${rows(sql)} where ${isListed(sql, status)} order by ${order} limit ${limit} offset ${offset}`;
}

const isActiveAdmin = (sql: Connection, id: string | null | Fragment) => sql`
  exists (select from users a where a.id = ${id} and a.role = 'admin' and a.suspended_at is null and a.deleted_at is null)`;

/**
 * Ends a waiting request as approved. False if another admin, the job or the admin who asked was faster, its time is over, or one of the two
 * is no longer an active admin. `adminId` is null for the operator's command line.
 */
export async function markApproved(tx: Tx, id: string, adminId: string | null): Promise<boolean> {
  const updated = await tx`
    update approval_requests r set status = 'approved', decided_by = ${adminId}, decided_at = clock_timestamp()
    where r.id = ${id} and r.status = 'waiting' and r.expires_at > clock_timestamp() and ${isActiveAdmin(tx, tx`r.requester_id`)}
      and (${adminId}::uuid is null or ${isActiveAdmin(tx, adminId)})
    returning 1`;
  return updated.length > 0;
}

/** Ends a waiting request as refused or withdrawn. False if something else was faster. */
export async function markEnded(
  tx: Tx,
  id: string,
  end: { status: 'refused' | 'withdrawn'; adminId: string; answer: string | null },
): Promise<boolean> {
  const decidedBy = end.status === 'refused' ? end.adminId : null;
  const updated = await tx`
    update approval_requests set status = ${end.status}, decided_by = ${decidedBy}, answer = ${end.answer}, decided_at = clock_timestamp()
    where id = ${id} and status = 'waiting' returning 1`;
  return updated.length > 0;
}

interface Lapsed {
  id: string;
  requesterId: string;
  targetKind: ApprovalRow['targetKind'];
  targetId: string;
  kind: ApprovalRow['kind'];
  amountCents: number | null;
  answer: string | null;
}

const lapsed = (sql: Connection) => sql`
  returning r.id, r.requester_id, r.target_kind, r.target_id, r.kind, r.amount_cents, r.answer`;

/** Ends a waiting request whose action is no longer possible. Nothing is returned if something else was faster. */
export async function markOver(tx: Tx, id: string, answer: string): Promise<Lapsed[]> {
  return tx<Lapsed[]>`
    update approval_requests r set status = 'lapsed', answer = ${answer}, decided_at = clock_timestamp()
    where r.id = ${id} and r.status = 'waiting' ${lapsed(tx)}`;
}

/** Ends the waiting requests whose time is over, and those of people who are no longer active admins. The first ones have no answer. */
export async function markLapsed(tx: Tx, which: 'due' | 'all' = 'due'): Promise<Lapsed[]> {
  return tx<Lapsed[]>`
    update approval_requests r set status = 'lapsed', decided_at = clock_timestamp(), answer = case
      when not ${isActiveAdmin(tx, tx`r.requester_id`)} then 'The admin who asked is no longer an active admin.'
      when ${which === 'all'} then 'The site was restored from a backup.' end
    where r.status = 'waiting' and (${which === 'all'}
      or r.expires_at <= clock_timestamp() or not ${isActiveAdmin(tx, tx`r.requester_id`)}) ${lapsed(tx)}`;
}

/** Ends the waiting requests of a person who leaves, and those about them. */
export async function markLapsedOf(tx: Tx, userId: string): Promise<Lapsed[]> {
  return tx<Lapsed[]>`
    update approval_requests r set status = 'lapsed', decided_at = clock_timestamp(),
      answer = case when r.requester_id = ${userId} then 'The admin who asked has left.' else 'The person it was about has left.' end
    where r.status = 'waiting' and (r.requester_id = ${userId} or r.target_kind = 'user' and r.target_id = ${userId}::text) ${lapsed(tx)}`;
}

/**
 * What an admin moved alone within the last 24 hours, in cents, by the audit trail, which no one can change. The caller holds the lock of
 * the trail, so that two movements of one admin cannot both leave the other one out. What a second admin approved does not count.
 */
export async function sumMovedAlone(sql: Connection, adminId: string): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select coalesce(sum((after ->> 'amountCents')::bigint), 0)::bigint as cents from audit_log
    where actor_id = ${adminId} and status = 'done' and action in ('payment.refunded', 'refund.retried', 'refund.settled_outside')
      and at > clock_timestamp() - interval '24 hours' and not after ? 'requestId'`;
  return row?.cents ?? 0;
}

/** How many active admins there are besides this one. */
export async function countOtherActiveAdmins(sql: Connection, adminId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from users
    where role = 'admin' and suspended_at is null and deleted_at is null and id <> ${adminId}`;
  return row?.n ?? 0;
}

/** Whether an admin was suspended, demoted or deleted within this time. A thief could do that to be the only one left. */
export async function hasLostAdmin(sql: Connection, withinMs: number): Promise<boolean> {
  const since = sql`clock_timestamp() - make_interval(secs => ${withinMs / 1000})`;
  const [row] = await sql<{ lost: boolean }[]>`
    select exists (select from users where role = 'admin' and suspended_at > ${since} and deleted_at is null)
      or exists (select from audit_log where action in ('user.role', 'user.deleted') and status = 'done' and at > ${since}
        and before ->> 'role' = 'admin') as lost`;
  return row?.lost ?? false;
}
