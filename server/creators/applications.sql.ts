import type { ImitatedCreator } from '#contract/claims.ts';
import { peopleNamed } from '#server/accounts/usernames.ts';
import type { Matching } from '#server/platform/http/matching-rows.sql.ts';
import type { ListFilter } from '#server/platform/http/paging.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { anyOf } from '#server/platform/postgres/sql-text.ts';

export type ApplicationStatus = 'pending' | 'approved' | 'rejected';

export interface ApplicationRow {
  id: string;
  userId: string;
  userUsername: string;
  userDisplayName: string | null;
  userAvatarUrl: string | null;
  status: ApplicationStatus;
  fullName: string;
  username: string;
  categoryId: number;
  category: string;
  bio: string;
  socialLinks: { platform: string; url: string }[];
  proofUrl: string;
  claimsProfile: boolean;
  imitates: ImitatedCreator[];
  reason: string | null;
  createdAt: Date;
  decidedAt: Date | null;
}

const columns = (sql: Connection) => sql`
  a.id, a.user_id, u.username as user_username, u.display_name as user_display_name, u.avatar_url as user_avatar_url, a.status,
  a.full_name, a.username, a.category_id, k.name as category, a.bio, a.social_links, a.proof_url, a.reason, a.created_at, a.decided_at,
  exists (select 1 from creator_profiles c where lower(c.username) = lower(a.username) and c.owner_id is null) as claims_profile,
  imitated_creators(name_keys_of(a.full_name, a.username), null, a.user_id) as imitates`;
const source = (sql: Connection) => sql`
  creator_applications a join users u on u.id = a.user_id join categories k on k.id = a.category_id`;

export async function latestApplication(sql: Connection, userId: string): Promise<ApplicationRow | undefined> {
  const [row] = await sql<ApplicationRow[]>`
    select ${columns(sql)} from ${source(sql)} where a.user_id = ${userId} order by a.created_at desc, a.id limit 1`;
  return row;
}

/** The latest applications of these people, in the order of their ids; null for people without one. */
export async function latestApplications(sql: Connection, userIds: string[]): Promise<(ApplicationRow | null)[]> {
  const rows = await sql<ApplicationRow[]>`
    select distinct on (a.user_id) ${columns(sql)} from ${source(sql)}
    where a.user_id = ${anyOf(sql, userIds)}
    order by a.user_id, a.created_at desc, a.id`;
  const byUser = new Map(rows.map((row) => [row.userId, row]));
  return userIds.map((id) => byUser.get(id) ?? null);
}

export async function findApplication(sql: Connection, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await sql<ApplicationRow[]>`select ${columns(sql)} from ${source(sql)} where a.id = ${id}`;
  return row;
}

export interface NewApplication {
  userId: string;
  fullName: string;
  username: string;
  category: string;
  bio: string;
  socialLinks: { platform: string; url: string }[];
  proofUrl: string;
}

/** Undefined if the category is unknown. A second open application violates `creator_applications_open`. */
export async function insertApplication(tx: Tx, application: NewApplication): Promise<{ id: string } | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into creator_applications (user_id, full_name, username, category_id, bio, social_links, proof_url)
    select ${application.userId}, ${application.fullName}, ${application.username}, k.id, ${application.bio},
      ${tx.json(application.socialLinks)}, ${application.proofUrl}
    from categories k where lower(k.name) = lower(${application.category})
    returning id`;
  return row;
}

/** Stores the decision of the first admin; undefined if the application was decided before. */
export async function settleApplication(
  tx: Tx,
  decision: { id: string; status: 'approved' | 'rejected'; reason: string | null; adminId: string },
): Promise<{ id: string } | undefined> {
  const [row] = await tx<{ id: string }[]>`
    update creator_applications set status = ${decision.status}, reason = ${decision.reason}, decided_by = ${decision.adminId},
      decided_at = clock_timestamp()
    where id = ${decision.id} and status = 'pending' returning id`;
  return row;
}

/** Applications, by the name applied for, the full name and the name of the applicant. */
export function matchingApplications(sql: Connection, { pattern, status }: ListFilter): Matching {
  const ofStatus = status === null ? sql`true` : sql`a.status = ${status}`;
  const named =
    pattern === null
      ? sql`true`
      : sql`(a.full_name ilike ${pattern} or a.username ilike ${pattern} or a.user_id = any (${peopleNamed(sql, pattern)}))`;
  return [sql`select a.id, a.created_at from creator_applications a where ${ofStatus} and ${named}`];
}

/** Reads applications in the order of the ids. */
export async function listApplicationsByIds(sql: Connection, ids: string[]): Promise<ApplicationRow[]> {
  return sql<ApplicationRow[]>`
    select ${columns(sql)} from unnest(${ids}::uuid[]) with ordinality i (id, n) join (${source(sql)}) on a.id = i.id
    order by i.n`;
}
