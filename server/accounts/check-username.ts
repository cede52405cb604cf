import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readUsername } from './usernames.ts';
import { findTaken } from './users.sql.ts';

/** Whether sign-up would take this name now, with the spelling rules that sign-up has. */
export async function checkUsername(
  { db, limits }: Platform,
  request: RequestContext,
  typed: string,
): Promise<{ available: boolean }> {
  await limits.limiter('check username', { points: 600, perMs: 60_000 }).consume(addressKey(request.ip));
  const username = readUsername(typed);
  if (username === null) return { available: false };
  const taken = await findTaken(db.sql, '', username);
  return { available: !taken.username };
}
