import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { openSession, setSessionCookie } from '#server/accounts/sessions/sessions.ts';
import { chosenLocale } from '#server/accounts/settings/set-locale.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressBlock, addressKey, type RateLimits } from '#server/platform/limits/rate-limit.ts';
import type { AccountsContext } from './accounts-context.ts';
import { toCurrentUser } from './current-user.ts';
import { checkPasswordChoice, hashPassword } from './passwords.ts';
import { sendVerification } from './send-verification.ts';
import { isReservedUsername } from './usernames.ts';
import { findTaken, insertUser } from './users.sql.ts';

const hourMs = 60 * 60 * 1000;

/** Creates an account, signs it in and mails a welcome with the confirmation link. Throws email_taken, username_taken, validation_failed. */
export async function registerAccount(
  context: AccountsContext,
  request: RequestContext,
  input: { email: string; username: string; password: string; locale?: string | undefined },
): Promise<CurrentUser> {
  const { config, db, facts, limits, metrics } = context;
  await limitSignUps(limits, request.ip);
  const locale = chosenLocale(config, input.locale ?? 'en');
  const { common } = checkPasswordChoice(input.password, config);
  await refuseTaken(context, input);
  const passwordHash = await hashPassword(context, input.password);

  const { user, token } = await db.tx(async (tx) => {
    const row = await insertUser(tx, { email: input.email, username: input.username, locale, passwordHash });
    if (!row) return { user: null, token: '' };
    await sendVerification(context, tx, row, 'welcome');
    await facts.publish(tx, 'user.registered', { userId: row.id, signUp: true });
    return { user: row, token: await openSession(context, tx, request, row.id) };
  });
  if (!user) {
    // Another request has just taken the email or the username.
    await refuseTaken(context, input);
    throw appError('conflict');
  }
  setSessionCookie(context, request, token);
  if (common) metrics.counter('fanfare_common_passwords_total', 'Common passwords chosen despite the warning').inc();
  return toCurrentUser(context.config, user);
}

/**
 * People behind one shared address, such as a school, rarely sign up more often. A block of addresses (IPv4 by /24, IPv6 by /48), which one
 * attacker can rent, has its own limits.
 */
async function limitSignUps(limits: RateLimits, ip: string): Promise<void> {
  const [address, block] = [addressKey(ip), addressBlock(ip)];
  await limits.limiter('register', { points: 60, perMs: hourMs }).consume(address);
  await limits.limiter('register by block', { points: 120, perMs: hourMs }).consume(block);
  await limits.limiter('register by block and day', { points: 300, perMs: 24 * hourMs }).consume(block);
}

async function refuseTaken(
  { db }: AccountsContext,
  { email, username }: { email: string; username: string },
): Promise<void> {
  const taken = await findTaken(db.sql, email, username);
  if (taken.email) throw appError('email_taken');
  if (taken.username || isReservedUsername(username)) throw appError('username_taken');
}
