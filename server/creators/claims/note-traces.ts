import { hashToken, isToken, newToken } from '#server/accounts/tokens.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { addressBlock } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { storeTrace } from './traces.sql.ts';

const deviceCookie = 'profile_device';
const cookieLifeS = 400 * 24 * 60 * 60;

/** A person keeps at most this many blocks of addresses and as many browsers. */
const most = 50;

/**
 * Remembers from which block of addresses and which browser a person adds, changes or claims a profile, so that one person with two
 * accounts is noticed. Call it before the operation, so that no profile is added without it. The browser keeps a random number in a
 * cookie, and the database its hash. Throws `rate_limited`, so that a loop of refused calls writes little.
 */
export async function noteTraces({ db, limits }: Platform, request: RequestContext): Promise<void> {
  const { userId } = signedIn(request);
  await limits.limiter('note-traces', { points: 120, perMs: 60 * 60_000 }).consume(userId);
  const block = addressBlock(request.ip);
  const existing = request.cookies.get(deviceCookie);
  const device = existing && isToken(existing) ? existing : newToken().token;
  request.cookies.set(deviceCookie, device, { maxAgeS: cookieLifeS });
  const value = hashToken(device).toString('hex');
  if (block !== '') await storeTrace(db.sql, { userId, kind: 'address', value: block, most });
  await storeTrace(db.sql, { userId, kind: 'device', value, most });
}
