import { createHash, randomInt } from 'node:crypto';
import type { CurrentUser } from '#contract/accounts.ts';
import { appError, errorMessages } from '#contract/errors.ts';
import { t, textOf } from '#contract/language/text.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { toCurrentUser } from '#server/accounts/current-user.ts';
import { beginSession, setBegunCookie } from '#server/accounts/second-factor/begin-session.ts';
import { lockUser } from '#server/accounts/users.sql.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import { linkCodeEmail } from './provider-emails.ts';
import { labelOf, linkTokenOf } from './waiting-link.ts';
import { countCodeTry, findWaitingLink, putLinkCode, takeLinkCode } from './waiting-links.sql.ts';

const digits = 8;
const hourMs = 60 * 60_000;

/** With the cookie's token, which the database does not have, the hash of eight digits cannot be searched. */
const hashCode = (token: string, code: string) => createHash('sha256').update(`${token} ${code}`).digest();

/** Mails a code to the account's address. Throws link_over, rate_limited. */
export async function mailLinkCode(context: AccountsContext, request: RequestContext): Promise<{ message: string }> {
  const { config, db, limits, mail, providers } = context;
  await limits.limiter('link code by address', { points: 60, perMs: hourMs }).consume(addressKey(request.ip));
  const { token, tokenHash } = linkTokenOf(request);
  const link = await findWaitingLink(db.sql, tokenHash);
  if (!link) throw appError('link_over');
  const label = labelOf(providers, link);
  await limits.limiter('link code by account', { points: 5, perMs: hourMs / 2 }).consume(link.userId);
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  await db.tx(async (tx) => {
    const user = await lockUser(tx, link.userId);
    if (!user) throw appError('link_over');
    const codeHash = hashCode(token, code);
    if (!(await putLinkCode(tx, tokenHash, codeHash, user.email))) {
      throw appError('rate_limited', {
        message: () => t`No more codes can be sent for this. Sign in with the provider again.`,
      });
    }
    const messageId = `link-code-${codeHash.toString('hex').slice(0, 32)}`;
    const compose = () => linkCodeEmail(config, user.username, label, code);
    await mail.send(tx, { to: user, compose, messageId });
  });
  return { message: t`We emailed you a code. It works for ten minutes.` };
}

/**
 * Signs in with the mailed code: the person who signed in at the provider also reads the account's mail. The second step is still asked.
 * Throws link_over, wrong_code, second_step_required, bad_credentials (a demo account on a public site).
 */
export async function signInWithLinkCode(
  context: AccountsContext,
  request: RequestContext,
  code: string,
): Promise<CurrentUser> {
  const { config, db, limits } = context;
  await limits.limiter('link code tries', { points: 60, perMs: hourMs }).consume(addressKey(request.ip));
  const { token, tokenHash } = linkTokenOf(request);
  if (!(await findWaitingLink(db.sql, tokenHash))) throw appError('link_over');
  // Commits on its own, so that a wrong code stays counted.
  if (!(await countCodeTry(db.sql, tokenHash))) throw wrongCode(() => t`This code no longer works. Ask for a new one.`);
  const { user, begun } = await db.tx(async (tx) => {
    const userId = await takeLinkCode(tx, tokenHash, hashCode(token, code));
    const person = userId ? await lockUser(tx, userId) : null;
    if (!person) throw wrongCode(() => textOf(errorMessages.wrong_code));
    return { user: person, begun: await beginSession(context, tx, request, person) };
  });
  setBegunCookie(context, request, begun);
  if ('step' in begun) throw appError('second_step_required');
  return toCurrentUser(config, user);
}

const wrongCode = (message: () => string) => appError('wrong_code', { message, fields: { code: message } });
