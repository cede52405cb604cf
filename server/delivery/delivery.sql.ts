import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import type { ClaimRow, ContentFileRow, ContentReader, NewClaim, ObjectionRow, ReadableFile } from './delivery.ts';
import { isInGallery } from './gallery.sql.ts';

/** Reads the requested uploads and locks them against other deliveries. */
export async function lockUploads(
  tx: Tx,
  ownerId: string,
  ids: string[],
): Promise<{ id: string; isComplete: boolean; isUsed: boolean }[]> {
  await tx`select 1 from uploads where id = any(${ids}) and owner_id = ${ownerId} order by id for update`;
  // A separate statement, which sees the delivery that the lock waited for.
  return tx<{ id: string; isComplete: boolean; isUsed: boolean }[]>`
    select u.id, u.completed_at is not null as is_complete,
      exists (select 1 from content_files f where f.upload_id = u.id) as is_used
    from uploads u
    where u.id = any(${ids}) and u.owner_id = ${ownerId}`;
}

export async function insertClaim(tx: Tx, claim: NewClaim): Promise<string> {
  const { poolId, creatorId, note, text, links } = claim;
  const [row] = await tx<{ id: string }[]>`
    insert into content_claims (pool_id, creator_id, note, body, links)
    values (${poolId}, ${creatorId}, ${note}, ${text}, ${tx.json(links)})
    returning id`;
  if (!row) throw new Error('no content claim was inserted');
  return row.id;
}

/** Turns uploads into files of the claim, in this order. */
export async function insertContentFiles(tx: Tx, claimId: string, uploadIds: string[]): Promise<void> {
  await tx`
    insert into content_files (claim_id, upload_id, position)
    select ${claimId}, id, at from unnest(${uploadIds}::text[]) with ordinality as given (id, at)`;
}

export async function findClaim(sql: Connection, id: string): Promise<ClaimRow | undefined> {
  const [row] = await sql<ClaimRow[]>`select ${claimColumns(sql)} from content_claims where id = ${id}`;
  return row;
}

export async function listClaims(sql: Connection, ids: string[]): Promise<ClaimRow[]> {
  return sql<
    ClaimRow[]
  >`select ${claimColumns(sql)} from content_claims where id = any(${ids}::uuid[]) order by created_at desc`;
}

/** The deliveries of a pool, newest first; `approvedOnly` for contributors, who also see no withheld ones. */
export async function listPoolClaims(sql: Connection, poolId: string, approvedOnly: boolean): Promise<ClaimRow[]> {
  return sql<ClaimRow[]>`
    select ${claimColumns(sql)} from content_claims
    where pool_id = ${poolId} and (status = 'approved' and withheld_at is null or not ${approvedOnly})
    order by created_at desc`;
}

const claimColumns = (sql: Connection) =>
  sql`id, pool_id, creator_id, status, note, body, links, reason, decided_at, created_at, withheld_at is not null as withheld`;

export async function listFilesOfClaims(sql: Connection, claimIds: string[]): Promise<ContentFileRow[]> {
  return sql<ContentFileRow[]>`
    select f.id, f.claim_id, u.name, u.content_type, u.size_bytes, f.preview_key is not null as has_preview,
      u.duration_ms, u.peaks, f.public_at is not null as is_public
    from content_files f join uploads u on u.id = f.upload_id
    where f.claim_id = any(${claimIds}::uuid[])
    order by f.claim_id, f.position`;
}

/** Stores the decision on a pending claim. */
export async function settleClaim(
  tx: Tx,
  decision: { id: string; status: 'approved' | 'rejected'; reason: string | null; adminId: string | null },
): Promise<boolean> {
  const rows = await tx`
    update content_claims
    set status = ${decision.status}, reason = ${decision.reason}, decided_by = ${decision.adminId}, decided_at = clock_timestamp()
    where id = ${decision.id} and status = 'pending'
    returning id`;
  return rows.length > 0;
}

/** Withholds an approved delivery, or makes it readable again; undefined if that changes nothing. */
export async function setWithheld(tx: Tx, id: string, isWithheld: boolean): Promise<ClaimRow | undefined> {
  const [row] = await tx<ClaimRow[]>`
    update content_claims set withheld_at = case when ${isWithheld} then clock_timestamp() end
    where id = ${id} and status = 'approved' and (withheld_at is not null) <> ${isWithheld}
    returning ${claimColumns(tx)}`;
  return row;
}

/** Whether contributors cannot read a delivery of this pool because of a takedown notice. */
export async function hasWithheld(sql: Connection, poolId: string): Promise<boolean> {
  return (
    (await sql`select 1 from content_claims where pool_id = ${poolId} and withheld_at is not null limit 1`).length > 0
  );
}

/** The delivery that counts: after an upheld objection the creator delivers again. */
export const latestDelivery = (sql: Connection, poolId: string | Fragment) => sql`
  select withheld_at from content_claims where pool_id = ${poolId} and status = 'approved'
  order by decided_at desc, id desc limit 1`;

export async function isLatestWithheld(sql: Connection, poolId: string): Promise<boolean> {
  const [row] = await sql<{ withheldAt: Date | null }[]>`${latestDelivery(sql, poolId)}`;
  return Boolean(row?.withheldAt);
}

/**
 * For the pool `p`: whether this person may read its approved deliveries, as a contributor who paid and was not refunded. No one may after
 * an admin removed the pool without keeping them.
 */
export function hasAccess(sql: Connection, userId: string | null): Fragment {
  return sql`((p.status <> 'removed' or p.keeps_delivery)
    and exists (select 1 from content_access a where a.pool_id = p.id and a.user_id = ${userId}))`;
}

/** The relation of a reader to the deliveries of a pool. */
export async function findContentReader(
  sql: Connection,
  poolId: string,
  userId: string,
): Promise<ContentReader | undefined> {
  const [row] = await sql<ContentReader[]>`
    select p.status as pool_status, coalesce(p.assigned_creator_id = ${userId}, false) as is_creator,
      ${hasAccess(sql, userId)} as has_access
    from pools p where p.id = ${poolId}`;
  return row;
}

/** A delivered file and its reader's relation to it; `userId` is null for a visitor. One statement, because every range of a video needs it. */
export async function findReadableFile(
  sql: Connection,
  fileId: string,
  userId: string | null,
): Promise<ReadableFile | undefined> {
  const [row] = await sql<ReadableFile[]>`
    select f.id, f.claim_id, u.key, u.name, u.content_type, u.size_bytes, f.preview_key, c.status as claim_status,
      c.withheld_at is not null as withheld, p.status as pool_status,
      p.adult, ${isInGallery(sql)} as in_gallery, coalesce(p.assigned_creator_id = ${userId}, false) as is_creator,
      ${hasAccess(sql, userId)} as has_access
    from content_files f
    join uploads u on u.id = f.upload_id
    join content_claims c on c.id = f.claim_id
    join pools p on p.id = c.pool_id
    where f.id = ${fileId}`;
  return row;
}

/** Pictures, and other files of which the creator's browser sent a frame (`poster`). */
export async function listFilesToPreview(
  sql: Connection,
  claimId: string,
): Promise<{ id: string; key: string; poster: Buffer | null }[]> {
  return sql<{ id: string; key: string; poster: Buffer | null }[]>`
    select f.id, u.key, u.poster from content_files f join uploads u on u.id = f.upload_id
    where f.claim_id = ${claimId} and f.preview_key is null
      and (u.poster is not null or u.content_type in ('image/png', 'image/jpeg', 'image/webp'))
    order by f.position`;
}

export async function savePreview(sql: Connection, fileId: string, key: string): Promise<boolean> {
  return (
    (await sql`update content_files set preview_key = ${key} where id = ${fileId} and preview_key is null returning id`)
      .length > 0
  );
}

export async function listKnownPreviews(sql: Connection, keys: string[]): Promise<string[]> {
  const rows = await sql<
    { previewKey: string }[]
  >`select preview_key from content_files where preview_key = any(${keys})`;
  return rows.map(({ previewKey }) => previewKey);
}

/** Finished uploads that no delivery uses. */
export async function listUnusedUploads(sql: Connection, olderThanMs: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from uploads u
    where completed_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
      and not exists (select 1 from content_files f where f.upload_id = u.id)
    order by completed_at limit 1000`;
  return rows.map(({ id }) => id);
}

export async function hasContentAccess(sql: Connection, poolId: string, userId: string): Promise<boolean> {
  return (await sql`select 1 from content_access where pool_id = ${poolId} and user_id = ${userId}`).length > 0;
}

/** Undefined if this fan has an open objection. */
export async function insertObjection(
  tx: Tx,
  objection: { poolId: string; fanId: string; reason: string },
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into objections ${tx({ ...objection })}
    on conflict (pool_id, fan_id) where status = 'open' do nothing
    returning id`;
  return row?.id;
}

export async function hasOpenObjection(sql: Connection, poolId: string, fanId: string): Promise<boolean> {
  return (
    (await sql`select 1 from objections where pool_id = ${poolId} and fan_id = ${fanId} and status = 'open'`).length > 0
  );
}

/** Erases the words of a person who deleted their account. */
export async function eraseObjectionsOf(tx: Tx, fanId: string): Promise<void> {
  await tx`update objections set reason = '' where fan_id = ${fanId} and reason <> ''`;
}

/**
 * Erases a creator's deliveries that no fan may read: those sent back, and those of pools in which every payment went back. Keeps withheld
 * ones, because an admin may restore them (decisions/0019), and those that a fan has opened, because a bank may ask for the record of it.
 * Returns the keys of the previews of the deleted files.
 */
export async function eraseUnreadableDeliveries(tx: Tx, creatorId: string): Promise<string[]> {
  const rows = await tx<{ previewKey: string | null }[]>`
    with erased as (
      update content_claims c set note = '', body = null, links = '[]'
      from pools p
      where p.id = c.pool_id and c.creator_id = ${creatorId} and c.withheld_at is null
        and not exists (select 1 from content_reads r where r.claim_id = c.id) and (
        c.status = 'rejected'
        or p.status in ('refunded', 'removed') and not exists (select 1 from content_access a where a.pool_id = p.id))
      returning c.id)
    delete from content_files f using erased e where f.claim_id = e.id
    returning f.preview_key`;
  return rows.flatMap(({ previewKey }) => previewKey ?? []);
}

export async function findObjection(sql: Connection, id: string): Promise<ObjectionRow | undefined> {
  const [row] = await sql<ObjectionRow[]>`
    select id, pool_id, fan_id, reason, status, answer, decided_at, created_at from objections where id = ${id}`;
  return row;
}

/** Closes one open objection or all open ones of its pool; returns their authors. */
export async function settleObjections(
  tx: Tx,
  which: { id: string } | { poolId: string },
  decision: { status: 'upheld' | 'dismissed'; answer: string | null; adminId: string | null },
): Promise<{ id: string; fanId: string }[]> {
  const matches = 'id' in which ? tx`id = ${which.id}` : tx`pool_id = ${which.poolId}`;
  return tx<{ id: string; fanId: string }[]>`
    update objections
    set status = ${decision.status}, answer = ${decision.answer}, decided_by = ${decision.adminId}, decided_at = clock_timestamp()
    where ${matches} and status = 'open'
    returning id, fan_id`;
}

export async function rejectPendingClaims(tx: Tx, poolId: string, reason: string): Promise<void> {
  await tx`
    update content_claims set status = 'rejected', reason = ${reason}, decided_at = clock_timestamp()
    where pool_id = ${poolId} and status = 'pending'`;
}

export async function insertAccess(
  tx: Tx,
  access: { poolId: string; userId: string; pledgeId: string },
): Promise<void> {
  await tx`
    insert into content_access (pool_id, user_id, pledge_id) values (${access.poolId}, ${access.userId}, ${access.pledgeId})
    on conflict (pool_id, user_id) do update set pledge_id = excluded.pledge_id, granted_at = clock_timestamp()`;
}

export async function deleteAccess(tx: Tx, pledgeId: string): Promise<void> {
  await tx`delete from content_access where pledge_id = ${pledgeId}`;
}

/** Counts that a fan opened a delivery (`fileId` null) or one of its files. */
export async function countRead(
  sql: Connection,
  { userId, claimIds, fileId }: { userId: string; claimIds: readonly string[]; fileId: string | null },
): Promise<void> {
  await sql`
    insert into content_reads (user_id, claim_id, file_id)
    select ${userId}, claim_id, ${fileId} from unnest(${[...claimIds]}::uuid[]) as read (claim_id)
    on conflict (user_id, claim_id, file_id)
      do update set last_at = clock_timestamp(), reads = content_reads.reads + 1`;
}
