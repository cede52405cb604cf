import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { parseUsername } from './usernames.ts';
import { findTaken } from './users.sql.ts';

/** Returns whether sign-up would accept this username now. Applies the same format rules as sign-up. */
export async function checkUsername(
  { db, limits }: Platform,
  request: RequestContext,
  typed: string,
): Promise<{ available: boolean }> {
  await limits.limiter('check username', { points: 600, perMs: 60_000 }).consume(addressKey(request.ip));
  const username = parseUsername(typed);
  if (username === null) return { available: false };
  const taken = await findTaken(db.sql, '', username);
  return { available: !taken.username };
}
