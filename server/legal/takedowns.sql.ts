import { peopleNamed } from '#server/accounts/usernames.ts';
import type { ListCount } from '#server/moderation/hooks.ts';
import type { Matching } from '#server/platform/http/matching-rows.sql.ts';
import type { ListFilter } from '#server/platform/http/paging.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

export interface NewNotice {
  name: string;
  email: string;
  address: string;
  phone: string;
  ownerName: string | null;
  work: string;
  locations: string[];
  signature: string;
  userId: string | null;
}

export type NoticeRow = NewNotice & {
  id: string;
  status: 'open' | 'acted' | 'rejected';
  reason: string | null;
  decidedAt: Date | null;
  createdAt: Date;
};

export async function insertNotice(tx: Tx, notice: NewNotice): Promise<string> {
  const { locations, ...columns } = notice;
  const [row] = await tx<{ id: string }[]>`
    insert into takedown_notices ${tx({ ...columns, locations: [...locations] })} returning id`;
  if (!row) throw new Error('no takedown notice was inserted');
  return row.id;
}

const columns = (sql: Connection) => sql`
  n.id, n.name, n.email, n.address, n.phone, n.owner_name, n.work, n.locations, n.signature, n.user_id, n.status, n.reason,
  n.decided_at, n.created_at`;

export async function findNotice(sql: Connection, id: string): Promise<NoticeRow | undefined> {
  const [row] = await sql<NoticeRow[]>`select ${columns(sql)} from takedown_notices n where n.id = ${id}`;
  return row;
}

/** Locks a notice, so that of two admins the second one sees the first one's decision. */
export async function lockNotice(tx: Tx, id: string): Promise<NoticeRow | undefined> {
  const [row] = await tx<NoticeRow[]>`select ${columns(tx)} from takedown_notices n where n.id = ${id} for update`;
  return row;
}

export async function decideNotice(
  tx: Tx,
  decision: { id: string; status: 'acted' | 'rejected'; reason: string | null; adminId: string },
): Promise<void> {
  await tx`
    update takedown_notices set status = ${decision.status}, reason = ${decision.reason}, decided_by = ${decision.adminId},
      decided_at = clock_timestamp()
    where id = ${decision.id}`;
}

export type NoticeQueueRow = NoticeRow & {
  username: string | null;
  displayName: string | null;
  avatarUrl: string | null;
};

function hasStatus(sql: Connection, status: string | null): Fragment {
  if (status === null) return sql`true`;
  // Starts from the few open cases.
  if (status === 'countered')
    return sql`n.id = any (array(select notice_id from takedown_materials where due_at is not null and status = 'countered'))`;
  return sql`n.status = ${status}`;
}

/** The beginning of a reference: "TD-1A2B", or all eight digits. */
const reference = /^(?:TD-(?=[0-9a-f]{1,8}$)|(?=[0-9a-f]{8}$))(?<digits>[0-9a-f]+)$/i;

/** Notices whose reference begins with the text. A reference is the beginning of the id. */
function hasReference(sql: Connection, text: string | null): Fragment {
  const digits = text === null ? undefined : reference.exec(text)?.groups?.digits;
  if (digits === undefined) return sql`false`;
  const id = (digit: string) =>
    `${digits.padEnd(8, digit)}-${[4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')}`;
  return sql`n.id between ${id('0')} and ${id('f')}`;
}

/**
 * Notices, by their reference, names, email, work and locations, and by name of the person whose material was disabled. The status
 * `countered` selects those with a counter-notice whose clock runs.
 */
export function matchingNotices(sql: Connection, { text, pattern, status }: ListFilter): Matching {
  const named =
    pattern === null
      ? sql`true`
      : sql`(n.name ilike ${pattern} or n.email ilike ${pattern} or n.work ilike ${pattern} or n.owner_name ilike ${pattern}
          or ${hasReference(sql, text)} or takedown_locations(n.locations) ilike ${pattern}
          or n.id = any (array(select notice_id from takedown_materials where subject_id = any (${peopleNamed(sql, pattern)}))))`;
  return [sql`select n.id, n.created_at from takedown_notices n where ${hasStatus(sql, status)} and ${named}`];
}

/** Reads notices in the order of the ids. */
export async function listNoticesByIds(sql: Connection, ids: string[]): Promise<NoticeQueueRow[]> {
  return sql<NoticeQueueRow[]>`
    select ${columns(sql)}, u.username, u.display_name, u.avatar_url
    from unnest(${ids}::uuid[]) with ordinality i (id, place) join takedown_notices n on n.id = i.id left join users u on u.id = n.user_id
    order by i.place`;
}

/** Counts the copyright notices of each status, each up to `max`. A notice with a counter-notice also counts as acted on. */
export async function countTakedowns(sql: Connection, max: number): Promise<ListCount[]> {
  return sql<ListCount[]>`
    select 'takedowns' as list, s.status,
      (select count(*) from (select 1 from takedown_notices n where n.status = s.status limit ${max}) x) as count
    from (values ('open'), ('acted'), ('rejected')) s (status)
    union all
    select 'takedowns', 'countered', (
      select count(*) from (select distinct notice_id from takedown_materials where due_at is not null and status = 'countered' limit ${max}) x)`;
}
