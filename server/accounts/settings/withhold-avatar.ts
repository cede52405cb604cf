import type { Tx } from '#server/platform/postgres/db.ts';
import { clearAvatars, putBackAvatars } from './profile.sql.ts';

/** Takes a picture off the accounts whose profile picture it is. Returns their ids, for `restoreAvatars`. */
export async function withholdAvatars(tx: Tx, url: string): Promise<string[]> {
  return clearAvatars(tx, url);
}

/** Puts a withheld picture back, except on accounts that have chosen another one or were deleted. */
export async function restoreAvatars(tx: Tx, url: string, userIds: string[]): Promise<void> {
  await putBackAvatars(tx, url, userIds);
}
