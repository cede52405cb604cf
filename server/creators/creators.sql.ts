import type { CreatorStatus } from '#contract/creators/creators.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface CreatorRow {
  id: string;
  username: string;
  fullName: string;
  displayName: string;
  description: string;
  category: string | null;
  avatarUrl: string | null;
  coverUrl: string | null;
  coverAlt: string;
  websiteUrl: string | null;
  socialLinks: { platform: string; url: string }[];
  status: CreatorStatus;
  /** The page on which the owner placed a code; only while the status is `claimed`. */
  claimedWith: string | null;
  ownerId: string | null;
  followerCount: number;
  /** Counts of listed and active pools for this creator; `safe` excludes adult pools. */
  poolCount: number;
  activePoolCount: number;
  safePoolCount: number;
  safeActivePoolCount: number;
  /** The creator's category is adult. */
  adult: boolean;
  createdAt: Date;
}

export const creatorColumns = (sql: Connection) => sql`
  c.id, c.username, c.full_name, c.display_name, c.description, k.name as category, c.avatar_url, c.cover_url,
  c.cover_alt, c.website_url, c.social_links, c.status, c.claimed_with, c.owner_id, c.follower_count, c.pool_count, c.active_pool_count, c.safe_pool_count,
  c.safe_active_pool_count, coalesce(k.adult, false) as adult, c.created_at`;
export const creatorSource = (sql: Connection) =>
  sql`creator_profiles c left join categories k on k.id = c.category_id`;

export async function findCreatorByUsername(sql: Connection, username: string): Promise<CreatorRow | undefined> {
  const [row] = await sql<CreatorRow[]>`
    select ${creatorColumns(sql)} from ${creatorSource(sql)}
    where lower(c.username) = lower(${username})`;
  return row;
}

export async function findCreatorByOwner(sql: Connection, ownerId: string): Promise<CreatorRow | undefined> {
  const [row] = await sql<CreatorRow[]>`
    select ${creatorColumns(sql)} from ${creatorSource(sql)}
    where c.owner_id = ${ownerId}`;
  return row;
}

interface Standing {
  isFollowing: boolean;
  claim: 'possible' | 'pending' | null;
  addedByMe: boolean;
}

/** The relation of a signed-in user to a profile. */
export async function findStanding(
  sql: Connection,
  { profileId, userId }: { profileId: string; userId: string },
): Promise<Standing> {
  const [row] = await sql<Standing[]>`
    select exists (select 1 from creator_follows f where f.profile_id = c.id and f.user_id = ${userId}) as is_following,
      case
        when exists (select 1 from creator_claims x where x.profile_id = c.id and x.user_id = ${userId} and x.status = 'pending')
          then 'pending'
        when c.owner_id is null and not exists (select 1 from creator_profiles own where own.owner_id = ${userId})
          then 'possible'
      end as claim, (c.added_by = ${userId}) is true as added_by_me
    from creator_profiles c where c.id = ${profileId}`;
  return row ?? { isFollowing: false, claim: null, addedByMe: false };
}

/** Locks the profile until the transaction ends; undefined if it is deleted. */
export async function lockProfile(
  tx: Tx,
  id: string,
): Promise<{ ownerId: string | null; addedBy: string | null; status: CreatorStatus } | undefined> {
  const [row] = await tx<{ ownerId: string | null; addedBy: string | null; status: CreatorStatus }[]>`
    select owner_id, added_by, status from creator_profiles where id = ${id} for update`;
  return row;
}

/**
 * Locks a person until the transaction ends. An approval that gives them a profile takes this lock before all others, so that a second
 * approval for the same person sees the first one's profile.
 */
export async function lockNextOwner(tx: Tx, userId: string): Promise<{ suspended: boolean }> {
  const [row] = await tx<{ suspended: boolean }[]>`
    select suspended_at is not null as suspended from users where id = ${userId} for no key update`;
  if (!row) throw new Error(`user ${userId} is missing`);
  return row;
}

/**
 * Makes a user the owner of an unclaimed profile; false if it has an owner or the user is suspended. The owner is verified, unless a code on
 * the page `claimedWith` is all that speaks for them.
 */
export async function giveProfile(
  tx: Tx,
  { profileId, userId, claimedWith }: { profileId: string; userId: string; claimedWith: string | null },
): Promise<boolean> {
  const { count } = await tx`
    update creator_profiles c set owner_id = u.id, edited_at = null, avatar_url = coalesce(c.avatar_url, u.avatar_url),
      status = ${claimedWith === null ? 'verified' : 'claimed'}, claimed_with = ${claimedWith}
    from users u where c.id = ${profileId} and c.owner_id is null and u.id = ${userId} and u.suspended_at is null`;
  return count > 0;
}

/** Marks the profile of this owner as verified; false if they do not own it. */
export async function verifyProfile(
  tx: Tx,
  { profileId, userId }: { profileId: string; userId: string },
): Promise<boolean> {
  const { count } = await tx`
    update creator_profiles set status = 'verified', claimed_with = null where id = ${profileId} and owner_id = ${userId}`;
  return count > 0;
}

/** Takes the profile from this owner, with their request terms; false if they do not own it. */
export async function takeProfile(
  tx: Tx,
  { profileId, userId }: { profileId: string; userId: string },
): Promise<boolean> {
  const { count } = await tx`
    update creator_profiles set status = 'unclaimed', claimed_with = null, owner_id = null where id = ${profileId} and owner_id = ${userId}`;
  if (count > 0) await tx`delete from creator_request_terms where profile_id = ${profileId}`;
  return count > 0;
}

/** Finds a category by name, ignoring case. Adult categories only if the server offers them. */
export async function findCategoryId(sql: Connection, name: string, offersAdult: boolean): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    select id from categories where lower(name) = lower(${name}) ${offersAdult ? sql`` : sql`and not adult`}`;
  return row?.id;
}

export interface AddedProfile {
  username: string;
  fullName: string;
  description: string;
  categoryId: number;
  socialLinks: { platform: string; url: string }[];
  avatarUrl: string | null;
  addedBy: string;
}

/** Undefined if the username is taken. */
export async function insertUnclaimedProfile(tx: Tx, profile: AddedProfile): Promise<{ id: string } | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into creator_profiles (username, full_name, display_name, description, category_id, avatar_url, social_links, added_by)
    values (${profile.username}, ${profile.fullName}, ${profile.fullName}, ${profile.description}, ${profile.categoryId},
      ${profile.avatarUrl}, ${tx.json(profile.socialLinks)}, ${profile.addedBy})
    on conflict (lower(username)) do nothing
    returning id`;
  return row;
}

export interface NewProfile {
  userId: string;
  username: string;
  fullName: string;
  bio: string;
  categoryId: number;
  socialLinks: { platform: string; url: string }[];
}

/** Gives the applicant a new or unclaimed profile of this username. Undefined if another user owns it. */
export async function claimOrCreateProfile(tx: Tx, profile: NewProfile): Promise<{ id: string } | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into creator_profiles as c (username, full_name, display_name, description, category_id, avatar_url, social_links, status,
      owner_id, added_by)
    select ${profile.username}, ${profile.fullName}, ${profile.fullName}, ${profile.bio}, ${profile.categoryId}, u.avatar_url,
      ${tx.json(profile.socialLinks)}, 'verified', u.id, u.id
    from users u where u.id = ${profile.userId}
    on conflict (lower(username)) do update set
      owner_id = excluded.owner_id, status = 'verified', claimed_with = null, edited_at = null, full_name = excluded.full_name, display_name = excluded.display_name,
      description = excluded.description, category_id = excluded.category_id, social_links = excluded.social_links,
      avatar_url = coalesce(excluded.avatar_url, c.avatar_url)
    where c.owner_id is null or c.owner_id = excluded.owner_id
    returning c.id`;
  return row;
}
