import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

interface Person {
  userId: string;
}

/** Selects the people concerned by one kind of decision, by the id of its target. Selects no one if there is no such target. */
type Concern = (sql: Connection, id: string | Fragment) => Fragment;

/** The applicant, and the people whose open claims to the profile an approval rejects. */
const ofApplication: Concern = (sql, id) => sql`
  select user_id from creator_applications where id = ${id}
  union
  select k.user_id from creator_applications a join creator_profiles c on lower(c.username) = lower(a.username)
  join creator_claims k on k.profile_id = c.id and k.status = 'pending' where a.id = ${id}`;

/** The claimant, and the other people whose open claims to the same pool an approval rejects. */
const ofPoolClaim: Concern = (sql, id) => sql`
  select k.user_id from pool_claims c join pool_claims k on k.id = c.id or (k.pool_id = c.pool_id and k.status = 'pending')
  where c.id = ${id}`;

/** The claimant, and the other people whose open claims to the same profile an approval rejects. */
const ofCreatorClaim: Concern = (sql, id) => sql`
  select k.user_id from creator_claims c
  join creator_claims k on k.id = c.id or (k.profile_id = c.profile_id and k.status = 'pending')
  where c.id = ${id}`;

/** The creator who delivered, and the pool's creator. */
const ofDelivery: Concern = (sql, id) => sql`
  select creator_id as user_id from content_claims where id = ${id}
  union
  select o.assigned_creator_id from content_claims c join pools o on o.id = c.pool_id
  where c.id = ${id} and o.assigned_creator_id is not null`;

/** The fan who objected, the fans whose objections are decided with it, and the pool's creator. */
const ofObjection: Concern = (sql, id) => sql`
  select k.fan_id as user_id from objections j
  join objections k on k.id = j.id or (k.pool_id = j.pool_id and k.status = 'open') where j.id = ${id}
  union
  select o.assigned_creator_id from objections j join pools o on o.id = j.pool_id
  where j.id = ${id} and o.assigned_creator_id is not null`;

/**
 * The person who is responsible for the reported thing, and everyone whose report about it is decided with this one. A pool or a delivery
 * concerns the pool's owner and creator, too.
 */
const ofReport: Concern = (sql, id) => sql`
  select x.user_id from reports r
  join reports k on k.id = r.id or (k.kind = r.kind and k.target_id = r.target_id and k.status = 'open')
  left join pools o on o.id = r.pool_id and r.kind in ('pool', 'content')
  cross join lateral (values (r.subject_id), (k.reporter_id), (o.owner_id), (o.assigned_creator_id)) x (user_id)
  where r.id = ${id} and x.user_id is not null
  group by x.user_id`;

const finder =
  (concern: Concern) =>
  async (sql: Connection, id: string): Promise<string[]> => {
    const rows = await sql<Person[]>`${concern(sql, id)}`;
    return rows.map(({ userId }) => userId);
  };

export const findApplicationPeople = finder(ofApplication);
export const findPoolClaimPeople = finder(ofPoolClaim);
export const findCreatorClaimPeople = finder(ofCreatorClaim);
export const findDeliveryPeople = finder(ofDelivery);
export const findObjectionPeople = finder(ofObjection);
export const findReportPeople = finder(ofReport);

/** The kinds of decisions in each list of admins. */
const concernsIn = {
  verifications: [ofApplication],
  claims: [ofPoolClaim, ofCreatorClaim],
  contentClaims: [ofDelivery],
  reports: [ofObjection, ofReport],
} as const satisfies Record<string, readonly Concern[]>;

export type DecisionList = keyof typeof concernsIn;

/** The entries of a list whose decision concerns this person. */
export async function listConcerning(
  sql: Connection,
  list: DecisionList,
  ids: readonly string[],
  userId: string,
): Promise<string[]> {
  const matches = concernsIn[list].map(
    (concern) => sql`exists (select from (${concern(sql, sql`i.id`)}) x where x.user_id = ${userId})`,
  );
  const any = matches.reduce<Fragment>((all, match) => sql`${all} or ${match}`, sql`false`);
  const rows = await sql<{ id: string }[]>`select i.id from unnest(${[...ids]}::uuid[]) i (id) where ${any}`;
  return rows.map(({ id }) => id);
}
