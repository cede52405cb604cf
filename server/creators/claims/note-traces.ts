import { hashToken, isToken, newToken } from '#server/accounts/tokens.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { addressBlock } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { upsertTrace } from './traces.sql.ts';

const deviceCookie = 'profile_device';
const cookieLifeS = 400 * 24 * 60 * 60;

/**
 * Remembers from which block of addresses and which browser a person adds, changes or claims a profile, so that one person with two
 * accounts is noticed. Call it before the operation, so that no profile is added without it. The browser keeps a random number in a
 * cookie, and the database its hash.
 */
export async function noteTraces({ db }: Platform, request: RequestContext): Promise<void> {
  const { userId } = signedIn(request);
  const block = addressBlock(request.ip);
  if (block !== '') await upsertTrace(db.sql, userId, 'address', block);
  const existing = request.cookies.get(deviceCookie);
  const device = existing && isToken(existing) ? existing : newToken().token;
  request.cookies.set(deviceCookie, device, { maxAgeS: cookieLifeS });
  await upsertTrace(db.sql, userId, 'device', hashToken(device).toString('hex'));
}
