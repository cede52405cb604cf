import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Person } from '#contract/people.ts';
import { maskAdultPerson, type Viewer } from '#server/creators/creator.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findProfile, type PersonRow, type ProfileRow } from './people.sql.ts';

/** Finds a person by username, regardless of case, with adult names masked for this viewer. Throws not_found. */
export async function readPerson(
  context: Platform,
  viewer: Viewer,
  username: string,
): Promise<ProfileRow & { isMe: boolean }> {
  const viewerId = viewer.actor?.userId ?? null;
  const { seesAdult } = viewer;
  const row = await findProfile(context.db.sql, username, { viewerId, seesAdult });
  if (!row) throw appError('not_found', { message: () => t`No one has this username.` });
  const isMe = viewerId === row.id;
  const maskedRow = maskAdultPerson(row, { adult: row.adult, seesAdult: seesAdult || isMe });
  return { ...maskedRow, bio: maskedRow === row ? row.bio : '', isMe };
}

export function personOf(row: PersonRow, isMe: boolean): Person {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    isVerified: row.isVerified,
    createdAt: row.createdAt.toISOString(),
    poolCount: row.poolCount,
    backCount: row.backsPrivate && !isMe ? null : row.backCount,
    bio: row.bio,
  };
}
