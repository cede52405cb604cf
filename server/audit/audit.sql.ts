import { auditTargetKinds } from '#contract/admin/audit.ts';
import { emailForms } from '#server/platform/mail/email-address.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { planEachTime } from '#server/platform/postgres/statement.ts';
import type { AuditEntry, AuditValues } from './audit-entry.ts';

export async function insertAudit(tx: Tx, row: Required<AuditEntry> & { concerned: string[] }): Promise<void> {
  await tx`
    insert into audit_log (status, actor_id, action, target_kind, target_id, before, after, reason, ip, concerned)
    values (${row.status}, ${row.actorId}, ${row.action}, ${row.targetKind}, ${row.targetId}, ${tx.json(row.before)},
      ${tx.json(row.after)}, ${row.reason}, ${row.ip}, ${row.concerned}::uuid[])`;
}

export interface AuditRow {
  seq: number;
  status: 'done' | 'refused';
  action: string;
  targetKind: string;
  targetId: string;
  before: AuditValues | null;
  after: AuditValues | null;
  reason: string | null;
  ip: string;
  at: Date;
  hash: string;
  actorId: string | null;
  username: string | null;
  displayName: string | null;
  avatarUrl: string | null;
  /** The username of a target of the kind `user`. */
  targetUsername: string | null;
}

export interface AuditFilter {
  /** Escaped for LIKE; null for no search. */
  search: string | null;
  /** The search as typed, the actions whose words contain it, and the ids of people and other targets whose names contain it. */
  searched: { text: string; actions: string[]; personIds: string[]; targetIds: string[] };
  status: string | null;
  actorId: string | null;
  action: string | null;
  targetKind: string | null;
  targetId: string | null;
  from: Date | null;
  to: Date | null;
}

const columns = (sql: Connection) => sql`
  a.seq, a.status, a.action, a.target_kind, a.target_id, a.before, a.after, a.reason, a.ip, a.at, encode(a.hash, 'hex') as hash,
  a.actor_id, u.username, u.display_name, u.avatar_url, t.username as target_username`;
const source = (sql: Connection) => sql`
  audit_log a left join users u on u.id = a.actor_id
    left join users t on t.id = case when a.target_kind = 'user' then a.target_id::uuid end`;

function matches(sql: Connection, filter: AuditFilter): Fragment {
  const [first, ...others] = searchParts(sql, filter);
  const searched = others.reduce<Fragment>((all, part) => sql`${all} or ${part}`, first);
  return sql`${filtered(sql, filter)} and (${searched})`;
}

function filtered(sql: Connection, { status, actorId, action, targetKind, targetId, from, to }: AuditFilter): Fragment {
  return sql`true
    ${status === null ? sql`` : sql`and a.status = ${status}`}
    ${actorId === null ? sql`` : sql`and a.actor_id = ${actorId}`}
    ${action === null ? sql`` : sql`and a.action = ${action}`}
    ${targetKind === null ? sql`` : sql`and a.target_kind = ${targetKind}`}
    ${targetId === null ? sql`` : sql`and a.target_id = ${targetId}`}
    ${from === null ? sql`` : sql`and a.at >= ${from}`}
    ${to === null ? sql`` : sql`and a.at <= ${to}`}`;
}

/** A row matches a search if it matches one of these. Every part has an index. That of the targets begins with the kind. */
function searchParts(sql: Connection, { search, searched }: AuditFilter): [Fragment, ...Fragment[]] {
  if (search === null) return [sql`true`];
  const { text, actions, personIds, targetIds } = searched;
  return [
    sql`a.reason ilike ${`%${search}%`}`,
    sql`a.action = any (${actions})`,
    sql`(a.target_kind = any (${[...auditTargetKinds]}) and a.target_id = any (${[text, ...personIds, ...targetIds]}))`,
    sql`a.actor_id = any (${personIds}::uuid[])`,
  ];
}

/**
 * The numbers of the matching rows, up to `most`, in no order. Each part of a search stops at its first `most` rows, so the union misses
 * none below `most`, and a part with many rows, such as an action, does not collect them all.
 */
function anyMatches(sql: Connection, filter: AuditFilter, most: number): Fragment {
  const [first, ...others] = searchParts(sql, filter).map(
    (part) => sql`(select a.seq from audit_log a where ${filtered(sql, filter)} and ${part} limit ${most})`,
  );
  return others.reduce<Fragment>((all, part) => sql`${all} union ${part}`, first ?? sql``);
}

const newestFirst = (sql: Connection, oldestFirst: boolean) => (oldestFirst ? sql`a.seq` : sql`a.seq desc`);

/** The number of rows: the trail has no gaps. */
export async function countAudit(sql: Connection): Promise<number> {
  const [head] = await sql<{ seq: number }[]>`select seq from audit_head`;
  return head?.seq ?? 0;
}

export async function listAuditBySeq(sql: Connection, seqs: number[], oldestFirst: boolean): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select ${columns(sql)} from ${source(sql)} where a.seq = any (${seqs}::bigint[]) order by ${newestFirst(sql, oldestFirst)}`;
}

/** Counts the matching rows, up to `most`, and lists one page of their numbers. With `most` or more rows the page is arbitrary. */
export async function findAudit(
  sql: Connection,
  filter: AuditFilter,
  page: { most: number; oldestFirst: boolean; limit: number; offset: number },
): Promise<{ totalCount: number; seqs: number[] }> {
  const order = newestFirst(sql, page.oldestFirst);
  const [row] = await planEachTime(sql<{ totalCount: number; seqs: number[] }[]>`
    with a as materialized (select seq from (${anyMatches(sql, filter, page.most)}) matches limit ${page.most})
    select (select count(*) from a) as total_count,
      array(select a.seq from a order by ${order} limit ${page.limit} offset ${page.offset}) as seqs`);
  return row ?? { totalCount: 0, seqs: [] };
}

/** Lists a page in order, without counting. Fast where many rows match. */
export async function walkAudit(
  sql: Connection,
  filter: AuditFilter,
  page: { oldestFirst: boolean; limit: number; offset: number },
): Promise<number[]> {
  const rows = await planEachTime(sql<{ seq: number }[]>`
    select a.seq from audit_log a where ${matches(sql, filter)}
    order by ${newestFirst(sql, page.oldestFirst)} limit ${page.limit} offset ${page.offset}`);
  return rows.map(({ seq }) => seq);
}

/** Lists people whose username, display name, email or id match, for the search. */
export async function findPeopleIds(sql: Connection, search: string, text: string, limit: number): Promise<string[]> {
  const [canonical, readable, typed] = emailForms(text);
  const rows = await planEachTime(sql<{ id: string }[]>`
    select id from users u
    where u.username ilike ${`%${search}%`} or u.display_name ilike ${`%${search}%`} 
      or lower(u.email) in (lower(${canonical}), lower(${readable}), lower(${typed}))
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The last rows about targets of one kind: their number per target. */
export async function listVersions(
  sql: Connection,
  targetKind: string,
  targetIds: readonly string[],
): Promise<{ targetId: string; seq: number }[]> {
  return sql<{ targetId: string; seq: number }[]>`
    select i.id as target_id, a.seq from unnest(${[...targetIds]}::text[]) i (id)
      cross join lateral (
        select seq from audit_log where target_kind = ${targetKind} and target_id = i.id and status = 'done'
        order by seq desc limit 1) a`;
}

export async function findLastAction(
  sql: Connection,
  { targetKind, targetId }: { targetKind: string; targetId: string },
): Promise<AuditRow | undefined> {
  const [row] = await sql<AuditRow[]>`
    select ${columns(sql)} from ${source(sql)}
    where a.target_kind = ${targetKind} and a.target_id = ${targetId} and a.status = 'done'
    order by a.seq desc limit 1`;
  return row;
}

/** No other transaction can append a row until this one ends. */
export async function lockTrail(tx: Tx): Promise<void> {
  await tx`select 1 from audit_head for update`;
}

/** Whether the same attempt of this person was recorded within the last minute. */
export async function wasRefusedLately(
  sql: Connection,
  { actorId, action, targetKind, targetId }: Pick<AuditEntry, 'actorId' | 'action' | 'targetKind' | 'targetId'>,
): Promise<boolean> {
  const rows = await sql`
    select 1 from audit_log
    where target_kind = ${targetKind} and target_id = ${targetId} and actor_id = ${actorId} and action = ${action}
      and status = 'refused' and at > clock_timestamp() - interval '1 minute'
    limit 1`;
  return rows.length > 0;
}

/** Lists the next rows after `after`, for an export. */
export async function walkAuditFrom(
  sql: Connection,
  filter: AuditFilter,
  { after, oldestFirst, limit }: { after: number | null; oldestFirst: boolean; limit: number },
): Promise<number[]> {
  const further = after === null ? sql`` : oldestFirst ? sql`and a.seq > ${after}` : sql`and a.seq < ${after}`;
  const rows = await sql<{ seq: number }[]>`
    select a.seq from audit_log a where ${matches(sql, filter)} ${further}
    order by ${newestFirst(sql, oldestFirst)} limit ${limit}`;
  return rows.map(({ seq }) => seq);
}
