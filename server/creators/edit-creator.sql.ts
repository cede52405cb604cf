import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { type CreatorRow, creatorColumns, creatorSource } from './creators.sql.ts';

interface AccountParts {
  /** The owner has saved the page before. */
  edited: boolean;
  accountAvatarUrl: string | null;
  accountBio: string;
}

export type OwnPageRow = CreatorRow & AccountParts;

export async function findOwnPage(sql: Connection, ownerId: string): Promise<OwnPageRow | undefined> {
  const [row] = await sql<OwnPageRow[]>`
    select ${creatorColumns(sql)}, c.edited_at is not null as edited, u.avatar_url as account_avatar_url, u.bio as account_bio
    from ${creatorSource(sql)} join users u on u.id = c.owner_id
    where c.owner_id = ${ownerId}`;
  return row;
}

/** Locks the account, so that its picture stays until the page uses it too; undefined if it is deleted. */
export async function lockAccountPicture(tx: Tx, userId: string): Promise<{ avatarUrl: string | null } | undefined> {
  const [row] = await tx<{ avatarUrl: string | null }[]>`
    select avatar_url from users where id = ${userId} and deleted_at is null for share`;
  return row;
}

/** Locks the profile until the transaction ends. */
export async function lockProfile(tx: Tx, profileId: string): Promise<void> {
  await tx`select 1 from creator_profiles where id = ${profileId} for no key update`;
}

/** Locks the profile until the transaction ends, and returns it as it is then. */
export async function lockPage(tx: Tx, profileId: string): Promise<CreatorRow | undefined> {
  await lockProfile(tx, profileId);
  const [row] = await tx<CreatorRow[]>`
    select ${creatorColumns(tx)} from ${creatorSource(tx)} where c.id = ${profileId}`;
  return row;
}

export interface PagePatch {
  /** Undefined keeps both names. */
  name: string | undefined;
  description: string;
  /** Undefined keeps the category. */
  categoryId: number | undefined;
  socialLinks: { platform: string; url: string }[];
  avatarUrl: string | null;
}

export async function savePage(tx: Tx, profileId: string, page: PagePatch): Promise<void> {
  await tx`
    update creator_profiles set
      full_name = coalesce(${page.name ?? null}, full_name), display_name = coalesce(${page.name ?? null}, display_name),
      description = ${page.description}, category_id = coalesce(${page.categoryId ?? null}::smallint, category_id), avatar_url = ${page.avatarUrl},
      social_links = ${tx.json(page.socialLinks)}, edited_at = clock_timestamp()
    where id = ${profileId}`;
}

/** Whether someone else than this user had a creator of this name removed. */
export async function isNameRemoved(
  sql: Connection,
  { nameKey, userId }: { nameKey: string; userId: string },
): Promise<boolean> {
  const [row] = await sql`
    select 1 from creator_removals
    where name_key = ${nameKey} and name_key <> '' and removed_by is distinct from ${userId} limit 1`;
  return row !== undefined;
}
