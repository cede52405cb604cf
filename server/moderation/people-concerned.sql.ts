import type { Connection } from '#server/platform/postgres/db.ts';

/** The people concerned by each kind of decision, found by the id of its target. Empty if there is no such target. */

interface Person {
  userId: string;
}

const idsOf = (rows: readonly Person[]) => rows.map(({ userId }) => userId);

/** The applicant, and the people whose open claims to the profile an approval rejects. */
export async function findApplicationPeople(sql: Connection, id: string): Promise<string[]> {
  return idsOf(
    await sql<Person[]>`
    select user_id from creator_applications where id = ${id}
    union
    select k.user_id from creator_applications a join creator_profiles c on lower(c.username) = lower(a.username)
    join creator_claims k on k.profile_id = c.id and k.status = 'pending' where a.id = ${id}`,
  );
}

/** The claimant, and the other people whose open claims to the same pool an approval rejects. */
export async function findPoolClaimPeople(sql: Connection, id: string): Promise<string[]> {
  return idsOf(
    await sql<Person[]>`
    select k.user_id from pool_claims c join pool_claims k on k.id = c.id or (k.pool_id = c.pool_id and k.status = 'pending')
    where c.id = ${id}`,
  );
}

/** The claimant, and the other people whose open claims to the same profile an approval rejects. */
export async function findCreatorClaimPeople(sql: Connection, id: string): Promise<string[]> {
  return idsOf(
    await sql<Person[]>`
    select k.user_id from creator_claims c
    join creator_claims k on k.id = c.id or (k.profile_id = c.profile_id and k.status = 'pending')
    where c.id = ${id}`,
  );
}

/** The creator who delivered, and the pool's creator. */
export async function findDeliveryPeople(sql: Connection, id: string): Promise<string[]> {
  return idsOf(
    await sql<Person[]>`
    select creator_id as user_id from content_claims where id = ${id}
    union
    select o.assigned_creator_id from content_claims c join pools o on o.id = c.pool_id
    where c.id = ${id} and o.assigned_creator_id is not null`,
  );
}

/** The fan who objected, the fans whose objections are decided with it, and the pool's creator. */
export async function findObjectionPeople(sql: Connection, id: string): Promise<string[]> {
  return idsOf(
    await sql<Person[]>`
    select k.fan_id as user_id from objections j
    join objections k on k.id = j.id or (k.pool_id = j.pool_id and k.status = 'open') where j.id = ${id}
    union
    select o.assigned_creator_id from objections j join pools o on o.id = j.pool_id
    where j.id = ${id} and o.assigned_creator_id is not null`,
  );
}

/**
 * The person who is responsible for the reported thing, and everyone whose report about it is decided with this one. A pool or a delivery
 * concerns the pool's owner and creator, too.
 */
export async function findReportPeople(sql: Connection, id: string): Promise<string[]> {
  return idsOf(
    await sql<Person[]>`
    select x.user_id from reports r
    join reports k on k.id = r.id or (k.kind = r.kind and k.target_id = r.target_id and k.status = 'open')
    left join pools o on o.id = r.pool_id and r.kind in ('pool', 'content')
    cross join lateral (values (r.subject_id), (k.reporter_id), (o.owner_id), (o.assigned_creator_id)) x (user_id)
    where r.id = ${id} and x.user_id is not null
    group by x.user_id`,
  );
}
