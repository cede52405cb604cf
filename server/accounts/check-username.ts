import type { RequestContext } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { addressKey } from '#server/platform/rate-limit.ts';
import { isUsernameAllowed } from './usernames.ts';
import { findTaken } from './users.sql.ts';

/** Whether sign-up would take this name now; a name against the rules is not available. */
export async function checkUsername(
  { db, limits }: Platform,
  request: RequestContext,
  username: string,
): Promise<{ available: boolean }> {
  await limits.limiter('check username', { points: 600, perMs: 60_000 }).consume(addressKey(request.ip));
  if (!isUsernameAllowed(username)) return { available: false };
  const taken = await findTaken(db.sql, '', username);
  return { available: !taken.username };
}
