import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import type { ClaimRow, ContentFileRow } from './delivery.ts';

/**
 * For the file `f` of the claim `c` in the pool `p`: whether it is in its creator's gallery, where everyone may read it. The creator must
 * still own a profile and must not be suspended.
 */
export const isInGallery = (sql: Connection): Fragment => sql`(
  f.public_at is not null and c.status = 'approved' and c.withheld_at is null
  and p.status = 'completed' and not p.frozen and p.assigned_creator_id = c.creator_id
  and exists (
    select 1 from creator_profiles k join users o on o.id = k.owner_id
    where k.owner_id = c.creator_id and o.suspended_at is null))`;

const isCaptions = (sql: Connection): Fragment => sql`(u.content_type = 'text/vtt' or u.name ilike '%.vtt')`;

export type GalleryRow = ContentFileRow & {
  title: string;
  slug: string;
  profileUsername: string | null;
  ownerUsername: string;
};

/** One page of a creator's gallery, newest first, without captions. */
export async function listGalleryRows(
  sql: Connection,
  { creatorId, seesAdult, limit, offset }: { creatorId: string; seesAdult: boolean; limit: number; offset: number },
): Promise<(GalleryRow & { totalCount: number })[]> {
  return sql<(GalleryRow & { totalCount: number })[]>`
    select f.id, f.claim_id, u.name, u.content_type, u.size_bytes, f.preview_key is not null as has_preview, u.duration_ms, u.peaks,
      true as is_public, p.title, p.slug, k.username as profile_username, o.username as owner_username, count(*) over () as total_count
    from content_claims c
    join content_files f on f.claim_id = c.id
    join uploads u on u.id = f.upload_id
    join pools p on p.id = c.pool_id
    join users o on o.id = p.owner_id
    left join creator_profiles k on k.id = p.creator_profile_id
    where c.creator_id = ${creatorId} and ${isInGallery(sql)} and (${seesAdult} or not p.adult) and not ${isCaptions(sql)}
    order by f.public_at desc, f.id
    limit ${limit} offset ${offset}`;
}

export interface FileToPublish {
  claimId: string;
  name: string;
  contentType: string;
  claimStatus: ClaimRow['status'];
  withheld: boolean;
  poolStatus: PoolStatus;
  frozen: boolean;
  assignedCreatorId: string | null;
}

/** Locks the delivery, so that the captions follow the last of two simultaneous changes. */
export async function lockFileToPublish(tx: Tx, fileId: string): Promise<FileToPublish | undefined> {
  const [row] = await tx<FileToPublish[]>`
    select c.id as claim_id, u.name, u.content_type, c.status as claim_status, c.withheld_at is not null as withheld,
      p.status as pool_status, p.frozen, p.assigned_creator_id
    from content_files f
    join uploads u on u.id = f.upload_id
    join content_claims c on c.id = f.claim_id
    join pools p on p.id = c.pool_id
    where f.id = ${fileId}
    for update of c`;
  return row;
}

/** Makes a file public or private. */
export async function savePublic(tx: Tx, { fileId, isPublic }: { fileId: string; isPublic: boolean }): Promise<void> {
  await tx`
    update content_files set public_at = case when ${isPublic} then coalesce(public_at, clock_timestamp()) end
    where id = ${fileId}`;
}

/** Makes these captions of a delivery public, and its other captions private. */
export async function savePublicCaptions(
  tx: Tx,
  { claimId, fileIds }: { claimId: string; fileIds: readonly string[] },
): Promise<void> {
  await tx`
    update content_files f
    set public_at = case when f.id = any(${[...fileIds]}::uuid[]) then coalesce(f.public_at, clock_timestamp()) end
    from uploads u
    where f.claim_id = ${claimId} and u.id = f.upload_id and ${isCaptions(tx)}`;
}
