import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { openSession, setSessionCookie } from '#server/accounts/sessions/sessions.ts';
import { hashToken, isToken, newToken } from '#server/accounts/tokens.ts';
import { lockUser, type UserRow } from '#server/accounts/users.sql.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteStep, findStepUser, insertStep } from './sign-in-steps.sql.ts';

/** The cookie of a sign-in that waits for its second step. */
const stepCookie = 'sign_in_step';

/** The token of a session, or of a sign-in that waits for its second step. */
export type BegunSession = { session: string } | { step: string };

/**
 * After the first step of a sign-in: opens a session, or waits for the second step if the person has a second factor. Pass the result to
 * `setBegunCookie` after the transaction commits. Throws bad_credentials.
 */
export async function beginSession(
  context: InTransaction<Platform>,
  tx: Tx,
  request: RequestContext,
  user: Pick<UserRow, 'id' | 'hasSecondFactor'>,
): Promise<BegunSession> {
  if (!user.hasSecondFactor) return { session: await openSession(context, tx, request, user.id) };
  const { token, tokenHash } = newToken();
  await insertStep(tx, user.id, tokenHash);
  return { step: token };
}

export function setBegunCookie(context: Platform, request: RequestContext, begun: BegunSession): void {
  if ('session' in begun) setSessionCookie(context, request, begun.session);
  // Lax, because a provider's site may have navigated the browser back here.
  else request.cookies.set(stepCookie, begun.step, { maxAgeS: limits.secondStepMs / 1000, sameSite: 'lax' });
}

const stepTokenOf = (request: RequestContext): Buffer => {
  const token = request.cookies.get(stepCookie);
  if (!token || !isToken(token)) throw appError('second_step_over');
  return hashToken(token);
};

/** The person whose sign-in waits in this browser; null if none does. */
export async function findWaitingPerson({ db }: Platform, request: RequestContext): Promise<string | null> {
  const token = request.cookies.get(stepCookie);
  return token && isToken(token) ? findStepUser(db.sql, hashToken(token)) : null;
}

/** Ends the sign-in that waits in this browser for its second step, without a session. */
export async function abandonStep({ db }: Platform, request: RequestContext): Promise<void> {
  const tokenHash = stepTokenOf(request);
  await db.tx((tx) => deleteStep(tx, tokenHash));
  request.cookies.clear(stepCookie);
}

/**
 * Ends the second step with a new session. `accept` checks and uses the factor in the same transaction, and throws if it is wrong. The
 * session's token is new, so a cookie that someone planted before is worth nothing. Throws second_step_over, and whatever `accept` throws.
 */
export async function finishSecondStep(
  context: Platform,
  request: RequestContext,
  accept: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<UserRow> {
  const tokenHash = stepTokenOf(request);
  const { user, session } = await context.db.tx(async (tx) => {
    const userId = await findStepUser(tx, tokenHash);
    const person = userId ? await lockUser(tx, userId) : null;
    if (!person) throw appError('second_step_over');
    // Before the factor, so that a repeated request does not use up another code. A wrong one rolls this back: the sign-in still waits.
    if (!(await deleteStep(tx, tokenHash))) throw appError('second_step_over');
    await accept(tx, person);
    return { user: person, session: await openSession(context, tx, request, person.id) };
  });
  request.cookies.clear(stepCookie);
  setSessionCookie(context, request, session);
  return user;
}
